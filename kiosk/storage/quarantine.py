"""A copy of damaged files as they were found, beside them, before anybody decides what becomes of them."""

import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kiosk.storage.files import disk_faults, sync_folder


def quarantine(path: Path, files: Sequence[Path]) -> Path:
    """A folder with a copy of each file that is there, on disk. The same bytes are copied once, however often it is
    asked. Raises `Fault`."""
    with disk_faults(path):
        there = [file for file in files if file.is_file()]
        folder = path.with_name(f"{path.name}.found-{_digest(there)}")
        if not folder.is_dir():
            fresh = folder.with_name(f"{folder.name}.new")
            with suppress(FileNotFoundError):
                shutil.rmtree(fresh)
            fresh.mkdir()
            for file in there:
                _copy(file, fresh / file.name)
            sync_folder(fresh)
            fresh.rename(folder)
            sync_folder(folder.parent)
    return folder


def _copy(file: Path, to: Path) -> None:
    with file.open("rb") as source, to.open("wb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())


def _digest(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
