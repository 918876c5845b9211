"""Copies damaged files as they were found, before anything is decided about them."""

import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

from kiosk.storage.files import disk_faults, make_private, sync_folder


def quarantine(path: Path, files: Sequence[Path]) -> Path:
    """Copy each existing file to a folder, sync the copies, and return the folder. Identical files are copied only
    once. Raises `Fault`."""
    with disk_faults(path):
        there = [file for file in files if file.is_file()]
        digest = _digest(there)
        folder = path.with_name(f"{path.name}.found-{digest}")
        if folder.is_dir() and _digest([folder / file.name for file in there]) != digest:
            folder.rename(_free(folder))  # the files have been damaged further since that copy
        if not folder.is_dir():
            fresh = folder.with_name(f"{folder.name}.new")
            with suppress(FileNotFoundError):
                shutil.rmtree(fresh)
            fresh.mkdir(mode=0o700)
            for file in there:
                _copy(file, fresh / file.name)
            sync_folder(fresh)
            fresh.rename(folder)
            sync_folder(folder.parent)
    return folder


def _free(folder: Path) -> Path:
    names = (folder.with_name(f"{folder.name}.damaged-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _copy(file: Path, to: Path) -> None:
    make_private(to)
    with file.open("rb") as source, to.open("wb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())


def _digest(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        data = file.read_bytes() if file.is_file() else b""
        digest.update(f"{file.name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:12]
