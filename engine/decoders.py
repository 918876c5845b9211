"""Decoders for our data types, each built once and by one thread at a time, and for untrusted TOML within limits.

So that structs may contain each other, msgspec (0.22) stores its type information on a struct's class before that
information is complete. A second thread that decodes the same struct meanwhile reads a null pointer, and the whole
process dies. So only this module may build a decoder, or decode or convert by type (`tests/test_decoders.py`).

`tomllib` keeps every prefix of a dotted key, so a hundred kilobytes of `a.a.a...=1` takes gigabytes of memory.
"""

import re
import tomllib
from collections.abc import Hashable
from functools import cache
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

from engine.bad_input import BadInput

T = TypeVar("T")

NOT_JSON = (msgspec.MsgspecError, ValueError, RecursionError)
"""The errors that decoding raises, including those for bytes that are not UTF-8 and for lists nested too deep."""

_building = RLock()
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
_TABLE = r"\s*\[+\s*([\w.\"'-]+)\s*\]+"
_KEY = r"\s*([\w.\"'-]+)\s*="


@overload
def json_decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder for a type. It is the same object each time, and any thread may use it."""
    with _building:
        return _built(kind)


@overload
def json_decoded(body: bytes | str, kind: type[T]) -> T: ...
@overload
def json_decoded(body: bytes | str, kind: Any) -> Any: ...
def json_decoded(body: bytes | str, kind: Any) -> Any:
    """Decode JSON into a value of the type. Raises `msgspec.DecodeError`, or `ValidationError` for the wrong type."""
    return json_decoder(kind).decode(body)


@overload
def converted(raw: object, kind: type[T]) -> T: ...
@overload
def converted(raw: object, kind: Any) -> Any: ...
def converted(raw: object, kind: Any) -> Any:
    """Convert lists, strings and numbers into a value of the type. Raises `msgspec.ValidationError`."""
    with _building:
        return msgspec.convert(raw, kind)


@cache
def _built(kind: Hashable) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def toml_of(text: str, most: int = MOST_LETTERS) -> dict[str, Any]:
    """Parse TOML. Raises `BadInput` if it would take too much memory, and `ValueError` or `RecursionError` if it is not
    TOML. `not_toml` gives the message for all of these errors."""
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


def line_of(text: str, table: str, key: str = "") -> int:
    """The line, from 1, of `key` in `[table]`; failing that, that of the table or top-level key; otherwise 0."""
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
