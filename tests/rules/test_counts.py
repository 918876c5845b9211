"""Counts of stacks against the record:

a difference is counted again and then goes to the floor, and every stack gets its turn.
"""

import pytest

from engine.actions import Undo
from engine.chips import LastCount
from engine.events import ReportedPot, SetStacks
from engine.game.game import Game, decide
from engine.public import public
from engine.refused import Refused
from engine.table.actions.chips import CountReported, CountStacks, ReportCount
from engine.table.actions.hands import Overrule, ReportHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import SetMode
from tests.kit.tables import after, ready, whole_hand


def found(game: Game, seat: int) -> LastCount:
    return public(game).seats[seat - 1].last_count


def chips(game: Game, seat: int) -> int:
    return public(game).seats[seat - 1].chips


def played(hands: int = 1) -> Game:
    game = ready(1, 4, 7)
    for _ in range(hands):
        game = whole_hand(game)
    return game


def test_a_count_changes_no_stack_and_records_the_stack_it_was_compared_with():
    game = played()
    held = chips(game, 4)

    assert decide(game, ReportCount((4,), (held - 100,))) == [CountReported((4,), (held,), (held - 100,))]
    after_it = after(ReportCount((4,), (held - 100,)), game=game)
    assert chips(after_it, 4) == held
    assert after_it.table.issued == game.table.issued


def test_a_difference_is_counted_again_and_is_sure_only_after_the_second_count():
    game = played()
    wrong = ReportCount((4,), (chips(game, 4) - 100,))
    once = after(wrong, game=game)
    assert (found(once, 4).again, found(once, 4).sure) == (True, False)

    assert found(after(ReportCount((4,), (chips(game, 4),)), game=once), 4) == LastCount(1, 1)
    twice = after(wrong, game=once)
    assert (found(twice, 4).again, found(twice, 4).sure, found(twice, 4).differs) == (False, True, -100)
    other = after(ReportCount((4,), (chips(game, 4) + 25,)), game=once)
    assert (found(other, 4).again, found(other, 4).differs) == (True, 25)


def test_a_difference_stays_with_its_seat_during_play_and_is_bounded_by_two_counts():
    game = after(ReportCount((1, 4, 7), tuple(chips(played(), seat) for seat in (1, 4, 7))), game=played())
    game = whole_hand(whole_hand(game))
    short = after(ReportCount((4,), (chips(game, 4) - 100,)), game=game)
    short = whole_hand(short)
    again = after(ReportCount((4,), (chips(short, 4) - 100,)), game=short)

    assert found(again, 4) == LastCount(hand=4, agreed=1, differs=-100, times=2)


def test_the_floors_correction_explains_the_difference():
    game = played()
    held = chips(game, 4)
    for _ in range(2):
        game = after(ReportCount((4,), (held - 100,)), game=game)

    right = after(Overrule("Ana", "recount", SetStacks((4,), (held - 100,), -100)), game=game)
    assert found(right, 4) == LastCount(1, 1)
    part = after(Overrule("Ana", "recount", SetStacks((4,), (held - 75,), -75)), game=game)
    assert found(part, 4).differs == -25


def test_a_wrong_award_that_the_floor_corrects_is_not_a_difference():
    game = played()
    moved = SetStacks((1, 4), (chips(game, 1) - 100, chips(game, 4) + 100), hand=1)

    game = after(Overrule("Ana", "hand 1", moved), game=game)

    assert [found(game, seat).differs for seat in (1, 4)] == [0, 0]


def test_a_count_of_every_stack_agrees_for_every_seat():
    game = played()
    seats = (1, 4, 7)

    game = after(CountStacks(seats, tuple(chips(game, seat) for seat in seats)), game=game)

    assert [found(game, seat) for seat in seats] == [LastCount(1, 1)] * 3


def test_a_count_that_is_undone_leaves_no_trace():
    game = played()
    before = found(game, 4)

    game = after(ReportCount((4,), (chips(game, 4) - 100,)), Undo(), game=game)

    assert found(game, 4) == before


def test_a_player_who_sits_down_counts_as_counted_whatever_the_seat_was_short_of():
    game = played()
    for _ in range(2):
        game = after(ReportCount((4,), (chips(game, 4) - 100,)), game=game)

    game = after(LeaveSeat(4), TakeSeat(4, "9", "Ben", 3_000), game=game)

    assert found(game, 4) == LastCount(1, 1)


def test_every_stack_gets_its_turn_to_be_counted_the_longest_uncounted_first():
    game, turns = whole_hand(ready(*range(1, 10))), []
    for _ in range(3):
        due = public(game).count_next
        turns.append(due)
        game = after(ReportCount(due, tuple(chips(game, seat) for seat in due)), game=game)
        game = whole_hand(game)

    assert sorted(seat for turn in turns for seat in turn) == list(range(1, 10))


def test_a_stack_to_be_counted_again_comes_first_and_a_sure_difference_waits():
    game = whole_hand(ready(*range(1, 10)))
    wrong = ReportCount((9,), (chips(game, 9) - 100,))
    game = after(wrong, game=game)
    assert 9 in public(game).count_next

    assert 9 not in public(whole_hand(after(wrong, game=game))).count_next


@pytest.mark.parametrize(
    ("count", "why"),
    [
        (ReportCount((), ()), "count-every-stack"),
        (ReportCount((4, 4), (1, 1)), "count-every-stack"),
        (ReportCount((4,), (1, 2)), "count-every-stack"),
        (ReportCount((4,), (-1,)), "stack-below-zero"),
        (ReportCount((5,), (100,)), "seat-empty"),
        (ReportCount((11,), (100,)), "seat-empty"),
    ],
)
def test_an_impossible_count_is_refused(count: ReportCount, why: str):
    with pytest.raises(Refused, match=why):
        decide(played(), count)


def test_stacks_that_the_record_does_not_follow_must_all_be_counted_together():
    game = after(SetMode("winners"), ReportHand((ReportedPot(1_000, (4,)),)), game=played())

    with pytest.raises(Refused, match="count-first"):
        decide(game, ReportCount((4,), (5_000,)))
    assert public(game).count_next == ()
