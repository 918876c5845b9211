"""Finds rule books by name: a shipped one, or a room's own file, which may extend one beside it."""

from pathlib import Path

from engine.books.rulebook import BadBook, RuleBook, load_book, parse_book, shipped
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from ui.words.languages import words_in


def find_book(name: str) -> RuleBook:
    """A book by its id, or by its file if the name ends in `.toml`; that may extend a book beside it or a shipped one.

    Raises `BadBook`, or a `Fault` for an unreadable file.
    """
    if not name.endswith(".toml"):
        return load_book(name)
    return parse_book(read_text(name), name, lambda base: _beside(Path(name).parent, base))


def read_text(name: str) -> str:
    """The text of a file. Raises `Fault`."""
    try:
        with disk_faults(Path(name)):
            return Path(name).read_text("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        raise Fault("not-utf8", path=name) from error


def _beside(folder: Path, base: str) -> str:
    if not base.endswith(".toml"):
        return shipped(base)
    try:
        return read_text(str(folder / base))
    except Fault as fault:
        raise BadBook(str(words_in("en").fault(fault.message))) from fault
