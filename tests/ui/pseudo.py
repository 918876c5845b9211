"""A pseudo-language: English with accents and brackets, made two fifths longer.
If a screen has room for it, it has room for a real language. Text without accents on such a screen did not come from a
catalog.
"""

import re
from dataclasses import replace
from functools import cache

import msgspec

from tests.tools.words import english
from ui.text_compiler.catalog import BRACES, Text, TextCatalog
from ui.text_compiler.output import compiled
from ui.words import Words

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀčđéƒğħíĵķłṁñóṗɋřşŧúṽŵẋýžÁɃČĐÉƑĞĦÍĴĶŁṀÑÓṖɊŘŞŦÚṼŴẊÝŽ"
"""Every English letter gets an accent."""
AS_LONG = str.maketrans(PLAIN, ACCENTED)
LONGER = AS_LONG | {ord(one): 2 * chr(AS_LONG[ord(one)]) for one in "aeiounsyAEIOUNSY"}


@cache
def pseudo_words() -> Words:
    """The texts of every screen in the pseudo-language."""
    return msgspec.json.decode(pseudo_compiled(), type=Words)


def pseudo_compiled() -> bytes:
    """The same, in the form that the clock's pages read."""
    source = english()
    return compiled(pseudo(source), source)


def plain(text: str, given: frozenset[str] = frozenset()) -> list[str]:
    """The words of a text in the pseudo-language that come from no catalog: those without accents, except the words in
    `given`.
    A single letter is a rank or a key.
    """
    return re.findall("[A-Za-z]{2,}", ungiven(text, given) if given else text)


def ungiven(text: str, given: frozenset[str]) -> str:
    """A text without the parts in `given`, such as names and quotations."""
    return _any_of(given).sub("", text)


@cache
def _any_of(given: frozenset[str]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(given, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")


def pseudo(source: TextCatalog) -> TextCatalog:
    """Every English text with letters, converted. The keys of the keyboard stay, and a text with little room is no
    longer
    than the English."""
    keyboard = "people.keyboard."
    said = {key: text if key.startswith(keyboard) else _said(text) for key, text in source.texts.items()}
    return replace(source, texts=said)


def _said(text: Text) -> Text:
    return replace(text, forms=tuple(_form(form, text.has_little_room) for form in text.forms))


def _form(form: str, tight: bool) -> str:
    spoken = BRACES.split(form)
    if not re.search("[A-Za-z]", "".join(spoken)):
        return form
    accented = [each.translate(AS_LONG if tight else LONGER) for each in spoken]
    filled = [*BRACES.findall(form), ""]
    whole = "".join(part for pair in zip(accented, filled, strict=True) for part in pair)
    return whole if tight else f"[{whole}]"
