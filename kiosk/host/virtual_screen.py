"""A screen in memory: TigerVNC's Xvnc, an X server that sends its picture to one viewer over a private Unix socket.

There is no TCP port. Only this user can open the socket, and a program needs the secret in a file that only this user
can read to draw on the screen. Keys, the clipboard and the testing extensions are off.
"""

import asyncio
import os
import secrets
import shutil
import signal
import struct
from asyncio.subprocess import Process
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from kiosk.faults import Fault
from kiosk.host.limits import NO_LIMITS, TableLimits

PROGRAM = "Xvnc"
STARTS_S = 30.0
ENDS_S = 5.0
FAMILY_WILD, COOKIE = 0xFFFF, b"MIT-MAGIC-COOKIE-1"
"""An entry of an Xauthority file that is valid for every display (Xau(3))."""
OPTIONS = (
    "-nolisten", "tcp", "-rfbport", "-1", "-SecurityTypes", "None", "-AlwaysShared=0", "-UseBlacklist=0",
    "-AcceptKeyEvents=0", "-AcceptCutText=0", "-SendCutText=0", "-AcceptSetDesktopSize=1", "-AllowOverride=",
    "-noclipboard", "-tst", "-s", "0", "-depth", "24", "-br", "-nocursor", "-terminate", "-rfbunixmode", "0600",
)  # fmt: skip


class VirtualSize(NamedTuple):
    wide: int
    high: int


START_SIZE = VirtualSize(1280, 800)


class VirtualScreen:
    """A running Xvnc. It ends when its last program ends, when `stop` is called, and when the process that started it
    ends. Ctrl+C in a terminal does not reach it, because it has a process group of its own: its program ends first."""

    def __init__(self, process: Process, folder: Path, display: str) -> None:
        self._process = process
        self.display = display
        self.authority = folder / "xauthority"
        self.socket = folder / "pictures"

    @classmethod
    async def start(cls, folder: Path, size: VirtualSize = START_SIZE, limits: TableLimits = NO_LIMITS) -> Self:
        """Start a screen with its files in this private folder. Raises `Fault`."""
        check_installed()
        folder.mkdir(mode=0o700, exist_ok=True)
        authority, socket, log = folder / "xauthority", folder / "pictures", folder / "screen.log"
        socket.unlink(missing_ok=True)
        write_authority(authority)
        reading, writing = os.pipe()
        try:
            with log.open("wb") as said:
                process = await asyncio.create_subprocess_exec(
                    *ends_with_parent(), *limits.prefix(), PROGRAM, "-displayfd", str(writing), "-auth", str(authority),
                    "-rfbunixpath", str(socket), "-geometry", f"{size.wide}x{size.high}", *OPTIONS,
                    pass_fds=[writing], stdin=asyncio.subprocess.DEVNULL, stdout=said, stderr=said, process_group=0,
                )  # fmt: skip
            os.close(writing)
            writing = -1
            number = await _first_line(reading)
        finally:
            if writing >= 0:
                os.close(writing)
            os.close(reading)
        if not number:
            await stopped(process, ENDS_S)
            lines = log.read_text("utf-8", "replace").split("\n")
            raise Fault("xvnc-failed", error=next((one for one in reversed(lines) if one.strip()), ""))
        return cls(process, folder, f":{number}")

    @property
    def environment(self) -> dict[str, str]:
        """The variables for a program that draws on this screen."""
        return {"DISPLAY": self.display, "XAUTHORITY": str(self.authority), "QT_QPA_PLATFORM": "xcb"}

    async def wait(self) -> None:
        await self._process.wait()

    async def stop(self) -> None:
        await stopped(self._process, ENDS_S)


def check_installed() -> None:
    """Raises `Fault` if Xvnc is not installed."""
    if shutil.which(PROGRAM) is None:
        raise Fault("no-xvnc")


def ends_with_parent() -> tuple[str, ...]:
    """The beginning of a command whose process ends with this one, even if this one is killed."""
    found = shutil.which("setpriv")
    return (found, "--pdeathsig", "TERM") if found else ()


async def stopped(process: Process, patience_s: float) -> None:
    """End a process, by force if it takes longer."""
    _signal(process, signal.SIGTERM)
    try:
        async with asyncio.timeout(patience_s):
            await process.wait()
    except TimeoutError:
        _signal(process, signal.SIGKILL)
        await process.wait()


def _signal(process: Process, number: signal.Signals) -> None:
    """Send a signal without asking first whether the process has ended, as `Popen` does: asyncio would then miss its
    exit code."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


def write_authority(path: Path) -> None:
    """A new secret for a display."""
    path.unlink(missing_ok=True)
    entry = b"".join(struct.pack(">H", len(part)) + part for part in (b"", b"", COOKIE, secrets.token_bytes(16)))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(struct.pack(">H", FAMILY_WILD) + entry)


async def _first_line(reading: int) -> str:
    """The first line of a pipe; empty if it ends, or if none comes in time."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    found = bytearray()

    def read() -> None:
        part = os.read(reading, 64)
        found.extend(part)
        if not part or b"\n" in found:
            loop.remove_reader(reading)
            done.set()

    loop.add_reader(reading, read)
    try:
        async with asyncio.timeout(STARTS_S):  # before Python 3.12, `wait_for` may forget that it was canceled
            await done.wait()
    except TimeoutError:
        pass
    finally:
        loop.remove_reader(reading)
    return found.decode("ascii", "replace").strip()
