"""Breaking a table by the house rules: the table, the seats of its players, and the refusals."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card
from engine.refused import Refused
from engine.tournament.seating.balance import Crowd, SeatRing, break_table, draw_pile, nearest_seat, table_to_break

FIVE_FIVE_FOUR = (
    SeatRing(1, 7, 1, (1, 2, 3, 5, 7)),
    SeatRing(2, 7, 7, (1, 3, 4, 6, 7)),
    SeatRing(3, 7, 2, (2, 3, 5, 6)),
)


def crowds(rings) -> list[Crowd]:
    return [Crowd(ring.table, len(ring.taken), len(ring.free)) for ring in rings]


def test_vector_17_the_table_of_four_is_broken_and_each_takes_the_free_seat_nearest_to_the_old_distance():
    """Three tables of 5, 5 and 4 with seven seats. Counted from left of the button, at the broken table seat 3 is the
    first, 5 the third, 6 the fourth and 2, the button, the last.

    The free seats are the third and fifth (4 and 6) at table 1, and the second and fifth (2 and 5) at table 2.
    """
    assert table_to_break(crowds(FIVE_FIVE_FOUR)) == 3
    pile = draw_pile(FIVE_FIVE_FOUR, 3)
    assert list(pile.values()) == [1, 1, 2, 2]

    to_1, also_1, to_2, also_2 = pile
    moves = break_table(FIVE_FIVE_FOUR, 3, {3: to_1, 6: also_1, 5: to_2, 2: also_2})

    assert [(move.seat, move.to_table, move.to_seat) for move in moves] == [(3, 1, 4), (6, 1, 6), (5, 2, 2), (2, 2, 5)]


@pytest.mark.parametrize(
    ("rings", "broken"),
    [
        ((SeatRing(1, 7, 1, (1, 2, 3, 4, 5)), SeatRing(2, 7, 1, (1, 2, 3))), 0),
        ((SeatRing(1, 7, 1, (1, 2, 3, 4, 5)), SeatRing(2, 7, 1, (1, 2))), 2),
        ((SeatRing(1, 7, 1, (1, 2)), SeatRing(2, 7, 1, (1, 2))), 2),
        ((SeatRing(1, 7, 1, (1, 2)),), 0),
        ((), 0),
    ],
    ids=["two seats for three players", "two seats for two", "equally small", "the last table", "no table"],
)
def test_the_smallest_table_is_broken_as_soon_as_there_are_enough_seats(rings, broken):
    assert table_to_break(crowds(rings)) == broken


@pytest.mark.parametrize(
    ("taken", "was", "seat"),
    [
        ((1, 2, 3), 0, 4),
        ((1, 2, 4, 5), 0, 3),
        ((1, 2, 5, 6), 1, 3),
        ((2, 4, 5, 6), 0, 3),
        ((2, 3, 4, 5, 6), 5, 1),
    ],
    ids=["one off", "across the button", "two as near", "nearer than the button", "the last free seat"],
)
def test_a_player_takes_the_seat_nearest_to_the_old_one_in_either_direction(taken, was, seat):
    """Six seats, the button at seat 1: seat 2 is the first, 0 seats away.

    Of two equally near seats, the blinds come first.
    """
    assert nearest_seat(SeatRing(1, 6, 1, taken), was) == seat


@given(st.integers(0, 2**32 - 1))
def test_every_player_of_a_broken_table_gets_a_seat_of_their_own(seed):
    """The seats are at other tables, were free, and do not depend on the cards drawn."""
    dice = Random(seed)
    rings = [random_ring(dice, table) for table in range(1, dice.randint(2, 6) + 1)]
    broken = table_to_break(crowds(rings))
    if not broken:
        return
    old = next(ring for ring in rings if ring.table == broken)
    cards = dice.sample(sorted(draw_pile(rings, broken), key=str), len(old.taken))

    moves = break_table(rings, broken, dict(zip(old.taken, cards, strict=True)))

    assert sorted(move.seat for move in moves) == sorted(old.taken)
    assert len({(move.to_table, move.to_seat) for move in moves}) == len(moves)
    assert all(move.to_seat in ring.free for move in moves for ring in rings if ring.table == move.to_table)
    assert broken not in {move.to_table for move in moves}


def random_ring(dice: Random, table: int) -> SeatRing:
    seats = dice.randint(5, 10)
    return SeatRing(
        table, seats, dice.randint(1, seats), tuple(sorted(dice.sample(range(1, seats + 1), dice.randint(1, 5))))
    )


def drawn(*cards: Card) -> dict[int, Card]:
    return dict(zip((2, 3, 5, 6), cards, strict=False))


@pytest.mark.parametrize(
    ("broken", "cards", "says"),
    [
        (9, drawn(), "no-such-table (table=9)"),
        (3, drawn(*DECK[:3]), "draw-one-card (table=3) (House rules, Consolidating Tables)"),
        (3, drawn(*DECK[:3], DECK[0]), "card-drawn-twice (card=2c) (House rules, Consolidating Tables)"),
        (3, drawn(*DECK[:3], DECK[4]), "card-not-in-draw (card=6c) (House rules, Consolidating Tables)"),
    ],
    ids=["unknown table", "somebody did not draw", "a card twice", "a card that was not there"],
)
def test_an_impossible_draw_of_seats_is_refused(broken, cards, says):
    with pytest.raises(Refused) as refused:
        break_table(FIVE_FIVE_FOUR, broken, cards)

    assert str(refused.value) == says


def test_a_full_table_has_no_seat():
    with pytest.raises(Refused, match="table-full"):
        nearest_seat(SeatRing(1, 2, 1, (1, 2)), 0)
