"""Finds a rule book by its name: a built-in one, or a room's own file, which may extend another one."""

from collections.abc import Callable
from errno import ENOENT
from os import strerror
from pathlib import Path

from engine.bad_input import why_unread
from engine.books.rulebook import BadBook, RuleBook, load_book, parse_book, shipped
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain

EVEN_MARKED = "utf-8-sig"
"""UTF-8 with an optional byte order mark, which some editors put at the start of a file."""


def utf8(content: bytes) -> str:
    return str(content, EVEN_MARKED)


def find_book(name: str) -> RuleBook:
    """Find a rule book by its id, or by its file if the name ends in `.toml`. Raises `BadBook`, or a `Fault` for the
    file."""
    if not name.endswith(".toml"):
        return load_book(name)
    return parse_book(read_text(name), name, lambda base: _base_text(Path(name).parent, base))


def read_text(name: str, decode: Callable[[bytes], str] = utf8) -> str:
    """The text of a file, with `\\n` at the end of each line. Raises `Fault`."""
    with disk_faults(Path(name)):
        try:
            return _text_of(Path(name), decode)
        except UnicodeDecodeError as error:
            raise Fault("not-utf8", path=name) from error


def _text_of(file: Path, decode: Callable[[bytes], str] = utf8) -> str:
    if "\0" in str(file):
        raise FileNotFoundError(ENOENT, strerror(ENOENT), str(file))  # Python raises a ValueError, which says less
    check_plain([file])
    return decode(file.read_bytes()).replace("\r\n", "\n").replace("\r", "\n")


def _base_text(folder: Path, base: str) -> str:
    if not base.endswith(".toml"):
        return shipped(base)
    try:
        return _text_of(folder / base)
    except (OSError, UnicodeDecodeError) as error:
        raise BadBook("file-unreadable", path=str(folder / base), error=why_unread(error)) from error
