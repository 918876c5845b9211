"""The door of glasses: the tables that hosts offer, and the devices that ask to show one. Knows nothing about sockets.

Each offer is one waiting connection from a table's host. A device that has a token of the table gets the offer for
itself. A device that has none shows a code until the director approves it. Both are lost in a restart: hosts offer
their tables again, and devices ask again.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from engine.refused import Refused
from kiosk.clock.access.addresses import network_of
from kiosk.clock.access.glasses import GlassTokens
from kiosk.clock.access.sessions import Identity
from kiosk.clock.links.pairing import MOST_ASKING, MOST_ASKING_AT_ONE_ADDRESS
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.log import person
from kiosk.protocol.glass import HOST_AWAY
from kiosk.protocol.pairing import CODE_LETTERS, CODE_MS, LETTERS
from kiosk.protocol.people import AskedGlass

NEXT_OFFER_S = 1.5
"""How many seconds a glass waits for an offer. A host makes its next one as soon as a glass has taken the one before.
"""
Send = Callable[[str | bytes], Awaitable[None]]
"""Sends a message on a connection. Waits while the other side does not read."""
log = logging.getLogger(__name__)


class ConnectedGlass:
    """A device that shows a table: how to send to it, and the code with which its host has ended the connection."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def end(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_result(code)


class TableOffer:
    """A host's connection for the next glass of a table."""

    def __init__(self, table: int, send: Send, hang_up: Callable[[], object]) -> None:
        self.table = table
        self.send = send
        self.hang_up = hang_up
        self.glass: ConnectedGlass | None = None
        """The glass that has taken the offer."""


class HostedTables:
    """The tables that hosts offer now. Each has at most one offer that no glass has taken yet."""

    def __init__(self) -> None:
        self._all: list[TableOffer] = []
        self._waiting: dict[int, TableOffer] = {}
        self._news = asyncio.Event()

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of the tables, in order."""
        return tuple(sorted({offer.table for offer in self._all}))

    @contextmanager
    def offers(self, offer: TableOffer) -> Iterator[None]:
        """Offer a table until the context ends. An older offer that no glass has taken is hung up: its host has lost
        that connection."""
        if before := self._waiting.get(offer.table):
            before.hang_up()
        self._all.append(offer)
        self._waiting[offer.table] = offer
        self._news.set()
        try:
            yield
        finally:
            self._all.remove(offer)
            if self._waiting.get(offer.table) is offer:
                del self._waiting[offer.table]
            if offer.glass:
                offer.glass.end(HOST_AWAY)

    async def take(self, table: int, glass: ConnectedGlass) -> TableOffer | None:
        """The table's offer, which from now on belongs to this glass. None if no host makes one in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(NEXT_OFFER_S):
                while not (offer := self._waiting.pop(table, None)):
                    self._news.clear()
                    await self._news.wait()
                offer.glass = glass
                return offer
        return None


class AskingGlass:
    """A device that shows a code. `decided` gets its token, or an empty string if it was turned away."""

    def __init__(self, table: int, address: str, since_ms: int) -> None:
        self.table = table
        self.address = address
        self.since_ms = since_ms
        self.code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
        self.decided: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.is_decided = False

    @property
    def asked(self) -> AskedGlass:
        """The request as the director sees it."""
        return AskedGlass(self.table, self.code, self.address, self.since_ms)


class GlassPairings:
    """The devices that ask to show a table. `changed` is called when they change."""

    def __init__(
        self, tokens: GlassTokens, times: Times, changed: Callable[[], object], too_many: Callable[[str], object] = bool
    ) -> None:
        """`too_many` is called with the address of a device whose request exceeds the limit."""
        self._tokens = tokens
        self._times = times
        self._changed = changed
        self._too_many = too_many
        self._asking: list[AskingGlass] = []

    @property
    def asked(self) -> tuple[AskedGlass, ...]:
        """The requests that are waiting for the director's decision, longest-waiting first."""
        return tuple(one.asked for one in self._waiting())

    @contextmanager
    def asks(self, table: int, address: str) -> Iterator[AskingGlass]:
        """Keep a device's request until the context ends. Raises `Fault` if too many devices are asking."""
        askers = Counter(network_of(one.address) for one in self._asking)
        if askers.total() >= MOST_ASKING or askers[network_of(address)] >= MOST_ASKING_AT_ONE_ADDRESS:
            log.warning("too many devices ask to show tables; the last one was at %s", network_of(address))
            self._too_many(address)
            raise Fault("pairing-too-often")
        asking = AskingGlass(table, address, self._times.mono_ms())
        self._asking.append(asking)
        self._changed()
        try:
            yield asking
        finally:
            self._asking.remove(asking)
            self._changed()

    async def approve(self, code: str, who: Identity) -> int:
        """Pair the device that shows this code with the table that it asks for. Returns the table. Raises `Refused` if
        no device shows it, or `Fault`, with nothing changed."""
        asking = self._that_shows(code)
        asking.is_decided = True  # only once, whatever arrives during the write
        try:
            token = await self._tokens.pair(asking.table, asking.address, who)
        except BaseException:
            asking.is_decided = False
            raise
        self._decide(asking, token)
        return asking.table

    def turn_away(self, code: str, who: Identity) -> None:
        """Turn away the device that is showing this code. Raises `Refused`."""
        asking = self._that_shows(code)
        asking.is_decided = True
        log.info("the device at %s was turned away by %s", asking.address, person(who.name))
        self._decide(asking, "")

    def _decide(self, asking: AskingGlass, token: str) -> None:
        if not asking.decided.done():
            asking.decided.set_result(token)
        self._changed()

    def _that_shows(self, code: str) -> AskingGlass:
        plain = "".join(filter(str.isalpha, code)).upper()
        found = next((one for one in self._waiting() if one.code == plain), None)
        if found is None:
            raise Refused("code-not-shown")
        return found

    def _waiting(self) -> Iterator[AskingGlass]:
        now_ms = self._times.mono_ms()
        return (one for one in self._asking if not one.is_decided and now_ms - one.since_ms < CODE_MS)
