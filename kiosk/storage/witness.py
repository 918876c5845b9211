"""An append-only file of checksummed lines, each synced when `append` returns: a second record of what was promised.

It shares nothing with SQLite's files, so damage that hides the end of one does not reach the other. A line is its
CRC-32 in hex, a space, JSON and a line end. A damaged or truncated line is skipped, and the lines around it can still
be read. Knows nothing about journals or poker.
"""

import errno
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from engine.decoders import NOT_JSON, json_decoder
from kiosk.storage.files import OWNERS, write_atomic

T = TypeVar("T")
CHUNK = 16 * 1024
"""The file grows by this many zero bytes at a time. A synced write over existing bytes is a single disk write; one
that extends the file takes several."""


def witness_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.witness")


def read_lines(path: Path, kind: type[T]) -> Iterator[T]:
    """The undamaged lines of this kind, in order. Nothing if there is no file. Raises OSError."""
    decoder = json_decoder(kind)
    with suppress(FileNotFoundError), path.open("rb") as file:
        for line in file:
            check, _, text = line.rstrip(b"\n").partition(b" ")
            if check == _check(text):
                with suppress(*NOT_JSON):
                    yield decoder.decode(text)


def replace_lines(path: Path, lines: Iterable[object]) -> None:
    """Replace the file atomically. Raises `Fault`."""
    write_atomic(path, map(_line, lines))


class Witness:
    def __init__(self, path: Path) -> None:
        """Continue after the last byte written, on a new line. Raises OSError."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, OWNERS)
        self._room = os.fstat(self._file).st_size
        self.length = _written(self._file, self._room)
        if self.length and os.pread(self._file, 1, self.length - 1) != b"\n":
            os.pwrite(self._file, b"\n", self.length)
            self.length += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, lines: Iterable[object]) -> None:
        """Append lines; they are synced on return. If it raises OSError, the file may hold any part of them. Only
        ENOSPC may be retried, because then nothing was synced."""
        data = b"".join(map(_line, lines))
        end = self.length + len(data)
        if end > self._room:
            room = -(-end // CHUNK) * CHUNK + CHUNK
            _write(self._file, bytes(room - self._room), self._room)
            self._room = room
        _write(self._file, data, self.length)
        try:
            os.fdatasync(self._file)
        except OSError as error:  # even for ENOSPC, because the kernel may count the unwritten data as synced
            raise OSError(errno.EIO, os.strerror(errno.EIO)) from error
        self.length = end

    def close(self) -> None:
        os.close(self._file)


def _written(file: int, size: int) -> int:
    end = size
    while end:
        start = max(0, end - CHUNK)
        kept = os.pread(file, end - start, start).rstrip(b"\0")
        if kept:
            return start + len(kept)
        end = start
    return 0


def _write(file: int, data: bytes, at: int) -> None:
    """Write all bytes, with further calls if one call writes only some of them."""
    while data:
        done = os.pwrite(file, data, at)
        data, at = data[done:], at + done


def _line(line: object) -> bytes:
    text = _encode(line)
    return b"%b %b\n" % (_check(text), text)


def _check(text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(text)


_encode = msgspec.json.Encoder().encode
