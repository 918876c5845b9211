"""A structure written in any form reads the same again, as far as the form can hold it."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.tournament.levels.structure import Break, Level, Structure, level_number, load_structure, parse_structure
from kiosk.structures.csv_form import parse_csv
from kiosk.structures.json_form import parse_json
from kiosk.structures.written import schema, to_csv, to_json, to_toml

SCHEMA = Path(__file__).parents[3] / "docs" / "structure.schema.json"
CHIPS = (25, 100, 500, 1_000, 5_000)
texts = st.text(st.characters(codec="utf-8"), max_size=12)
minutes = st.integers(1, 1440) | st.integers(1, 1440).map(lambda whole: whole - 0.5) | st.integers(1, 1440).map(float)


@st.composite
def structures(draw: st.DrawFn) -> Structure:
    """Any sound structure: by minutes, hands or orbits, with every kind of ante, color-up, name and id."""
    lasts = draw(st.sampled_from(("minutes", "hands", "orbits")))
    ids = iter(draw(st.lists(texts.filter(bool), unique=True, max_size=12)))
    chips, small, big = list(CHIPS), 0, 0
    entries: list[Level | Break] = []
    for number in range(draw(st.integers(1, 8))):
        if number and draw(st.booleans()):
            gone = tuple(chips[: draw(st.integers(0, len(chips) - 1))])
            entries.append(Break(draw(minutes), gone, draw(texts | st.just("Break"))))
            chips = chips[len(gone) :]
        step = 5_000  # every chip pays it
        small += step * draw(st.integers(0 if small else 1, 3))
        big = max(big, small) + step * draw(st.integers(0, 3))
        ante = draw(st.sampled_from((0, step, big)))
        form = draw(st.sampled_from(("each", "big-blind"))) if ante else "none"
        name = draw(texts | st.just(f"Level {number + 1}"))
        level = {"small": small, "big": big, "ante": ante, "ante_form": form, "name": name}
        length = draw(minutes if lasts == "minutes" else st.integers(1, 1_000))
        entries.append(msgspec.convert({"kind": "level", lasts: length, **level}, Level))
    named = [replace(entry, id=next(ids, msgspec.UNSET)) if draw(st.booleans()) else entry for entry in entries]
    late = draw(st.just(msgspec.UNSET) | st.integers(0, 1))
    return Structure(draw(texts), 10_000, CHIPS, tuple(named), late)


@pytest.mark.slow
@given(structures())
def test_toml_and_json_hold_everything(structure: Structure):
    assert parse_structure(to_toml(structure), "f") == structure
    assert parse_json(to_json(structure), "f", "").structure == structure


@pytest.mark.slow
@given(structures())
def test_a_table_holds_everything_except_empty_names_and_ids(structure: Structure):
    """
    A cell with blanks and dashes counts as empty: the structure gets its file's name, and a level its number.
    """
    read = parse_csv(to_csv(structure), "f", "file")

    assert read.guesses == ()
    assert read.structure == held(structure)


def held(structure: Structure) -> Structure:
    """A structure as a table holds it."""
    usual = [
        f"Level {level_number(structure, number)}" if isinstance(entry, Level) else "Break"
        for number, entry in enumerate(structure.entries)
    ]
    entries = [
        replace(entry, name=entry.name if says(entry.name) else name, id=entry.id if says(entry.id) else msgspec.UNSET)
        for entry, name in zip(structure.entries, usual, strict=True)
    ]
    return replace(structure, name=structure.name if says(structure.name) else "file", entries=tuple(entries))


def says(text: str | msgspec.UnsetType) -> bool:
    return bool(text and text.strip().strip("-\u2013\u2014").strip())


@pytest.mark.parametrize("name", ["club", "demo", "house", "intramural", "astate-2009"])
def test_structures_that_ship_survive_every_form(name):
    structure = load_structure(name)

    assert parse_structure(to_toml(structure), "f") == structure
    assert parse_json(to_json(structure), "f", "").structure == structure
    assert parse_csv(to_csv(structure), "f", "").structure == structure


def table_of(text: str, source: str) -> Structure:
    return parse_csv(text, source, "").structure


@pytest.mark.parametrize("form", [(to_toml, parse_structure), (to_csv, table_of)])
@pytest.mark.parametrize("minutes", [0.5, 7.5, 1439.5, 20.0])
def test_half_minutes_survive_every_form(form, minutes):
    write, read = form
    structure = Structure("x", 1_000, (25, 100), (Level(25, 50, minutes, name="Level 1"),))

    assert read(write(structure), "f") == structure


@pytest.mark.parametrize("form", [(to_toml, parse_structure), (to_csv, table_of)])
def test_late_registration_survives_every_form(form):
    write, read = form
    structure = replace(load_structure("demo"), late_levels=3)

    assert read(write(structure), "f") == structure
    assert parse_json(to_json(structure), "f", "").structure == structure


def test_toml_is_written_as_people_would_write_it():
    """Default values are left out, and each entry has a line."""
    written = to_toml(Structure("x", 1_000, (25, 100), (Level(25, 50, 20, name="Level 1"), Level(50, 100, 20))))

    assert (
        '    { small = 25, big = 50, minutes = 20 },\n    { small = 50, big = 100, minutes = 20, name = "" },\n'
        in written
    )
    assert len(tomllib.loads(written)["entries"]) == 2


def test_the_schema_in_the_docs_is_the_one_of_the_program():
    """
    Regenerate it with `kiosk structure schema > docs/structure.schema.json`.
    """
    assert SCHEMA.read_text("utf-8") == schema()


def test_the_schema_names_every_field_of_our_json():
    """
    It requires no other field.
    """
    made = msgspec.json.decode(schema())["$defs"]
    written = msgspec.json.decode(to_json(load_structure("demo")))

    assert set(made["Structure"]["required"]) <= set(written) <= set(made["Structure"]["properties"])
    for entry in written["entries"]:
        kind = made[entry["kind"].capitalize()]
        assert set(kind["required"]) <= set(entry) <= set(kind["properties"])
