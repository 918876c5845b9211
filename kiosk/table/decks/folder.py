"""The folder of the decks that are enrolled at a table: which are whole, which were left off, and a file for a new one.

What cannot be used is set aside under another name when its deck is begun anew: nothing is written over.
"""

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
"""At the end of the name of a file that was set aside."""


class Begun(NamedTuple):
    """A deck that was left off: the file that it will have, its name, how many of its cards are known."""

    path: Path
    name: str
    cards: int


def write_deck(path: Path, content: str | bytes) -> None:
    """A deck's file, whole or not at all. Raises `Fault`."""
    write_atomic(path, content)
    path.chmod(0o644)  # whoever enrols it: the table's user must read it


def whole_decks(folder: Path) -> tuple[str, ...]:
    """The names of those that are whole, in use or not."""
    return tuple(name for path in sorted(folder.glob("*.toml")) if (name := _whole(path)))


def begun_decks(folder: Path) -> tuple[Begun, ...]:
    """Those that were left off, without any that cannot be read or that is whole by now."""
    parts = sorted(folder.glob(f"*{part_path(Path('x')).suffix}"))
    found = (_begun(part.with_suffix("")) for part in parts)
    return tuple(each for each in found if each and not _whole(each.path))


def make_room(folder: Path, name: str) -> Path:
    """The file for the deck of this name: where it was left off, or one of its own. Raises `OSError`."""
    begun = {each.path: each.name for each in begun_decks(folder)}
    path = next((path for path, known in begun.items() if known == name), None)
    if path is None:
        path = next(path for path in _paths(folder, name) if path not in begun and not _whole(path))
        _set_aside(part_path(path))
    _set_aside(path)
    return path


def _paths(folder: Path, name: str) -> Iterator[Path]:
    stem = re.sub(r"\W+", "-", name.lower()).strip("-") or "deck"
    numbers = chain([""], (f"-{number}" for number in count(2)))
    return (folder / f"{stem}{number}.toml" for number in numbers)


def _whole(path: Path) -> str:
    """The name of the deck in a file that can be used; nothing where there is none."""
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


def _set_aside(path: Path) -> None:
    """Nobody reads it any more, and somebody may mend it. What was set aside before stays."""
    if os.path.lexists(path):
        names = chain([ASIDE], (f"{ASIDE}-{number}" for number in count(2)))
        free = (aside for name in names if not os.path.lexists(aside := path.with_name(path.name + name)))
        path.rename(next(free))
