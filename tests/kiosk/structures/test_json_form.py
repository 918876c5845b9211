"""Structures from JSON: our own form, and lists of levels as other clocks write them."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.tournament.levels.structure import BadStructure, Break, Level, load_structure
from kiosk.structures.files import read_structure
from kiosk.structures.json_form import MOST_TRIED, parse_json
from tests.said import english
from ui.words.languages import words_in

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


def test_our_own_json_form_matches_the_toml_form():
    """
    Names, kinds and formulas are optional in both.
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


def test_a_list_of_levels_with_minutes_is_read():
    """
    The chips and the stack are not in it. They are guessed, and the guesses are reported.
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
    assert codes(found) == ["chips-guessed", "starting-stack-guessed", "not-read"]
    assert words_in("en").say(found.guesses[-1]) == "not read: structureType"


def test_a_list_of_play_and_breaks_in_milliseconds_is_read():
    """The blinds after a color-up show which chips leave; the file gets its own name."""
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
def test_the_payer_of_an_ante_is_read_or_guessed(ante, form):
    """
    An ante that equals the big blind is paid by the big blind.
    """
    found = read([{"type": "play", "sb": 25, "bb": 50, "ante": ante, "duration_ms": 60_000}])

    assert found.structure.entries == (Level(25, 50, 1, 50, form, name="Level 1"),)
    assert ("big-blind-ante-guessed" in codes(found)) == (ante == 50)


def level(**changes: object) -> list[dict[str, object]]:
    return [{**LEVELS[0], **changes}]


NO_LEVELS = "the file has no list of levels, each with a small blind and a big blind"
BAD = {
    "": "not JSON: it is incomplete",
    "{levels: []}": "not JSON: it cannot be read at byte 1",
    '[{"sb": NaN}]': "not JSON: it cannot be read at byte 8",
    '[{"sb": 1e999}]': "not JSON: a number is too long, or lists are nested too deep",
    "[" * 100_000: "not JSON: a number is too long, or lists are nested too deep",
    "7": NO_LEVELS,
    "[]": NO_LEVELS,
    "[7]": NO_LEVELS,
    '{"levels": {}}': NO_LEVELS,
    '{"levels": [{"sb": 25}]}': NO_LEVELS,
    '{"a": [{"sb": 1, "bb": 2}], "b": {"c": [{"sb": 1, "bb": 2}]}}': (
        "the file has more than one list of levels (a, b.c): keep only one"
    ),
    '{"levels": [[1, 2, 3, 4, 5]]}': (
        "levels: the lists of numbers can be read in more than one way: use objects with small, big, ante and minutes"
    ),
    '{"levels": [{"sb": 25, "bb": 50, "minutes": 20}, null]}': "levels[1]: must be an object, not null",
    '{"entries": [null], "name": "x", "starting_stack": 1, "chips": [1]}': "entry 1: must be an object, not null",
    json.dumps(level(sb=-25)): "[0]: small must be from 1 to big (50), not -25",
    json.dumps(level(bb="many")): "[0].bb: 'many' is not a number: enter 20, for example",
    json.dumps(level(bb=50.5)): "[0].bb: 50.5 is not a number: enter 20, for example",
    json.dumps({"levels": level(bb=True)}): "levels[0].bb: true is not a number: enter 20, for example",
    json.dumps(level(bbAnte=75)): "[0]: ante must be from 0 to big (50), not 75",
    json.dumps(level(durationMinutes=7.3)): "[0]: minutes must be a multiple of 0.5, not 7.3",
    json.dumps(level(durationMinutes=None)): "[0]: the length is missing: add the minutes",
    json.dumps(
        level(durationMinutes="soon")
    ): "[0].durationMinutes: 'soon' is not a length of time: enter 20 or 20 min",
    '[{"sb": 25, "bb": 50, "duration": 180}]': (
        "[0].duration: is 180 in minutes or in seconds? Enter 180 min or 180 sec"
    ),
    '[{"Play": {"sb": 25, "bb": 50, "duration_ms": 75000}}]': "[0]: minutes must be a multiple of 0.5, not 1.25",
    '[{"Play": {"sb": 25, "bb": 50}}]': "[0]: the length is missing: add the minutes",
    '[{"sb": 50, "bb": 100, "minutes": 5}, {"sb": 25, "bb": 50, "minutes": 5}]': (
        "[1]: blinds must not go down from 50/100 to 25/50"
    ),
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_a_text_that_is_no_structure_is_reported_in_one_line(text, problem):
    """
    The line has the entry and the field.
    """
    assert refused(text) == problem


TWO = (Level(25, 50, 20, name="Level 1"), Level(50, 100, 20, name="Level 2"))
PAUSED = (TWO[0], Break(10, name="Break"), TWO[1])
FIRST, SECOND = {"sb": 25, "bb": 50, "minutes": 20}, {"sb": 50, "bb": 100, "minutes": 20}
SHAPES = {
    "blindStructure": {"blindStructure": [FIRST, SECOND]},
    "structure": {"structure": [FIRST, SECOND]},
    "rounds": {"rounds": [FIRST, SECOND]},
    "nested": {"data": {"tournament": {"blindLevels": [FIRST, SECOND]}}},
    "in a list": [{"levels": [FIRST, SECOND]}],
    "by number": {"levels": {"2": SECOND, "1": FIRST}},
    "by name": {"levels": {"first": FIRST, "second": SECOND}},
    "lists of numbers": {"levels": [[25, 50, 20], [50, 100, 20]]},
    "lists with their number": [[1, 25, 50, 0, 20], [2, 50, 100, 0, 20]],
    "texts": ["25/50 20min", "50/100 20 min"],
    "texts and one length": {"levelMinutes": 20, "blinds": ["25/50", "50/100"]},
    "numbers as texts": [
        {"sb": "25", "bb": "50", "duration": "20:00"}, {"sb": "50", "bb": "100", "duration": "20 min"},
    ],
    "seconds": [{"sb": 25, "bb": 50, "duration_seconds": 1200}, {"sb": 50, "bb": 100, "duration_seconds": 1200}],
    "seconds by guess": [{"sb": 25, "bb": 50, "duration": 1200}, {"sb": 50, "bb": 100, "duration": 1200}],
    "blinds within": [
        {"blinds": {"small": 25, "big": 50}, "length": {"minutes": 20}},
        {"blinds": {"small": 50, "big": 100}, "length": {"minutes": 20}},
    ],
    "blinds in one text": [{"blinds": "25/50", "min": 20}, {"blinds": "50/100", "min": 20}],
    "blinds in a list": [{"blinds": [25, 50], "min": 20}, {"blinds": [50, 100], "min": 20}],
    "snake": [
        {"small_blind": 25, "big_blind": 50, "level_time": 20}, {"small_blind": 50, "big_blind": 100, "level_time": 20},
    ],
    "whole decimals": [{"sb": 25.0, "bb": 50.0, "minutes": 20.0}, SECOND],
}  # fmt: skip


@pytest.mark.parametrize("content", SHAPES.values(), ids=SHAPES)
def test_every_shape_of_two_levels_is_read(content):
    assert read(content).structure.entries == TWO


PAUSES = {
    "isBreak": {"isBreak": True, "minutes": 10},
    "isBreak 1": {"sb": 0, "bb": 0, "isBreak": 1, "minutes": 10},
    "is_break as text": {"is_break": "true", "minutes": 10},
    "break": {"break": True, "duration": 10},
    "break with its minutes": {"break": 10},
    "a type": {"type": "break", "minutes": 10},
    "a type in capitals": {"type": "BREAK", "minutes": "10 min"},
    "a kind": {"kind": "pause", "minutes": 10},
    "within": {"Break": {"minutes": 10}},
    "of its own length": {"isBreak": True, "minutes": 20, "breakDuration": 10},
    "a level called so": {"level": "Break", "minutes": 10},
    "a label": {"sb": 0, "bb": 0, "label": "Break 1", "minutes": 10},
    "nothing but its length": {"minutes": 10},
    "a list": ["Break", 10],
    "a text": "Break 10 min",
}


@pytest.mark.parametrize("pause", PAUSES.values(), ids=PAUSES)
def test_every_shape_of_a_break_is_read(pause):
    rows: list[object] = (
        [[25, 50, 20], pause, [50, 100, 20]] if isinstance(pause, list | str) else [FIRST, pause, SECOND]
    )

    assert [replace(one, name="Break") if isinstance(one, Break) else one for one in read(rows).structure.entries] == [
        *PAUSED
    ]


def test_values_beside_the_levels_are_read():
    found = read({
        "name": "Friday", "startingStack": "20,000", "chips": [{"value": 100}, {"value": 25}], "lateRegLevels": 1,
        "levels": [FIRST, SECOND],
    })  # fmt: skip

    assert (found.structure.name, found.structure.starting_stack) == ("Friday", 20_000)
    assert (found.structure.chips, found.structure.late_levels) == ((25, 100), 1)
    assert codes(found) == []


def test_late_registration_beyond_the_last_level_is_limited_to_it_and_reported():
    found = read({"late_levels": 9, "levels": [FIRST, SECOND]})

    assert found.structure.late_levels == 2
    assert "late-levels-capped" in codes(found)


def test_unread_content_is_listed():
    found = read({
        "version": 2, "id": "x", "rake": 0, "notes": "", "payouts": [50, 30, 20], "chips": 5,
        "levels": [{**FIRST, "level": 1, "limit": "NL"}, {**SECOND, "breakMinutes": 5, "color": None, "limit": "NL"}],
    })  # fmt: skip

    assert words_in("en").say(found.guesses[-1]) == "not read: version, payouts, chips, limit"
    assert "break-after-guessed" in codes(found)


def test_a_time_of_day_beside_the_levels_is_listed_as_not_read_and_is_no_length():
    timed = {"time": "19:00", "date": "2026-05-01"}
    found = read({**timed, "levels": [{**FIRST, "minutes": 20}, {**SECOND, "minutes": 20}]})

    assert [entry.minutes for entry in found.structure.entries] == [20, 20]
    assert words_in("en").say(found.guesses[-1]) == "not read: time, date"
    assert "minutes" in refused({**timed, "levels": [{"sb": 25, "bb": 50}, {"sb": 50, "bb": 100}]})


def test_the_times_of_levels_are_when_they_start_if_they_rise():
    found = read([{"sb": 25, "bb": 50, "time": "19:45"}, {"sb": 50, "bb": 100, "time": "20:10"}])

    assert [entry.minutes for entry in found.structure.entries] == [25, 25]
    assert "last-length-guessed" in codes(found)


def test_the_other_items_of_a_list_around_the_levels_are_listed_as_not_read():
    levels = [{**FIRST, "minutes": 20}, {**SECOND, "minutes": 20}]

    found = read([{"start": "19:00"}, {"levels": levels}, {}, "rake"])
    nested = read({"events": [levels, {"start": "19:00"}]})

    assert words_in("en").say(found.guesses[-1]) == "not read: [0], [3]"
    assert words_in("en").say(nested.guesses[-1]) == "not read: events[1]"


def test_a_break_with_two_lengths_has_its_own_and_that_is_reported():
    found = read({"levels": [FIRST, {"isBreak": True, "minutes": 20, "breakDuration": 10}, SECOND]})

    assert (
        words_in("en").say(found.guesses[0])
        == "guessed: levels[1]: the length of the break is from breakDuration, not minutes"
    )


THIRD = {"sb": 75, "bb": 150, "minutes": 20}
LONG = (Level(25, 50, 20, name="Level 1"), Level(50, 100, 20, name="Level 2"), Break(15, name="Break"))
SHORT = [FIRST, SECOND, THIRD]
AFTER_A_LEVEL = {
    "a mark at its level": {"levels": [FIRST, {**SECOND, "breakAfter": True}, THIRD], "breakDuration": 15},
    "minutes at its level": {"levels": [FIRST, {**SECOND, "breakAfter": 15}, THIRD]},
    "minutes or none at each": {"levels": [{**FIRST, "break_after": None}, {**SECOND, "break_after": "15 min"}, THIRD]},
    "an object at its level": {"levels": [FIRST, {**SECOND, "breakAfter": {"duration": 15}}, THIRD]},
    "a list beside the levels": {"levels": SHORT, "breaks": [{"afterLevel": 2, "duration": 15}]},
    "another list": {"levels": SHORT, "breaks": [{"after": 2, "minutes": "15"}]},
    "a list in seconds": {"levels": SHORT, "breaks": [{"level": 2, "durationSeconds": 900}]},
    "by number": {"levels": SHORT, "breaks": {"2": 15}},
    "numbers beside the levels": {"levels": SHORT, "breakAfterLevels": [2], "breakMinutes": 15},
    "one number": {"levels": SHORT, "breakAfter": 2, "breakLength": "15 min"},
    "every so many": {"levels": SHORT, "breakEvery": 2, "breakDuration": 15},
}


@pytest.mark.parametrize("content", AFTER_A_LEVEL.values(), ids=AFTER_A_LEVEL)
def test_a_break_after_a_level_is_read_in_any_place(content):
    found = read(content)

    assert found.structure.entries[:-1] == LONG
    assert not [code for code in codes(found) if code == "not-read"]


def test_breaks_that_are_not_understood_are_listed_and_a_missing_length_is_an_error():
    odd = read({"levels": SHORT, "breaks": [{"when": "late"}]})

    assert words_in("en").say(odd.guesses[-1]) == "not read: breaks"
    with pytest.raises(BadStructure) as refusal:
        read({"levels": [FIRST, {**SECOND, "breakAfter": True}, THIRD]})
    assert english(refusal.value).endswith("levels[1].breakAfter: the length is missing: add the minutes")


WRAPPED = {
    "attributes": {"data": [{"id": 1, "attributes": FIRST}, {"id": 2, "attributes": SECOND}]},
    "attributes of all": {"data": {"id": 4, "attributes": {"name": "x", "levels": {"data": [
        {"id": 1, "attributes": FIRST}, {"id": 2, "attributes": SECOND}]}}}},
    "nodes": {"data": {"event": {"levels": {"edges": [{"node": FIRST}, {"node": SECOND}]}}}},
    "fields": [{"model": "level", "fields": FIRST}, {"model": "level", "fields": SECOND}],
    "data of each": {"levels": [{"data": FIRST}, {"data": SECOND}]},
    "times": {"levels": [
        {"sb": 25, "bb": 50, "start": "2026-03-01T19:00:00Z", "end": "2026-03-01T19:20:00Z"},
        {"sb": 50, "bb": 100, "start": "2026-03-01T19:20:00Z", "end": "2026-03-01T19:40:00Z"}]},
    "times of half a day": {"levels": [
        {"sb": 25, "bb": 50, "startTime": "7:00 PM", "endTime": "7:20 PM"},
        {"sb": 50, "bb": 100, "startTime": "7:20 PM", "endTime": "7:40 PM"}]},
    "stakes": {"levels": [{"stakes": "25/50", "duration": "20 min"}, {"stakes": "50-100", "duration": "PT20M"}]},
}  # fmt: skip


@pytest.mark.parametrize("content", WRAPPED.values(), ids=WRAPPED)
def test_levels_are_found_inside_the_wrappers_of_other_programs(content):
    assert read(content).structure.entries == LONG[:2]


CASES = Path(__file__).parents[4] / "shared" / "cases" / "structures"
UNCLEAR = ("round_timer.csv", "two_cols.csv")
"""Two columns that may be anything."""


def test_the_files_of_other_programs_are_read():
    """
    Each file is read, and ambiguous files are refused.
    """
    if not CASES.is_dir():
        pytest.skip("needs ../shared/cases/structures, which does not lie beside this checkout")
    paths = sorted(CASES.iterdir())
    assert len(paths) > 20

    for path in paths:
        if path.name in UNCLEAR:
            with pytest.raises(BadStructure, match="csv-no-columns"):
                read_structure(path.read_bytes(), path.name)
            continue
        found = read_structure(path.read_bytes(), path.name)
        levels = [one for one in found.structure.entries if isinstance(one, Level)]
        assert levels[0].small in (5, 25, 500), path.name
        assert {one.minutes for one in levels} <= {15, 20}, path.name
        if "ante" in path.name or "ante" in path.read_text("utf-8").casefold():
            assert (
                any(one.ante for one in levels)
                or '"ante":0' in path.read_text("utf-8")
                or ",0," in path.read_text("utf-8")
            )


@pytest.mark.parametrize("around", [list, lambda items: {f"k{number}": item for number, item in enumerate(items)}])
def test_a_long_list_that_does_not_begin_with_levels_is_rejected_early(around):
    """
    Before, a megabyte of small objects took two seconds, in which the clock answered other clients late.
    """
    assert refused(around([{"x": 1}] * MOST_TRIED + LEVELS * MOST_TRIED)) == english(BadInput("json-no-levels"))
