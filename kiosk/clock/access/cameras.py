"""The tokens of the phones that are tables' cameras: one for each table, kept only as a hash. Belongs to the event
loop."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

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

log = logging.getLogger(__name__)


class PairedCamera(msgspec.Struct, frozen=True):
    """A phone that a director paired as the camera of a table. Its id is the hash of its token. Its fields are stored
    in the database, so they must never change."""

    table: int
    by: str
    at_ms: int


class CameraTokens:
    """All phones that are tables' cameras, by the hashes of their tokens."""

    def __init__(self, store: ClockStore, writer: Writer, times: Times) -> None:
        """Must be created before the writer's first job. Raises `Fault`."""
        self._paired = Kind(store, "paired-camera", PairedCamera)
        self._writer = writer
        self._times = times
        self._watched = WatchedConnections[str]()

    @property
    def all(self) -> list[PairedCamera]:
        """The paired phones, by table."""
        return sorted(self._paired.all.values(), key=lambda one: one.table)

    def is_valid(self, table: int, token: str) -> bool:
        """Whether the token is that of this table's phone. Only hashes are compared."""
        paired = self._paired.all.get(hashed(token))
        return paired is not None and paired.table == table

    def watch(self, token: str, hang_up: Callable[[], object]) -> AbstractContextManager[None]:
        """Call `hang_up` as soon as this token is revoked. Enter this context before checking the token."""
        return self._watched.watch(hashed(token), hang_up)

    async def pair(self, table: int, who: Identity) -> str:
        """A new token for the phone of this table. A phone that was paired before is no longer the table's camera, and
        is disconnected. Raises `Fault`, with nothing changed."""
        token = new_secret()
        paired = PairedCamera(table, who.name, self._times.wall_ms())
        await self._paired.change(self._writer, {**dict.fromkeys(self._of(table)), hashed(token): paired})
        self._hang_up()
        return token

    async def revoke(self, table: int, who: Identity) -> None:
        """Unpair the phone of this table and disconnect it. Raises `Refused` if there is none, or `Fault`."""
        if not (paired := self._of(table)):
            raise Refused("no-such-camera", table=table)
        await self._paired.change(self._writer, dict.fromkeys(paired))
        log.info("the camera of table %d was unpaired by %s", table, person(who.name))
        self._hang_up()

    def _of(self, table: int) -> list[str]:
        return [its_hash for its_hash, one in self._paired.all.items() if one.table == table]

    def _hang_up(self) -> None:
        self._watched.end(lambda its_hash: its_hash not in self._paired.all)
