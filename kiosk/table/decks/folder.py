"""The folder that holds the decks enrolled at a table: complete ones, partial ones, and the path for a new one.
Unusable files are renamed when their deck is enrolled again; nothing is overwritten."""

import os
import re
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from hardware.decks.files import part_path, read_part
from hardware.reading.deck import DeckRefused, check_name, load_deck
from kiosk.storage.files import write_atomic

ASIDE = ".aside"
"""The suffix of an unusable file that was renamed."""


class Begun(NamedTuple):
    """A partially enrolled deck: the path that its file will have, its name and its number of cards."""

    path: Path
    name: str
    cards: int


def write_deck(path: Path, content: str | bytes) -> None:
    write_atomic(path, content, shared=True)
    path.chmod(0o644)  # the table's user must be able to read it, no matter who enrolls it


def whole_decks(folder: Path) -> tuple[str, ...]:
    return tuple(name for path in sorted(folder.glob("*.toml")) if (name := _whole(path)))


def begun_decks(folder: Path) -> tuple[Begun, ...]:
    """The partially enrolled decks, except unreadable ones and those that have been completed since."""
    parts = sorted(folder.glob(f"*{part_path(Path('x')).suffix}"))
    found = (_begun(part.with_suffix("")) for part in parts)
    return tuple(each for each in found if each and not _whole(each.path))


def make_room(folder: Path, name: str) -> Path:
    """The file for the deck with this name: that of its partial enrollment, or a new one. Raises `OSError`."""
    begun = {each.path: each.name for each in begun_decks(folder)}
    path = next((path for path, known in begun.items() if known == name), None)
    if path is None:
        path = next(path for path in _paths(folder, name) if path not in begun and not _whole(path))
        set_aside(part_path(path))
    set_aside(path)
    return path


def _paths(folder: Path, name: str) -> Iterator[Path]:
    stem = re.sub(r"\W+", "-", name.lower()).strip("-") or "deck"
    numbers = chain([""], (f"-{number}" for number in count(2)))
    return (folder / f"{stem}{number}.toml" for number in numbers)


def _whole(path: Path) -> str:
    try:
        return load_deck(path).name
    except DeckRefused:
        return ""


def _begun(path: Path) -> Begun | None:
    try:
        name, codes = read_part(part_path(path))
    except DeckRefused:
        return None
    return None if check_name(name) else Begun(path, name, len(codes))


def set_aside(path: Path) -> None:
    """Rename the file, so that it is no longer read but can be repaired. Never replaces a file that was renamed
    earlier."""
    if os.path.lexists(path):
        names = chain([ASIDE], (f"{ASIDE}-{number}" for number in count(2)))
        free = (aside for name in names if not os.path.lexists(aside := path.with_name(path.name + name)))
        path.rename(next(free))
