"""Fetches the clock's copy of a table over the link, once the director has approved it. Writes nothing."""

from collections.abc import Callable
from typing import NamedTuple

from kiosk.clock_trust import Trust
from kiosk.faults import Fault
from kiosk.protocol.link.recovery import AskCopy, CopyGranted, CopyHeld, CopyRecords, FetchCopy
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Pong
from kiosk.storage.chain import START, Record, follows, mark_of
from kiosk.table.link.approval import receive, wait_for
from kiosk.table.link.dial import answer_of, dial
from kiosk.table.link.session import Connection
from kiosk.table.settings import TableSettings


class TableCopy(NamedTuple):
    """Everything that the clock holds for a sitting. A kiosk that continues with it uses a later epoch than `epoch`."""

    sitting: str
    epoch: int
    records: tuple[Record, ...]


def fetch_copy(
    settings: TableSettings, check: str, show_held: Callable[[CopyHeld], object], left: Callable[[], bool] = bool
) -> TableCopy:
    """The copy. Waits for the director's approval until `left` returns true. `show_held` is called with what the clock
    holds once the request is waiting. Raises `Fault`, including when the clock did not send what it promised.
    """
    clock = settings.clock.partition("://")[2].rstrip("/")
    return answer_of(_fetch(settings, check, show_held, left), clock)


async def _fetch(
    settings: TableSettings, check: str, show_held: Callable[[CopyHeld], object], left: Callable[[], bool]
) -> TableCopy:
    url = f"{settings.clock.rstrip('/')}/table"
    async with dial(Trust(url, settings.clock_fingerprint), url) as clock:
        return await copy_over(clock, settings, check, show_held, left)


async def copy_over(
    clock: Connection,
    settings: TableSettings,
    check: str,
    show_held: Callable[[CopyHeld], object],
    left: Callable[[], bool],
) -> TableCopy:
    """The copy, fetched over this connection as in `fetch_copy`. Raises `Fault`, `Unreadable`, or the connection's own
    exceptions.
    """
    await clock.send(encode(AskCopy(settings.token, settings.table, check, settings.language)))
    held = await receive(clock)
    if not isinstance(held, CopyHeld):
        raise Fault("copy-not-given")
    show_held(held)
    granted = await wait_for(clock, CopyGranted, left)
    if granted is None:
        raise Fault("copy-not-given")
    return TableCopy(held.sitting, granted.epoch, tuple(await _all(clock, granted)))


async def _all(clock: Connection, granted: CopyGranted) -> list[Record]:
    records: list[Record] = []
    mark = START
    while mark.seq < granted.head.seq:
        await clock.send(encode(FetchCopy(mark.seq)))
        while isinstance(said := await receive(clock), Pong):
            pass
        if not isinstance(said, CopyRecords) or not said.records:
            raise Fault("copy-not-given")
        for record in said.records:
            if not follows(mark, record):
                raise Fault("copy-not-sound", record=record.seq)
            records.append(record)
            mark = mark_of(record)
    if mark != granted.head:
        raise Fault("copy-not-sound", record=mark.seq)
    return records
