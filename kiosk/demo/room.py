"""The demo's room: its folder and settings, its clock in a separate process, and its tournament, without a screen."""

import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import msgspec
import tomli_w

from engine.bad_input import why_bad
from engine.decoders import NOT_JSON, json_decoded
from engine.tournament.actions import AddEntry, DrawSeats, RoomOrder, Start, UseTable
from hardware.reading.line_settings import SerialSettings
from kiosk.clock.tables.view import TableView
from kiosk.clock.tournaments.publishing.director_messages import Totals
from kiosk.commands.room.client import RoomClient
from kiosk.faults import Fault
from kiosk.local_http import fetch
from kiosk.protocol.tournaments import PublicTournament, TournamentList
from kiosk.storage.files import take_lock, write_atomic
from kiosk.table.settings import ReaderSettings, TableSettings

EVENT = "Demo night"
NAMES = (
    "Ana", "Björn", "Chloé", "Dmitri", "Esperanza", "Farouk", "Grace", "Hiro", "Ingrid", "Jürgen", "Kwame", "Lucía",
    "Maximilian", "Nadia", "Óscar", "Priya", "Quentin", "Rosa", "Şebnem", "Tomasz",
)  # fmt: skip
LATE = NAMES[-1]
"""This player registers after `LATE_AFTER_HANDS` hands."""
LATE_AFTER_HANDS = 3
TABLES = (1, 2)
ONLY_HERE = "127.0.0.1"
SEATS = 10
SEED = "demo night, drawn for all to check"
DIRECTOR_S = 6.0
"""How long a person at the director's page has to act before the demo's own director does."""
TRIES = 10
PATIENCE_S = 5.0
ANSWERS_S = 60.0
"""How long to wait for the clock's answer. A small machine that runs the demo can be slow."""
MOST = 9
"""The largest number of demos that one user can run at once."""


class Evening:
    """The demo's tournament, over the clock's HTTP API. Raises `RequestFailed`, or `Fault` if no clock answers."""

    def __init__(self, client: RoomClient) -> None:
        self._client = client
        self.tournament = self._on()

    def begin(self) -> None:
        """Set up a new tournament, unless one is already running, and start its level clock."""
        if not self.tournament:
            new = {"name": EVENT, "structure": "club", "late_levels": 2, "re_entries": 1, "buy_in": 2_000, "seed": SEED}
            made = json_decoded(self._client.post("/api/tournaments", new), dict[str, object])
            self.tournament = str(made["id"])
        now = self.now()
        taken = {one.table for one in now.tournament.sittings}
        for table in TABLES:
            if table not in taken:
                self._do(UseTable(table, SEATS))
        there = {entry.name for entry in now.tournament.entries}
        for name in NAMES[:-1]:
            if name not in there:
                self._do(AddEntry(name, name))
        if not now.tournament.seed:
            self._do(DrawSeats())
        if not now.state.running:
            self._do(Start())

    def now(self) -> PublicTournament:
        return json_decoded(self._client.get(f"/api/tournaments/{self.tournament}"), PublicTournament)

    def look(self, hands: int) -> PublicTournament:
        """Register the late player once `hands` hands have been dealt, or accept the most urgent proposal."""
        now = self.now()
        if hands >= LATE_AFTER_HANDS and all(entry.name != LATE for entry in now.tournament.entries):
            self._do(AddEntry(LATE, LATE))
        elif now.tournament.proposals:
            self._do(now.tournament.proposals[0].action)
        return now

    def _do(self, action: RoomOrder | Start) -> None:
        self._client.post(f"/api/tournaments/{self.tournament}/act", {"action": action, "seen": None})

    def _on(self) -> str:
        """The id of the demo tournament that is running. Empty if there is none."""
        listed = json_decoded(self._client.get("/api/tournaments"), TournamentList).tournaments
        return next((one.id for one in reversed(listed) if not one.ended and one.name == EVENT), "")


class RoomSecrets(msgspec.Struct, frozen=True):
    director_key: str
    tokens: dict[int, str]


class FloorCounts(msgspec.Struct, frozen=True):
    totals: Totals
    tables: tuple[TableView, ...]


