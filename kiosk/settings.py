"""Reads settings: TOML into a struct, with a one-line error. Knows no program."""

import re
import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from kiosk.faults import Fault

T = TypeVar("T", bound=msgspec.Struct)


def read_settings(path: Path, kind: type[T]) -> T:
    """The settings in a file. Raises `Fault` with the file, the field and what it must be."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Fault("settings-unreadable", path=str(path), error=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise Fault("settings-not-text", path=str(path)) from error
    return parse_settings(text, str(path), kind)


def parse_settings(text: str, source: str, kind: type[T]) -> T:
    """The settings in a TOML text. Raises `Fault`; `kind` is a struct that forbids unknown fields."""
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except msgspec.ValidationError as error:
        raise _fault(source, str(error), kind) from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists a thousand deep
        raise Fault("settings-not-toml", path=source, error=str(error)) from error


_PHRASES = (
    ("Object contains ", ""),
    ("Object ", ""),
    ("`int` <=", "at most"),
    ("`int` >=", "at least"),
    ("`str` of length >=", "text of at least this many letters:"),
    ("`int`", "a whole number"),
    ("`float`", "a number"),
    ("`str`", "text in quotes"),
    ("`array`", "a list"),
    ("`object`", "a table"),
    ("Expected", "must be"),
    (", got", ", not"),
)


def _in_words(problem: str) -> str:
    what, _, where = problem.partition(" - at `$")
    for theirs, ours in _PHRASES:
        what = what.replace(theirs, ours)
    where = where.rstrip("`").lstrip(".").replace("[...]", "")  # a named entry, whose name msgspec does not give
    field = re.sub(r"\[(\d+)\]", lambda found: f" entry {int(found[1]) + 1}", where)
    return f"{field.replace('.', ', ')}: {what}" if field else what


def _fault(source: str, problem: str, kind: type[msgspec.Struct]) -> Fault:
    if "field" not in problem or " - at `$" in problem:
        return Fault("settings-problem", path=source, problem=_in_words(problem))
    fields = ", ".join(field.encode_name for field in msgspec.structs.fields(kind))
    return Fault("settings-field", path=source, problem=_in_words(problem), fields=fields)
