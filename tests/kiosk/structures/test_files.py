"""Structures by name: one that ships, or a file whose name says its form."""

import json

import pytest

from engine.tournament.levels.structure import BadStructure, Break, Level, load_structure
from kiosk.faults import Fault
from kiosk.structures.files import MOST_BYTES, find_structure
from kiosk.structures.written import FORMS
from tests.said import english
from ui.words.languages import words_in

LEVELS = json.dumps({"name": "Café", "levels": [{"sb": 25, "bb": 50, "durationMinutes": 20}]}, ensure_ascii=False)


def refused(path):
    """The one line that says what is wrong."""
    with pytest.raises((BadStructure, Fault)) as refusal:
        find_structure(str(path))
    assert isinstance(refusal.value, BadStructure | Fault)
    said = english(refusal.value)
    assert "\n" not in said
    return said


def test_a_name_without_a_suffix_is_a_structure_that_ships():
    """
    An unknown name gets the list of structures that ship.
    """
    assert find_structure("club").structure == load_structure("club")
    assert refused("clubb.xml").startswith("there is no structure 'clubb.xml'; available: ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_may_have_a_byte_order_mark_or_an_older_windows_encoding(tmp_path, encoding):
    """
    The name of the event keeps its accented letters.
    """
    path = tmp_path / "friday.JSON"
    path.write_text(LEVELS, encoding)

    assert find_structure(str(path)).structure.name == "Café"


def test_a_file_that_is_too_long_or_not_text_or_missing_is_reported(tmp_path):
    """
    Nothing of twenty megabytes is read into memory.
    """
    path = tmp_path / "friday.json"
    assert refused(path).startswith(f"{path}: No such file or directory")
    path.write_bytes(b" " * 5 * MOST_BYTES)
    assert refused(path) == "friday.json: larger than 4 MB"
    path.write_bytes(b"\x81\x8d")
    assert refused(path) == "friday.json: this is not text: it is neither UTF-8 nor Windows-1252"
    path.write_bytes(LEVELS.encode("utf-16")[:-1])
    assert refused(path) == "friday.json: this is not text: it is neither UTF-8 nor Windows-1252"


@pytest.mark.parametrize("coded", ["utf-8-sig", "utf-16"])
def test_a_file_with_a_byte_order_mark_is_read_in_its_encoding(tmp_path, coded):
    """
    A spreadsheet's Unicode text is UTF-16.
    """
    path = tmp_path / "friday.csv"
    path.write_bytes("Großer Blind;Kleiner Blind;Dauer\n50;25;20\n".encode(coded))

    assert find_structure(str(path)).structure.chips[0] == 25


LEVELS_WITHOUT_LENGTHS = {
    "two.csv": "25,50\n50,100\n",
    "blinds.csv": "25/50\n50/100\n",
    "numbered_blinds.csv": "1;25/50\n2;50/100\n",
    "headed.csv": "Small Blind,Big Blind,Duration\n25,50,\n50,100,\n",
    "objects.json": '{"levels": [{"sb": 25, "bb": 50}, {"sb": 50, "bb": 100}]}',
    "lists.json": "[[25, 50], [50, 100]]",
    "texts.json": '["25/50", "50/100"]',
    "friday.tdt": "{ V: '3.7.2', T: new Tournament({Levels: new GameLevels({Levels: "
    "[new GameRound({SmallBlind: 25, BigBlind: 50}), new GameRound({SmallBlind: 50, BigBlind: 100})]})}) }",
}
NOT_USED = "not used: 20 min per level, because every level in the file has a length"


@pytest.mark.parametrize("name", LEVELS_WITHOUT_LENGTHS)
def test_levels_without_lengths_get_the_minutes_that_are_given(tmp_path, name):
    path = tmp_path / name
    path.write_text(LEVELS_WITHOUT_LENGTHS[name])
    assert refused(path)

    found = find_structure(str(path), 7.5)

    assert [(one.small, one.big, one.minutes) for one in found.structure.entries if isinstance(one, Level)] == [
        (25, 50, 7.5),
        (50, 100, 7.5),
    ]
    assert not any(guess.code == "minutes-unused" for guess in found.guesses)


def test_the_first_of_three_columns_is_a_count_if_minutes_are_given(tmp_path):
    path = tmp_path / "numbered.csv"
    path.write_text("1,25,50\n2,50,100\n")

    assert find_structure(str(path), 20).structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Level(50, 100, 20, name="Level 2"),
    )


def test_given_minutes_replace_no_length_of_the_file_and_are_not_for_breaks(tmp_path):
    path = tmp_path / "friday.csv"
    path.write_text("sb,bb,min\n25,50,\nbreak,,10\n50,100,30\n")
    assert find_structure(str(path), 20).structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Break(10, name="Break"),
        Level(50, 100, 30, name="Level 2"),
    )

    path.write_text("sb,bb,min\n25,50,\nbreak,,\n50,100,30\n")
    with pytest.raises(BadStructure) as refusal:
        find_structure(str(path), 20)
    assert english(refusal.value) == "friday.csv: line 3: the length is missing: add the minutes"


@pytest.mark.parametrize("name", ["club", "friday.csv", "friday.toml", "friday.json", "other.json"])
def test_given_minutes_that_are_not_needed_are_reported(tmp_path, name):
    """Whether a structure ships with the program, or is a file of ours or of another program."""
    path = tmp_path / name
    form = path.suffix.removeprefix(".")
    if form:
        path.write_text(LEVELS if name == "other.json" else FORMS[form](load_structure("demo")))
    guesses = find_structure(str(path) if form else name, 20).guesses

    assert NOT_USED in map(words_in("en").say, guesses)


@pytest.mark.parametrize("minutes", [-1, 7.3, 2_000, float("nan")])
def test_impossible_given_minutes_are_refused(tmp_path, minutes):
    path = tmp_path / "friday.csv"
    path.write_text(LEVELS_WITHOUT_LENGTHS["two.csv"])

    with pytest.raises(BadStructure) as refusal:
        find_structure(str(path), minutes)

    assert english(refusal.value).startswith("friday.csv: line 1: minutes must be ")
