"""A clock in this process or in its own process, and real tables that play against it without a screen."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, TypeVar

import httpx
import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect

from engine.actions import Action, Bet, RaiseTo, SeeCard
from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.table.state import is_playing, players
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.clock.command import listen, serve_on
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.place import StorePlace, copy_in, copy_out, open_store
from kiosk.clock.store.port import ClockStore
from kiosk.faults import Fault
from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.host import TableHost
from kiosk.table.link.clock_backup_files import clock_backup_path
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.forked_kiosk import ForkedKiosk
from tests.kit.full_tables import FullTables
from tests.kit.patience import PATIENCE_S
from tests.kit.postgres import shared_server
from tests.kit.randomplay import Habits, next_action
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Link, Surroundings
from ui.dealer.model.taps import Aim

T = TypeVar("T")
DEADLINE_S = PATIENCE_S
KEY = "the-directors-key"
SERVES = "clock-serves"
"""The code of the message with a clock's addresses."""
ON_SERVER = os.environ.get("KIOSK_STORE") == "postgres"
"""Whether each clock of a test has a database on a real server, and not a file."""
PLAIN = Habits(kill=0.02, undo=0.03, move=0.0)


def settings_text(port: int, tables: int = 2) -> str:
    """The settings of a clock with this many tables."""
    lines = [f'director_key = "{KEY}"', 'database = "clock.db"', f"port = {port}"]
    for table in range(1, tables + 1):
        lines += ["[[tables]]", f"table = {table}", f'token = "{token(table)}"']
    return "\n".join(lines)


def token(table: int) -> str:
    """The secret of a table."""
    return f"secret-of-{table}"


def about_the_file(why: str) -> pytest.MarkDecorator:
    """For a test that only makes sense for a clock with a database file."""
    return pytest.mark.skipif(ON_SERVER, reason=f"about the file: {why}")


