"""Finds a structure by its name: a built-in one, or a file in any format that we read. The size of a file is
limited."""

import codecs
from collections.abc import Callable
from pathlib import Path

from engine.tournament.levels.structure import BadStructure, Minutes, load_structure, parse_structure
from kiosk.rulebooks import read_text
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain
from kiosk.structures.csv_form import parse_csv
from kiosk.structures.draft import ImportedStructure, minutes_unused
from kiosk.structures.json_form import parse_json
from kiosk.structures.tdt import parse_tdt

MOST_BYTES = 4_000_000
"""The maximum size of a structure file, in bytes. A `.tdt` file is about 200 kB, most of it colors and sounds."""


def text_of(path: Path) -> str:
    """A file's text. Raises `Fault` if it cannot be read, and `BadStructure` if it is too long or not text."""
    check_plain([path])
    with disk_faults(path), path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadStructure("file-too-long", path=path.name, most=MOST_BYTES // 1_000_000)
    try:
        return decoded(content)
    except UnicodeDecodeError as error:
        raise BadStructure("structure-not-text", path=path.name) from error


def decoded(content: bytes) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252. Raises `UnicodeDecodeError`."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16")
    begins = content[:200]
    for form, zeros, letters in (("utf-16-le", begins[1::2], begins[::2]), ("utf-16-be", begins[::2], begins[1::2])):
        if len(begins) > 3 and not any(zeros) and all(letters):
            return content.decode(form)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252")
    return text


FORMS: dict[str, Callable[[str, str, str, Minutes], ImportedStructure]] = {
    ".json": parse_json,
    ".csv": parse_csv,
    ".tdt": parse_tdt,
}
"""The parser for each file extension. Its arguments are the text, the file's name for errors, a name for a
structure that has none, and the minutes of levels that have no length. TOML is our own format and must be UTF-8."""


def is_file(name: str) -> bool:
    """Whether this is the name of a file, and not of a built-in structure."""
    return Path(name).suffix.casefold() in (".toml", *FORMS)


def read_structure(content: bytes, name: str, minutes: Minutes = 0) -> ImportedStructure:
    """The structure in a file's content. The file's name indicates its format. Raises `BadStructure`."""
    path = Path(name)
    try:
        text = decoded(content)
    except UnicodeDecodeError as error:
        raise BadStructure("structure-not-text", path=path.name) from error
    if parse := FORMS.get(path.suffix.casefold()):
        return parse(text, path.name, path.stem, minutes)
    return ImportedStructure(parse_structure(text, path.name), minutes_unused(minutes))


def find_structure(name: str, minutes: Minutes = 0) -> ImportedStructure:
    """The structure of that name. Raises `Fault` for an unreadable file, and `BadStructure` for an unusable one."""
    path = Path(name)
    if not is_file(name):
        return ImportedStructure(load_structure(name), minutes_unused(minutes))
    if parse := FORMS.get(path.suffix.casefold()):
        return parse(text_of(path), path.name, path.stem, minutes)
    return ImportedStructure(parse_structure(read_text(name), path.name), minutes_unused(minutes))
