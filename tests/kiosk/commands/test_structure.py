"""`kiosk structure` shows a structure, converts it to another form, or makes one to order."""

import json

import pytest

from engine.tournament.levels.structure import level_in_force, parse_structure
from kiosk.cli import main

TABLE = """\
Demo
5,000 chips each, made up of 25 · 100 · 500 · 1,000
0:00  Level 1  25/50                3 min
0:03  Level 2  50/100 ante 25 each  3 min
0:06  Break    color-up: 25         1 min
0:07  Level 3  100/200 ante 200     3 min
0:10  Level 4  200/400 ante 400     3 min
0:13  Level 5  400/800 ante 800     3 min
"""


@pytest.fixture
def structure(capsys):
    """A command's standard output and standard error."""

    def say(*words, code=0):
        assert main(["structure", *map(str, words)]) == code
        return capsys.readouterr()

    return say


def test_a_table_shows_when_each_level_begins(structure):
    assert structure("show", "demo").out == TABLE


def test_levels_by_hands_or_orbits_have_no_times(structure, tmp_path):
    """The tables count hands and orbits."""
    path = tmp_path / "x.csv"
    path.write_text("sb,bb,hands\n5,10,8\n10,20,1\n")

    assert structure("show", path).out.endswith("\n  Level 1  5/10   8 hands\n  Level 2  10/20  one hand\n")
    assert "one orbit\n" in structure("show", "astate-2009").out


@pytest.mark.parametrize("form", ["toml", "json", "csv"])
def test_a_structure_is_unchanged_by_a_file_of_each_form(structure, tmp_path, form):
    """Nothing has to be guessed about our own files."""
    path = tmp_path / f"x.{form}"
    path.write_bytes(structure("convert", "demo", "--to", form).out.encode())

    shown = structure("show", path)

    assert (shown.out, shown.err) == (TABLE, "")


def test_levels_of_other_lengths_begin_at_a_time_after_the_start_and_not_of_the_day(structure, tmp_path):
    """20 minutes are `0:20`, not `20:00`."""
    path = tmp_path / "x.csv"
    path.write_text("sb,bb,min\n25,50,20\n50,100,50\n75,150,7.5\n100,200,20\n")

    shown = structure("show", path).out.splitlines()[2:]

    assert [line.split()[0] for line in shown] == ["0:00", "0:20", "1:10", "1:17:30"]


def test_minutes_are_given_for_a_file_without_lengths(structure, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("25,50\n50,100\n")
    assert "add a first row such as" in structure("show", path, code=2).err

    assert structure("show", path, "--minutes", 20).out.endswith(
        "0:00  Level 1  25/50   20 min\n0:20  Level 2  50/100  20 min\n"
    )
    assert "minutes = 7.5" in structure("convert", path, "--minutes", 7.5, "--to", "toml").out
    assert "not used: 20 min per level" in structure("show", "demo", "--minutes", 20).err
    assert "not used" not in structure("show", "demo").err


def test_guesses_are_printed_on_standard_error(structure, tmp_path):
    path = tmp_path / "friday.csv"
    path.write_text("25,50,50,20\n")

    said = structure("convert", path, "--to", "toml")

    assert parse_structure(said.out, "x").starting_stack == 5_000
    assert said.err.splitlines() == [
        "guessed: the columns are small, big, ante, minutes",
        "guessed: the big blind pays the ante for the table, because the ante is half the big blind or more",
        "guessed: the chips are 25",
        "guessed: a starting stack of 5,000, a hundred big blinds",
    ]


def test_an_unusable_file_is_one_line(structure, tmp_path):
    path = tmp_path / "friday.tdt"
    path.write_text("{")

    assert (
        structure("show", path, code=2).err
        == "friday.tdt: the file is incomplete: it ends at character 1. Save or copy it again\n"
    )
    assert structure("show", "clubb", code=2).err.startswith("there is no structure 'clubb'; available: ")
    assert structure("show", tmp_path / "none.json", code=2).err.count("\n") == 1


def test_the_schema_is_json(structure):
    assert json.loads(structure("schema").out)["$ref"] == "#/$defs/Structure"


def test_a_structure_is_made_for_an_evening(structure):
    """
    Its name says what was asked for, and it can have any form.
    """
    wish = ("make", "--players", 9, "--hours", 2.5, "--chips", "25,100,500")
    made = parse_structure(structure(*wish).out, "x")

    assert (made.name, made.starting_stack) == ("9 players, 2.5 h", 10_000)
    assert level_in_force(made, len(made.entries) - 1).ante
    assert "ante" not in structure(*wish, "--no-ante", "--stack", 5_000).out
    assert json.loads(structure(*wish, "--to", "json").out)["name"] == made.name
    assert structure("make", "--players", 1, "--hours", 2, "--chips", 25, code=2).err.count("\n") == 1


def test_levels_of_half_minutes_are_made_and_written(structure, tmp_path):
    path = tmp_path / "half.toml"
    made = structure("make", "--players", 20, "--hours", 2.5, "--chips", "25,100,500", "--minutes", 7.5).out
    path.write_text(made)

    assert level_in_force(parse_structure(made, "x"), 0).minutes == 7.5
    assert structure("convert", path, "--to", "toml").out == made
