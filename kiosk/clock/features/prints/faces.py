"""The fonts embedded in every printout, so that it looks the same on every machine: FiraGO, and WenQuanYi Micro Hei for
Chinese, Japanese and Korean. Their licenses are in the same folder."""

import unicodedata
from functools import cache
from importlib.resources import files
from pathlib import Path

from fontTools.ttLib import TTFont

FOLDER = Path(str(files("ui"))) / "fonts"
FACE = {"": FOLDER / "FiraGO-Regular.ttf", "B": FOLDER / "FiraGO-Bold.ttf"}
"""The font files by style."""
EAST_ASIAN = FOLDER / "WenQuanYiMicroHei.ttf"
"""A font that has only one weight."""
_NOT_DRAWN = ("Cf", "Zs")
"""Categories of invisible characters: joiners, direction marks and spaces."""


def has_letters(text: str) -> bool:
    """Whether every letter is in one of the fonts."""
    return _drawn(text) <= _letters(FACE[""]) | (frozenset() if _is_plain(text) else _letters(EAST_ASIAN))


def needs_east_asian(text: str) -> bool:
    """Whether the first font does not have all the letters."""
    return not _is_plain(text)


def needs_shaping(text: str) -> bool:
    """Whether letters join, are stacked, or are read from right to left. Laying out such text is expensive."""
    return any("\u0590" <= one < "\u1e00" or unicodedata.category(one)[0] == "M" for one in text)


def _is_plain(text: str) -> bool:
    return _drawn(text) <= _letters(FACE[""])


def _drawn(text: str) -> frozenset[int]:
    return frozenset(ord(one) for one in text if unicodedata.category(one) not in _NOT_DRAWN)


@cache
def _letters(face: Path) -> frozenset[int]:
    with TTFont(face, lazy=True) as font:
        return frozenset(font.getBestCmap())
