"""Find the line of a field in TOML text, for error messages. Knows nothing about schemas."""

import re

_TABLE = r"\s*\[+\s*([\w.\"'-]+)\s*\]+"
_KEY = r"\s*([\w.\"'-]+)\s*="


def line_of(text: str, table: str, key: str = "") -> int:
    """The line, from 1, of `key` in `[table]`. If the key is missing, it is the line of the table; if the table is
    missing too, it is 0. A `table` may also be a top-level key."""
    found = 0
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(_TABLE, line):
            inside = _bare(header[1])
            name = inside
        elif written := re.match(_KEY, line):
            name = _bare(f"{inside}.{written[1]}" if inside else written[1])
        else:
            continue
        if name == f"{table}.{key}":
            return number
        if name == table:
            found = found or number
    return found


def _bare(name: str) -> str:
    return name.replace('"', "").replace("'", "")