def sql(place: StorePlace, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Read or damage a database. Each `?` stands for a value. The result is empty unless the statement reads."""
    if place.server:
        with psycopg.connect(place.server, autocommit=True, options="-c search_path=kiosk") as server:
            found = server.execute(statement.replace("?", "%s").encode(), values)
            return found.fetchall() if found.description else []
    with closing(sqlite3.connect(place.state)) as file, file:
        return file.execute(statement, values).fetchall()


UNASKED = {"room", "levels", "moment", "at-table", "go-to", "backup-there"}
"""The messages that a clock sends to a table unasked, at any time, even between a message and its answer."""


def answer_on(socket: ClientConnection) -> dict[str, Any]:
    """A clock's next answer on a table's connection."""
    while True:
        said: dict[str, Any] = json.loads(socket.recv(timeout=DEADLINE_S))
        if said["say"] not in UNASKED:
            return said


def talk(clock: "ClockClient", *messages: WireMessage) -> list[dict[str, Any]]:
    """The clock's answers to each message of a table."""
    answers = []
    with connect(f"{clock.socket}/table", proxy=None) as socket:
        for message in messages:
            socket.send(encode(message))
            answers.append(answer_on(socket))
    return answers


class ClockClient:
    """A clock on a loopback port, and the requests that a test can send it over HTTP."""

    verify = True
    """Whether clients check its certificate. No machine knows the authority of a test's clock."""

    def __init__(self, folder: Path, port: int, text: str = "", event: FullTables | None = None) -> None:
        """With neither its settings nor an event, two tables of six are full."""
        self.port = port
        self.site = f"http://127.0.0.1:{port}"
        self.socket = f"ws://127.0.0.1:{port}"
        self.database = folder / "clock.db"
        self.settings = folder / "clock.toml"
        self.settings.write_text(text or settings_text(port), "utf-8")
        if event or not text:
            (event or FullTables()).write(self.database)
        self.place = StorePlace(self.database)
        if ON_SERVER:
            self._move_to_server()

    def _move_to_server(self) -> None:
        self.place = StorePlace(self.database, shared_server().database())
        if self.database.exists():
            copy_in(self.database, self.place)
            for file in self.database.parent.glob(f"{self.database.name}*"):
                file.unlink()
        self.configure(self.settings.read_text("utf-8"))

    def configure(self, text: str) -> None:
        """Write its settings. Those of a clock on a server name its database, and not the file `clock.db`."""
        if self.place.server:
            where = f'database = "{self.place.server}"\nstate = "{self.database.name}"\n'
            text = where + text.replace('database = "clock.db"\n', "")
        self.settings.write_text(text, "utf-8")

    def file(self) -> Path:
        """A file with everything in its database, to be read: the database, or a copy of the room on a server."""
        if not self.place.server:
            return self.database
        folder = self.database.with_name("copy")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        copy_out(self.place, folder / self.database.name)
        return folder / self.database.name

    def store(self) -> AbstractContextManager[ClockStore]:
        """Its database, open for writing while it does not run."""
        return closing(open_store(self.place))

    def lose_server(self) -> None:
        """Empty its database if that is on a server, as if the room got a new server."""
        if self.place.server:
            with psycopg.connect(self.place.server, autocommit=True) as db:
                db.execute("DROP SCHEMA kiosk CASCADE")

    def be_away_long(self) -> None:
        """Make its lease on a server, if it has one, three minutes older, so that level clocks do not resume by
        themselves. Call this while it does not run."""
        if self.place.server:
            sql(self.place, "UPDATE lease SET beat_at = beat_at - interval '3 minutes'")

    def tables(self) -> dict[str, Any]:
        """The director's answers over HTTP."""
        answer = httpx.get(f"{self.site}/api/tables", headers={"Authorization": f"Bearer {KEY}"})
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def table(self, number: int) -> dict[str, Any]:
        """One table."""
        return next(table for table in self.tables()["tables"] if table["table"] == number)

    def room(self) -> dict[str, Any]:
        """The public answers over HTTP."""
        word: dict[str, Any] = httpx.get(f"{self.site}/api/room").json()
        return word

    def on_disk(self) -> bytes:
        """Everything in its database, everything that is only in its log, and the second copies."""
        folders = {self.file().parent, self.database.parent}
        beside = (path for folder in folders for path in folder.glob(f"{self.database.name}*"))
        return b"".join(path.read_bytes() for path in beside if path.is_file())


class ClockThread(ClockClient):
    """A clock with its own loop in this process. `start` returns once it can be reached."""

    def start(self, code: str = SERVES) -> None:
        """Start it, and wait until it prints the message with this code."""
        self._said, settings = SimpleQueue[Message](), read_clock_settings(self.settings)
        listening = listen(settings.host, settings.port)

        def serve() -> None:
            with listening:
                asyncio.run(serve_on(listening, settings, self._said.put, self._begun))

        self._thread = threading.Thread(target=serve)
        self._thread.start()
        self.hear(code)

    def hear(self, code: str = SERVES) -> None:
        """Wait until it prints the message with this code."""
        while self._said.get(timeout=DEADLINE_S).code != code:
            pass

    def _begun(self, stop: Callable[[], None]) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), stop

    def stop(self) -> None:
        """Stop it the way it stops when asked to."""
        self._loop.call_soon_threadsafe(self._stop)
        self._thread.join(DEADLINE_S)
        assert not self._thread.is_alive()


