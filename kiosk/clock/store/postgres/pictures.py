"""The pictures of displays in the database on a server. The clock that runs the room writes them, and all clocks read
them."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime

from psycopg import Connection

from engine.bad_input import BadInput
from kiosk.clock.store.pictures import MOST_PICTURES, PictureFolder, check_room, id_of, is_id
from kiosk.clock.store.postgres.link import server_faults


class PictureTable:
    """The pictures, for the thread that uses the store."""

    def __init__(self, at: str, db: Connection, writing: Callable[[], AbstractContextManager[object]]) -> None:
        """`writing` is a transaction of the clock that may write. It raises `Fault` for any other clock."""
        self._at = at
        self._db = db
        self._writing = writing
        self._read = dict[str, bytes]()
        """The pictures that were read last, because each display asks for each picture."""

    def keep(self, picture: bytes) -> str:
        its_id = id_of(picture)
        check_room(its_id, self.listed())
        with self._writing():
            self._db.execute(
                "INSERT INTO picture (id, body) VALUES (%s, %s)"
                " ON CONFLICT (id) DO UPDATE SET body = excluded.body, at = excluded.at",
                (its_id, picture),
            )
        return its_id

    def listed(self) -> tuple[str, ...]:
        with server_faults(self._at):
            rows = self._db.execute("SELECT id FROM picture ORDER BY at DESC, id DESC").fetchall()
        return tuple(its_id for (its_id,) in rows if is_id(its_id))

    def remove(self, its_id: str) -> None:
        self._read.pop(its_id, None)
        with self._writing():
            self._db.execute("DELETE FROM picture WHERE id = %s", (its_id,))

    def read(self, its_id: str) -> bytes | None:
        if not is_id(its_id):
            return None
        if its_id not in self._read:
            with server_faults(self._at):
                row = self._db.execute("SELECT body FROM picture WHERE id = %s", (its_id,)).fetchone()
            if not row or not _is_whole(its_id, row[0]):
                return None
            self._read[its_id] = row[0]
            if len(self._read) > MOST_PICTURES:
                self._read.pop(next(iter(self._read)))
        return self._read[its_id]


def put_in(db: Connection, folder: PictureFolder) -> None:
    """Add the pictures in a folder, in the open transaction. Raises `Fault` and `psycopg.Error`."""
    for at_s, its_id in sorted(folder.dated())[-MOST_PICTURES:]:
        if picture := folder.read(its_id):
            row = (its_id, picture, datetime.fromtimestamp(at_s, UTC))
            db.execute("INSERT INTO picture VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", row)


def put_out(db: Connection, folder: PictureFolder) -> None:
    """Write the pictures to a folder. Raises `Fault` and `psycopg.Error`."""
    for its_id, at in db.execute("SELECT id, at FROM picture").fetchall():
        row = db.execute("SELECT body FROM picture WHERE id = %s", (its_id,)).fetchone()
        if row and is_id(its_id) and _is_whole(its_id, row[0]):
            folder.put(its_id, row[0], at.timestamp())


def _is_whole(its_id: str, picture: bytes) -> bool:
    """Whether the bytes are those that were stored. Nobody else's bytes are given to a browser."""
    with suppress(BadInput):
        return id_of(picture) == its_id
    return False
