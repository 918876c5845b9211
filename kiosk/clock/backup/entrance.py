"""Who may come in after a backup is put back: whoever may now, not whoever might when it was made.

A tablet or a phone that was kept out since would be let in again, and a PIN that was changed would count once more.
What is known now is read from the second copy, which is whole where the database may be damaged.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from kiosk.clock.backup.recovery_code import ID, KIND
from kiosk.clock.store.remembered import ChangeLine, Kept, as_of_last, rows_of, write
from kiosk.clock.store.schema import begin_or_check

ENTRANCE = ("staff", "device", "session", "revoked-token", "paired-table", "wrong")
"""The kinds, as `kiosk.clock.access.memory` has them."""


def keep_entrance(path: Path, database: sqlite3.Connection, known: Sequence[ChangeLine]) -> bool:
    """Have the database at this path, which is a backup's, remember who may come in as the lines have it; whether it
    does. It does not for another room's, and where nothing whole is known. Raises `Fault`, `sqlite3.Error`."""
    begin_or_check(path, database)
    now, then = as_of_last(known), rows_of(database)
    if now is None or (KIND, ID) not in now or now[KIND, ID] != then.get((KIND, ID)):
        return False
    with database:
        gone = [Kept(*key, None) for key in then if key[0] in ENTRANCE]
        write(database, [*gone, *(Kept(*key, body) for key, body in now.items() if key[0] in ENTRANCE)])
    return True