class KillableClock(ClockClient):
    """`kiosk clock` in its own process, which a test can kill or stop. `start` returns once it can be reached."""

    _process: subprocess.Popen[str] | ForkedKiosk | None = None

    def start(self) -> str:
        """Start it, and return the line with its addresses. On a server, it first waits until the old lease expires."""
        line = self.begin()
        while "/director/" not in line:
            line = self._line()
        return line

    def begin(self) -> str:
        """Start it, and return the first line that it prints."""
        command = [sys.executable, "-m", "kiosk.cli", "clock", "--settings", str(self.settings)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return self._line()

    def _line(self) -> str:
        assert self._process
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(self._process.communicate(timeout=DEADLINE_S)[1])
        return line

    def cpu_s(self) -> float:
        """The processor time that it has taken so far."""
        assert self._process
        fields = Path(f"/proc/{self._process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop it as an operator would; it must exit cleanly and without an error."""
        assert self.end(signal.SIGTERM) == (0, "")

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Its exit code and its error output; nothing if it had ended already."""
        if self._process is None:
            return 0, ""
        process, self._process = self._process, None
        process.send_signal(how)
        _, errors = process.communicate(timeout=DEADLINE_S)
        return process.returncode, errors

    def kill(self) -> None:
        """End it as a power cut would."""
        self.end(signal.SIGKILL)


class ForkedClock(KillableClock):
    """The same, but in a forked process, which starts in a fraction of the time."""

    def begin(self) -> str:
        self._process = ForkedKiosk(["clock", "--settings", str(self.settings)], self.settings.with_suffix(".errors"))
        return self._line()


@pytest.fixture
def clock(request: pytest.FixtureRequest, tmp_path: Path, free_port: int) -> Iterator[ClockThread | KillableClock]:
    """A running clock with two tables of six. It must end cleanly and without an error."""
    made: type[ClockThread | KillableClock] = getattr(request, "param", ClockThread)
    one = made(tmp_path, free_port)
    one.start()
    yield one
    one.stop()


in_a_process = pytest.mark.parametrize("clock", [pytest.param(ForkedClock, marks=pytest.mark.slow)], indirect=True)
"""For a test that kills or stops the clock: here `clock` is a process."""


class DirectorsPage:
    """The director's WebSocket connection, without a browser."""

    def __init__(self, clock: ClockClient, key: str = KEY, language: str = "") -> None:
        # No limit on unread messages: a page that is not read for a minute stays connected.
        self._opening = connect(
            f"{clock.socket}/director", proxy=None, compression=None, max_queue=None, open_timeout=DEADLINE_S
        )
        self._key = key
        self._language = language
        self._asked = 0
        self.said: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}

    def __enter__(self) -> "DirectorsPage":
        self._socket = self._opening.__enter__()
        say(self._socket, {"say": "enter", "key": self._key, "language": self._language})
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def order(self, what: str, /, seen: int | None = None, **more: Any) -> str:
        """The reason for the refusal, or nothing."""
        if not self.room:
            self.hear_until(lambda: bool(self.room))
        self._asked += 1
        mark = self.room["mark"] if seen is None else seen
        say(self._socket, {"say": "do", "id": self._asked, "command": {"do": what, **more}, "seen": mark})
        self.hear_until(lambda: self.said[-1].get("id") == self._asked)
        return str(self.said[-1]["why"])

    def look(self, sitting: int) -> None:
        """From now on, show this table in full."""
        say(self._socket, {"say": "look", "sitting": sitting})

    def hear_until(self, happened: Callable[[], bool]) -> None:
        """Listen until the condition holds."""
        deadline = time.monotonic() + DEADLINE_S
        while not self.said or not happened():
            message = json.loads(self._socket.recv(timeout=deadline - time.monotonic()))
            self.said.append(message)
            if message["say"] == "room":
                self.room = message["room"]

    def last(self, kind: str) -> dict[str, Any]:
        """The newest message of one kind."""
        return next(message for message in reversed(self.said) if message["say"] == kind)


def say(socket: ClientConnection, message: dict[str, Any]) -> None:
    """One message, as JSON."""
    socket.send(json.dumps(message))


class NoFace:
    """The screen of a table that has none. It remembers the last update it received."""

    def __init__(self) -> None:
        self.surroundings = Surroundings()
        self.refusals: list[Message] = []
        self.notices: list[Message] = []
        self.pins: list[PinAnswer] = []

    @property
    def away(self) -> Link | None:
        """The link to the clock, as soon as there is a reason why it is missing."""
        link = self.surroundings.link
        return link if link and link.trouble else None

    @property
    def coming(self) -> tuple[IncomingPlayer, ...]:
        """The players on their way here."""
        return self.surroundings.coming

    def show(self, table: object, game: object, surroundings: Surroundings, then: object = ()) -> None:
        self.surroundings = surroundings

    def refuse(self, why: Message, clause: str) -> None:
        self.refusals.append(why)

    def tell(self, what: Message) -> None:
        self.notices.append(what)

    def show_odd(self, odd: object) -> None: ...

    def pin_checked(self, entered: PinAnswer) -> None:
        self.pins.append(entered)

    def aimed(self, card: Card) -> Aim:
        return Aim(SeeCard(card))

    def take_card(self, card: Card) -> bool:
        return False


class RandomTable:
    """A table's program without a screen. Its players act at random."""

    own = ""
    """The version of its program."""

    def __init__(self, folder: Path, socket: str, number: int = 1, secret: str = "", **more: Any) -> None:
        """`more` is added to its settings."""
        self.number = number
        self.face = NoFace()
        self.journal = folder / f"table{number}.journal"
        self.dice = Random(number)
        self.ahead_ms = 0
        """Advance only this table's time by this much."""
        self._woken = threading.Event()
        settings = TableSettings(number, str(self.journal), socket, secret or token(number), **more)
        services = Services(
            lambda: time.monotonic_ns() // 10**6 + self.ahead_ms,
            lambda: time.time_ns() // 10**6 + self.ahead_ms,
            self.dice,
            self._woken.set,
            version=lambda: self.own,
        )
        self.host = TableHost(settings, self.face, services)
        self.host.start()

    def __enter__(self) -> "RandomTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.host.stop()

    @property
    def game(self) -> Game:
        """The table in its current state."""
        return self.host.game

    @property
    def record(self) -> Path:
        """The journal of the sitting that it is at."""
        return SittingFiles(self.journal).path_now

    def wait(self, happened: Callable[[], bool]) -> None:
        """Handle messages from the link until the condition holds."""
        deadline = time.monotonic() + DEADLINE_S
        while not happened():
            if not self._woken.wait(deadline - time.monotonic()):
                raise AssertionError(f"not in {DEADLINE_S} s; {self.face.surroundings.link}")
            self._woken.clear()
            self.host.take_posts()

    def wait_until_kept(self) -> None:
        """Wait until there is a backup of the clock next to its journal."""

        def is_kept() -> bool:
            self.host.take_posts()
            return clock_backup_path(self.journal).exists()

        eventually(is_kept)

    def wait_until_held(self, clock: ClockClient) -> dict[str, Any]:
        """Wait until the clock holds the whole journal; returns the table at that point."""
        self.wait(lambda: self.face.away is None)
        eventually(lambda: clock.table(self.number)["records"] == self.game.mark)
        return clock.table(self.number)

    def sit(self) -> None:
        """Wait until the clock has given the table its players and its level."""
        self.wait(lambda: bool(self.game.table.blinds and self.game.table.button))

    def play(self, hands: int) -> None:
        """Play this many hands, or until one player has all the chips."""
        until = self.game.table.hands + hands
        while self.game.table.hands < until or is_playing(self.game.table):
            if not is_playing(self.game.table) and len(players(self.game.table)) < 2:
                return
            self.host.orders.ask(self._next())

    def play_on(self, actions: int) -> None:
        """Play this many more actions, into the middle of a hand."""
        for _ in range(actions):
            self.host.orders.ask(self._next())

    def _next(self) -> Action:
        """Mostly small bets in whole chips, so that the players last."""
        action = next_action(self.game, self.dice, PLAIN)
        if not isinstance(action, Bet | RaiseTo):
            return action
        if action.to > 500 and self.dice.random() < 0.9:
            return self._next()
        return type(action)(action.seat, -(-action.to // 25) * 25)


def however_slow(ask: Callable[[], T]) -> T:
    """The clock's answer to a tablet. It asks again if the clock took longer to answer than a tablet waits."""
    while True:
        try:
            return ask()
        except Fault as fault:
            if fault.message.code != "clock-silent":
                raise


def eventually(happened: Callable[[], bool]) -> None:
    """Check repeatedly until the condition holds."""
    deadline = time.monotonic() + DEADLINE_S
    pause = threading.Event()
    while not happened():
        if time.monotonic() > deadline:
            raise AssertionError(f"not in {DEADLINE_S} s")
        pause.wait(0.02)
