"""Pictures for displays: few, small, and only of kinds that cannot contain scripts. They are in a folder beside a
database file, or in the database on a server."""

import hashlib
import os
from pathlib import Path
from typing import Protocol

from engine.bad_input import BadInput
from kiosk.storage.files import disk_faults, write_atomic

MOST_PICTURES = 50
KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}
"""The kinds of pictures, by the first bytes of a file."""
ID_BYTES = 8


class Pictures(Protocol):
    """The pictures of a room."""

    def keep(self, picture: bytes) -> str:
        """Store a picture and return its id. Raises `BadInput` if it is not a picture or there are too many, or
        `Fault`."""

    def listed(self) -> tuple[str, ...]:
        """The ids of all pictures, newest first. Raises `Fault`."""

    def remove(self, its_id: str) -> None:
        """Delete the picture with this id, if there is one. Raises `Fault`."""

    def read(self, its_id: str) -> bytes | None:
        """The picture's bytes, or None if there is no picture with this id. Raises `Fault`."""


class PictureFolder:
    """The pictures in a folder named after the database. The folder is created with the first picture."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f"{database.name}.pictures")

    def keep(self, picture: bytes) -> str:
        its_id = id_of(picture)
        check_room(its_id, self.listed())
        self.put(its_id, picture)
        return its_id

    def put(self, its_id: str, picture: bytes, at_s: float | None = None) -> None:
        """Write a picture that is already known by this id, and that was stored at this time. Raises `Fault`."""
        with disk_faults(self.path):
            self.path.mkdir(mode=0o700, exist_ok=True)
        write_atomic(path := self.path / its_id, picture)
        if at_s is not None:
            with disk_faults(path):
                os.utime(path, (at_s, at_s))

    def listed(self) -> tuple[str, ...]:
        return tuple(name for _, name in sorted(self.dated(), reverse=True))

    def dated(self) -> list[tuple[float, str]]:
        """When each picture was stored, in seconds, and its id. Raises `Fault`."""
        if not self.path.is_dir():
            return []
        with disk_faults(self.path):
            kept = (one for one in self.path.iterdir() if is_id(one.name) and not one.is_symlink())
            return [(one.stat().st_mtime, one.name) for one in kept]

    def remove(self, its_id: str) -> None:
        if is_id(its_id):
            path = self.path / its_id
            with disk_faults(path):
                path.unlink(missing_ok=True)

    def read(self, its_id: str) -> bytes | None:
        path = self.path / its_id
        # Only files that `keep` wrote are served. A symbolic link could expose any file of this machine to anyone.
        if not is_id(its_id) or path.is_symlink() or not path.is_file():
            return None
        with disk_faults(path):
            return path.read_bytes()


def id_of(picture: bytes) -> str:
    """A picture's id, which is a digest of its bytes. Raises `BadInput` if it is not a picture."""
    if not kind_of(picture):
        raise BadInput("no-picture")
    return hashlib.blake2b(picture, digest_size=ID_BYTES).hexdigest()


def check_room(its_id: str, kept: tuple[str, ...]) -> None:
    """Raises `BadInput` if there is no room for another picture."""
    if len({*kept} - {its_id}) >= MOST_PICTURES:
        raise BadInput("too-many-pictures", most=str(MOST_PICTURES))


def is_id(name: str) -> bool:
    return len(name) == 2 * ID_BYTES and name.isascii() and name.isalnum()


def kind_of(picture: bytes) -> str:
    """The kind, as in `image/png`, or an empty string for anything else."""
    kind = next((kind for begins, kind in KINDS.items() if picture.startswith(begins)), "")
    return "" if kind == "webp" and picture[8:12] != b"WEBP" else kind
