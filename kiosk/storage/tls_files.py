"""The folder with the certificates that a room makes for itself, and its certificate authority as two files in it. Does
not check certificates."""

from contextlib import suppress
from pathlib import Path

import msgspec

from kiosk.faults import Fault
from kiosk.storage.files import disk_faults, write_atomic
from kiosk.storage.plain import check_plain

AUTHORITY_FILE, KEY_FILE, SERVER_FILE = "room-ca.crt", "room-ca.key", "clock.pem"


class RoomAuthority(msgspec.Struct, frozen=True):
    """The authority's certificate and its private key, as PEM."""

    certificate: str
    key: str


def tls_folder(database: Path) -> Path:
    """The folder of the room's own certificates, next to the clock's database."""
    return database.with_name(f"{database.name}.tls")


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


def check_same(kept: RoomAuthority, state: Path) -> None:
    """Raises `Fault` if the folder of this machine has the key of another authority than the one `kept` in the room's
    database. A certificate without a key is only a copy of an earlier one."""
    folder = tls_folder(state)
    if not (folder / KEY_FILE).exists():
        return
    own = authority_in(folder)
    if own and own.certificate != kept.certificate:
        raise Fault("room-ca-differs", path=str(folder))
