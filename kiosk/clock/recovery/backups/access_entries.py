"""Access after a restore: as it is now, not as it was when the backup was made.

Otherwise a tablet or phone that has been locked out since would get access again, and an old PIN would be valid again.
The current access is read from the second copy, which is complete even if the database is damaged.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from kiosk.clock.recovery.backups.recovery_code import ID, KIND
from kiosk.clock.store.remembered import ChangeLine, MemoryEntry, as_of_last, rows_of, write
from kiosk.clock.store.schema import begin_or_check

ACCESS_KINDS = ("staff", "device", "session", "revoked-token", "paired-table", "wrong")
"""The kinds of access entries, under their names in `kiosk.clock.access.memory`."""


def keep_access(path: Path, database: sqlite3.Connection, known: Sequence[ChangeLine]) -> bool:
    """Write the access entries in these lines to a backup's database at this path. Returns whether they were written.
    They are not written if the database belongs to another room, or if the current access is not completely known.
    Raises `Fault` or `sqlite3.Error`.
    """
    begin_or_check(path, database)
    now, then = as_of_last(known), rows_of(database)
    if now is None or (KIND, ID) not in now or now[KIND, ID] != then.get((KIND, ID)):
        return False
    with database:
        gone = [MemoryEntry(*key, None) for key in then if key[0] in ACCESS_KINDS]
        write(database, [*gone, *(MemoryEntry(*key, body) for key, body in now.items() if key[0] in ACCESS_KINDS)])
    return True
