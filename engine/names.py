"""People's names: stored on one line without characters that reverse the text, and compared by a key."""

import re
from unicodedata import category, normalize

TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of all text that follows them, on the player's tile and beyond it."""
MOST_MARKS = 30
"""The maximum number of marks on one letter that are compared (Stream-Safe Text Format, UAX 15). More would take too
long to sort."""
_APOSTROPHES = (
    "'`\u00b4\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u02ee"
    "\u055a\u05f3\u2032\u2035\ua78c\uff07\uff40"
)
_HYPHENS = "-\u02d7\u058a\u05be\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u207b\u208b\u2212\ufe58\ufe63\uff0d"
_LETTERS = {
    "ı": "i", "ȷ": "j", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ƶ": "z", "ɨ": "i", "ƀ": "b", "ǥ": "g",
    "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ŋ": "ng", "ĸ": "k", "ə": "a", "\u0640": "",
}  # fmt: skip
"""Letters with a stroke, ligatures and other characters that Unicode does not decompose, with their plain forms."""
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_BLANK = ("Cc", "Cf", "Cs")
_BEFORE = {ord(sign): "'" for sign in _APOSTROPHES} | {ord(sign): "-" for sign in _HYPHENS}
_AFTER = {ord(sign): letters for sign, letters in _LETTERS.items()} | dict.fromkeys(map(ord, _UNSEEN))
_ACCENTS = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U000e0100-\U000e01ef]"
)
"""Accents and other marks that only change how a letter looks. Vowel and tone marks of other scripts are not included,
because they make a different name."""
_APART = re.compile(r" *(['-]) *")


def one_line(name: str) -> str:
    """The name without line breaks, control characters, or characters that change the text direction."""
    signs = (" " if sign.isspace() else sign for sign in name if sign not in TURNS)
    return "".join(sign for sign in signs if category(sign) not in ("Cc", "Cs")).strip()


def name_key(name: str) -> str:
    """A key that all spellings of one name share: capitals, accents, spaces, apostrophes, hyphens and invisible
    characters make no difference. Records keep the name as entered."""
    said = name.translate(_BEFORE)
    if not (said.isascii() and said.isprintable()):
        # Folding can join parts that were separate, and accents hide letters. Repeat both until nothing changes.
        said = _ACCENTS.sub("", _without_many_marks(said))
        said = normalize("NFKD", normalize("NFKD", said).casefold()).translate(_BEFORE)
        said = normalize("NFC", _ACCENTS.sub("", said).translate(_AFTER))
        seen = (" " if sign.isspace() else sign for sign in said)
        said = "".join(sign for sign in seen if category(sign) not in _BLANK)
    return _APART.sub(r"\1", " ".join(said.casefold().split()))


def _without_many_marks(name: str) -> str:
    marks = 0
    kept: list[str] = []
    for sign in name:
        marks = marks + 1 if category(sign)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return "".join(kept)
