"""The audit of a table as bytes, from which the same program continues after a restart.

It is a pickle, because a pickle stores shared parts of a hand's states only once: 40 kB, compared with 4 MB in other
encodings. Whatever the bytes contain, reading them builds only values of this project's structs and enums.
"""

import asyncio
import io
import logging
import pickle
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from engine.message import message
from kiosk.clock.store.port import Snapshot
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.storage.chain import START, Mark, Record, follows, mark_of

_DECIDING = ("engine", "kiosk/clock/tables", "kiosk/protocol")
"""The folders whose code determines how a table's records are interpreted."""
_VALUES = (msgspec.Struct, Enum)
log = logging.getLogger(__name__)
SLICE = 25
PAUSE_S = 0.025
"""The length of a pause between batches of records, in seconds. With these pauses, the check takes up a tenth of the
service's time, or 40 minutes for two million records."""


def pack(audited: AuditedTable) -> bytes:
    return pickle.dumps(audited, protocol=5)


def unpack(body: bytes) -> AuditedTable | None:
    """The audit from its bytes, or None if the bytes do not contain one."""
    try:
        found = _Values(io.BytesIO(body)).load()
    except Exception as error:  # unpickling can fail in any way, and the records are still there
        log.info("a snapshot cannot be read: %s", error)
        return None
    return found if isinstance(found, AuditedTable) else None


@cache
def program() -> bytes:
    """A digest of all code that a snapshot depends on. A program with a different digest ignores the snapshot and
    replays the records."""
    digest = sha256(msgspec.__version__.encode())
    for folder in _DECIDING:
        package, *inner = folder.split("/")
        for module in _modules(files(package).joinpath(*inner)):
            digest.update(module.read_bytes())
    return digest.digest()


def _modules(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            found += _modules(one)
        elif one.name.endswith(".py"):
            found.append(one)
    return found


class _Values(pickle.Unpickler):
    def find_class(self, module_name: str, name: str) -> Any:
        if (module_name, name) == ("msgspec._core", "UNSET"):
            return msgspec.UNSET
        if module_name.startswith(tuple(folder.replace("/", ".") + "." for folder in _DECIDING)):
            found = super().find_class(module_name, name)
            if isinstance(found, type) and issubclass(found, _VALUES) and found.__module__ == module_name:
                return found
        raise pickle.UnpicklingError(f"{module_name}.{name} is no part of an audit")


async def prove(writer: Writer, audited_tables: AuditedTables, key: int, stream: str, pause_s: float = PAUSE_S) -> bool:
    """While the service runs, check the snapshot that a table continued from, because startup must not wait while hours
    of records are replayed. If it is wrong, the table is rebuilt from its records. A damaged record is set aside with
    everything after it. The director is notified. Returns whether the table has to resend records. Raises `Fault` if
    the disk fails."""
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
            # The room's remarks at the time do not come from the records.
            is_wrong = (table.game, table.record, table.halted) != (shown.game, shown.record, shown.halted)
        await asyncio.sleep(pause_s)
    if is_wrong:
        log.error("the snapshot of %s did not match the result of its %d records", stream, shown.seq)
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
