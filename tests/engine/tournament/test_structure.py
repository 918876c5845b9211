"""Structures: what is refused, in which words, and the stakes of each hand."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.events import Blinds
from engine.tournament.levels.structure import (
    MS_A_MINUTE,
    BadStructure,
    Break,
    Level,
    Structure,
    blinds,
    chips_in_play,
    duration_ms,
    level_in_force,
    level_number,
    load_structure,
    parse_structure,
)
from tests.engine.tournament.evening import EVENING
from tests.said import english, refused

MINUTE = MS_A_MINUTE
REFERENCE = (Path(__file__).parents[3] / "docs" / "structures.md").read_text("utf-8")


# Questions to a structure


def test_each_entry_has_the_stakes_that_hands_are_played_for():
    """Breaks keep the level before them, and colored-up chips are out of play from the next level on."""
    second = Blinds(level=2, small=50, big=100, chip=25)

    assert [blinds(EVENING, index) for index in range(5)] == [
        Blinds(level=1, small=25, big=50, chip=25),
        second,
        second,
        Blinds(level=3, small=100, big=200, ante=200, ante_form="big-blind", chip=100),
        Blinds(level=4, small=200, big=400, ante=100, ante_form="each", chip=100),
    ]
    assert [level_number(EVENING, index) for index in range(5)] == [1, 2, 2, 3, 4]
    assert level_in_force(EVENING, 2) == EVENING.entries[1]
    assert chips_in_play(EVENING, 3) == (100, 500)


@pytest.mark.parametrize("structure_id", ["club", "demo"])
def test_a_shipped_structure_has_every_feature_of_structures(structure_id):
    """Each has breaks, a color-up and a big-blind ante, and ends on its largest blinds."""
    structure = load_structure(structure_id)
    levels = [entry for entry in structure.entries if isinstance(entry, Level)]
    breaks = [entry for entry in structure.entries if isinstance(entry, Break)]

    assert any(pause.color_up for pause in breaks)
    assert "big-blind" in {level.ante_form for level in levels}
    assert [level.name for level in levels] == [f"Level {number}" for number in range(1, len(levels) + 1)]
    assert levels[-1].big == max(level.big for level in levels)


def test_the_club_evening_begins_with_two_hundred_big_blinds_and_twenty_minutes():
    """
    The structure that a club finds ready to use is the one its file describes.
    """
    club = load_structure("club")

    assert blinds(club, 0) == Blinds(level=1, small=25, big=50, chip=25)
    assert (club.starting_stack, duration_ms(club, 0)) == (10_000, 20 * MINUTE)


def test_an_unknown_structure_is_refused_with_a_list_of_the_shipped_ones():
    """A wrong name gets the list to choose from."""
    with refused(BadStructure, r"^there is no structure 'clubb'; available: astate-2009, club, demo, "):
        load_structure("clubb")


HAS = "a structure has name, starting_stack, chips, entries, late_levels"


# Refusals

HEAD = 'name = "Mine"\nstarting_stack = 1_000\nchips = [25, 100]\n'
FIRST = "{ small = 25, big = 50, minutes = 20 }"
LEVEL_FIELDS = (
    "a level has small, big, minutes, ante, ante_form, name, hands, orbits, id; a break has minutes, color_up, name, id"
)


def test_names_given_in_the_file_are_kept_and_numbers_go_on():
    """Only an entry without a name is called by its number."""
    entries = f'entries = [{FIRST}, {{ kind = "break", minutes = 5, name = "Dinner" }}, {FIRST}]'

    assert [entry.name for entry in parse_structure(HEAD + entries, "mine.toml").entries] == [
        "Level 1",
        "Dinner",
        "Level 2",
    ]


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ("[]", "entries must contain 1 to 200 levels and breaks, not 0"),
        ("[7]", "entry 1: must be a table, not a whole number"),
        ("7", "entries: must be a list, not a whole number"),
        ("[{ small = 25, big = 50, minutes = '20' }]", "entry 1, minutes: must be a number, not text in quotes"),
        ("[{ small = 25, big = 50, minutes = 7.25 }]", "entry 1: minutes must be a multiple of 0.5, not 7.25"),
        ("[{ small = 25, big = 50, minutes = 0.7 }]", "entry 1: minutes must be a multiple of 0.5, not 0.7"),
        ("[{ small = 25, big = 50, minutes = -0.5 }]", "entry 1: minutes must be from 0.5 to 1440, not -0.5"),
        ("[{ small = 25, big = 50, minutes = 1440.5 }]", "entry 1: minutes must be from 0.5 to 1440, not 1440.5"),
        ("[{ small = 25, big = 50, minutes = inf }]", "entry 1: minutes must be from 0.5 to 1440, not inf"),
        ("[{ small = 25, big = 50, minutes = nan }]", "entry 1: minutes must be from 0.5 to 1440, not nan"),
        ("[{ small = 25, big = 50.0, minutes = 20 }]", "entry 1, big: must be a whole number"),
        ("[{ small = 25, minutes = 20 }]", f"entry 1: missing required field `big`; {LEVEL_FIELDS}"),
        (
            "[{ small = 25, big = 50, minutes = 20, antee = 5 }]",
            f"entry 1: unknown field `antee`; {LEVEL_FIELDS}",
        ),
        (
            f"[{FIRST}, {{ kind = 'pause', minutes = 5 }}, {FIRST}]",
            "entry 2, kind: 'pause' is not allowed; allowed: level, break",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante = 25, ante_form = 'all' }]",
            "entry 1, ante_form: 'all' is not allowed; allowed: big-blind, each, none",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante = 25 }]",
            "entry 1: ante 25 does not match ante_form none; use `none` only with an ante of 0",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante_form = 'each' }]",
            "entry 1: ante 0 does not match ante_form each; use `none` only with an ante of 0",
        ),
        (
            "[{ small = 25, big = 50, minutes = 20, ante = 100, ante_form = 'each' }]",
            "entry 1: ante must be from 0 to big (50), not 100",
        ),
        (
            "[{ small = 25, big = 1_000_000_000_025, minutes = 20 }]",
            "entry 1: big must be from 1 to 1000000000000, not 1000000000025",
        ),
        ("[{ small = 75, big = 50, minutes = 20 }]", "entry 1: small must be from 1 to big (50), not 75"),
        ("[{ small = 0, big = 50, minutes = 20 }]", "entry 1: small must be from 1 to big (50), not 0"),
        ("[{ small = 25, big = 50, minutes = 0 }]", "entry 1: minutes must be from 0.5 to 1440, not 0"),
        (f"[{FIRST}, {{ kind = 'break', minutes = -5 }}]", "entry 2: minutes must be from 0.5 to 1440, not -5"),
        (f"[{FIRST}, {{ kind = 'break', minutes = 5 }}]", "entries must begin and end with a level, not a break"),
        (f"[{{ kind = 'break', minutes = 5 }}, {FIRST}]", "entries must begin and end with a level, not a break"),
        (
            f"[{{ small = 50, big = 100, minutes = 20 }}, {FIRST}]",
            "entry 2: blinds must not go down from 50/100 to 25/50",
        ),
        (
            "[{ small = 50, big = 100, minutes = 20 }, { small = 25, big = 100, minutes = 20 }]",
            "entry 2: blinds must not go down from 50/100 to 25/100",
        ),
        (
            "[{ small = 30, big = 60, minutes = 20 }]",
            "entry 1: small, big and ante must be multiples of the smallest chip in play (25)",
        ),
        (
            f"[{FIRST}, {{ kind = 'break', minutes = 5, color_up = [25] }}, {FIRST}]",
            "entry 3: small, big and ante must be multiples of the smallest chip in play (100)",
        ),
        (
            f"[{FIRST}, {{ kind = 'break', minutes = 5, color_up = [100] }}, {FIRST}]",
            "entry 2: `color_up` must list the smallest of the chips in play, [25, 100], but not all of them",
        ),
        (
            f"[{FIRST}, {{ kind = 'break', minutes = 5, color_up = [25, 100] }}, {FIRST}]",
            "entry 2: `color_up` must list the smallest of the chips in play, [25, 100], but not all of them",
        ),
    ],
)
def test_an_invalid_entry_is_reported_in_one_line_that_names_it(entries, problem):
    """The line has the file, the entry, the field and the allowed values."""
    with pytest.raises(BadStructure) as refusal:
        parse_structure(f"{HEAD}entries = {entries}", "mine.toml")

    assert english(refusal.value) == f"mine.toml: {problem}"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[25, 100]", "[]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "[100, 25]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "[25, 25]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "[0, 25]", "chips must be denominations, smallest first, such as [25, 100, 500]"),
        ("[25, 100]", "['red']", "chips, entry 1: must be a whole number, not text in quotes"),
        ("1_000", "1_010", "starting_stack must be a multiple of the smallest chip (25), not 1010"),
        ("1_000", "1_000_000_000_025", "starting_stack must be from 1 to 1000000000000, not 1000000000025"),
        ("1_000", "0", "starting_stack must be from 1 to 1000000000000, not 0"),
        (
            "name =",
            "title =",
            "unknown field `title`; a structure has name, starting_stack, chips, entries, late_levels",
        ),
        (
            'name = "Mine"',
            '"na\\nme" = 1',
            f"unknown field `na me`; {HAS}",
        ),
        (
            'name = "Mine"',
            "",
            "missing required field `name`; a structure has name, starting_stack, chips, entries, late_levels",
        ),
        ('"Mine"', "", "not TOML: it cannot be read at line 1, column 8"),
    ],
)
def test_an_invalid_heading_is_reported_in_one_line_that_names_it(old, new, problem):
    """The line has the file, the field and the allowed values."""
    with pytest.raises(BadStructure) as refusal:
        parse_structure(f"{HEAD}entries = [{FIRST}]".replace(old, new), "mine.toml")

    assert english(refusal.value) == f"mine.toml: {problem}"


@pytest.mark.slow
@given(st.text(max_size=200))
@example("x = " + "[" * 5_000)
@example("x = " + "9" * 5_000)
def test_any_text_is_a_structure_or_is_refused_in_one_line(text):
    """
    No text makes the loader fail in any other way.
    """
    with pytest.raises(BadStructure) as refusal:
        parse_structure(text, "mine.toml")

    assert str(refusal.value).count("\n") == 0


@pytest.mark.parametrize(("of", "struct"), [("the file", Structure), ("a level", Level), ("a break", Break)])
def test_the_reference_page_has_every_field(of, struct):
    rows = REFERENCE.partition(f"| of {of} |")[2].partition("\n\n")[0].splitlines()[2:]
    named = {name for row in rows if row.startswith("|") for name in re.findall(r"`(\w+)`", row.split("|")[1])}

    assert named - {"kind"} == set(struct.__struct_fields__)


def test_the_example_of_the_reference_page_is_valid():
    example, formula = REFERENCE.partition("```toml\n")[2].partition("```")[0], re.search("`(formula = .*)`", REFERENCE)

    assert len(parse_structure(example, "docs").entries) == 6
    assert formula
    without = re.sub(r"entries = \[.*\]", formula[1], example, flags=re.DOTALL)
    assert len(parse_structure(without, "docs").entries) == 20


def test_levels_and_breaks_may_last_half_minutes_and_whole_ones_stay_integers():
    text = (
        'name = "Fast"\nstarting_stack = 1000\nchips = [25]\nentries = [{ small = 25, big = 50, minutes = 7.5 },'
        '{ kind = "break", minutes = 0.5 }, { small = 50, big = 100, minutes = 7 }]'
    )

    structure = parse_structure(text, "fast.toml")

    assert [duration_ms(structure, index) for index in range(3)] == [450_000, 30_000, 420_000]
    assert all(isinstance(duration_ms(structure, index), int) for index in range(3))
    written = msgspec.json.encode(structure)
    assert b'"minutes":7.5,' in written
    assert b'"minutes":7,' in written
    assert msgspec.json.encode(msgspec.json.decode(written, type=Structure)) == written
