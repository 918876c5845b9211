"""The demo's tables on tablets: their programs run here without a screen, and the clock shows them in browsers."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path

import tomli_w

from kiosk.commands.room.client import RequestFailed
from kiosk.demo.room import DIRECTOR_S, TABLES, ClockProcess, RoomSecrets
from kiosk.faults import Fault
from kiosk.host.command import run_host
from kiosk.host.settings import HostSettings, path_of_table
from kiosk.storage.files import write_atomic
from kiosk.table.pairing.paired import PairedClock, keep_paired
from kiosk.table.settings import read_table_settings


def play_on_tablets(folder: Path, room: RoomSecrets, clock: ClockProcess, language: str) -> None:
    """Run the tables until the program is asked to end. Raises `Fault`."""
    settings = host_settings(folder, room, clock.address, language)
    run_host(settings, lambda table, shown: None, partial(_direct, clock))


def host_settings(folder: Path, room: RoomSecrets, address: str, language: str) -> HostSettings:
    """The host's settings. Each table has its folder and is paired with the clock at `address`, http://host:port.
    Raises `Fault`."""
    clock = address.replace("http://", "ws://")
    settings = HostSettings(TABLES, clock, folder=str(folder / "tables"), language=language)
    for table in TABLES:
        path = path_of_table(settings, table)
        if not path.exists():
            fields = {"table": table, "journal": "table.journal", "language": language}
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, tomli_w.dumps(fields))  # without the clock's port, which may be different next time
        keep_paired(read_table_settings(path), PairedClock(clock, "", table, room.tokens[table]))
    return settings


async def _direct(clock: ClockProcess) -> None:
    """Accept what the room proposes, unless somebody at the director's page was faster."""
    while True:
        await asyncio.sleep(DIRECTOR_S)
        with suppress(Fault, RequestFailed):  # the clock is busy: try again the next time
            await asyncio.to_thread(_look, clock)


def _look(clock: ClockProcess) -> None:
    clock.evening().look(sum(view.hand for view in clock.floor().tables))
