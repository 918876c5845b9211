"""Structures that are made to order match the request, whatever the players, the hours and the chips."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.tournament.levels.structure import Break, Level, Structure, parse_structure
from kiosk.structures.make import BREAK_MINUTES, LEAST_STEP, MOST_STEP, SHALLOW, StructureRequest, make_structure
from kiosk.structures.written import to_toml
from tests.said import english

SETS = ((25, 100, 500, 1_000, 5_000), (1, 5, 25, 100), (100, 500, 1_000, 5_000, 25_000), (20, 50, 100, 500), (7, 49))
wishes = st.builds(
    StructureRequest, st.just("x"), st.integers(2, 3_000), st.floats(1, 12), st.sampled_from(SETS), st.integers(0, 50),
    st.sampled_from((0, 0, 5, 10, 15, 20, 30)), st.booleans(),
)  # fmt: skip


def levels(structure: Structure) -> list[Level]:
    return [entry for entry in structure.entries if isinstance(entry, Level)]


def test_a_structure_for_twenty_players_is_as_a_director_would_write_it():
    """
    Nobody would change a line of it.
    """
    made = make_structure(StructureRequest("Friday", 20, 4, SETS[0]))

    assert (made.starting_stack, made.chips) == (10_000, SETS[0])
    assert {level.minutes for level in levels(made)} == {15}
    assert [level.small for level in levels(made)] == [
        25, 50, 75, 100, 150, 200, 300, 400, 600, 1_000, 1_500, 2_000, 3_000, 5_000,
    ]  # fmt: skip
    assert [bool(level.ante) for level in levels(made)] == [False] * 3 + [True] * 11
    assert [entry for entry in made.entries if isinstance(entry, Break)] == [Break(BREAK_MINUTES, (25,), "Break")]


@pytest.mark.slow
@given(wishes)
def test_a_made_structure_is_sound_and_matches_the_request(wish: StructureRequest):
    """
    It rises in round steps, ends within the time when all chips are about twenty big blinds, and the same request gives
    the same structure.
    """
    wish = replace(wish, stack=wish.stack * 100 * wish.chips[0])
    try:
        made = make_structure(wish)
    except BadInput as refusal:
        assume(refusal.message.code != "blinds-too-steep")
        raise
    smalls = [level.small for level in levels(made)]

    assert made == make_structure(wish) == parse_structure(to_toml(made), "x")
    assert all(LEAST_STEP <= later / sooner <= MOST_STEP for sooner, later in pairwise(smalls))
    assert 0.5 <= levels(made)[-1].big * SHALLOW / (wish.players * made.starting_stack) <= 1.8 or len(smalls) < 4
    assert sum(entry.minutes for entry in made.entries) <= wish.hours * 60 or len(smalls) == 1
    assert wish.ante == any(level.ante for level in levels(made)) or len(smalls) == 1
    assert {level.ante for level in levels(made)} <= {0, *(2 * small for small in smalls)}


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        (StructureRequest("x", 1, 4, (25,)), "players must be from 2 to 100000, not 1"),
        (StructureRequest("x", 9, float("nan"), (25,)), "hours must be from 1 to 48, not nan"),
        (StructureRequest("x", 9, 4, ()), "chips must be denominations, smallest first, such as [25, 100, 500]"),
        (StructureRequest("x", 9, 4, (0, 25)), "chips must be denominations, smallest first, such as [25, 100, 500]"),
        (StructureRequest("x", 9, 4, (25,), -25), "stack must be from 50 to 111111111111, not -25"),
        (
            StructureRequest("x", 9, 4, (25,), 1_010),
            "starting_stack must be a multiple of the smallest chip (25), not 1010",
        ),
        (StructureRequest("x", 9, 4, (25,), 0, -5), "minutes must be from 0.5 to 1440, not -5"),
        (
            StructureRequest("x", 900, 1, (25,), 0, 30),
            "too few levels of 30 min: the blinds would nearly double each time. Shorten the levels or add time",
        ),
    ],
)
def test_an_impossible_request_is_reported_in_one_line(wish: StructureRequest, problem: str):
    with pytest.raises(BadInput) as refusal:
        make_structure(wish)

    assert english(refusal.value) == problem
