"""Whether what is to be opened is a plain file: to open a pipe would wait for ever. Loads no database, for the opening
frame of a table does not wait for it."""

import glob
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kiosk.faults import Fault


def check_plain(paths: Iterable[Path]) -> None:
    """Raises `Fault` for one that is there and no plain file."""
    for path in paths:
        if path.exists() and not path.is_file():
            raise Fault("not-a-file", path=str(path))


def check_beside(path: Path) -> None:
    """Raises `Fault` for a pipe or a device among the files whose names begin with this one's, or with its stem and a
    hyphen, as those of a table's other sittings do; folders there are of what was set aside."""
    names = (glob.escape(path.name), glob.escape(f"{path.stem}-"))
    with suppress(OSError):  # a disk that fails is told of by what reads it
        check_plain(one for name in names for one in path.parent.glob(f"{name}*") if not one.is_dir())
