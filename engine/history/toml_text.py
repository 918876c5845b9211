"""Values as TOML text: what `tomllib` reads, written. Knows nothing of hands."""

import json
from collections.abc import Mapping
from datetime import time


def toml_lines(fields: Mapping[str, object]) -> str:
    """One `key = value` a line. Keys are bare; values are text, numbers, times, lists, and tables of these."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in fields.items())


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _text(value)
        case time():
            return value.isoformat("seconds")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            inside = ", ".join(f"{key} = {_value(part)}" for key, part in value.items())
            return f"{{ {inside} }}" if inside else "{}"
    raise TypeError(f"{value!r} has no form in a history")


def _text(text: str) -> str:
    """As in JSON, whose escapes TOML has too, but for DEL, which only TOML forbids."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
