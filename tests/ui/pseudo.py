"""A language that nobody speaks: English in accents and brackets, made two fifths longer. What has room for it has room
for a real one; what is without accents on a screen in it was never in a catalogue."""

import re
from functools import cache

import msgspec
from msgspec.structs import replace

from tests.words import BRACES, Catalogue, Text, compiled, read_catalogue, updated_english
from ui.words import Words

TIGHT = "Little room:"
"""How a note begins that tells translators so; such a text has accents alone, and is no longer."""
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀčđéƒğħíĵķłṁñóṗɋřşŧúṽŵẋýžÁɃČĐÉƑĞĦÍĴĶŁṀÑÓṖɊŘŞŦÚṼŴẊÝŽ"
"""Not a letter of English is left without an accent."""
AS_LONG = str.maketrans(PLAIN, ACCENTED)
LONGER = AS_LONG | {ord(one): 2 * chr(AS_LONG[ord(one)]) for one in "aeiounsyAEIOUNSY"}


@cache
def pseudo_words() -> Words:
    """The texts of every screen, so."""
    return msgspec.json.decode(pseudo_compiled(), type=Words)


def pseudo_compiled() -> bytes:
    """The same as the clock's pages read them."""
    english = updated_english(read_catalogue("en"))
    return compiled(pseudo(english), english)


def plain(text: str, given: frozenset[str] = frozenset()) -> list[str]:
    """What of a text in this language is from no catalogue: its words without accents, but for what was `given` to it.
    One letter by itself is a rank or a key."""
    return re.findall("[A-Za-z]{2,}", ungiven(text, given) if given else text)


def ungiven(text: str, given: frozenset[str]) -> str:
    """A text without what was given to it: names, quotations."""
    return _any_of(given).sub("", text)


@cache
def _any_of(given: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(given, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")


def pseudo(english: Catalogue) -> Catalogue:
    """Every text of English that has letters, so; the keys of the keyboard stay."""
    keyboard = "people.keyboard."
    said = {path: text if path.startswith(keyboard) else _said(text) for path, text in english.texts.items()}
    return replace(english, texts=said)


def _said(text: Text) -> Text:
    return replace(text, forms=tuple(_form(form, any(TIGHT in note for note in text.notes)) for form in text.forms))


def _form(form: str, tight: bool) -> str:
    spoken = BRACES.split(form)
    if not re.search("[A-Za-z]", "".join(spoken)):
        return form
    accented = [each.translate(AS_LONG if tight else LONGER) for each in spoken]
    filled = [*BRACES.findall(form), ""]
    whole = "".join(part for pair in zip(accented, filled, strict=True) for part in pair)
    return whole if tight else f"[{whole}]"
