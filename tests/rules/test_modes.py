"""The backup modes: a table that can only report its hands goes on, its chips stay, and a count leads back up."""

from functools import reduce

import pytest

from engine.actions import Fold, RaiseTo, SeeCard, Undo
from engine.cards import Card
from engine.events import Event, HandVoided, ReportedPot, SetStacks
from engine.game.game import Game, apply, decide
from engine.public import public
from engine.refused import Refused
from engine.table.actions.chips import CountStacks
from engine.table.actions.hands import HandReported, Overrule, ReportHand, StartHand
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import MarkAway
from engine.table.actions.setup import ModeSet, SetMode
from tests.kit.randomplay import ask
from tests.kit.tables import after, ready, whole_hand

POT = (ReportedPot(1_200, (4,)),)


def with_hand_reported(game: Game, *pots: ReportedPot, out: tuple[int, ...] = ()) -> Game:
    return after(ReportHand(pots, out), game=game)


def at_winners() -> Game:
    """Three players, one hand played, then winners only."""
    return after(SetMode("winners", "screen slow"), game=whole_hand(ready(1, 4, 7)))


def stacks(game: Game) -> tuple[int, ...]:
    return tuple(seat.chips for seat in public(game).seats if seat.player)


def test_the_switch_is_recorded_with_the_mode_before_it():
    events = decide(ready(1, 4, 7), SetMode("pad", "reader"))

    assert events == [ModeSet("pad", "readers", "reader")]


def test_reported_hands_move_the_button_blinds_and_number_as_played_ones_do():
    game, seen = at_winners(), []
    for _ in range(4):
        game = with_hand_reported(game, *POT)
        now = public(game)
        seen.append((now.hand, now.button, now.small, now.big))

    dealt = whole_hand(ready(1, 4, 7))
    for hand, button, small, big in seen:
        dealt = whole_hand(dealt)
        now = public(dealt)
        assert (now.hand, now.button, now.small, now.big) == (hand, button, small, big)


def test_the_stacks_stay_as_they_were_after_the_last_played_hand():
    game = at_winners()
    before = stacks(game)

    game = with_hand_reported(with_hand_reported(game, *POT), *POT)

    assert stacks(game) == before
    assert (public(game).hand, public(game).uncounted) == (3, 2)


def test_the_chips_of_a_player_who_busts_go_to_the_first_winner():
    game = at_winners()
    before = dict(zip((1, 4, 7), stacks(game), strict=True))

    game = with_hand_reported(game, ReportedPot(9_000, (4,)), out=(7,))

    assert [seat.seat for seat in public(game).seats if seat.player] == [1, 4]
    assert stacks(game) == (before[1], before[4] + before[7])


def test_returning_to_a_higher_mode_requires_a_count():
    game = with_hand_reported(at_winners(), *POT)
    with pytest.raises(Refused, match="count-first"):
        decide(game, SetMode("readers"))

    game = after(CountStacks((1, 4, 7), (4_000, 6_000, 5_000)), SetMode("readers"), StartHand(), game=game)

    assert public(game).playing
    assert public(game).uncounted == 0


def test_a_count_after_reported_hands_must_add_up_to_the_tables_chips():
    game = with_hand_reported(at_winners(), *POT)

    with pytest.raises(Refused, match="count-too-low"):
        decide(game, CountStacks((1, 4, 7), (4_000, 6_000, 4_900)))


def test_a_count_with_a_difference_named_by_the_floor_allows_a_higher_mode():
    game = with_hand_reported(at_winners(), *POT)
    order = SetStacks((1, 4, 7), (4_000, 6_000, 4_900), -100)

    game = after(Overrule("Kim", "100 missing", order), SetMode("readers"), game=game)

    assert (public(game).adjusted, public(game).uncounted) == (-100, 0)


def test_a_count_of_nothing_means_that_the_player_is_out():
    game = after(CountStacks((1, 4, 7), (9_000, 6_000, 0)), game=with_hand_reported(at_winners(), *POT))

    assert [seat.seat for seat in public(game).seats if seat.player] == [1, 4]


def test_a_count_that_agrees_is_recorded_and_changes_nothing():
    game = whole_hand(ready(1, 4, 7))

    after_count = after(CountStacks((1, 4, 7), stacks(game)), game=game)

    assert stacks(after_count) == stacks(game)
    assert after_count.table.issued == game.table.issued


