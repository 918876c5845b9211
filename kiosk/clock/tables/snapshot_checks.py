"""While the service runs, checks each snapshot that it continued from: are its records sound, and do they lead to it?

A start must not have to wait until hours of records have been read, but a snapshot must not be trusted forever. The
records are the truth: a snapshot that differs is discarded. Belongs to the event loop.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator

from engine.message import message
from kiosk.clock.store.stream_copy import Snapshot
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.tables.snapshot import pack, program
from kiosk.storage.chain import START, Mark, Record, follows, mark_of

SLICE = 25
"""How many records are checked between two pauses."""
PAUSE_S = 0.025
"""The length of a pause, in seconds. With this pause, checking takes a tenth of the service's time. Two million records
take about forty minutes.
"""

log = logging.getLogger(__name__)


async def prove(writer: Writer, audited_tables: AuditedTables, key: int, stream: str, pause_s: float = PAUSE_S) -> bool:
    """Check the snapshot that a table continued from. If it is wrong, the table is rebuilt from its records. If a
    record is damaged, it is set aside together with everything after it. The director is notified of both. Returns
    whether the table has to resend records that the clock had reported as held. Raises `Fault` if the disk fails."""
    try:
        return await _proved(writer, audited_tables, key, stream, pause_s)
    finally:
        audited_tables.unproved.pop(key, None)


async def _proved(writer: Writer, audited_tables: AuditedTables, key: int, stream: str, pause_s: float) -> bool:
    shown = audited_tables.unproved.get(key)
    if shown is None:  # a different history was chosen, and is audited in full
        return False
    table, mark, is_wrong = AuditedTable(shown.seating, shown.book, due=shown.due), START, False
    while mark.seq < (audited_tables.tables[key].seq if is_wrong else shown.seq):
        records = await writer.read(stream, mark.seq, SLICE if is_wrong else min(SLICE, shown.seq - mark.seq))
        if key not in audited_tables.unproved:  # this happened in the meantime
            return False
        sound = list(_sound(mark, records))
        for record in sound:
            table, mark = audit_record(table, record), mark_of(record)
        if not sound or len(sound) < len(records):
            await writer.set_aside(stream, mark.seq)
            audited_tables.restate(key, table)
            audited_tables.flag(key, message("copy-damaged", record=mark.seq + 1))
            return True
        if mark.seq == shown.seq:
            is_wrong = not _same(table, shown)
        await asyncio.sleep(pause_s)
    if is_wrong:
        log.error("the snapshot of %s was not what its %d records lead to", stream, shown.seq)
        audited_tables.restate(key, table)
        audited_tables.flag(key, message("snapshot-wrong", records=shown.seq))
        await writer.keep_snapshot(stream, lambda: Snapshot(mark, program(), pack(table)))
    return False


def _sound(mark: Mark, records: Iterable[Record]) -> Iterator[Record]:
    for record in records:
        if not follows(mark, record):
            return
        yield record
        mark = mark_of(record)


def _same(one: AuditedTable, other: AuditedTable) -> bool:
    """Whether both agree in everything that comes only from the records. The room's remarks at the time do not come
    from the records.
    """
    return (one.game, one.record, one.halted) == (other.game, other.record, other.halted)
