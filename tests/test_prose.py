"""The prose gets no worse: the counts of `tests/tools/prose.py` may fall and never rise."""

import tomllib

import pytest

from tests.tools import prose


@pytest.mark.slow
def test_no_habit_is_found_more_often_than_before():
    allowed = tomllib.loads(prose.COUNTS.read_text(encoding="utf-8"))

    worse = prose.risen(prose.counts(prose.hits()), allowed)

    assert worse == [], "python -m tests.tools.prose KIND lists the sentences"


@pytest.mark.parametrize(
    ("sentence", "habit"),
    [
        ("Who has one sees the table.", "headless who"),
        ("The disk is full. What is left goes on.", "headless who"),
        ("Settings of before go on.", "of before"),
        ("The page is drawn anew.", "anew"),
        ("Its token counts no more.", "no more"),
        ("It is known by its hash alone.", "alone"),
        ("The clause stands on the card.", "stands"),
        ("A broken clock is mended.", "mend"),
        ("Where it is full, the clock stops.", "where for if"),
        ("It is asked once more.", "once more"),
        ("The clock stops, and so does that.", "so does"),
        ("The table is told of it.", "told of"),
        ("A share for who made a deal.", "somebody who"),
        ("Colour the map.", "British spelling"),
        (" ".join(["word"] * 36) + ".", "long sentence"),
    ],
)
def test_a_habit_is_found_in_a_sentence_that_has_it(sentence, habit):
    assert [found for part in prose.sentences(sentence) for found in prose.habits(part)] == [habit]


@pytest.mark.parametrize(
    "sentence",
    [
        "Anyone with a key can see the table.",
        "Who won the pot?",
        "There are no more than ten seats.",
        "Leave the cards alone.",
        "A player stands up.",
        "If the disk is full, the clock stops.",
    ],
)
def test_plain_english_has_no_habit(sentence):
    assert [habit for part in prose.sentences(sentence) for habit in prose.habits(part)] == []
