"""`kiosk host` offers each of its tables at the clock. With real programs on real screens."""

import asyncio
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from engine.message import Message
from kiosk.faults import Fault
from kiosk.host.command import HostedTable
from kiosk.host.settings import MOST_TABLES, read_host_settings, table_file
from kiosk.protocol.glass import HOST_AWAY, SCREEN_GONE
from kiosk.table.settings import read_table_settings
from tests.kit.clock import eventually
from tests.kit.glasses import GlassRoom
from tests.kit.patience import PATIENCE_S
from tests.kit.room import clock

__all__ = ["clock"]

ROOT = Path(__file__).parents[3]
CLOCK = 'clock = "wss://10.0.0.5:8443"\n'


def settings(folder, text):
    path = folder / "host.toml"
    path.write_text(text)
    return read_host_settings(path)


def test_a_new_table_gets_a_folder_of_its_own_with_its_settings(tmp_path):
    clock = f'{CLOCK}clock_fingerprint = "' + "ab" * 32 + '"'
    made = settings(tmp_path, f'tables = [3]\nlanguage = "de"\n{clock}')

    path = table_file(made, 3)

    table = read_table_settings(path)
    assert path == tmp_path / "tables" / "table-3" / "table.toml"
    assert (table.table, table.language, table.clock) == (3, "de", "wss://10.0.0.5:8443")
    assert table.clock_fingerprint == "ab" * 32
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_table_has_ended_only_when_its_program_has_ended():
    ended = []

    async def main():
        running = asyncio.Event()

        class SlowEnd:
            async def keep_running(self):
                running.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    await asyncio.sleep(0)  # it ends in several steps
                    ended.append("program")

        class Offer:
            async def pair(self, say):
                return True

            async def keep_open(self):
                await asyncio.Event().wait()

        table: Any = SlowEnd()
        offer: Any = Offer()
        keeping = asyncio.create_task(HostedTable(1, table, offer).keep(bool))
        await running.wait()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        return tuple(ended)

    assert asyncio.run(main()) == ("program",)


def test_a_tables_own_settings_are_kept(tmp_path):
    made = settings(tmp_path, f"tables = [3]\n{CLOCK}")
    path = table_file(made, 3)
    path.write_text('table = 3\njournal = "other.journal"\ntheme = "light"\n')

    assert table_file(made, 3) == path
    assert read_table_settings(path).theme == "light"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"tables = []\n{CLOCK}", "host-tables"),
        (f"tables = [3, 3]\n{CLOCK}", "host-tables"),
        (f"tables = {list(range(1, MOST_TABLES + 2))}\n{CLOCK}", "host-tables"),
        ('tables = [3]\nclock = "10.0.0.5"', "clock-no-address"),
        (f'tables = [3]\n{CLOCK}language = "xx"', "language-unknown"),
    ],
)
def test_settings_that_cannot_be_used_are_reported(tmp_path, text, code):
    with pytest.raises(Fault) as fault:
        settings(tmp_path, text)

    problem = fault.value.message.fields["problem"]
    assert isinstance(problem, Message)
    assert problem.code == code


def test_a_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "tables").write_text("a file")

    with pytest.raises(Fault) as fault:
        table_file(settings(tmp_path, f"tables = [3]\n{CLOCK}"), 3)

    assert fault.value.message.code == "host-folder"


@contextmanager
def hosting(folder, clock):
    """A host with tables 2 and 3, and the numbers with which they ask the clock to be paired, by table."""
    if shutil.which("Xvnc") is None:
        pytest.skip("needs TigerVNC: apt-get install tigervnc-standalone-server")
    is_paired = (folder / "tables").exists()
    (folder / "host.toml").write_text(f'tables = [2, 3]\nclock = "{clock.socket}"\n')
    environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "DISPLAY")}
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk.cli", "host", "--settings", str(folder / "host.toml")],
        cwd=ROOT, env={**environment, "PYTHONUNBUFFERED": "1"}, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout
        lines = [] if is_paired else [process.stdout.readline() for _ in range(2)]
        try:
            yield dict(re.findall(r"table (\d) .* number (\d{3} \d{3})", "".join(lines)))
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_S) == 0


@pytest.mark.slow
def test_the_tables_of_a_host_are_paired_once_and_each_is_shown_to_its_own_glass(tmp_path, clock):
    door = GlassRoom(clock)
    with hosting(tmp_path, clock) as numbers:
        for table, check in numbers.items():
            approval = {"shown": check, "table": int(table), "replace": True}
            door.director.post("devices/tables/approve", **approval).raise_for_status()
        eventually(lambda: door.devices().get("hosted") == [2, 3])
        tokens = {table: door.approved(table) for table in (2, 3)}
    eventually(lambda: "hosted" not in door.devices())
    with hosting(tmp_path, clock):
        for table, its_token in tokens.items():
            assert table_shown(door, table, its_token) == table


def table_shown(door, table, its_token):
    """The table that a device sees once the table's program has started."""
    while True:
        with door.glass(table, its_token) as glass:
            with suppress(ConnectionClosed):
                return glass.hear("welcome")["table"]
            assert glass.socket.close_code in (HOST_AWAY, SCREEN_GONE)