def test_a_dealer_cannot_correct_a_count_while_hands_are_recorded_in_full():
    with pytest.raises(Refused, match="count-differs"):
        decide(ready(1, 4, 7), CountStacks((1, 4, 7), (4_900, 5_100, 5_000)))


@pytest.mark.parametrize("count", [CountStacks((1, 4), (5_000, 5_000)), CountStacks((1, 4, 4), (5_000, 5_000, 5_000))])
def test_a_count_of_only_some_stacks_is_refused(count):
    with pytest.raises(Refused, match="count-every-stack"):
        decide(ready(1, 4, 7), count)


def test_a_hand_given_up_midway_is_reported_with_its_own_number_and_button():
    game = after(StartHand(), Fold(1), game=ready(1, 4, 7))
    button = public(game).button

    step = ask(game, SetMode("counts", "screen dark"))
    assert [type(event) for event in step.events] == [ModeSet, HandVoided]
    game = after(ReportHand(), game=step.after)

    assert (public(game).hand, public(game).button) == (1, button)
    assert stacks(game) == (5_000, 5_000, 5_000)


def test_an_open_question_ends_with_the_hand_that_is_given_up():
    """
    Seats 4, 7 and 1 owe a raise, and a card came: nobody can say who called.
    """
    game = after(StartHand(), RaiseTo(1, 300), SeeCard(Card("Qh"), 0), game=ready(1, 4, 7))
    assert public(game).question is not None

    game = after(SetMode("counts"), ReportHand(), game=game)

    assert public(game).question is None
    assert public(game).hand == 1


def test_a_reader_lost_in_the_middle_of_a_hand_does_not_change_the_hand():
    game = after(StartHand(), game=ready(1, 4, 7))

    assert after(SetMode("pad"), game=game).table.hand == game.table.hand


def test_hands_are_only_counted_in_the_lowest_mode():
    game = after(SetMode("counts"), ReportHand(), ReportHand(), game=ready(1, 4, 7))

    assert (public(game).hand, public(game).uncounted) == (2, 2)


def test_undoing_the_switch_restores_the_hand():
    game = after(StartHand(), game=ready(1, 4, 7))

    assert after(SetMode("winners"), Undo(), game=game).table == game.table


def test_a_penalty_is_also_served_in_reported_hands():
    game = after(SetMode("counts"), Penalize(4, "Kim", "phone", hands=2), game=ready(1, 4, 7))

    game = after(ReportHand(), ReportHand(), game=game)

    assert public(game).seats[3].penalty_hands == 0


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (StartHand(), "hands-only-told"),
        (SetMode("winners"), "already"),
        (ReportHand(), "who-won-how-much"),
        (ReportHand((ReportedPot(1_200, (2,)),)), "not-dealt-in"),
        (ReportHand((ReportedPot(1_200, (4, 4)),)), "winner-twice"),
        (ReportHand((ReportedPot(0, (4,)),)), "pot-below-chip"),
        (ReportHand((ReportedPot(15_001, (4,)),)), "pots-above-table"),
        (ReportHand(POT, (4,)), "winner-out"),
        (ReportHand(POT, (2,)), "out-twice"),
    ],
)
def test_an_impossible_report_is_refused(action, why):
    with pytest.raises(Refused, match=why):
        decide(at_winners(), action)


def test_no_hand_is_reported_while_hands_are_recorded_in_full():
    with pytest.raises(Refused, match="hands-are-played"):
        decide(ready(1, 4, 7), ReportHand(POT))


def test_undo_takes_back_reported_hands_and_the_record_gives_the_same_table():
    game, events = ready(1, 4, 7), list[Event]()
    for action in (SetMode("winners"), ReportHand(POT), MarkAway(1), ReportHand(POT), Undo(), ReportHand(POT, (7,))):
        step = ask(game, action)
        game, events = step.after, [*events, *step.record]

    assert reduce(apply, events, ready(1, 4, 7)) == game
    assert sum(isinstance(event, HandReported) for event in events) == 3
    assert public(game).hand == 2


def test_reported_hands_do_not_make_the_undo_stack_grow():
    game = at_winners()
    for _ in range(20):
        game = with_hand_reported(game, *POT)

    assert len(game.undo_stack) <= 3
