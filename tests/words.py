"""Brings the translations up to date and compiles them, as `./dev words` does.

Translators edit the PO files in `ui/words/locale`; the programs read the JSON that is made of them here. A text is
known by its context (`menu.title`); the English catalogue says which texts there are, and in which order.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from gettext import c2py
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError, read_po, write_po
from msgspec.structs import replace

from ui.words.languages import COMPILED

LOCALE = Path(__file__).parents[1] / "ui" / "words" / "locale"
WIDTH = 110
HEADER = """\
# {name}. How to translate: docs/translating.md
msgid ""
msgstr ""
"Project-Id-Version: dealer-assist-kiosk\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals={forms}; plural={rule};\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
BRACES = re.compile(r"\{[^}]*\}")
CONTEXT = re.compile(r'^msgctxt "(.*)"$', re.MULTILINE)
BEFORE = "The English was: "
PLURAL_TABLE = 200
"""A count's form goes by the count itself below a hundred, and by its last two digits above."""


class BadCatalogue(Exception):
    """A PO file that cannot be compiled."""


class Text(msgspec.Struct, frozen=True):
    """One text: in English, and as it is translated; with more than one form where a count is said."""

    source: tuple[str, ...]
    forms: tuple[str, ...]
    fuzzy: bool = False
    """It has not been looked at since its English changed."""
    before: str = ""
    """Its English, before that."""
    notes: tuple[str, ...] = ()
    """For translators; from the English catalogue."""
    own_notes: tuple[str, ...] = ()

    @property
    def is_plural(self) -> bool:
        return len(self.source) > 1

    @property
    def is_usable(self) -> bool:
        return bool(self.forms) and all(self.forms) and not self.fuzzy


class Catalogue(msgspec.Struct, frozen=True):
    """A language: its texts by their contexts, and how its plural forms go."""

    language: str
    forms: int
    rule: str
    texts: dict[str, Text]


def read_catalogue(language: str) -> Catalogue:
    """The PO file of a language. Raises `BadCatalogue`."""
    return parse((LOCALE / f"{language}.po").read_bytes(), language)


