"""Deck files, written atomically. Knows their format, but not their use."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
import tomli_w

from engine.bad_input import not_toml, unfit, why_unread
from engine.cards import Card
from engine.decoders import converted
from engine.message import Message
from hardware.reading.deck import DeckRefused, is_readable
from hardware.reading.plain_file import text_of


def deck_text(name: str, codes: Mapping[Card, str]) -> str:
    """The text of a deck file, complete or partial."""
    return tomli_w.dumps({"name": name, "codes": {str(card): code for card, code in codes.items()}})


def part_path(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def read_part(path: Path) -> tuple[str, dict[Card, str]]:
    """The name and the valid codes of a partly enrolled deck. Cards with an invalid code are left out. Raises
    `DeckRefused` with a one-line message."""
    try:
        file = converted(tomllib.loads(text_of(path)), _Part)
    except (OSError, ValueError, RecursionError) as error:
        raise DeckRefused("deck-part-unusable", path=str(path), why=_why(error)) from error
    return file.name, dict(_sound(file.codes.items()))


def _why(error: Exception) -> Message:
    if isinstance(error, msgspec.ValidationError):
        return unfit(error, _Part)
    return why_unread(error) if isinstance(error, OSError | UnicodeDecodeError) else not_toml(error)


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    codes: dict[Card, str]


def _sound(codes: Iterable[tuple[Card, str]]) -> Iterable[tuple[Card, str]]:
    """Leave out duplicate codes, because it is unclear which card they belong to, and damaged codes that no reader
    could send."""
    pairs = list(codes)
    written = [code for _, code in pairs]
    return [(card, code) for card, code in pairs if written.count(code) == 1 and is_readable(code)]
