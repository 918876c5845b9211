"""A host that offers a table at a clock, and devices that show it, as clients that only speak the protocol."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.kit.clock import DEADLINE_S, KEY, ClockClient, token
from tests.kit.signing import Asker


class DoorClient:
    """One connection of a host or of a device."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            said = self.socket.recv(DEADLINE_S)
            if isinstance(said, str) and (not kinds or json.loads(said)["say"] in kinds):
                found: dict[str, Any] = json.loads(said)
                return found

    def code(self) -> int:
        """The code with which the clock closes the connection."""
        with suppress(ConnectionClosed):
            while True:
                self.socket.recv(DEADLINE_S)
        assert self.socket.close_code
        return self.socket.close_code


class GlassRoom:
    """Hosts and devices at one clock."""

    def __init__(self, clock: ClockClient) -> None:
        self.clock = clock
        self.director = Asker(clock, KEY)

    @contextmanager
    def connected(self, path: str) -> Iterator[DoorClient]:
        """A connection at the clock. The test may end without a farewell."""
        with connect(f"{self.clock.socket}{path}", proxy=None, open_timeout=DEADLINE_S, close_timeout=1) as socket:
            yield DoorClient(socket)

    @contextmanager
    def host(self, table: int, its_token: str = "") -> Iterator[DoorClient]:
        """A host's offer of a table. It waits for a glass."""
        with self.connected("/glass/table") as host:
            host.say(say="offer", table=table, token=its_token or token(table))
            assert its_token or host.hear() == {"say": "waits"}
            yield host

    @contextmanager
    def glass(self, table: int, its_token: str = "", device: str = "one") -> Iterator[DoorClient]:
        """A device that shows a table, or asks to."""
        with self.connected("/glass/socket") as glass:
            glass.say(say="hello", token=its_token, device=device, px_per_mm=5.5, table=table)
            yield glass

    def paired(self, table: int) -> str:
        """The token of a new glass of a table that no host offers yet."""
        with self.host(table):
            return self.approved(table)

    def approved(self, table: int) -> str:
        """The token of a new glass, once the director has approved it."""
        with self.glass(table) as glass:
            code = glass.hear("code")["code"]
            self.director.post("devices/glasses/approve", code=code).raise_for_status()
            return str(glass.hear("paired")["token"])

    def devices(self) -> dict[str, Any]:
        """The director's answers about devices."""
        answer = self.director.get("devices")
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def revoke(self) -> float:
        """Revoke the only glass. Returns the time at which the clock had answered."""
        (glass,) = self.devices()["glasses"]
        self.director.post("devices/glasses/revoke", id=glass["id"]).raise_for_status()
        return time.monotonic()
