"""The settings and the structure files, from their own types: `python -m tests.reference` renews `docs/settings.md` and
the tables of `docs/structures.md`. A test holds both to what the types say."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from engine.tournament.levels.structure import Break, Level, Structure
from hardware.camera.settings import CameraSettings
from hardware.reading.line_settings import SerialSettings
from kiosk.clock import settings as clock
from kiosk.protocol.staff import Member
from kiosk.table import settings as table

DOCS = Path(__file__).parents[1] / "docs"
SETTINGS, STRUCTURES = DOCS / "settings.md", DOCS / "structures.md"
MARKS = ("<!-- made by python -m tests.reference -->", "<!-- end of what is made -->")
KINDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "`true` or `false`"}
HEAD = f"""# Settings

{MARKS[0]}

Each program reads one file of settings, in TOML, when it starts. An unknown field or an impossible value is said in one
line, with the file, the field and what may stand there. `kiosk doctor --settings FILE` says it before the evening.
Blind structures are files too: [structures.md](structures.md).
"""
PARTS: tuple[tuple[str, type[msgspec.Struct]], ...] = (
    ("The table's: `/etc/kiosk/table.toml`", table.TableSettings),
    ("`[[readers]]`", table.ReaderSettings),
    ("`line = { }` of a reader", SerialSettings),
    ("`camera = { }` of a reader", CameraSettings),
    ("`sounds = { }`", table.SoundSettings),
    ("The clock's: `/etc/kiosk/clock.toml`", clock._File),
    ("`[[tables]]`", clock.SeatedTable),
    ("`seats` of a table", clock.SeatSettings),
    ("`[[staff]]`, of both", Member),
)
STRUCTURE = (("of the file", Structure), ("of a level", Level), ("of a break", Break))


def settings_page() -> str:
    """`docs/settings.md`."""
    parts = (f"## {title}\n\n{_promise(kind)}\n\n{field_table('field', kind)}" for title, kind in PARTS)
    return "\n".join((HEAD, *parts)) + f"\n{MARKS[1]}\n"


def structure_tables() -> str:
    """What stands between the marks of `docs/structures.md`."""
    return "\n".join(field_table(title, kind) for title, kind in STRUCTURE)


def field_table(title: str, kind: type[msgspec.Struct]) -> str:
    """A line for each field: what may stand there, what stands there otherwise, and what it is for."""
    rows = [f"| {title} | may be | otherwise | what it is for |", "|---|---|---|---|"]
    explained = dict(field_docs(kind))
    (_,), components = msgspec.json.schema_components([kind])
    if tag := kind.__struct_config__.tag:
        rows.append(f'| `kind` | `"{tag}"` | {"a level" if kind is Level else "needed"} | says what the entry is |')
    for field in msgspec.structs.fields(kind):
        shape = components[kind.__name__]["properties"][field.encode_name]
        said = " ".join(explained.get(field.name, "").split())
        rows.append(f"| `{field.encode_name}` | {_may_be(shape)} | {_otherwise(field)} | {said} |")
    return "\n".join(rows) + "\n"


def field_docs(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Each field's name with the text below it in the source."""
    for owner in reversed(kind.__mro__):
        if not issubclass(owner, msgspec.Struct) or owner is msgspec.Struct:
            continue
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
        assert isinstance(body, ast.ClassDef)
        for one, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and _is_text(below):
                yield one.target.id, ast.literal_eval(ast.unparse(below))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _promise(kind: type[msgspec.Struct]) -> str:
    """What the type says of itself: its first paragraph."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split())


def _may_be(shape: Mapping[str, Any]) -> str:
    """A field's JSON schema, in words."""
    if "enum" in shape:
        return ", ".join(f"`{_toml(value)}`" for value in shape["enum"])
    if "anyOf" in shape or "$ref" in shape or "allOf" in shape:
        options = [_may_be(one) for one in shape.get("anyOf", ()) if one.get("type") in KINDS]
        return options[-1] if options else "a table, see below"
    if shape["type"] == "array":
        inner = shape.get("items") or {}
        return f"a list of {KINDS[inner['type']]}s" if inner.get("type") in KINDS else "tables, see below"
    if shape["type"] == "object":
        return "a table"
    return KINDS[shape["type"]] + _bounds(shape)


def _bounds(shape: Mapping[str, Any]) -> str:
    least, most = shape.get("minimum"), shape.get("maximum")
    if least is not None and most is not None:
        return f", {least} to {most:,}".replace(",", "_").replace("_ ", ", ", 1)
    if least is not None:
        return f", {least} or more"
    if "minLength" in shape:
        return f" of {shape['minLength']} to {shape['maxLength']} letters"
    return ""


def _otherwise(field: msgspec.structs.FieldInfo) -> str:
    """Its default; "needed" where there is none."""
    if field.required:
        return "needed"
    value = field.default if field.default is not msgspec.NODEFAULT else None
    return f"`{_toml(value)}`" if isinstance(value, str | int | float) and value != "" else ""


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def with_tables(page: str) -> str:
    """The paper with today's tables between its marks."""
    before, _, rest = page.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}\n{structure_tables()}{MARKS[1]}{after}"


def main() -> None:
    """Renew both."""
    SETTINGS.write_text(settings_page(), "utf-8")
    STRUCTURES.write_text(with_tables(STRUCTURES.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
