"""The possible contents of a disk after a power cut, from a trace of everything that a program wrote.

Synced data is there. Of the later writes, any sector may be there or not. File names change at once.
"""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.kiosk.storage.append_forever import ROOT

SECTOR = 512
CALLS = "openat,pwrite64,write,ftruncate,rename,unlink,fdatasync,fsync"
_CALL = re.compile(r'^(\w+)\((?:AT_FDCWD<[^>]*>, )?(?:\d+<([^>]*)>|"([^"]*)")(?:, )?(.*)\) = (-?\d+)')
_BYTES = re.compile(r'^"((?:\\x[0-9a-f]{2})*)", \d+(?:, (\d+))?$')


class SystemCall(NamedTuple):
    """One system call that changed the disk, or a line that the program printed (`name` is then "write")."""

    name: str
    path: str
    data: bytes
    at: int
    to: str = ""


def traced(command: Sequence[str], folder: Path) -> list[SystemCall]:
    """Run a program and return its writes in the folder and its output. Needs strace."""
    log = folder.with_name("strace.log")
    options = ["-qq", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(log)]
    subprocess.run(["strace", *options, *command], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return [call for line in log.read_text("ascii").splitlines() if (call := _call(line, str(folder)))]


def _text(escaped: str) -> str:
    return bytes.fromhex(escaped.replace("\\x", "")).decode() if escaped.startswith("\\x") else escaped


def _call(line: str, folder: str) -> SystemCall | None:
    found = _CALL.match(line)
    if not found or int(found[5]) < 0:
        return None
    name, path, rest = found[1], _text(found[2] or found[3]), found[4]
    written = _BYTES.match(rest)
    data = bytes.fromhex(written[1].replace("\\x", "")) if written else b""
    if name == "write" and data.startswith(b"kept"):
        return SystemCall(name, "", data, 0)
    if not path.startswith(folder) or path.endswith("-shm") or (name == "openat" and "O_CREAT" not in rest):
        return None
    at = int(rest) if name == "ftruncate" else int((written and written[2]) or 0)
    return SystemCall(name, path, data, at, _text(rest.strip('"')) if name == "rename" else "")


class DiskImage:
    """The files of a folder: the data that is surely on the disk, and the later writes."""

    def __init__(self) -> None:
        self.sure: dict[str, bytearray] = {}
        self.since: dict[str, list[tuple[int, bytes]]] = {}
        self.ends: dict[str, int] = {}
        """How far each file was written from its beginning, for writes without an offset."""

    def take(self, call: SystemCall) -> None:
        """Process the next call."""
        path = call.path
        match call.name:
            case "openat":
                self.sure.setdefault(path, bytearray())
                self.since.setdefault(path, [])
            case "pwrite64":
                self.since.setdefault(path, []).append((call.at, call.data))
            case "write" if path:
                at = self.ends.get(path, 0)
                self.since.setdefault(path, []).append((at, call.data))
                self.ends[path] = at + len(call.data)
            case "ftruncate":
                self._settle(path)
                del self.sure[path][call.at :]
            case "fdatasync" | "fsync":
                if path in self.since:
                    self._settle(path)
            case "unlink":
                self.sure.pop(path, None)
                self.since.pop(path, None)
                self.ends.pop(path, None)
            case "rename":
                self.sure[call.to], self.since[call.to] = self.sure.pop(path), self.since.pop(path)
                self.ends.pop(path, None)

    def _settle(self, path: str) -> None:
        file = self.sure.setdefault(path, bytearray())
        for at, data in self.since.pop(path, []):
            _put(file, at, data)
        self.since[path] = []

    def after_a_cut(self, dice: Random) -> Iterator[tuple[str, bytes]]:
        """Each file as it may be found after the cut."""
        for path, sure in self.sure.items():
            file = bytearray(sure)
            for at, data in self.since.get(path, ()):
                for part_at, part in _sectors(at, data):
                    if dice.random() < 0.5:
                        _put(file, part_at, part)
            yield path, bytes(file)


def _sectors(at: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    while data:
        room = SECTOR - at % SECTOR
        yield at, data[:room]
        at, data = at + room, data[room:]


def _put(file: bytearray, at: int, data: bytes) -> None:
    file.extend(bytes(max(0, at + len(data) - len(file))))
    file[at : at + len(data)] = data
