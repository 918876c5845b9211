"""One pattern parses bar codes and tags. A line that does not match is no code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from hardware.reading.frames import LONGEST_FRAME
from hardware.reading.line_settings import LinePattern, ParsedLine
from tests.said import refused

ANTENNAS = LinePattern("table", r"(?P<pos>\d+)\|(?P<uid>[0-9A-Fa-f: -]{8,20})", {"0": "board", "4": "seat 4"})


def test_without_a_pattern_the_whole_line_is_the_code():
    assert LinePattern("board").parse("0|04A2B3C4") == ParsedLine("0|04A2B3C4", "board")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("0|04A2B3C4", ParsedLine("04A2B3C4", "board")),
        ("4|04:a2:b3:c4", ParsedLine("04A2B3C4", "seat 4")),
        ("4|04 A2 b3-c4", ParsedLine("04A2B3C4", "seat 4")),
        ("7|04A2B3C4", ParsedLine("04A2B3C4", "", "7")),
        ("Reader ready", None),
        ("0|04A2B3C4|0", None),
        ("0|::::::::", None),
        ("", None),
    ],
)
def test_an_antennas_line_gives_the_tag_and_its_place(line, said):
    assert ANTENNAS.parse(line) == said


def test_a_code_is_not_changed():
    assert LinePattern("board", "CARD=(?P<code>[^ ]+)( .*)?").parse("CARD=Q:h weak") == ParsedLine("Q:h", "board")


def test_a_code_within_a_line_may_be_as_long_as_a_cards():
    lines = LinePattern("board", "[0-9]+ (?P<code>.+)")

    assert lines.parse(f"{7:0100} {'x' * LONGEST_FRAME}") == ParsedLine("x" * LONGEST_FRAME, "board")
    assert lines.parse(f"7 {'x' * (LONGEST_FRAME + 1)}") is None


@pytest.mark.parametrize(
    ("pattern", "places", "words"),
    [
        ("(?P<code>", {}, "cannot be used"),
        ("[0-9]+", {}, "no group"),
        (r"(?P<pos>\d)(?P<uid>.+)", {}, "name the places"),
        ("(?P<uid>.+)", {"0": "board"}, "places are named, but"),
        ("", {"0": "board"}, "places are named, but"),
    ],
)
def test_an_unusable_pattern_is_refused_in_one_line(pattern, places, words):
    with refused(BadInput, words):
        LinePattern("table", pattern, places)


@given(st.text(max_size=70))
def test_any_line_gives_a_code_from_its_text_or_nothing(line):
    said = ANTENNAS.parse(line)

    assert said is None or (said.code in line.upper().translate(str.maketrans("", "", ": -")) and said.place != "table")
