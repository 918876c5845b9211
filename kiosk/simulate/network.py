"""An in-memory network between the tables and the clock. It can be slow, cut or full of faults."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextvars import Context
from random import Random
from types import MappingProxyType
from typing import Any

from starlette.datastructures import URL

GONE = 1006
_END = {"type": "websocket.disconnect", "code": GONE}
OPEN_S = 5.0
"""How long a table waits for a connection to open, in seconds."""
STILL = ('"say":"hello"', '"say":"welcome"', '"say":"go-to"', '"say":"refusal"')
"""Messages that are never duplicated or delayed. They open, end or redirect one connection, and belong to it."""


class Wire:
    """One direction of a connection. Messages arrive in order, or are lost with the connection."""

    def __init__(self, network: "Network", table: int, way: str, arrive: Callable[[str | None], None]) -> None:
        self._network = network
        self._table = table
        self._way = way
        self._arrive = arrive
        self._ready_s = 0.0
        self._coming: deque[str | None] = deque()
        self._held: deque[str | None] = deque()
        self.is_open = True

    def send(self, text: str | None) -> None:
        """Send a message. None marks the end of the connection."""
        if self.is_open:
            for one in self._network.mangled(self._table, self._way, text):
                self._post(one)

    def _post(self, text: str | None) -> None:
        loop = asyncio.get_running_loop()
        self._ready_s = max(self._ready_s, loop.time() + self._network.latency_s())
        self._coming.append(text)
        loop.call_at(self._ready_s, self._deliver, context=self._network.context)

    def _deliver(self) -> None:
        text = self._coming.popleft()
        if not self.is_open:
            return
        if self._held or self._network.is_cut(self._table):
            self._held.append(text)
            return
        self.put(text)

    def put(self, text: str | None) -> None:
        """Deliver a message now, ahead of any that are still on the way."""
        if self.is_open:
            self._network.heard(self._table, self._way, text or "end")
            self._arrive(text)

    def heal(self) -> None:
        """Deliver the messages that a cut held up."""
        held, self._held = self._held, deque()
        for text in held:
            self.put(text)


class Cable:
    """A connection. The table's end has the interface of `websockets`, the clock's end that of Starlette."""

    client = None
    url = URL("ws://simulated/ws/table")
    scope: Mapping[str, object] = MappingProxyType({})

    def __init__(self, network: "Network", table: int) -> None:
        self._at_clock: asyncio.Queue[str | None] = asyncio.Queue()
        self._at_table: asyncio.Queue[str | None] = asyncio.Queue()
        self.up = Wire(network, table, "up", self._at_clock.put_nowait)
        self.down = Wire(network, table, "down", self._at_table.put_nowait)
        self.sitting = ""

    def lose(self) -> None:
        """Drop the connection: both ends see that it is lost. Messages on the way are lost too."""
        for wire, end in ((self.up, self._at_clock), (self.down, self._at_table)):
            if wire.is_open:
                wire.is_open = False
                end.put_nowait(None)

    # The table's end

    async def send(self, text: str) -> None:
        if not self.up.is_open:
            raise ConnectionResetError
        self.up.send(text)

    async def recv(self) -> str:
        if (text := await self._at_table.get()) is None:
            raise ConnectionResetError
        return text

    def hang_up(self) -> None:
        self.up.send(None)
        self.down.is_open = False

    # The clock's end

    async def accept(self) -> None:
        """Does nothing."""

    async def receive(self) -> dict[str, Any]:
        text = await self._at_clock.get()
        return _END if text is None else {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        self.down.send(text)

    async def close(self, _code: int = GONE) -> None:
        self.down.send(None)
        self.up.is_open = False


class Network:
    """All simulated connections. `answers` starts the clock's end of a connection, or returns False if no clock is
    running. Without faults, a message takes at most `longest_s`."""

    def __init__(self, dice: Random, longest_s: float, answers: Callable[[Cable], bool]) -> None:
        self.context = Context()
        """The context of messages that are on the way. They arrive even if their sender has died in the meantime."""
        self.heard: Callable[[int, str, str], None] = lambda *_: None
        """Called with the table, the direction and the text of each message that arrives."""
        self.mangles = 0.0
        """The share of messages that are sent twice in a row. An equal share is swapped with the next message, and an
        equal share arrives a second time, late."""
        self.late_s = 60.0
        """The longest delay of a late message."""
        self._dice = dice
        self._longest_s = longest_s
        self._answers = answers
        self._cut: set[int] = set()
        self._cables: dict[int, list[Cable]] = {}
        self._swapped: dict[tuple[int, str], str] = {}
        self._belated: dict[int, list[tuple[str, str]]] = {}
        """For each table, the direction and text of late messages that arrived while no connection was open. They are
        kept until one opens."""

    def latency_s(self) -> float:
        return self._dice.uniform(0, self._longest_s)

    def is_cut(self, table: int) -> bool:
        return table in self._cut

    def cut(self, table: int) -> None:
        """Hold up all messages from now on. Neither end is notified."""
        self._cut.add(table)

    def heal(self, table: int) -> None:
        """Let messages pass again, including those that were held up."""
        self._cut.discard(table)
        for cable in self._cables.get(table, []):
            cable.up.heal()
            cable.down.heal()
        self._send_belated(table)

    def lose(self, table: int) -> None:
        """Drop the table's connections, with all messages on the way."""
        for cable in self._cables.pop(table, []):
            cable.lose()

    def silence(self, table: int) -> None:
        """Cut the power of the table's machine: its connections send nothing more, and the other end is not
        notified."""
        for cable in self._cables.pop(table, []):
            cable.up.is_open = cable.down.is_open = False

    def dial(self, table: int) -> "Dialling":
        return Dialling(self, table)

    def connected(self, table: int) -> Cable:
        """Open a connection to the clock. Raises OSError if no clock answers."""
        cable = Cable(self, table)
        self._cables.setdefault(table, []).append(cable)
        if not self._answers(cable):
            raise ConnectionRefusedError
        self._send_belated(table)
        return cable

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        """Call `what` after this many seconds, no matter which programs have died by then."""
        asyncio.get_running_loop().call_later(seconds, what, context=self.context)

    def mangled(self, table: int, way: str, text: str | None) -> list[str | None]:
        if text is None or not self.mangles or any(still in text[:40] for still in STILL):
            return [text]
        first = [held] if (held := self._swapped.pop((table, way), "")) else []
        mood = self._dice.random() / self.mangles
        if mood < 1:
            return [text, *first, text]
        if mood < 2 and not first:
            self._swapped[table, way] = text
            return []
        if mood < 3:
            self._delay(table, way, text)
        return [text, *first]

    def _delay(self, table: int, way: str, text: str) -> None:
        self.later(self._dice.uniform(0, self.late_s), lambda: self._late(table, way, text))

    def _late(self, table: int, way: str, text: str) -> None:
        """Deliver a second copy over the table's current connection, or after the next one opens."""
        cables = [] if self.is_cut(table) else self._cables.get(table, [])
        if not cables:
            self._belated.setdefault(table, []).append((way, text))
        for cable in cables[-1:]:
            (cable.up if way == "up" else cable.down).put(text)

    def _send_belated(self, table: int) -> None:
        for way, text in self._belated.pop(table, ()):
            self._delay(table, way, text)


class Dialling:
    """A table's connection while it is open. It is a class and not a generator, because a generator would be closed
    when the table's machine dies."""

    def __init__(self, network: Network, table: int) -> None:
        self._network = network
        self._table = table
        self._cable: Cable | None = None

    async def __aenter__(self) -> Cable:
        """Connect to the clock. Raises OSError or TimeoutError."""
        async with asyncio.timeout(OPEN_S):
            await asyncio.sleep(self._network.latency_s())
            while self._network.is_cut(self._table):
                await asyncio.sleep(OPEN_S)
        self._cable = self._network.connected(self._table)
        return self._cable

    async def __aexit__(self, *_: object) -> None:
        if self._cable:
            self._cable.hang_up()
