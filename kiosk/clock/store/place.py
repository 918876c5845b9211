"""Where a room's data is: in a file, or on a PostgreSQL server. Opens it, and says whether it can be opened again."""

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.faults import Fault
from kiosk.storage.journal_reader import real_path

MOVED = "moved"
"""The kind and the id of the entry that says where a room was moved to."""
COPYING_S = 1_800
"""The longest time, in seconds, that copying a room may take."""
PROBE = bytes(1024 * 1024)
"""The content of the test file. If the disk has room for this much, it is worth reopening the database."""
EXTRA = "postgres"
"""The pip extra with the driver."""


class StorePlace(NamedTuple):
    """An SQLite database in the file `state`, or the database at the URL `server`, with this machine's own files beside
    `state`."""

    state: Path
    server: str = ""
    clock: str = ""
    """The clock's name in the settings."""

    @property
    def clock_name(self) -> str:
        """The name of the clock that runs here, for people."""
        return self.clock or socket.gethostname()

    def __str__(self) -> str:
        """For people and for the log. The URL has no password."""
        return self.server or str(self.state)


def open_store(place: StorePlace) -> ClockStore:
    """The room's database, open for writing. Raises `Fault`, for example if the room was moved to another place."""
    store = open_anyway(place)
    if to := moved_to(store):
        store.close()
        raise Fault("room-moved", path=str(place), to=to)
    return store


def moved_to(store: ClockStore) -> str:
    """Where the room was moved to, or an empty string if it was not."""
    return store.kept(MOVED).get(MOVED, b"").decode()


def open_anyway(place: StorePlace) -> ClockStore:
    """The database, open for writing, even if the room was moved to another place. Raises `Fault`."""
    if not place.server:
        return SqliteStore(place.state)
    need_driver()
    from kiosk.clock.store.postgres.store import PostgresStore  # noqa: PLC0415

    return PostgresStore(place.server, place.state, place.clock_name)


class FollowedRoom(ClockStore, Protocol):
    """A room that another clock runs, open for reading."""

    owner: str
    """The name of the clock that runs the room."""

    def mono_ms(self) -> int:
        """The time of the clock that runs the room."""

    def refusal(self) -> Fault:
        """The reason why nothing can be changed at this clock."""


def follow_store(place: StorePlace, own_ms: Callable[[], int]) -> FollowedRoom:
    """The database of a room that another clock runs. `own_ms` is this clock's time. Raises `Fault`."""
    need_driver()
    from kiosk.clock.store.postgres.followed import FollowedStore  # noqa: PLC0415

    return FollowedStore(place.server, place.clock_name, own_ms)


def kept_on_server(place: StorePlace, kind: str) -> dict[str, bytes]:
    """All entries of a kind in a server's room, by id, whichever clock runs it. None if there is no room. Raises
    `Fault`."""
    need_driver()
    from kiosk.clock.store.postgres.health import kept_on  # noqa: PLC0415

    return kept_on(place.server, kind)


def mark_moved(store: ClockStore, to: StorePlace | None) -> None:
    """From now on, no clock starts on this database, and each says where the room is. None takes that back. Raises
    `Fault`."""
    store.keep(MemoryEntry(MOVED, MOVED, str(to).encode() if to else None))


def hold(place: StorePlace, store: ClockStore) -> None:
    """Let no waiting clock take over a room on a server while it is copied. Raises `Fault`."""
    if place.server:
        from kiosk.clock.store.postgres.store import PostgresStore  # noqa: PLC0415

        assert isinstance(store, PostgresStore)
        store.hold(COPYING_S)


class WriterTurn(Protocol):
    """A clock's turn to write a room, for which it may have to wait."""

    def look(self) -> Fault | None:
        """None if the clock may open the database now, or the reason why it has to wait. Raises `Fault` if it never
        may."""


@contextmanager
def turn_of(place: StorePlace) -> Iterator[WriterTurn]:
    """The turn of this clock in a room on a server."""
    need_driver()
    from kiosk.clock.store.postgres.lease import LeaseWait  # noqa: PLC0415

    with closing(LeaseWait(place.server, place.clock_name, state=real_path(place.state))) as waiting:
        yield waiting


def need_driver() -> None:
    """Raises `Fault` if the driver for PostgreSQL is not installed."""
    try:
        import psycopg  # noqa: F401, PLC0415
    except ModuleNotFoundError as error:
        raise Fault("not-installed", module=error.name or "", extra=EXTRA) from error


def can_reopen(place: StorePlace) -> bool:
    """Whether it is worth opening the database again: the disk accepts a new file beside it or beside the second copies
    of a server's room, and the server answers. If another clock has taken over in the meantime, this one then has to
    wait for its turn."""
    if not place.server:
        return _takes_writes(place.state)
    with turn_of(place) as turn, suppress(Fault):
        why = turn.look()
        return (why is None or why.message.code == "room-in-use") and _takes_writes(place.state)
    return False


@contextmanager
def own_part(place: StorePlace) -> Iterator[Path]:
    """The database file, or a copy of the part of a server's room that no table can send again, with its names beside
    it. The copy also has the last record of each table. Raises `Fault`."""
    if not place.server:
        yield real_path(place.state)
        return
    with tempfile.TemporaryDirectory(prefix="clock-copy-") as folder:
        to = Path(folder, "clock.db")
        copy_out(place, to, is_own=True)
        yield to


def copy_out(place: StorePlace, to: Path, is_own: bool = False) -> None:
    """Copy a server's room to a new database file. Raises `Fault`."""
    need_driver()
    from kiosk.clock.store.postgres import transfer  # noqa: PLC0415

    transfer.copy_out(place.server, to, is_own)


def copy_in(database: Path, place: StorePlace) -> None:
    """Fill the empty room on a server from a database file. Raises `Fault`, with nothing written, if it is not
    empty."""
    need_driver()
    from kiosk.clock.store.postgres import transfer  # noqa: PLC0415

    transfer.copy_in(place.server, database)


def _takes_writes(database: Path) -> bool:
    probe = database.with_name(f"{database.name}.probe")
    try:
        with probe.open("wb") as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    finally:
        with suppress(OSError):
            probe.unlink()
    return True
