"""Structures by name: one that ships, or a file in any form that is read."""

from collections.abc import Callable
from pathlib import Path

from engine.tournament.levels.structure import BadStructure, load_structure, parse_structure
from kiosk.rulebooks import read_text
from kiosk.structures.csv_form import parse_csv
from kiosk.structures.draft import Found
from kiosk.structures.json_form import parse_json
from kiosk.structures.tdt import parse_tdt
from kiosk.structures.texts import decoded, text_of

FORMS: dict[str, Callable[[str, str, str], Found]] = {".json": parse_json, ".csv": parse_csv, ".tdt": parse_tdt}
"""By the end of a file's name: its text, the file's name for errors, and what the structure is called if it does not
say. TOML is ours, and must be UTF-8."""


def is_file(name: str) -> bool:
    """Whether this names a file, and none that ships."""
    return Path(name).suffix.casefold() in (".toml", *FORMS)


def read_structure(content: bytes, name: str) -> Found:
    """The structure in a file of that name. Raises `BadStructure`."""
    path = Path(name)
    try:
        text = decoded(content)
    except UnicodeDecodeError as error:
        raise BadStructure("structure-not-text", path=path.name) from error
    if parse := FORMS.get(path.suffix.casefold()):
        return parse(text, path.name, path.stem)
    return Found(parse_structure(text, path.name))


def find_structure(name: str) -> Found:
    """The structure of that name. Raises `Fault` for a file that cannot be read, or `BadStructure`."""
    path = Path(name)
    if not is_file(name):
        return Found(load_structure(name))
    if parse := FORMS.get(path.suffix.casefold()):
        return parse(text_of(path), path.name, path.stem)
    return Found(parse_structure(read_text(name), path.name))
