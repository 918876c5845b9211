"""A language that nobody speaks: English in accents and brackets, made two fifths longer. What has room for it has room
for a real one; what is English on a screen in it was never in a catalogue."""

import re

from msgspec.structs import replace

from tests.words import BRACES, Catalogue, Text

TIGHT = "Little room:"
"""How a note begins that tells translators so; such a text has accents alone, and is no longer."""
LONGER = str.maketrans({
    "a": "áá", "e": "éé", "i": "íí", "o": "óó", "u": "úú", "y": "ýý", "n": "ñn", "s": "şs",
    "A": "ÁÁ", "E": "ÉÉ", "I": "ÍÍ", "O": "ÓÓ", "U": "ÚÚ", "Y": "ÝÝ", "N": "ÑN", "S": "ŞS",
})  # fmt: skip
AS_LONG = str.maketrans("aeiounsAEIOUNS", "áéíóúñşÁÉÍÓÚÑŞ")


def pseudo(english: Catalogue) -> Catalogue:
    """Every text of English that has letters, so."""
    return replace(english, texts={path: _said(text) for path, text in english.texts.items()})


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
