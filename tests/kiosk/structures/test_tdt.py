"""Structures from a desktop clock's files, and the literals that these are written in. Every file here is made up, but
for those in ../shared, which the program wrote."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.tournament.levels.structure import BadStructure, Break, Level
from engine.tournament.prizes.payouts import PayoutRow
from kiosk.structures.files import find_structure, read_structure
from kiosk.structures.literal import MOST_VALUES, ConstructorCall, UnparsedValue, find_literals
from kiosk.structures.tdt import is_tdt, parse_tdt
from tests.kit.sizes import size
from tests.said import english
from ui.words.languages import words_in

ROUND = 'new GameRound({Minutes: %s, SmallBlind: %s, BigBlind: %s, Ante: %s, GameName: "Hold\'em", Notes: "}])"})'
LEVELS = ", ".join((
    "new GameBreak({Minutes: 5, ChipUp: false})", ROUND % (20, 25, 50, 0), ROUND % (20, 50, 100, 50),
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


def test_levels_breaks_and_chips_are_read():
    """
    The stack is each player's share of the chips in use. The later levels decide which chips a break removes.
    """
    found = read()

    assert found.structure.name == "f"
    assert found.structure.entries == (
        Level(25, 50, 20, name="Level 1"),
        Level(50, 100, 20, 50, "big-blind", "Level 2"),
        Break(10, (25,), "Break"),
        Level(100, 200, 20, 200, "big-blind", "Level 3"),
    )
    assert (found.structure.chips, found.structure.starting_stack) == ((25, 100, 500), 5_000)
    assert [words_in("en").say(guess) for guess in found.guesses] == [
        "left out: breaks before the first level or after the last",
        "guessed: the big blind pays the ante for the table, because the ante is half the big blind or more",
        "not read: Notes, Layout, Players, StartTime",
    ]


def test_fields_beside_the_tournament_are_listed_as_not_read():
    found = read(WHOLE.replace('{ V: "3.7.2",', '{ V: "3.7.2", Starts: "19:00", League: {Name: "Club"},'))

    assert words_in("en").say(found.guesses[-1]).endswith("StartTime, Starts, League")


def test_no_name_of_a_player_is_read():
    assert "Zo" not in repr(read())


def test_missing_chips_are_guessed():
    found = read(FILE % (LEVELS, ""))

    assert (found.structure.chips, found.structure.starting_stack) == ((25, 100), 5_000)
    assert {"chips-guessed", "starting-stack-guessed"} <= {guess.code for guess in found.guesses}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_a_file_is_read_in_either_encoding(tmp_path: Path, encoding: str):
    """
    An accented letter in a name is no reason to refuse the blinds.
    """
    path = tmp_path / "Friday.TDT"
    path.write_text(WHOLE, encoding)

    assert find_structure(str(path)).structure.name == "Friday"


def with_round(*values):
    return FILE % (ROUND % values, CHIPS)


ENDS = "the file is incomplete: it ends at character {}. Save or copy it again"
BAD = {
    "": "the file has no levels",
    "hello there": "the file has no levels",
    "\x00\x01": "the file has no levels",
    WHOLE[:-400]: ENDS.format(len(WHOLE) - 400),
    WHOLE[:-20]: ENDS.format(len(WHOLE) - 20),
    WHOLE[:-200] + "'": ENDS.format(len(WHOLE) - 199),
    "[" * 100_000: ENDS.format(100_000),
    "new A(" * 100_000: ENDS.format(600_000),
    "new GameLevels({Levels: [" + "[" * 100_000: ENDS.format(100_025),
    "new GameLevels({Levels: " * 100_000: ENDS.format(2_400_000),
    "{}": "the file has no levels",
    "{T: new GameLevels({Levels: 7})}": "the file has no levels",
    "{T: new GameLevels()}": "the file has no levels",
    "{T: new GameLevels({Levels: levels()})}": "the file has no levels",
    "{T: new GameLevels({Levels: 1 + 2})}": "Levels: was not understood, at character 25",
    "{T: new GameLevels({Levels: [1}])}": "the file is damaged: the text at character 31 could not be read",
    FILE % ("", CHIPS): "entries must contain 1 to 200 levels and breaks, not 0",
    FILE % ("7", CHIPS): "entry 1 of Levels: was not understood",
    FILE % (f"{ROUND % (20, 25, 50, 0)}, undefined", CHIPS): "entry 2 of Levels: was not understood",
    FILE % (LEVELS, CHIPS.replace("Value: 25", "Value: -25")): "Chips, Value: was not understood, at character {}",
    FILE % (LEVELS, CHIPS.replace("Value: 25", "Value: 0.5")): "Chips, Value: was not understood, at character {}",
    FILE % (LEVELS, CHIPS.replace("Value: 25", "Value: chip(25)")): "Chips, Value: was not understood, at character {}",
    with_round(20, -25, 50, 0): "entry 1 of Levels: small must be from 1 to big (50), not -25",
    with_round(20, 25, 50, 75): "entry 1 of Levels: ante must be from 0 to big (50), not 75",
    with_round(12.4, 25, 50, 0): "entry 1 of Levels: minutes must be a multiple of 0.5, not 12.4",
    with_round(0, 25, 50, 0): "entry 1 of Levels: minutes must be from 0.5 to 1440, not 0",
    with_round(20, 30, 60, 0): (
        "entry 1 of Levels: small, big and ante must be multiples of the smallest chip in play (25)"
    ),
    with_round(20, "NaN", 60, 0): "entry 1 of Levels, SmallBlind: was not understood, at character {}",
    with_round(20, 30, "x => x", 0): "entry 1 of Levels, BigBlind: was not understood, at character {}",
    with_round(20, 30, "'many'", 0): "entry 1 of Levels, BigBlind: 'many' is not a number: enter 20, for example",
    FILE % ("new GameRound({Minutes: 20, SmallBlind: 25})", CHIPS): "entry 1 of Levels: no big blind",
    FILE % ("new GameRound({SmallBlind: 25, BigBlind: 50})", CHIPS): (
        "entry 1 of Levels: the length is missing: add the minutes"
    ),
}


@pytest.mark.parametrize(("text", "problem"), BAD.items(), ids=range(len(BAD)))
def test_a_file_that_is_no_structure_is_reported_in_one_line(text, problem):
    """
    The line has the place that cannot be read, or the entry that cannot be played.
    """
    assert re.sub(r"character \d+$", "character {}", refused(text)) == re.sub(
        r"character \d+$", "character {}", problem
    )


def test_an_error_names_the_start_of_the_value_that_was_not_understood():
    text = FILE % (ROUND % (20, 25, "blinds[3]", 0), CHIPS)

    assert refused(text).endswith(f"at character {text.index('blinds[3]') + 1}")


ANY_VALUE = (
    "null", "undefined", "NaN", "Infinity", "-Infinity", "Map.from([])", 'Map.from([["0", new A({B: 1})]])',
    "Set.from([1])", "new Set([1, 2])", "Date(5)", "new Date(1737062979594)", "new LO.Layout({A: 1})", "new a.b.C()",
    "function (a, b) { return {a: [b, ')']}; }", "function named() {}", "(a, b) => ({a})", "a => a + 1", "async x => x",
    "class A { constructor() { this.b = [1]; } }", "-1.5e3", "0x1F", "10n", "1_000", "1e999", "9" * 400, "!0", "void 0",
    "a ? b : c", "a.b[0].c(1)(2)", "`a ${b} }]`", "/[)}\\]]+\\/\"/gi", "x.replace(/'/g, \"\")", "Symbol.iterator",
    "[,,1,]", "[...a, ...b]", "{a, b}", "{get x() { return 1; }, [y]: 2, 'z': 3, f(a) { return a; }, ...rest}",
    "/* ] */ 1 // }", "'it\\'s \\u{1F600} \\x41'", "typeof a", "new (a())(1)", "new Anything", "a || b", "1 / 2 / 3",
    "äöü", "$$.x", "#private", "@at", "[" * 80 + "]" * 80, "{a:" * 200 + "1" + "}" * 200, "f(" * 3_000 + ")" * 3_000,
)  # fmt: skip
"""The possible values in such a file of fields that nobody needs."""


@pytest.mark.parametrize("value", ANY_VALUE, ids=range(len(ANY_VALUE)))
def test_no_unneeded_value_makes_a_file_unreadable(value: str):
    """
    Such values are beside the levels, within them, in the list of chips, and members of lists and maps.
    """
    plain = read(FILE % (ROUND % (20, 25, 50, 0), CHIPS)).structure
    text = FILE.replace("StartTime: 1", f"X: {value}\n, Y: [{value}\n, {value}\n], Z: new Q({value}\n), StartTime: 1")
    level = ROUND.replace("Notes", f"Tokens: {value}\n, Notes") % (20, 25, 50, 0)
    chips = CHIPS.replace("Use: ", f"Color: {value}\n, Use: ")

    assert read(text % (level, chips)).structure == plain


@pytest.mark.parametrize("version", ["3.0", "3.4.3", "3.7.0-beta.5", "3.7.1", "3.7.2"])
def test_the_maps_of_every_version_are_read(version: str):
    old, new = 'new Map({"a": new GamePlayer({})})', 'Map.from([["a", new GamePlayer({Seat: undefined})]])'
    text = WHOLE.replace("3.7.2", version).replace(
        "Players: [", f"Maps: [{old if version < '3.7' else new}], Players: ["
    )

    assert read(text).structure == read().structure


def test_the_title_is_the_structures_name():
    assert read(WHOLE.replace("StartTime: 1", "Title: 'Friday', StartTime: 1")).structure.name == "Friday"


def test_a_save_is_recognized_by_its_content():
    assert is_tdt(WHOLE)
    assert is_tdt("\ufeff" + WHOLE)
    assert not is_tdt("name\nAnna\n")


PRIZE = "new GamePrize({Description: '1st', Type: 0, Recipient: %s, AmountType: %s, Amount: %s, Points: 0})"


def with_prizes(*prizes: tuple[int, int, object]):
    listed = ", ".join(PRIZE % prize for prize in prizes)
    return read(WHOLE.replace("StartTime: 1", f"Prizes: new GamePrizes({{Prizes: [{listed}]}}), StartTime: 1"))


@pytest.mark.parametrize(
    ("prizes", "shares", "said"),
    [
        (
            [(1, 0, 50), (2, 0, 30), (3, 0, 20)],
            (5_000, 3_000, 2_000),
            "also read: the payout table, in percent: 50 · 30 · 20",
        ),
        ([(2, 0, 37.5), (1, 0, 62.5)], (6_250, 3_750), "also read: the payout table, in percent: 62.5 · 37.5"),
        (
            [(1, 1, 900), (2, 1, 300)],
            (7_500, 2_500),
            "guessed: the payout table from fixed prizes, in percent: 75 · 25",
        ),
        (
            [(1, 1, 2), (2, 1, 1)],
            (6_667, 3_333),
            "guessed: the payout table from fixed prizes, in percent: 66.67 · 33.33",
        ),
    ],
)
def test_prizes_for_places_are_a_payout_table(prizes, shares, said):
    found = with_prizes(*prizes)

    assert found.payouts is not None
    assert found.payouts.rows == (PayoutRow(1, shares),)
    assert words_in("en").say(found.guesses[0]) == said


@pytest.mark.parametrize(
    ("prizes", "said"),
    [
        ([(1, 0, 50), (2, 0, 30)], "not read: prizes that add up to 80 percent"),
        (
            [(1, 0, 50), (2, 1, 300)],
            "not read: 2 prizes, because they are not all shares of the pool, from first place down",
        ),
        (
            [(1, 0, 40), (2, 0, 60)],
            "not read: 2 prizes, because they are not all shares of the pool, from first place down",
        ),
        (
            [(1, 0, 70), (3, 0, 30)],
            "not read: 2 prizes, because they are not all shares of the pool, from first place down",
        ),
        ([(1, 5, 100)], "not read: one prize, because it is not a share of the pool for a place"),
        ([(1, 0, "NaN")], "not read: one prize, because it is not a share of the pool for a place"),
    ],
)
def test_prizes_that_are_no_shares_are_listed_as_not_read(prizes, said):
    found = with_prizes(*prizes)

    assert found.payouts is None
    assert words_in("en").say(found.guesses[0]) == said


def test_an_endless_file_is_rejected_quickly():
    """
    This holds whatever is in the file; the part that is read has a limit.
    """
    for text in ("[" * 50_000 + "]" * 50_000, "{a:" * 20_000 + "1" + "}" * 20_000, "new A(1)," * 10_000):
        assert refused(text) == "the file has no levels"
    assert refused(f"new GameLevels({{Levels: [{'1,' * (MOST_VALUES + 1)}]}})").endswith("more than 100000 values")


REAL = Path(__file__).parents[4] / "shared" / "cases" / "tdt"


@pytest.mark.parametrize("name", ["td_3.4.3_7", "td_3.7.0-beta.5_6", "td_3.7.1_4", "td_3.7.2_1", "td_3.7.2_3"])
def test_saves_of_the_program_are_read(name: str):
    """
    Each level and break of a real evening is compared with what a regular expression finds.
    """
    path = REAL / f"{name}.tdt"
    if not path.is_file():
        pytest.skip("needs ../shared/cases/tdt, which does not lie beside this checkout")
    text = path.read_text("utf-8")
    levels = re.findall(r"new GameRound\(\{Minutes: (\d+), SmallBlind: (\d+), BigBlind: (\d+), Ante: (\d+)", text)

    found = read_structure(path.read_bytes(), path.name)

    made = [entry for entry in found.structure.entries if isinstance(entry, Level)]
    assert [(one.minutes, one.small, one.big, one.ante) for one in made] == [tuple(map(int, one)) for one in levels]
    assert {one.ante_form for one in made if one.ante} <= {"big-blind"}
    assert len(found.structure.entries) - len(made) == text.count("new GameBreak(")
    assert found.payouts
    assert len(found.payouts.rows[0].shares) == text.count("new GamePrize(")


@pytest.mark.parametrize(
    "name",
    [
        "bare_call",
        "infinity",
        "map_from",
        "map_from_empty",
        "new_date",
        "new_dotted",
        "new_map",
        "null",
        "undefined",
        "ante_half",
    ],
)
def test_small_cases_of_the_grammar_are_read(name: str):
    path = REAL / f"{name}.tdt"
    if not path.is_file():
        pytest.skip("needs ../shared/cases/tdt, which does not lie beside this checkout")

    levels = read_structure(path.read_bytes(), path.name).structure.entries

    blinds = [(one.small, one.big, one.ante_form) for one in levels if isinstance(one, Level)]
    half = [(100, 200, "big-blind"), (150, 300, "big-blind")]
    assert blinds == (half if name == "ante_half" else [(25, 50, "none"), (50, 100, "none")])


# Literals

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(codec="utf-8"))
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner)
    | st.builds(ConstructorCall, st.from_regex("[A-Z][a-z]*", fullmatch=True), st.lists(inner, max_size=2).map(tuple)),
    max_leaves=12,
)  # fmt: skip


def written(value: object) -> str:
    """A value as such a file writes it."""
    match value:
        case ConstructorCall():
            return f"new {value.name}({','.join(map(written, value.given))})"
        case list():
            return f"[ {', '.join(map(written, value))} ]"
        case dict():
            return "{" + ",\n".join(f"{json.dumps(name)}: {written(part)}" for name, part in value.items()) + "}"
        case _:
            return json.dumps(value, ensure_ascii=False)


@pytest.mark.slow
@given(values)
def test_every_written_value_can_be_read(value):
    (made,) = find_literals(f"{{x: [1, Wanted({written(value)}), 2]}}", ("Wanted",), "").made

    assert without_places(made.given[0]) == without_places(value)


def without_places(value: object) -> object:
    """A value without the positions of its characters, because a made-up value has none."""
    match value:
        case ConstructorCall():
            return ConstructorCall(value.name, tuple(map(without_places, value.given)))
        case list():
            return list(map(without_places, value))
        case dict():
            return {name: without_places(part) for name, part in value.items()}
        case _:
            return value


@pytest.mark.slow
@pytest.mark.fuzz
@settings(max_examples=size("KIOSK_TDT", 500))
@given(st.data())
def test_any_text_is_read_or_reported_in_one_line(data: st.DataObject):
    """
    The text is random, or a whole file with pieces changed, cut out or moved. No other error is raised.
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


@pytest.mark.slow
@pytest.mark.fuzz
@settings(max_examples=size("KIOSK_TDT", 500))
@given(st.text("{}[](),:'\"\\`/ newNaN01-.=>$#\n", max_size=80))
def test_a_wanted_literal_is_found_or_reported_as_not_understood(text: str):
    """
    Any text in its place is a value, a value that was not understood, or an error about a cut or damaged file.
    """
    with suppress(BadInput):
        found = find_literals(f"A({text}) + Wanted([{text}])", ("Wanted",), "")
        assert all(isinstance(one, ConstructorCall | UnparsedValue) for one in found.made)
