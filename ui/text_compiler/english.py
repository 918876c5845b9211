"""Reads the English strings from their only source: small TOML files, one for each page or topic."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ui.text_compiler.catalog import BadCatalog, Text, TextCatalog

NOTES = ("comment", "little_room")
"""In a table, these keys hold notes for translators. In a table of strings, they apply to all of its strings."""
RULE = "(n != 1)"


def read_english(folder: Path) -> TextCatalog:
    """Every string, in the order of the file names. Raises `BadCatalog`."""
    texts: dict[str, Text] = {}
    places: dict[str, str] = {}
    for path in sorted(folder.rglob("*.toml")):
        name = path.relative_to(folder).as_posix()
        try:
            table = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadCatalog(f"{name}: {error}") from error
        for key, text in _texts(name, table, (), (), False):
            if key in texts:
                raise BadCatalog(f"{name}: {key} is in {places[key]} already")
            texts[key], places[key] = text, name
    groups = {key[:at] for key in texts for at, letter in enumerate(key) if letter == "."}
    if both := sorted(groups & texts.keys()):
        raise BadCatalog(f"{places[both[0]]}: {both[0]} is a text here, and a table elsewhere")
    return TextCatalog("en", 2, RULE, texts)


def _texts(
    name: str, table: dict[str, Any], path: tuple[str, ...], notes: tuple[str, ...], is_tight: bool
) -> Iterator[tuple[str, Text]]:
    at = ".".join(path)
    comment, is_tight = table.get("comment", ""), table.get("little_room", is_tight)
    if not isinstance(comment, str) or not isinstance(is_tight, bool):
        raise BadCatalog(f"{name}: {at}: comment is a text, and little_room is true or false")
    notes = (*notes, comment) if comment else notes
    if _is_annotated(table):
        if strange := sorted(table.keys() - {"text", *NOTES}):
            raise BadCatalog(f"{name}: {at}: {strange[0]} is none of text, comment and little_room")
        yield at, _text(name, at, table["text"], notes, is_tight)
        return
    for key, value in table.items():
        if key in NOTES:
            continue
        if "." in key:
            raise BadCatalog(f"{name}: {at}: {key!r} has a dot")
        if isinstance(value, dict):
            yield from _texts(name, value, (*path, key), notes, is_tight)
        else:
            yield ".".join((*path, key)), _text(name, ".".join((*path, key)), value, notes, is_tight)


def _is_annotated(table: dict[str, Any]) -> bool:
    """Whether a table is one string with notes; a table that also has a small line is a button's label, which is two
    strings."""
    return "text" in table and "small" not in table


def _text(name: str, key: str, value: object, notes: tuple[str, ...], is_tight: bool) -> Text:
    forms = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else ()
    if len(forms) not in (1, 2) or (isinstance(value, list) and len(forms) == 1):
        raise BadCatalog(f"{name}: {key} is a text, or two in brackets: for one and for many")
    if not all(isinstance(form, str) and form for form in forms):
        raise BadCatalog(f"{name}: {key} has no text")
    return Text(forms, forms, notes=notes, has_little_room=is_tight)
