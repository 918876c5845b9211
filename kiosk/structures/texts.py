"""The text of a file that another program wrote: of bounded size, in UTF-8, UTF-16 as spreadsheets export it, or as
older Windows programs write."""

import codecs
from pathlib import Path

from engine.tournament.levels.structure import BadStructure
from kiosk.storage.files import disk_faults
from kiosk.storage.plain import check_plain

MOST_BYTES = 4_000_000
"""Files of this kind have some 200 kB, most of it colours and sounds."""


def text_of(path: Path) -> str:
    """The text of a file. Raises `Fault`, or `BadStructure` for what is too long or no text."""
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
    """UTF-8 or UTF-16, with or without a mark at its beginning, else Windows-1252. Raises `UnicodeDecodeError` for
    none."""
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
