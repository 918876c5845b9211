"""Pictures for displays, kept beside the clock's database: few, small, and only of kinds that cannot contain
scripts."""

import hashlib
from pathlib import Path

from engine.bad_input import BadInput
from kiosk.storage.files import disk_faults, write_atomic

MOST_PICTURES = 50
KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}
"""The kinds of pictures, by the first bytes of a file."""
ID_BYTES = 8


class Pictures:
    """The pictures in a folder named after the database. The folder is created with the first picture."""

    def __init__(self, database: Path) -> None:
        self._folder = database.with_name(f"{database.name}.pictures")

    def keep(self, picture: bytes) -> str:
        """Write a picture to disk and return its id. Raises `BadInput` if it is not a picture or there are too many, or
        `Fault`."""
        kind = kind_of(picture)
        if not kind:
            raise BadInput("no-picture")
        path = self._folder / hashlib.blake2b(picture, digest_size=ID_BYTES).hexdigest()
        with disk_faults(self._folder):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            held = [one for one in self._folder.iterdir() if one != path]
        if len(held) >= MOST_PICTURES:
            raise BadInput("too-many-pictures", most=str(MOST_PICTURES))
        write_atomic(path, picture)
        return path.name

    def listed(self) -> tuple[str, ...]:
        """The ids of all pictures, newest first. Raises `Fault`."""
        if not self._folder.is_dir():
            return ()
        with disk_faults(self._folder):
            kept = (one for one in self._folder.iterdir() if _is_id(one.name) and not one.is_symlink())
            return tuple(name for _, name in sorted(((one.stat().st_mtime_ns, one.name) for one in kept), reverse=True))

    def remove(self, its_id: str) -> None:
        """Delete the picture with this id, if there is one. Raises `Fault`."""
        if _is_id(its_id):
            path = self._folder / its_id
            with disk_faults(path):
                path.unlink(missing_ok=True)

    def read(self, its_id: str) -> bytes | None:
        """The picture's bytes, or None if there is no picture with this id. Raises `Fault`."""
        path = self._folder / its_id
        # Only files that `keep` wrote are served. A symbolic link could expose any file of this machine to anyone.
        if not _is_id(its_id) or path.is_symlink() or not path.is_file():
            return None
        with disk_faults(path):
            return path.read_bytes()


def _is_id(name: str) -> bool:
    return len(name) == 2 * ID_BYTES and name.isalnum()


def kind_of(picture: bytes) -> str:
    """The kind, as in `image/png`, or an empty string for anything else."""
    kind = next((kind for begins, kind in KINDS.items() if picture.startswith(begins)), "")
    return "" if kind == "webp" and picture[8:12] != b"WEBP" else kind
