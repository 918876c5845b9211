"""Structures from a table, as spreadsheets in three languages write it."""

import pytest

from engine.tournament.levels.structure import BadStructure, Break, Level
from kiosk.structures.csv_form import parse_csv
from tests.said import english

OURS = """\
name,Friday night
starting_stack,10000
chips,25,100,500
kind,name,small,big,ante,ante_form,minutes,colour_up
level,Level 1,25,50,,,20,
break,Dinner,,,,,30,25
level,7,100,200,100,each,20,
"""
HEADERS = {
    "English": 'Level,Small Blind,Big Blind,Ante,Minutes\n1,25,50,,20\nBreak,,,,10\n2,"1,000","2,000","2,000",20\n',
    "German": "Stufe;Kleiner Blind;Großer Blind;Ante;Dauer\n1;25;50;-;20\nPause;;;;10\n2;1.000;2.000;2.000;20\n",
    "Spanish": "Nivel;Ciega pequeña;Ciega grande;Ante;Duración\n1;25;50;;20\nDescanso;;;;10\n2;1 000;2 000;2 000;20\n",
    "tabs": "sep=\t\n\nsb\tbb\tante\tmin\n25\t50\t0\t20\nbreak\t10\n1000\t2000\t2000\t20\n",
    "none": "25,50,0,20\nbreak,,,10\n1000,2000,2000,20,\n",
}


def read(text):
    return parse_csv(text, "f.csv", "f")


def refused(text):
    """The one line that says what is wrong."""
    with pytest.raises(BadStructure) as refusal:
        read(text)
    said = english(refusal.value)
    assert said.startswith("f.csv: ")
    assert "\n" not in said
    return said.removeprefix("f.csv: ")


def codes(found):
    return [guess.code for guess in found.guesses]


def test_our_own_table_says_all():
    """
    What has a column for the kind is taken at its word, names too.
    """
    found = read(OURS)

    assert (found.structure.name, found.structure.starting_stack) == ("Friday night", 10_000)
    assert found.structure.chips == (25, 100, 500)
    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(30, (25,), "Dinner"),
        Level(100, 200, 20, 100, "each", "7"),
    )
    assert codes(found) == []


@pytest.mark.parametrize("text", HEADERS.values(), ids=HEADERS)
def test_a_table_of_another_program_is_read_in_three_languages_and_without_a_heading(text):
    """
    With the separators and the thousands of each, and a row for a break.
    """
    found = read(text)

    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(10, name="Break"),
        Level(1_000, 2_000, 20, 2_000, "big-blind", name="Level 2"),
    )
    assert codes(found) == ["big-blind-ante-guessed", "chips-guessed", "starting-stack-guessed"]


def test_a_column_for_the_ante_of_the_big_blind_is_no_guess():
    """
    And a mark in the column for colour-ups takes out the chips that nothing later needs.
    """
    found = read("sb,bb,bb ante,min,colour-up\n25,50,,20\npause,,,10,x\n100,200,100,20")

    assert found.structure.entries[1:] == (
        Break(10, (25,), "Break"),
        Level(100, 200, 20, 100, "big-blind", "Level 2"),
    )
    assert "big-blind-ante-guessed" not in codes(found)


def test_three_columns_have_no_ante():
    assert read("25,50,20\nDinner break,,45\n50,100,20").structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(45, name="Break"),
        Level(50, 100, 20, name="Level 2"),
    )


NO_TABLE = "no table of levels: a row must name the columns small and big, or there must be small, big, ante, minutes"
BAD = {
    "": NO_TABLE,
    "\x00\x01": NO_TABLE,
    '"' + "x" * 200_000: NO_TABLE,
    "levels\n1\n2\n": NO_TABLE,
    "sb,bb,min\n": "entries must be 1 to 200 levels and breaks, not 0",
    "sb,bb,min\n" + "25,50,20\n" * 5_000: "entries must be 1 to 200 levels and breaks, not 1000",
    "sb,bb,min\n25,50,7.3": "entry 1, minutes: '7.3' is no number for this column",
    "sb,bb,min\nNaN,50,20": "entry 1, small: 'NaN' is no number for this column",
    "sb,bb,min\n25,1e400,20": "entry 1, big: '1e400' is no number for this column",
    "sb,bb,min\n-25,50,20": "entry 1: small must be from 1 to big (50), not -25",
    "sb,bb,min\n25,50,20\nbreak\n25,50,20": (
        "entry 2: missing required field `minutes`; a level has small, big, minutes, ante, ante_form, name, hands, "
        "orbits, id; a break has minutes, colour_up, name, id"
    ),
    f"sb,bb,min\n25,{'9' * 5_000},20": f"entry 1, big: '{'9' * 30}' is no number for this column",
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_what_is_no_structure_gets_one_line(text, problem):
    """
    With the row and the column, in our words.
    """
    assert refused(text) == problem


def test_a_row_without_a_blind_names_what_is_missing():
    assert refused("sb,bb,min\n25,,20").startswith("entry 1: missing required field `big`; a level has small, ")


@pytest.mark.parametrize("said", ["7.5", "7,5", "7:30", "7.50"])
def test_half_minutes_are_read_however_they_are_written(said):
    text = f"sb;bb;min\n25;50;{said}\n50;100;.5\n75;150;8"

    assert [entry.minutes for entry in read(text).structure.entries] == [7.5, 0.5, 8]
