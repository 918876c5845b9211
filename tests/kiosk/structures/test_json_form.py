"""Structures from JSON: our own form, and lists of levels as other clocks write them."""

import json

import pytest

from engine.tournament.levels.structure import BadStructure, Break, Level, load_structure
from kiosk.structures.json_form import parse_json
from tests.said import english

LEVELS: list[dict[str, object]] = [
    {"level": 1, "sb": 25, "bb": 50, "bbAnte": 0, "durationMinutes": 20, "isBreak": False, "label": ""},
    {"level": 2, "sb": 50, "bb": 100, "bbAnte": 0, "durationMinutes": 20.0, "isBreak": False, "label": "Second"},
    {"level": None, "sb": 0, "bb": 0, "bbAnte": 0, "durationMinutes": 15, "isBreak": True, "label": "Dinner"},
    {"level": 3, "sb": 100, "bb": 200, "bbAnte": 200, "durationMinutes": 20, "isBreak": False, "label": None},
]
PLAYED = [
    {"Play": {"sb": 25, "bb": 50, "ante": "None", "duration_ms": 1_200_000}},
    {"Play": {"sb": 50, "bb": 100, "ante": {"Classic": 25}, "duration_ms": 1_200_000}},
    {"Break": {"duration_ms": 600_000, "color_up": True}},
    {"Play": {"sb": 100, "bb": 200, "ante": {"BigBlind": 200}, "duration_ms": 1_200_000}},
    {"Break": {"duration_ms": 600_000, "color_up": False}},
]


def read(content):
    return parse_json(content if isinstance(content, str) else json.dumps(content), "f.json", "f")


def refused(content):
    """The one line that says what is wrong."""
    with pytest.raises(BadStructure) as refusal:
        read(content)
    said = english(refusal.value)
    assert said.startswith("f.json: ")
    assert "\n" not in said
    return said.removeprefix("f.json: ")


def codes(found):
    return [guess.code for guess in found.guesses]


def test_our_own_form_is_that_of_the_toml_files():
    """
    Names, kinds and formulas may be left out in it as they may there.
    """
    own = {
        "name": "Mine", "starting_stack": 1_000, "chips": [25, 100],
        "entries": [{"small": 25, "big": 50, "minutes": 20}],
    }  # fmt: skip
    shipped = load_structure("astate-2009")
    formula = {"small": 1, "levels": 100, "orbits": 1}

    assert read(own).structure.entries == (Level(25, 50, 20, name="Level 1"),)
    assert codes(read(own)) == []
    assert read({"name": shipped.name, "starting_stack": 100, "chips": [1], "formula": formula}).structure == shipped


def test_a_list_of_levels_with_their_minutes():
    """
    The chips and the stack are not in it: they are guessed, and that is said.
    """
    found = read({"id": 7, "name": "Friday", "structureType": "regular", "levels": LEVELS})

    assert found.structure.name == "Friday"
    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Level(50, 100, 20, name="Second"),
        Break(15, name="Dinner"),
        Level(100, 200, 20, 200, "big-blind", name="Level 3"),
    )
    assert (found.structure.chips, found.structure.starting_stack) == ((25, 100), 5_000)
    assert codes(found) == ["chips-guessed", "starting-stack-guessed"]


def test_a_list_of_play_and_breaks_in_milliseconds():
    """
    What leaves in a colour-up is found by what is played for after it; the file is called by its name.
    """
    found = read(PLAYED)

    assert found.structure.name == "f"
    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Level(50, 100, 20, 25, "each", name="Level 2"),
        Break(10, (25,), name="Break"),
        Level(100, 200, 20, 200, "big-blind", name="Level 3"),
    )
    assert codes(found) == ["outer-breaks-dropped", "chips-guessed", "starting-stack-guessed"]


@pytest.mark.parametrize(
    ("ante", "form"), [("BigBlind", "big-blind"), (50, "big-blind"), ({"Classic": 50}, "each"), ("Classic", "each")]
)
def test_who_pays_an_ante_is_said_or_guessed(ante, form):
    """
    A number that equals the big blind is paid by it.
    """
    found = read([{"type": "play", "sb": 25, "bb": 50, "ante": ante, "duration_ms": 60_000}])

    assert found.structure.entries == (Level(25, 50, 1, 50, form, name="Level 1"),)
    assert ("big-blind-ante-guessed" in codes(found)) == (ante == 50)


def level(**changes: object) -> list[dict[str, object]]:
    return [{**LEVELS[0], **changes}]


BAD = {
    "": "not JSON: it ends too early",
    "{levels: []}": "not JSON: it cannot be read at byte 1",
    '[{"sb": NaN}]': "not JSON: it cannot be read at byte 8",
    '[{"sb": 1e999}]': "not JSON: a number is too long, or lists are too deep",
    "[" * 100_000: "not JSON: a number is too long, or lists are too deep",
    "7": "it has no list of levels",
    "[]": "entries must be 1 to 200 levels and breaks, not 0",
    "[7]": "entry 1: must be a table, not a whole number",
    '{"levels": {}}': "unknown field `levels`; a structure has name, starting_stack, chips, entries, late_levels",
    json.dumps(level(sb=-25)): "entry 1: small must be from 1 to big (50), not -25",
    json.dumps(level(bb="50")): "entry 1, big: must be a whole number, not text in quotes",
    json.dumps(level(bb=True)): "entry 1, big: must be a whole number, not true or false",
    json.dumps(level(bbAnte=75)): "entry 1: ante must be from 0 to big (50), not 75",
    json.dumps(level(durationMinutes=7.3)): "entry 1: minutes are whole or half ones, not 7.3",
    json.dumps(level(durationMinutes=None)): "entry 1, minutes: must be a number, not nothing",
    '[{"Play": {"sb": 25, "bb": 50, "duration_ms": 75000}}]': "entry 1: minutes are whole or half ones, not 1.25",
    '[{"Play": {"sb": 25, "bb": 50}}]': "entry 1: minutes must be from 0.5 to 1440, not 0",
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_what_is_no_structure_gets_one_line(text, problem):
    """
    With the entry and the field.
    """
    assert refused(text) == problem


def test_a_level_without_blinds_names_what_is_missing():
    """
    In our words, for that is what a file of ours would say.
    """
    assert refused([{"durationMinutes": 20}]).startswith("entry 1: missing required field `small`; a level has small, ")
