"""The tokens of glasses: tablets and laptops that show the screen of one table. Belongs to the event loop.

A token is made here, sent once to its device, and kept only as a hash. It gives access to its table's screen and to
nothing else.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from engine.refused import Refused
from kiosk.clock.access.devices import hashed, new_secret
from kiosk.clock.access.sessions import Identity
from kiosk.clock.access.watched import WatchedConnections
from kiosk.clock.store.keeper import Kind
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.log import person

MOST_AT_ONCE = 4
"""The maximum number of connections of one glass: a page that was loaded again may still have its old one."""
log = logging.getLogger(__name__)


class PairedGlass(msgspec.Struct, frozen=True):
    """A glass that a director paired with a table. Its id is the hash of its token. Its fields are stored in the
    database, so they must never change."""

    table: int
    address: str
    """The address that it was paired at."""
    by: str
    at_ms: int


class GlassTokens:
    """All paired glasses, by the hashes of their tokens."""

    def __init__(self, store: ClockStore, writer: Writer, times: Times) -> None:
        """Must be created before the writer's first job. Raises `Fault`."""
        self._paired = Kind(store, "glass", PairedGlass)
        self._writer = writer
        self._times = times
        self._watched = WatchedConnections[str]()

    @property
    def paired(self) -> Mapping[str, PairedGlass]:
        """The glasses by the hash of their token. The mapping is live."""
        return self._paired.all

    def is_valid(self, table: int, token: str) -> bool:
        """Whether the token is valid for this table. Only hashes are looked up, so the time that it takes reveals
        nothing about a token."""
        one = self.paired.get(hashed(token))
        return one is not None and one.table == table

    @property
    def connected(self) -> frozenset[str]:
        """The ids of the glasses that are connected now."""
        return frozenset(self._watched.keys)

    @contextmanager
    def watch(self, token: str, hang_up: Callable[[], object]) -> Iterator[bool]:
        """Call `hang_up` as soon as this token is revoked. Yields False if the glass has too many connections already.
        Enter this context before checking the token, as for a table's."""
        its_id = hashed(token)
        has_room = self._watched.keys.count(its_id) < MOST_AT_ONCE
        with self._watched.watch(its_id, hang_up):
            yield has_room

    async def pair(self, table: int, address: str, who: Identity) -> str:
        """The token of a new glass of this table. Raises `Fault` with nothing changed."""
        token = new_secret()
        one = PairedGlass(table, address, who.name, self._times.wall_ms())
        await self._paired.change(self._writer, {hashed(token): one})
        log.info("a device at %s may show table %d, approved by %s", address, table, person(who.name))
        return token

    async def revoke(self, its_id: str, who: Identity) -> None:
        """Revoke a glass and disconnect it. Raises `Refused` if it is not paired, or `Fault`."""
        one = self.paired.get(its_id)
        if one is None:
            raise Refused("no-such-device")
        await self._paired.change(self._writer, {its_id: None})
        log.info("a device that showed table %d was revoked by %s", one.table, person(who.name))
        self._watched.end(lambda watched: watched == its_id)
