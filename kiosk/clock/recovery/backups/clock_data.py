"""The part of a clock that no table can send again: its decisions, staff, devices, names, certificates and settings.

It is a zip file with the contents of a backup's folder. For the tables' records, it only says where each copy ended; a
restored clock waits for these records (`kiosk.clock.recovery.pending_records`).
"""

import io
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipInfo

import msgspec

from kiosk.clock.recovery.backups.backups import DATABASE, NAMES
from kiosk.clock.recovery.pending_records import KIND as AWAITED
from kiosk.clock.recovery.pending_records import pending_in
from kiosk.clock.store.names import names_path
from kiosk.clock.store.place import StorePlace, own_part
from kiosk.clock.store.sqlite.schema import begin_or_check
from kiosk.clock.store.sqlite.stream_copy import StreamCopy, heads_of
from kiosk.clock.store.streams import ROOM, TOURNAMENT, is_decided_here
from kiosk.faults import Unsound
from kiosk.protocol.link.recovery import Age
from kiosk.storage.files import disk_faults
from kiosk.storage.tls_files import tls_folder

SETTINGS = "clock.toml"
TLS = f"{DATABASE}.tls/"
_OWN = f"stream GLOB '{TOURNAMENT}*' OR stream GLOB '{ROOM}*'"
_COPIED = f"""
INSERT INTO record SELECT * FROM clock.record WHERE {_OWN};
INSERT INTO opening SELECT * FROM clock.opening;
INSERT INTO opened SELECT * FROM clock.opened;
INSERT INTO access SELECT * FROM clock.access;
INSERT INTO alive SELECT * FROM clock.alive;
"""


def pack_clock_data(place: StorePlace, settings: Path | None, wall_ms: int) -> tuple[bytes, Age]:
    """Copy the clock's own data, which is possible even while the clock is running. Raises `Fault`, or `Unsound` if its
    decisions are damaged."""
    with own_part(place) as database:
        return _packed(database, [*_other_files(database, place.state, settings)], wall_ms)


def _packed(database: Path, others: Sequence[tuple[str, Path]], wall_ms: int) -> tuple[bytes, Age]:
    with disk_faults(database), closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
        ends = {stream: mark for stream, mark in heads_of(db).items() if not is_decided_here(stream)}
    with disk_faults(database), closing(sqlite3.connect(":memory:", uri=True)) as db:
        begin_or_check(database, db)
        db.execute("ATTACH ? AS clock", (f"{database.as_uri()}?mode=ro",))
        db.executescript(f"BEGIN;{_COPIED}COMMIT;")
        db.execute("DETACH clock")
        records = sum(_sound(database, db))
        before = pending_in(db.execute("SELECT id, body FROM access WHERE kind = ?", (AWAITED,)))
        rows = [(AWAITED, stream, msgspec.json.encode(mark)) for stream, mark in ends.items()
                if stream not in before or before[stream].seq < mark.seq]  # fmt: skip
        with db:
            db.executemany("INSERT OR REPLACE INTO access VALUES (?, ?, ?)", rows)
        (epoch,) = db.execute(f"SELECT coalesce(max(epoch), 0) FROM opening WHERE {_OWN}").fetchone()
        small = bytes(db.serialize())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:  # no times of day are stored, so the same content gives the same file
        file.writestr(ZipInfo(DATABASE), small, ZIP_DEFLATED)
        for name, path in others:
            with disk_faults(path), suppress(FileNotFoundError):
                file.writestr(ZipInfo(name), path.read_bytes(), ZIP_DEFLATED)
    return packed.getvalue(), Age(int(epoch), records, wall_ms)


def _sound(database: Path, db: sqlite3.Connection) -> Iterator[int]:
    """How many records each stream has. Raises `Unsound` if a stream is damaged."""
    for stream, end in heads_of(db).items():
        found = sum(1 for _ in StreamCopy(database, db, stream).walk())
        if found != end.seq:
            raise Unsound("backup-short", path=str(database), stream=stream, found=found, promised=end.seq)
        yield found


def _other_files(database: Path, state: Path, settings: Path | None) -> Iterator[tuple[str, Path]]:
    yield NAMES, names_path(database)  # after the records that refer to these names by number
    copied = tls_folder(database)
    folder = copied if copied.is_dir() else tls_folder(state)
    if folder.is_dir():
        yield from ((f"{TLS}{path.name}", path) for path in sorted(folder.iterdir()) if path.is_file())
    if settings:
        yield SETTINGS, settings


def unpacked(content: bytes, folder: Path) -> str:
    """Unpack into an empty folder, as a backup. Returns the settings, empty if there are none. Raises `Fault`."""
    with zipfile.ZipFile(io.BytesIO(content)) as file, disk_faults(folder):
        for name in file.namelist():
            plain = name.removeprefix(TLS)
            if plain != name:
                (folder / TLS).mkdir(mode=0o700, exist_ok=True)
            if name in (DATABASE, NAMES) or (plain != name and Path(plain).name == plain):
                to = folder / name
                to.touch(mode=0o600)
                to.write_bytes(file.read(name))
        return file.read(SETTINGS).decode() if SETTINGS in file.namelist() else ""
