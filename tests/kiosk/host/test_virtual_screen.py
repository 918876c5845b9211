"""The virtual screen is private, and ends with whatever needs it. With a real Xvnc."""

import asyncio
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk.faults import Fault
from kiosk.host import virtual_screen
from kiosk.host.virtual_screen import VirtualScreen, VirtualSize
from tests.kit.patience import PATIENCE_S

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def xvnc():
    if shutil.which("Xvnc") is None:
        pytest.skip("needs TigerVNC: apt-get install tigervnc-standalone-server")


def ports_of(process: int) -> list[str]:
    """The TCP ports on which a process listens."""
    inodes = {os.readlink(one) for one in Path(f"/proc/{process}/fd").iterdir()}
    rows = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return [row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes]


async def on_screen(folder, use):
    screen = await VirtualScreen.start(folder / "screen", VirtualSize(800, 600))
    try:
        return await use(screen)
    finally:
        await screen.stop()


def test_it_opens_no_port_and_only_its_user_may_open_its_files(tmp_path):
    async def use(screen):
        assert ports_of(screen._process.pid) == []
        for path in (screen.socket, screen.authority):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(screen.socket.parent.stat().st_mode) == 0o700

    asyncio.run(on_screen(tmp_path, use))


def test_a_program_without_its_secret_cannot_draw_on_it(tmp_path):
    async def use(screen):
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE_S)
            line.connect(f"\0/tmp/.X11-unix/X{screen.display[1:]}")
            line.sendall(b"l\0\x0b\0\0\0\0\0\0\0\0\0")  # X11's greeting, without a secret
            return line.recv(1)

    assert asyncio.run(on_screen(tmp_path, use)) == b"\0"  # refused


def test_it_offers_no_password_but_only_over_its_socket(tmp_path):
    async def use(screen):
        reader, writer = await asyncio.open_unix_connection(str(screen.socket))
        version = await reader.readexactly(12)
        writer.write(version)
        types = await reader.readexactly(2)
        writer.close()
        return version, types

    assert asyncio.run(on_screen(tmp_path, use)) == (b"RFB 003.008\n", b"\x01\x01")


def test_it_ends_when_the_program_that_started_it_is_killed(tmp_path):
    code = f"""
import asyncio
from pathlib import Path
from kiosk.host.virtual_screen import VirtualScreen
async def main():
    screen = await VirtualScreen.start(Path({str(tmp_path / "screen")!r}))
    print(screen._process.pid, flush=True)
    await asyncio.sleep(3600)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        number = int(parent.stdout.readline())
        ended = os.pidfd_open(number)
        parent.send_signal(signal.SIGKILL)

        async def wait():
            done = asyncio.Event()
            asyncio.get_running_loop().add_reader(ended, done.set)
            await asyncio.wait_for(done.wait(), PATIENCE_S)

        asyncio.run(wait())
    os.close(ended)


def test_without_xvnc_the_fault_names_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(virtual_screen, "PROGRAM", "Xvnc-that-nobody-has")

    with pytest.raises(Fault) as fault:
        asyncio.run(VirtualScreen.start(tmp_path / "screen"))

    assert fault.value.message.code == "no-xvnc"


def test_an_xvnc_that_fails_is_reported_with_its_last_line(tmp_path, monkeypatch):
    broken = tmp_path / "Xvnc"
    broken.write_text("#!/bin/sh\necho 'no fonts anywhere' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(virtual_screen, "PROGRAM", str(broken))

    with pytest.raises(Fault) as fault:
        asyncio.run(VirtualScreen.start(tmp_path / "screen"))

    assert fault.value.message.fields == {"error": "no fonts anywhere"}
