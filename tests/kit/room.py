"""A room whose tournaments are created over HTTP, and kiosks that only speak the protocol."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.protocol.messages import Hello, Records
from kiosk.storage.chain import START, Mark, Record, mark_of
from tests.kit.clock import DEADLINE_S, KEY, ClockClient, ClockThread, settings_text, token

NAMES = (
    "Ana", "Bo", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou", "Mia", "Ned", "Ola", "Pia",
    "Quin", "Ray", "Sue", "Tom",
)  # fmt: skip
SEED = "a seed that nobody can guess"


def room_settings(port: int, tables: int = 2) -> str:
    """A clock's settings, for a room in Berlin."""
    return f'zone = "Europe/Berlin"\n{settings_text(port, tables)}'


class RoomApi:
    """The director's programs: what they ask for over HTTP."""

    def __init__(self, clock: ClockClient) -> None:
        headers = {"Authorization": f"Bearer {KEY}"}
        self._site = f"{clock.site}/api/tournaments"
        self._http = httpx.Client(headers=headers, timeout=DEADLINE_S, verify=clock.verify)

    def __enter__(self) -> "RoomApi":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def create(self, name: str, **more: object) -> "TournamentApi":
        """A new tournament."""
        answer = self.ask("POST", "", {"name": name, "seed": SEED, **more})
        return TournamentApi(self, str(answer["id"]))

    def listed(self) -> list[dict[str, Any]]:
        """All tournaments."""
        found: list[dict[str, Any]] = self.ask("GET", "")["tournaments"]
        return found

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """The answer. Raises `OrderRefused` for an error."""
        answer = self._http.request(method, f"{self._site}{path}", json=body)
        said: dict[str, Any] = answer.json()
        if answer.status_code != 200:
            raise OrderRefused(answer.status_code, said)
        return said


class OrderRefused(Exception):
    """The clock refused."""

    def __init__(self, status: int, said: dict[str, Any]) -> None:
        super().__init__(status, said)
        self.status = status
        self.code = said.get("code", "")
        self.why = said.get("why", "")


class TournamentApi:
    """One tournament."""

    def __init__(self, room: RoomApi, its_id: str) -> None:
        self.id = its_id
        self._room = room

    def do(self, what: str, seen: int | None = None, **more: object) -> dict[str, Any]:
        """An order. Raises `OrderRefused`."""
        return self._room.ask("POST", f"/{self.id}/act", {"action": {"do": what, **more}, "seen": seen})

    @property
    def whole(self) -> dict[str, Any]:
        """Everything that its director sees."""
        return self._room.ask("GET", f"/{self.id}")

    @property
    def view(self) -> dict[str, Any]:
        """Its entries, tables and proposals."""
        seen: dict[str, Any] = self.whole["tournament"]
        return seen

    def enter(self, *names: str) -> None:
        """Players buy in."""
        for name in names:
            self.do("add-entry", player=name.casefold(), name=name)

    def open_tables(self, *tables: int, seats: int = 10) -> None:
        """Assign these tables to it."""
        for table in tables:
            self.do("open-table", table=table, seat_count=seats)

    def draw(self) -> None:
        """Everybody draws a seat."""
        self.do("draw-seats")


class KioskConnection:
    """A kiosk's connection, message by message."""

    def __init__(self, clock: ClockClient, table: int) -> None:
        self._opening = connect(f"{clock.socket}/table", proxy=None, open_timeout=DEADLINE_S)
        self._table = table
        self.mark: Mark = START

    def __enter__(self) -> Self:
        self.socket: ClientConnection = self._opening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hello(self, sitting: str = "", head: Mark = START) -> dict[str, Any]:
        """Send hello; returns the first answer."""
        self.say(Hello(token(self._table), self._table, 1, head, sitting=sitting))
        return self.hear()

    def say(self, message: WireMessage) -> None:
        """Send one message."""
        self.socket.send(encode(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message, of these kinds if any are named."""
        while True:
            said: dict[str, Any] = json.loads(self.socket.recv(timeout=DEADLINE_S))
            if not kinds or said["say"] in kinds:
                return said

    def send(self, records: list[Record]) -> None:
        """Send records, and wait until they are acknowledged."""
        self.say(Records(tuple(records)))
        while self.hear("ack")["mark"]["seq"] < records[-1].seq:
            pass
        self.mark = mark_of(records[-1])


@pytest.fixture
def clock(tmp_path: Path, free_port: int) -> Iterator[ClockThread]:
    """A clock of three tables and no event; a module that needs another defines its own."""
    one = ClockThread(tmp_path, free_port, room_settings(free_port, tables=3))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def room(clock: ClockThread) -> Iterator[RoomApi]:
    """Requests to this clock over HTTP."""
    with RoomApi(clock) as one:
        yield one
