"""Tablets that ask for the clock's copy of a table, and the director's approval.

The tablet that gets the copy writes for the table in an epoch granted here. The previous writer becomes read-only.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from secrets import token_hex

from engine.refused import Refused
from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.clients.latest import Latest
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.room import RoomServices
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import AskCopy, CopyGranted, CopyHeld
from kiosk.protocol.link.wire import MOST_RECORDS, encode
from kiosk.protocol.people import AskedCopy
from kiosk.storage.chain import Mark, Record

MOST_ASKING = 4
"""The maximum number of requests for one table, because anyone with its token can ask."""


class AskingTablet:
    def __init__(self, writer: Writer, stream: str, asked: AskedCopy, client: Latest) -> None:
        self.asked = asked
        self.stream = stream
        self.client = client
        self._writer = writer
        self._head: Mark | None = None

    def granted(self, epoch: int, head: Mark) -> None:
        """The director has approved the request. From now on, the tablet may fetch the copy."""
        self._head = head
        self.client.put("copy-granted", encode(CopyGranted(epoch, head)))

    @property
    def is_granted(self) -> bool:
        return self._head is not None

    async def read(self, after: int) -> tuple[Record, ...]:
        """The next records of the copy, as it was when the request was approved. Raises `Fault` before approval."""
        if self._head is None:
            raise Fault("copy-not-approved")
        most = min(MOST_RECORDS, self._head.seq - after)
        return tuple(await self._writer.read(self.stream, after, most)) if most > 0 else ()


class Copies:
    """All open requests. `changed` is called with the table whose kiosk was replaced, or 0."""

    def __init__(
        self,
        room: RoomServices,
        kiosk_access: KioskAccess,
        lacking: Callable[[int], int],
        changed: Callable[[int], None],
    ) -> None:
        """`lacking` returns how many of a table's records are pending. An incomplete copy is never given out."""
        self._writer, self._tournaments, self._times, _ = room
        self._kiosk_access = kiosk_access
        self._lacking = lacking
        self._changed = changed
        self._asking: list[AskingTablet] = []

    @property
    def asked(self) -> tuple[AskedCopy, ...]:
        """The requests that are waiting for the director's decision, longest-waiting first."""
        return tuple(one.asked for one in self._asking if not one.is_granted)

    async def asks(self, ask: AskCopy, client: Latest) -> AbstractContextManager[AskingTablet]:
        """Serve a tablet's request until the context ends, and send it what the clock holds. Raises `Fault` if the
        tablet may not ask, or if the table is not in a tournament."""
        self._kiosk_access.check_token(ask)
        place = self._tournaments.now().get(ask.table)
        if place is None:
            raise Fault("copy-of-no-table", table=ask.table)
        if sum(one.asked.table == ask.table for one in self._asking) >= MOST_ASKING:
            raise Fault("copy-asked-too-often", table=ask.table)
        records = (await self._writer.standing(place.stream)).mark.seq
        client.put("copy-held", encode(CopyHeld(place.name, records, self._lacking(ask.table))))
        asked = AskedCopy(ask.table, ask.check, records, self._times.mono_ms())
        return self._waiting(AskingTablet(self._writer, place.stream, asked, client))

    @contextmanager
    def _waiting(self, asking: AskingTablet) -> Iterator[AskingTablet]:
        self._asking.append(asking)
        self._changed(0)
        try:
            yield asking
        finally:
            self._asking.remove(asking)
            self._changed(0)

    async def give(self, table: int, check: str = "") -> AskedCopy:
        """Approve the tablet at this table that shows the number `check` or, if that is empty, the only one. Raises
        `Refused`, or `Fault` if the disk fails."""
        shown = "".join(check.split())
        found = [one for one in self._asking if one.asked.table == table and not one.is_granted]
        found = [one for one in found if shown in ("", one.asked.check)]
        if len(found) != 1:
            raise Refused("copies-asked" if found else "copy-not-asked", table=table)
        if lacking := self._lacking(table):
            raise Refused("copy-not-whole", table=table, count=lacking)
        (asking,) = found
        standing = await self._writer.grant(asking.stream, token_hex(8))
        self._changed(table)  # the previous kiosk is already fenced off; it finds out when it reconnects
        asking.granted(standing.epoch, standing.mark)
        self._changed(0)
        return asking.asked
