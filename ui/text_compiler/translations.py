"""Reads and writes the translations as PO files. Needs babel from the `dev` extra, which `./dev words` installs."""

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from ui.text_compiler.catalog import BadCatalog, Text, TextCatalog, usable

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
CONTEXT = re.compile(r'^msgctxt "(.*)"$', re.MULTILINE)
BEFORE = "The English was: "
ARGPARSE = "commands.argparse."
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""A fixed date, so that a compiled file is the same on every day."""
LITTLE_ROOM = "Little room: about as long as the English."


def read_translation(path: Path) -> TextCatalog:
    """The PO file of a language. Raises `BadCatalog`."""
    return parse(path.read_bytes(), path.stem)


def parse(content: bytes, language: str) -> TextCatalog:
    """The catalog from the content of a PO file. Raises `BadCatalog`."""
    try:
        read = read_po(BytesIO(content), locale=language, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise BadCatalog(f"{language}.po: {error}") from error
    twice = [key for key, times in Counter(CONTEXT.findall(content.decode())).items() if times > 1]
    if twice:
        raise BadCatalog(f"{language}.po: {twice[0]} is there twice")
    texts = {
        message.context: Text(
            _forms(message.id),
            _forms(message.string),
            message.fuzzy,
            next((note.removeprefix(BEFORE) for note in message.auto_comments if note.startswith(BEFORE)), ""),
            own_notes=tuple(note for note in message.user_comments if not note.startswith("|")),  # an editor's guess
        )
        for message in read
        if message.id and message.context
    }
    return TextCatalog(language, read.num_plurals, read.plural_expr, texts)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def written(catalog: TextCatalog) -> bytes:
    """The PO file as bytes, which are the same on every machine and every day."""
    into, body = Catalog(catalog.language), BytesIO()
    for key, text in catalog.texts.items():
        notes = [*text.notes, *[LITTLE_ROOM] * text.has_little_room, *[f"{BEFORE}{text.before}"] * bool(text.before)]
        into.add(
            text.source if text.is_plural else text.source[0],
            text.forms if text.is_plural else text.forms[0] if text.forms else "",
            context=key,
            flags=("fuzzy",) if text.is_fuzzy else (),
            auto_comments=notes,
            user_comments=text.own_notes,
        )
    write_po(body, into, width=WIDTH, omit_header=True)
    name = Locale.parse(catalog.language, sep="-").english_name
    head = HEADER.format(name=name, language=catalog.language, forms=catalog.forms, rule=catalog.rule)
    return head.encode() + body.getvalue().strip() + b"\n"


def template(english: TextCatalog) -> bytes:
    """The POT file: every English string with an empty translation."""
    empty = {key: replace(text, forms=("",) * len(text.forms)) for key, text in english.texts.items()}
    return written(replace(english, texts=empty))


def argparse_texts(other: TextCatalog, english: TextCatalog) -> bytes:
    """The translations of argparse's own messages, as an MO file for gettext; the English strings are exactly
    argparse's."""
    into, body = Catalog(other.language.replace("-", "_"), creation_date=NO_DATE, revision_date=NO_DATE), BytesIO()
    for key in english.texts:
        if key.startswith(ARGPARSE) and (text := usable(other, english, key)):
            into.add(text.source[0], text.forms[0])
    write_mo(body, into)
    return body.getvalue()


def new_translation(language: str) -> TextCatalog:
    """A new language without any translation, with its usual plural rule. Raises `BadCatalog`."""
    try:
        Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise BadCatalog(f"{language}: there is no language of that code") from error
    empty = Catalog(language.replace("-", "_"))
    return TextCatalog(language, empty.num_plurals, empty.plural_expr, {})


def updated(other: TextCatalog, english: TextCatalog) -> TextCatalog:
    """A language with the same strings as English, in the same order; a translation whose English has changed becomes
    fuzzy."""
    return replace(other, texts={key: _updated(other, key, text) for key, text in english.texts.items()})


def _updated(other: TextCatalog, key: str, english: Text) -> Text:
    count = other.forms if english.is_plural else 1
    text = other.texts.get(key)
    if text is None or not any(text.forms):
        text = Text(english.forms, ("",) * count, own_notes=text.own_notes if text else ())
    text = replace(text, notes=english.notes, has_little_room=english.has_little_room)
    if text.source != english.forms:
        forms = text.forms if len(text.forms) == count else text.forms[-1:] * count
        return replace(text, source=english.forms, forms=forms, is_fuzzy=True, before=text.before or text.source[-1])
    return text if text.is_fuzzy else replace(text, before="")