def make_room(folder: Path, port: int, host: str = ONLY_HERE) -> RoomSecrets:
    """Load the room that is stored in a folder, or create a new one. Its clock listens on `host` and `port`. Raises
    `Fault` if the folder cannot be used."""
    path = folder / "room.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            fresh = RoomSecrets(secrets.token_urlsafe(9), {table: secrets.token_urlsafe(18) for table in TABLES})
            write_atomic(path, msgspec.json.encode(fresh))
        path.chmod(0o600)  # a folder that was copied may have other permissions
        room = json_decoded(path.read_bytes(), RoomSecrets)
        write_atomic(folder / "clock.toml", _clock_settings(room, port, host))
    except (OSError, *NOT_JSON) as error:
        raise Fault("demo-folder", folder=str(folder), error=why_bad(error)) from error
    return room


def table_settings(folder: Path, room: RoomSecrets, table: int, address: str) -> TableSettings:
    """One table's settings, with its journal and reader device in the folder. `address` is http://host:port."""
    return TableSettings(
        table=table,
        journal=str(folder / f"table-{table}.journal"),
        clock=address.replace("http://", "ws://"),
        token=room.tokens[table],
        # A robot scans faster than a dealer does, so no card that it scans counts as a repeat.
        readers=(ReaderSettings(str(folder / f"reader-{table}"), line=SerialSettings(repeat_ms=0, idle_ms=0)),),
    )


def _clock_settings(room: RoomSecrets, port: int, host: str) -> str:
    tables = [{"table": table, "token": room.tokens[table]} for table in TABLES]
    return tomli_w.dumps({"director_key": room.director_key, "host": host, "port": port, "tables": tables})


class ClockProcess:
    """The demo's clock inside a `with` block. Its standard error goes to `clock.log` beside its settings."""

    def __init__(self, settings: Path, director_key: str) -> None:
        self._settings = settings
        self._key = director_key
        self._log = settings.with_name("clock.log")
        self.address = ""
        """The clock's address for programs on this machine."""
        self.public_address = ""
        """The clock's address for browsers. It also works from the network if the clock listens there."""

    def __enter__(self) -> Self:
        """Start the clock and wait for its pages. Raises `Fault` with its last output if it does not start."""
        for _ in range(TRIES):
            if found := re.search(r"http://([^/\s]+):(\d+)", self._start()):
                self.public_address, self.address = found[0], f"http://{ONLY_HERE}:{found[2]}"
                return self
            self._process.communicate()
            # The clock of a demo that was killed a moment ago may still be shutting down.
            threading.Event().wait(PATIENCE_S / TRIES)
        problem = self._log.read_text("utf-8").strip()
        raise Fault("demo-clock", problem=problem)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.communicate()

    def _start(self) -> str:
        """Start the process. Returns the first line of its output, or an empty string if it ended without one."""
        command = [sys.executable, "-m", "kiosk.demo.clock_process", str(self._settings)]
        with self._log.open("w") as log:  # an unread pipe would fill up and block the clock
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
            )
        return self._process.stdout.readline() if self._process.stdout else ""

    def evening(self) -> Evening:
        return Evening(RoomClient(self.address, self._key))

    def floor(self) -> FloorCounts:
        said = fetch(f"{self.address}/api/tables", ANSWERS_S, {"Authorization": f"Bearer {self._key}"})
        return json_decoded(said, FloorCounts)


class DemoFolder(NamedTuple):
    """A folder that this demo keeps locked until it ends."""

    path: Path
    is_first: bool
    """Whether no demo has used the folder before."""
    is_other: bool
    """Whether the usual folder was taken by another demo."""


def kept(asked: Path | None, headless: bool, ending: ExitStack) -> DemoFolder:
    """Lock the folder asked for, a temporary one if headless, or the first default folder that is free. Raises
    `Fault`."""
    if asked is None and headless:
        asked = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-demo-")))
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    usual = [Path(state) / f"kiosk-demo{number}" for number in ("", *(f"-{more}" for more in range(2, MOST + 1)))]
    for folder in [asked] if asked else usual:
        is_first = not (folder / "room.json").exists()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            ending.enter_context(take_lock(folder / "demo.lock"))
        except BlockingIOError:
            continue
        except OSError as error:
            raise Fault("demo-folder", folder=str(folder), error=why_bad(error)) from error
        return DemoFolder(folder, is_first, asked is None and folder != usual[0])
    raise Fault("demo-folder-busy", folder=str(asked or usual[0]))
