"""Reads the text of a file that another program wrote. The size is limited. The encoding may be UTF-8, UTF-16 (as
spreadsheets export it), or Windows-1252 (as older Windows programs write it)."""

import codecs
from pathlib import Path

from engine.tournament.levels.structure import BadStructure
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain

MOST_BYTES = 4_000_000
"""A `.tdt` file is about 200 kB, most of it colors and sounds."""


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
    """Decode UTF-8 or UTF-16, with or without a byte order mark, and anything else as Windows-1252. Raises
    `UnicodeDecodeError` if it is not in any of these encodings."""
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
