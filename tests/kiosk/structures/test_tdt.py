"""Structures from a desktop clock's files, and the literals that these are written in. Every file here is made up."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.levels.structure import BadStructure, Break, Level
from kiosk.structures.files import find_structure
from kiosk.structures.literal import Made, read_literal
from kiosk.structures.tdt import parse_tdt
from tests.kit.sizes import size
from tests.said import english

ROUND = 'new GameRound({Minutes: %s, SmallBlind: %s, BigBlind: %s, Ante: %s, GameName: "Hold\'em", Notes: "}])"})'
LEVELS = ", ".join((
    "new GameBreak({Minutes: 5, ChipUp: false})", ROUND % (20, 25, 50, 0), ROUND % (20, 50, 100, 25),
    "new GameBreak({Minutes: 10, ChipUp: true, Notes: 'say \\'race\\' {'})", ROUND % (20, 100, 200, 200),
))  # fmt: skip
CHIPS = ", ".join(
    f'new GameChip({{ChipID: {number}, Label: "{value}", Value: {value}, Use: {use}, PerPlayer: {each}}})'
    for number, (value, use, each) in enumerate(
        [(100, "true", 12), (25, "true", 12), (5, "false", 40), (500, "true", 7)]
    )
)
FILE = (
    '{ V: "3.7.2", T: new Tournament({Layout: new Layout({Cells: [new Cell({Text: "\\"new GameRound({})\\""}), [], '
    "-1.5e2, null,]}), Levels: new GameLevels({Levels: [%s]}), Chips: new GameChips({Chips: [%s]}), Players: [new "
    'GamePlayer({Name: "Zoë \\u201cZ\\u201d", Phone: "0"})], StartTime: 1699999999999}) }\n'
)
WHOLE = FILE % (LEVELS, CHIPS)


def read(text=WHOLE):
    return parse_tdt(text, "f.tdt", "f")


def refused(text):
    """The one line that says what is wrong."""
    with pytest.raises(BadStructure) as refusal:
        read(text)
    said = english(refusal.value)
    assert said.startswith("f.tdt: ")
    assert "\n" not in said
    return said.removeprefix("f.tdt: ")


def test_levels_breaks_and_chips_are_taken():
    """
    The stack is what each player gets of the chips in use; which of these leave is found by what is played later.
    """
    found = read()

    assert found.structure.name == "f"
    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Level(50, 100, 20, 25, "each", "Level 2"),
        Break(10, (25,), "Break"),
        Level(100, 200, 20, 200, "big-blind", "Level 3"),
    )
    assert (found.structure.chips, found.structure.starting_stack) == ((25, 100, 500), 5_000)
    assert [guess.code for guess in found.guesses] == ["outer-breaks-dropped", "big-blind-ante-guessed"]


def test_nobody_who_is_named_in_it_is_taken():
    assert "Zo" not in repr(read())


def test_without_chips_they_are_guessed():
    found = read(FILE % (LEVELS, ""))

    assert (found.structure.chips, found.structure.starting_stack) == ((25, 100), 5_000)
    assert {"chips-guessed", "starting-stack-guessed"} <= {guess.code for guess in found.guesses}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_is_read_in_either_encoding(tmp_path: Path, encoding: str):
    """
    One of our own letters in a name is no reason to refuse the blinds.
    """
    path = tmp_path / "Friday.TDT"
    path.write_text(WHOLE, encoding)

    assert find_structure(str(path)).structure.name == "Friday"


def with_round(*values):
    return FILE % (ROUND % values, CHIPS)


BAD = {
    "": "not a .tdt file: it ends too early",
    "hello there": "not a .tdt file: it cannot be read at character 1",
    "\x00\x01": "not a .tdt file: it cannot be read at character 1",
    WHOLE[:-400]: "not a .tdt file: it ends too early",
    WHOLE + "}": f"not a .tdt file: it cannot be read at character {len(WHOLE) + 1}",
    WHOLE.replace("T: ", '"T: '): "not a .tdt file: it cannot be read at character 80",
    "[" * 100_000: "not a .tdt file: a number is too long, or lists are too deep",
    "new A(" * 100_000: "not a .tdt file: a number is too long, or lists are too deep",
    "{a:" * 100_000: "not a .tdt file: a number is too long, or lists are too deep",
    "9" * 5_000: "not a .tdt file: a number is too long, or lists are too deep",
    "{a: NaN}": "not a .tdt file: it cannot be read at character 5",
    "{a: alert(1)}": "not a .tdt file: it cannot be read at character 5",
    "{a: 1;}": "not a .tdt file: it cannot be read at character 6",
    "{}": "there are no levels in it",
    "{T: new GameLevels({Levels: 7})}": "there are no levels in it",
    "{T: new GameLevels()}": "there are no levels in it",
    FILE % ("", CHIPS): "entries must be 1 to 200 levels and breaks, not 0",
    FILE % ("7", CHIPS): "entry 1: must be a table, not nothing",
    FILE % (LEVELS, CHIPS.replace("Value: 25", "Value: -25")): "chips must be denominations, smallest first, such as "
    "[25, 100, 500]",
    FILE % (LEVELS, CHIPS.replace("Value: 25", "Value: 0.5")): "chips, entry 3: must be a whole number",
    with_round(20, -25, 50, 0): "entry 1: small must be from 1 to big (50), not -25",
    with_round(20, 25, 50, 75): "entry 1: ante must be from 0 to big (50), not 75",
    with_round(12.4, 25, 50, 0): "entry 1: minutes are whole or half ones, not 12.4",
    with_round(0, 25, 50, 0): "entry 1: minutes must be from 0.5 to 1440, not 0",
    with_round(20, 30, 60, 0): "entry 1: small, big and ante must be multiples of the smallest chip in play (25)",
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_what_is_no_structure_gets_one_line(text, problem):
    """
    Where in the file it cannot be read, or which entry cannot be played.
    """
    assert refused(text) == problem


def test_a_round_without_a_blind_names_what_is_missing():
    text = FILE % ("new GameRound({Minutes: 20, SmallBlind: 25})", CHIPS)

    assert refused(text).startswith("entry 1: missing required field `big`; a level has small, ")


# Literals

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(codec="utf-8"))
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner)
    | st.builds(Made, st.from_regex("[A-Z][a-z]*", fullmatch=True), st.lists(inner, max_size=2).map(tuple)),
    max_leaves=12,
)  # fmt: skip


def written(value: object) -> str:
    """A value as such a file writes it."""
    match value:
        case Made():
            return f"new {value.name}({','.join(map(written, value.given))})"
        case list():
            return f"[ {', '.join(map(written, value))} ]"
        case dict():
            return "{" + ",\n".join(f"{json.dumps(name)}: {written(part)}" for name, part in value.items()) + "}"
        case _:
            return json.dumps(value, ensure_ascii=False)


@pytest.mark.slow
@given(values)
def test_what_is_written_is_read(value):
    assert read_literal(written(value)) == value


@pytest.mark.slow
@pytest.mark.fuzz
@settings(max_examples=size("KIOSK_TDT", 500))
@given(st.data())
def test_any_text_is_a_value_or_one_line(data: st.DataObject):
    """
    Random text, and a whole file with pieces of it changed, cut out or put elsewhere: nothing else is raised.
    """
    text = data.draw(st.text(max_size=50) | st.text("{}[](),:'\"\\ newNaN0123-.e", max_size=50) | st.just(WHOLE))
    for _ in range(data.draw(st.integers(0, 4))):
        at, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        text = (
            text[:at]
            + data.draw(st.sampled_from(("", text[at:end] * 2, "{", "]", '"', "\\", "new ", "9e")))
            + text[end:]
        )
    with suppress(BadStructure):
        read(text)
