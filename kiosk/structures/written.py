"""Writes structures as text: TOML as people write it, JSON that follows our schema, or a table for a spreadsheet.
Reading the text gives the same structure again."""

import csv
from io import StringIO

import msgspec
from msgspec import UNSET

from engine.history.toml_text import toml_lines, toml_value
from engine.tournament.levels.structure import Break, Level, Structure, level_number

UTF8_MARK = "\ufeff"
COLUMNS = ("kind", "name", "small", "big", "ante", "ante_form", "minutes", "hands", "orbits", "color_up", "id")
ALWAYS = ("kind", "small", "big")
"""The columns that a table has even if they are empty."""


def to_toml(structure: Structure) -> str:
    """The structure as TOML, with one line for each level and break."""
    head: dict[str, object] = {"name": structure.name, "starting_stack": structure.starting_stack}
    head |= {"chips": structure.chips} | _late(structure)
    entries = "".join(f"    {toml_value(entry)},\n" for entry in _entries(structure))
    return f"{toml_lines(head)}\nentries = [\n{entries}]\n"


def to_json(structure: Structure) -> str:
    """The structure as JSON, with every field, including those that have their default value."""
    return msgspec.json.format(msgspec.json.encode(structure), indent=2).decode() + "\n"


def to_csv(structure: Structure) -> str:
    """The structure as CSV: first its name, stack and chips, then the table of levels and breaks. A cell with only
    spaces or dashes is read as empty, so a name or an id like that is lost."""
    entries = _entries(structure)
    used = [name for name in COLUMNS if name in ALWAYS or any(name in entry for entry in entries)]
    text = StringIO()
    table = csv.writer(text)
    table.writerow(["name", structure.name])
    table.writerow(["starting_stack", structure.starting_stack])
    table.writerow(["chips", *structure.chips])
    table.writerows(_late(structure).items())
    table.writerow(used)
    table.writerows([_cell(entry.get(name, "level" if name == "kind" else "")) for name in used] for entry in entries)
    return text.getvalue()


def schema() -> str:
    """The JSON Schema for structures in our JSON format."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Structure)}
    return msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n"


def to_spreadsheet(structure: Structure) -> str:
    """The structure as CSV with a byte order mark, so that Excel reads it as UTF-8."""
    return UTF8_MARK + to_csv(structure)


FORMS = {"toml": to_toml, "json": to_json, "csv": to_spreadsheet}


def _late(structure: Structure) -> dict[str, object]:
    return {} if structure.late_levels is UNSET else {"late_levels": structure.late_levels}


def _entries(structure: Structure) -> list[dict[str, object]]:
    """The fields of each entry, except those that a parser fills in by itself."""
    return [_entry(entry, level_number(structure, number)) for number, entry in enumerate(structure.entries)]


def _entry(entry: Level | Break, level: int) -> dict[str, object]:
    usual: dict[str, object] = {"name": f"Level {level}", "ante": 0, "ante_form": "none", "id": UNSET}
    usual |= {"minutes": 0, "hands": 0, "orbits": 0, "color_up": ()}
    fields: dict[str, object] = {}
    if isinstance(entry, Break):
        fields["kind"], usual["name"] = "break", "Break"
    said = {name: getattr(entry, name) for name in entry.__struct_fields__}
    return fields | {name: value for name, value in said.items() if name not in usual or value != usual[name]}


def _cell(value: object) -> object:
    """A value as a cell's text. Whole minutes are written without `.0`, which other programs do not expect."""
    if isinstance(value, float):
        return f"{value:g}"
    return " ".join(map(str, value)) if isinstance(value, tuple) else value
