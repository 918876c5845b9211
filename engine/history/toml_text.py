"""Write values as TOML. The engine may depend only on msgspec, so unlike the rest of the program, it does not use
tomli-w. Knows nothing about hands."""

import json
from collections.abc import Container, Mapping


def toml_lines(fields: Mapping[str, object], bare: Container[str] = ()) -> str:
    """One `key = value` per line, for text, numbers, lists, and tables of these. The text of a `bare` field is already
    TOML."""
    return "".join(f"{key} = {value if key in bare else toml_value(value)}\n" for key, value in fields.items())


def toml_value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return repr(value)
        case str():  # JSON's escapes are TOML's, except for DEL, which only TOML forbids
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case Mapping():
            inside = ", ".join(f"{key} = {toml_value(part)}" for key, part in value.items())
            return f"{{ {inside} }}" if inside else "{}"
    raise TypeError(f"{value!r} has no form in a history")