def parse(content: bytes, language: str) -> Catalogue:
    """A PO file. Raises `BadCatalogue`."""
    try:
        read = read_po(BytesIO(content), locale=language, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise BadCatalogue(f"{language}.po: {error}") from error
    twice = [path for path, times in Counter(CONTEXT.findall(content.decode())).items() if times > 1]
    if twice:
        raise BadCatalogue(f"{language}.po: {twice[0]} is there twice")
    texts = {
        message.context: Text(
            _forms(message.id),
            _forms(message.string),
            message.fuzzy,
            next((note.removeprefix(BEFORE) for note in message.auto_comments if note.startswith(BEFORE)), ""),
            tuple(note for note in message.auto_comments if not note.startswith(BEFORE)),
            tuple(note for note in message.user_comments if not note.startswith("|")),  # what an editor thinks it was
        )
        for message in read
        if message.id and message.context
    }
    return Catalogue(language, read.num_plurals, read.plural_expr, texts)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def written(catalogue: Catalogue) -> bytes:
    """The PO file, the same on every machine and day."""
    into, body = Catalog(catalogue.language), BytesIO()
    for path, text in catalogue.texts.items():
        into.add(
            text.source if text.is_plural else text.source[0],
            text.forms if text.is_plural else text.forms[0] if text.forms else "",
            context=path,
            flags=("fuzzy",) if text.fuzzy else (),
            auto_comments=(*text.notes, *[f"{BEFORE}{text.before}"] * bool(text.before)),
            user_comments=text.own_notes,
        )
    write_po(body, into, width=WIDTH, omit_header=True)
    name = Locale.parse(catalogue.language, sep="-").english_name
    head = HEADER.format(name=name, language=catalogue.language, forms=catalogue.forms, rule=catalogue.rule)
    return head.encode() + body.getvalue().strip() + b"\n"


def updated_english(english: Catalogue) -> Catalogue:
    """Its translation is what counts: the English of a text becomes what it says."""
    texts = {path: replace(text, source=text.forms, fuzzy=False, before="") for path, text in english.texts.items()}
    return replace(english, texts=texts)


def updated(other: Catalogue, english: Catalogue) -> Catalogue:
    """A language with the texts that English has, in its order.

    A translation whose English has changed is marked fuzzy: it is not used until somebody has looked at it.
    """
    return replace(other, texts={path: _updated(other, path, text) for path, text in english.texts.items()})


def _updated(other: Catalogue, path: str, english: Text) -> Text:
    count = other.forms if english.is_plural else 1
    text = other.texts.get(path)
    if text is None or not any(text.forms):
        return Text(english.source, ("",) * count, notes=english.notes, own_notes=text.own_notes if text else ())
    text = replace(text, notes=english.notes)
    if text.source != english.source:
        forms = text.forms if len(text.forms) == count else text.forms[-1:] * count
        return replace(text, source=english.source, forms=forms, fuzzy=True, before=text.before or text.source[-1])
    return text if text.fuzzy else replace(text, before="")


def missing(other: Catalogue, english: Catalogue) -> tuple[str, ...]:
    """The texts that have no translation that can be used."""
    return tuple(path for path in english.texts if not (path in other.texts and other.texts[path].is_usable))


def compiled(other: Catalogue, english: Catalogue) -> bytes:
    """What the programs read: every text in its place, in English where there is no translation.

    Raises `BadCatalogue` where one would be wrong on a screen.
    """
    if problem := next(problems(other, english), ""):
        raise BadCatalogue(f"{other.language}.po: {problem}")
    gaps = missing(other, english)
    tree: dict[str, Any] = {"language": other.language, "plural": plural_table(other), "missing": gaps}
    for path, source in english.texts.items():
        forms = _english(source, other.forms) if path in gaps else other.texts[path].forms
        *parts, last = path.split(".")
        place = tree
        for part in parts:
            place = place.setdefault(part, {})
        place[last] = forms if source.is_plural else forms[0]
    return msgspec.json.format(msgspec.json.encode(tree), indent=1) + b"\n"


def _english(text: Text, forms: int) -> tuple[str, ...]:
    """Among the forms of another language, the English one for many is the safe one."""
    return text.forms[-1:] * forms if text.is_plural else text.forms


def plural_table(catalogue: Catalogue) -> str:
    """The form of each count below 200, a digit each. Raises `BadCatalogue` for a rule that looks further."""
    try:
        form = c2py(catalogue.rule)
    except ValueError as error:
        raise BadCatalogue(f"{catalogue.language}.po: Plural-Forms: {error}") from error
    table = "".join(str(form(count)) for count in range(PLURAL_TABLE))
    for count in (*range(PLURAL_TABLE, 3000), 1_000_000, 1_000_011):
        if str(form(count)) != table[100 + count % 100]:
            raise BadCatalogue(f"{catalogue.language}.po: Plural-Forms may go by the last two digits only")
    if max(map(int, table)) >= catalogue.forms:
        raise BadCatalogue(f"{catalogue.language}.po: Plural-Forms names more forms than nplurals says")
    return table


def problems(other: Catalogue, english: Catalogue) -> Iterator[str]:
    """What would be wrong on a screen: other braces than in English, or a plural form too few."""
    for path, source in english.texts.items():
        text = other.texts.get(path)
        if text is None or not text.is_usable:
            continue
        if len(text.forms) != (other.forms if source.is_plural else 1):
            yield f"{path}: it has {len(text.forms)} forms, and needs {other.forms if source.is_plural else 1}"
        for form in text.forms:
            if source.is_plural:  # a form for one or for none may leave the number out
                fits = set(braces(source.forms[-1])) - {"{count}"} <= set(braces(form)) <= set(braces(source.forms[-1]))
            else:
                fits = braces(form) == braces(source.forms[0])
            if not fits:
                yield f"{path}: {form!r} has other braces than {source.forms[-1]!r}"


def braces(text: str) -> list[str]:
    """What is filled in, as often as it is."""
    return sorted(BRACES.findall(text))


def main() -> int:
    """Bring every PO file up to date, compile it, and say what is missing."""
    english = updated_english(read_catalogue("en"))
    for file in sorted(LOCALE.glob("*.po")):
        language = english if file.stem == "en" else updated(read_catalogue(file.stem), english)
        file.write_bytes(written(language))
        (COMPILED / f"{file.stem}.json").write_bytes(compiled(language, english))
        gaps = missing(language, english)
        print(f"{file.stem}: {len(english.texts) - len(gaps)} of {len(english.texts)} texts")
        for path in gaps:
            print(f"  missing: {path}: {english.texts[path].forms[-1]}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadCatalogue as bad:
        sys.exit(str(bad))
