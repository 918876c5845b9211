"""Parses untrusted TOML within limits. `tomllib` keeps every prefix of a dotted key, so a hundred kilobytes of
`a.a.a...=1` takes gigabytes of memory."""

import re
import tomllib
from typing import Any

from engine.bad_input import BadInput

MOST_LETTERS = 250_000
"""The maximum length of the text, in characters. The longest rule book that ships has 15,000."""
MOST_IN_A_LINE = 10_000
MOST_PARTS = 8
"""The maximum number of parts in a dotted key. The keys in our own files have at most two."""
_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
_TOKEN = re.compile(
    rf'''
    """(?:[^"\\]++|\\.|"(?!""))*+"{{3,5}}
  | \'\'\'(?:[^']++|'(?!''))*+'{{3,5}}
  | \#[^\n]*+
  | {_PART}(?P<parts>(?:[ \t]*+\.[ \t]*+{_PART})*+)
    ''',
    re.VERBOSE | re.DOTALL,
)
_DOT = re.compile(rf"\.[ \t]*+{_PART}")


def toml_of(text: str, most: int = MOST_LETTERS) -> dict[str, Any]:
    """Parse TOML text. Raises `BadInput` if it would take too much memory, and `ValueError` or `RecursionError` if it
    is not TOML. `not_toml` gives the message for all of these errors."""
    if len(text) > most:
        raise BadInput("toml-too-long", most=str(most))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_IN_A_LINE:
            raise BadInput("toml-line-too-long", line=str(number), most=str(MOST_IN_A_LINE))
    for token in _TOKEN.finditer(text):
        if token["parts"] and len(_DOT.findall(token["parts"])) >= MOST_PARTS:
            at = text.count("\n", 0, token.start()) + 1
            raise BadInput("toml-key-too-long", line=str(at), most=str(MOST_PARTS))
    return tomllib.loads(text)
