"""The room's certificate authority as an entry in a database on a server, so that all clocks of the room use the same
one, and as two files. Does not check certificates."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.faults import Fault
from kiosk.protocol.pairing import AUTHORITY_FILE, KEY_FILE, tls_folder
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.plain import check_plain

KIND = "authority"
"""The kind and the id of the entry."""


class RoomAuthority(msgspec.Struct, frozen=True):
    """The authority's certificate and its private key, as PEM."""

    certificate: str
    key: str


def kept_authority(rows: Mapping[str, bytes]) -> RoomAuthority | None:
    """The authority among the entries of its kind, or None if there is none. Raises `Fault` if it cannot be read: a new
    one would be rejected by every table."""
    if KIND not in rows:
        return None
    found = read_row(rows[KIND], RoomAuthority)
    if found is None:
        raise Fault("room-ca-entry-damaged")
    return found


def entry_of(authority: RoomAuthority) -> MemoryEntry:
    return MemoryEntry(KIND, KIND, msgspec.json.encode(authority))


def check_same(kept: RoomAuthority, state: Path) -> None:
    """Raises `Fault` if this machine's folder has the key of another authority. A certificate without a key is only a
    copy of an earlier entry."""
    folder = tls_folder(state)
    if not (folder / KEY_FILE).exists():
        return
    own = authority_in(folder)
    if own and own.certificate != kept.certificate:
        raise Fault("room-ca-differs", path=str(folder))


def authority_in(folder: Path) -> RoomAuthority | None:
    """The authority in a folder, or None if a file is missing or is not text. Raises `Fault`."""
    signs, key = folder / AUTHORITY_FILE, folder / KEY_FILE
    check_plain([signs, key])
    with suppress(FileNotFoundError, UnicodeDecodeError):
        return RoomAuthority(signs.read_text("ascii"), key.read_text("ascii"))
    return None


def write_authority(authority: RoomAuthority, folder: Path) -> None:
    """Write both files. Raises `Fault`."""
    with disk_faults(folder):
        folder.mkdir(mode=0o700, exist_ok=True)
    write_atomic(folder / KEY_FILE, authority.key)
    write_atomic(folder / AUTHORITY_FILE, authority.certificate)
