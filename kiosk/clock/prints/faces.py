"""The faces that are embedded in every print, so that it looks the same on every machine: FiraGO, and for Chinese,
Japanese and Korean WenQuanYi Micro Hei. Their licences are beside them."""

import unicodedata
from functools import cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont

FOLDER = Path(str(files("ui"))) / "fonts"
FACE = {"": FOLDER / "FiraGO-Regular.ttf", "B": FOLDER / "FiraGO-Bold.ttf"}
"""By style."""
EAST_ASIAN = FOLDER / "WenQuanYiMicroHei.ttf"
"""Has one weight."""
_NOT_DRAWN = ("Cf", "Zs")
"""Categories of what shows as nothing: joiners, marks of direction, spaces."""


def has_letters(text: str) -> bool:
    """Whether one of the faces has every letter."""
    return _drawn(text) <= _letters(FACE[""]) | (frozenset() if _is_plain(text) else _letters(EAST_ASIAN))


def needs_east_asian(text: str) -> bool:
    """Whether the first face alone would not do."""
    return not _is_plain(text)


def needs_shaping(text: str) -> bool:
    """Whether letters join, stand one over the other, or are read from right to left: working that out is dear."""
    return any("\u0590" <= one < "\u1e00" or unicodedata.category(one)[0] == "M" for one in text)


def _is_plain(text: str) -> bool:
    return _drawn(text) <= _letters(FACE[""])


def _drawn(text: str) -> frozenset[int]:
    return frozenset(ord(one) for one in text if unicodedata.category(one) not in _NOT_DRAWN)


@cache
def _letters(face: Path) -> frozenset[int]:
    with TTFont(face, lazy=True) as font:
        return frozenset(font.getBestCmap())
