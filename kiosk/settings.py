"""Reads settings from TOML into a struct, and secrets from the files that settings name. Reports errors in one line."""

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.decoders import converted
from kiosk.faults import Fault, bad_input
from kiosk.storage.plain import check_plain

T = TypeVar("T", bound=msgspec.Struct)
SECRET_LENGTHS = (6, 200)
"""The fewest and the most characters of a secret that is in a file of its own."""


def read_settings(path: Path, kind: type[T]) -> T:
    """Read the settings in a file. Raises `Fault` with the file, the field and the values that the field allows."""
    check_plain([path])
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise Fault("settings-unreadable", path=str(path), error=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise Fault("settings-not-text", path=str(path)) from error
    return parse_settings(text, str(path), kind)


def parse_settings(text: str, source: str, kind: type[T]) -> T:
    """The settings in TOML text. `kind` is a struct that forbids unknown fields. Raises `Fault`."""
    try:
        return converted(tomllib.loads(text), kind)
    except msgspec.ValidationError as error:
        raise _fault(source, error, kind) from error
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists a thousand levels deep
        raise _not_toml(source, error) from error


def check_secret(name: str, given: str, file: str, *, is_required: bool = False) -> None:
    """Raise `BadInput` if a secret is in the settings and also in a file, or if it is required and in neither."""
    if given and file:
        raise bad_input("secret-twice", field=name)
    if is_required and not given and not file:
        raise bad_input("field-missing", field=name)


def secret_in(path: Path, given: str, file: str) -> str:
    """A secret in the settings at `path`: the given one, or else the content of the file that the settings name for it.
    Raises `Fault`."""
    if not file:
        return given
    there, (least, most) = path.parent / file, SECRET_LENGTHS
    check_plain([there])
    try:
        with there.open("rb") as opened:
            secret = opened.read(5 * most).decode().rstrip()
    except OSError as error:
        problem = bad_input("secret-unreadable", path=str(there), error=error.strerror or str(error))
        raise Fault("settings-problem", path=str(path), problem=problem.message) from error
    except UnicodeDecodeError:
        secret = ""
    if not least <= len(secret) <= most or not secret.isprintable():
        problem = bad_input("secret-unusable", path=str(there), least=least, most=most)
        raise Fault("settings-problem", path=str(path), problem=problem.message)
    return secret


# The engine is imported only after an error, so that it does not delay a table's first frame.


def _not_toml(source: str, error: Exception) -> Fault:
    from engine.bad_input import not_toml  # noqa: PLC0415

    return Fault("settings-not-toml", path=source, error=not_toml(error))


def _fault(source: str, error: msgspec.ValidationError, kind: type[msgspec.Struct]) -> Fault:
    from engine.bad_input import problem_and_path, unfit  # noqa: PLC0415

    problem, path = problem_and_path(error)
    if path or problem.code not in ("field-missing", "field-unknown"):
        return Fault("settings-problem", path=source, problem=unfit(error, kind))
    fields = ", ".join(field.encode_name for field in msgspec.structs.fields(kind))
    return Fault("settings-field", path=source, problem=problem, fields=fields)
