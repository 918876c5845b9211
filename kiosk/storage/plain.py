"""Checks that the files to be opened are plain files, because opening a pipe would wait forever. Does not import a
database module, because the first frame that a table shows must not wait for one."""

import glob
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kiosk.faults import Fault


def check_plain(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.exists() and not path.is_file():
            raise Fault("not-a-file", path=str(path))


def check_beside(path: Path) -> None:
    """Check for pipes and devices beside this file whose names begin with its name, or with its stem and a hyphen, as
    the file names of other sittings do. Raises `Fault` if there are any. Folders are allowed, because quarantine
    creates them."""
    names = (glob.escape(path.name), glob.escape(f"{path.stem}-"))
    with suppress(OSError):  # a failing disk is reported by the code that reads it
        check_plain(one for name in names for one in path.parent.glob(f"{name}*") if not one.is_dir())
