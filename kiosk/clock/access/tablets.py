"""Table tokens: those in the settings and those of paired tablets. Belongs to the event loop.

Tablets' tokens are made here, never shown, and kept only as hashes. A stolen token stops working the moment a
director revokes it.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
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


class PairedTable(msgspec.Struct, frozen=True):
    """The token of a tablet that a director paired with a table. Its id is the token's hash. Its fields are stored in
    the database, so they must never change."""

    table: int
    by: str
    at_ms: int


class RevokedToken(msgspec.Struct, frozen=True):
    """A table's revoked token. Its id is the token's hash, so that a new token in the settings takes effect at the next
    start. Its fields are stored in the database, so they must never change."""

    table: int
    by: str
    at_ms: int


class TableTokens:
    """All table tokens, by their hashes."""

    def __init__(self, tokens: Mapping[int, str], store: ClockStore, writer: Writer, times: Times) -> None:
        """`tokens` are those in the settings, by table. Must be created before the writer's first job. Raises
        `Fault`."""
        self._of_settings = {table: hashed(token) for table, token in tokens.items()}
        self._paired = Kind(store, "paired-table", PairedTable)
        self._revoked = Kind(store, "revoked-token", RevokedToken)
        self._writer = writer
        self._times = times
        self._turn = asyncio.Lock()
        self._watched = WatchedConnections[tuple[int, str]]()

    @property
    def paired(self) -> Mapping[str, PairedTable]:
        """The tablets' tokens by hash. The mapping is live."""
        return self._paired.all

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables that have a token, even one that is not valid, in order."""
        return tuple(sorted({*self._of_settings, *(one.table for one in self.paired.values())}))

    def is_valid(self, table: int, token: str) -> bool:
        """Whether the token is valid for this table. Only hashes are compared, so the time taken reveals nothing about
        a token."""
        return hashed(token) in self._that_count(table)

    def is_revoked(self, token: str) -> bool:
        return hashed(token) in self._revoked.all

    def watch(self, table: int, token: str, hang_up: Callable[[], object]) -> AbstractContextManager[None]:
        """Call `hang_up` as soon as this token for the table is revoked. Enter this context before checking the token,
        so that a client whose token is revoked in the meantime gets nothing."""
        return self._watched.watch((table, hashed(token)), hang_up)

    def _hang_up(self, table: int) -> None:
        count = self._that_count(table)
        self._watched.end(lambda one: one[0] == table and one[1] not in count)

    @property
    def revoked_tables(self) -> tuple[int, ...]:
        return tuple(table for table in self.tables if not self._that_count(table))

    async def revoke(self, table: int, who: Identity) -> None:
        """Revoke all tokens for the table and disconnect its clients. Raises `Refused` if it has none, or `Fault`."""
        self._check_known(table)
        await self._revoked.change(self._writer, self._revocations(self._that_count(table), table, who))
        log.info("table %d was blocked by %s", table, person(who.name))
        self._hang_up(table)

    async def allow(self, table: int, who: Identity) -> None:
        """Make the token of the table's tablet valid again or, if there is none, the one in the settings. Raises the
        same errors as `revoke`."""
        self._check_known(table)
        its_tablets = self._of_tablet(table)
        again = its_tablets or [self._of_settings[table]]
        await self._revoked.change(self._writer, dict.fromkeys(again))
        log.info("table %d was unblocked by %s", table, person(who.name))

    async def pair(self, table: int, replace: bool, who: Identity) -> str:
        """A new token for a table's tablet. It becomes the only valid one, and clients with another token are
        disconnected. Raises `Refused` if a token is already valid, unless `replace` is set, and `Fault` with nothing
        changed."""
        async with self._turn:
            count, before = self._that_count(table), self._of_tablet(table)
            if count and not replace:
                raise Refused("table-has-tablet", table=table)
            token, revoked = new_secret(), self._revoked
            paired = {hashed(token): PairedTable(table, who.name, self._times.wall_ms()), **dict.fromkeys(before)}
            over = {
                **self._revocations([one for one in count if one not in before], table, who),
                **{one: None for one in before if one in revoked.all},
            }
            await self._writer.keep(*self._paired.kept(paired), *revoked.kept(over))
            self._paired.take(paired)
            revoked.take(over)
        self._hang_up(table)
        return token

    def _revocations(self, tokens: list[str], table: int, who: Identity) -> dict[str, RevokedToken | None]:
        return dict.fromkeys(tokens, RevokedToken(table, who.name, self._times.wall_ms()))

    def _of_tablet(self, table: int) -> list[str]:
        return [its_hash for its_hash, one in self.paired.items() if one.table == table]

    def _that_count(self, table: int) -> list[str]:
        every = (self._of_settings.get(table), *self._of_tablet(table))
        return [one for one in every if one and one not in self._revoked.all]

    def _check_known(self, table: int) -> None:
        if table not in self.tables:
            raise Refused("table-without-kiosk", table=table)
