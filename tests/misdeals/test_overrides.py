"""Floor decision: the effect of each order and its limits, and that it is on record and can be undone."""

import pytest

from engine.actions import Action, Fold, Undo
from engine.events import (
    AwardPots,
    FloorOrder,
    LiftPenalty,
    MakeDead,
    MakeLive,
    MoveButton,
    MoveChips,
    Overruled,
    SetStacks,
    Shares,
    VoidHand,
)
from engine.game.game import Game, decide
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StacksSet, StartHand
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import LeaveSeat, SeatLeft
from engine.table.next_deal import play_so_far
from engine.table.state import chips_at
from tests.kit.randomplay import ask
from tests.kit.story import read
from tests.kit.tables import after, deal, play_out, ready, whole_hand


def actions(*sentences: str) -> list[Action]:
    """Sentences as actions."""
    return [action for sentence in sentences for action in read(sentence)]


def floor(order: FloorOrder) -> Overrule:
    return Overrule("Kim", "the camera shows it", order)


def stacks(game: Game) -> list[int]:
    """Chips behind at seats 1 to 3."""
    return [chips_at(game.table, seat) for seat in (1, 2, 3)]


# Three players, seat 1 the button; 2 and 3 post.
START = after(StartHand(), game=ready(1, 2, 3, chips=1_000))
RIVER = after(
    *actions("1 raises 200", "2 folds", "3 calls", "board 2h7dKs", "3 checks", "1 checks", "board 4c", "3 checks"),
    *actions("1 checks", "board 9d", "3 checks", "1 checks", "3 shows KhKd", "1 shows AsAd"),
    game=START,
)
UNEVEN = after(floor(SetStacks((1, 2, 3), (300, 1_300, 1_400))), game=ready(1, 2, 3, chips=1_000))
SIDE_POT = after(
    StartHand(),
    *actions("1 calls", "2 calls", "3 raises 300", "1 calls", "2 calls", "board 2h7dKs"),
    game=UNEVEN,
)


def test_the_floor_can_award_a_pot_against_the_cards():
    """
    Rule 1: here the shown aces were fouled; the push is as ordered, by name and reason.
    """
    step = ask(RIVER, floor(AwardPots((Shares(0, (1, 3), (400, 50)),))))

    assert step.events[0] == Overruled("Kim", "the camera shows it", AwardPots((Shares(0, (1, 3), (400, 50)),)))
    assert stacks(step.after) == [1_200, 950, 850]
    assert not public(step.after).playing
    assert ask(step.after, Undo()).after.table == RIVER.table


def test_each_pot_is_awarded_separately():
    """
    The side pot to one player, the main pot to two.
    """
    game = after(*actions("2 bets 1000", "3 calls"), game=SIDE_POT)

    assert [pot.chips for pot in public(game).pots] == [900, 2_000]
    done = after(floor(AwardPots((Shares(1, (3,), (2_000,)), Shares(0, (2, 1), (451, 449))))), game=game)
    assert stacks(done) == [449, 451, 2_100]


def test_a_player_left_with_nothing_by_the_floors_award_is_out():
    """
    As after any other push.
    """
    game = after(*actions("2 bets 1000", "3 calls"), game=SIDE_POT)

    step = ask(game, floor(AwardPots((Shares(0, (3,), (900,)), Shares(1, (3,), (2_000,))))))

    assert step.events[-2:] == [SeatLeft(2, "p2", 0), SeatLeft(1, "p1", 0)]


def test_a_folded_hand_is_made_live_and_owes_what_it_has_not_put_in():
    """
    It was folded by mistake: the turn comes back to it.
    """
    game = after(*actions("1 raises 200", "2 folds"), game=START)

    revived = after(floor(MakeLive(2)), game=game)

    assert public(revived).legal.seat == 2
    assert public(revived).legal.call == 150
    assert ask(revived, Undo()).after.table == game.table


def test_a_mucked_hand_is_made_live():
    """Rule 14: the cards can be identified, so the hand is shown and may win."""
    game = after(
        *actions("1 calls", "2 folds", "3 checks", "board 2h7dKs", "3 checks", "1 checks", "board 4c", "3 checks"),
        *actions("1 checks", "board 9d", "3 checks", "1 checks", "3 mucks"),
        floor(MakeLive(3)),
        *actions("3 shows KhKd", "1 shows AsAd", "push"),
        game=START,
    )

    assert stacks(game) == [900, 950, 1_150]


def test_a_live_hand_is_made_dead_and_the_hand_goes_on_without_it():
    """Its chips stay in; here it was the last to act, so the street closes."""
    game = after(*actions("1 calls", "2 calls"), floor(MakeDead(3)), game=START)

    assert public(game).seats[2].live is False
    assert (public(game).street, public(game).pot) == ("flop", 300)


def test_chips_are_moved_into_the_pot_and_back():
    """
    A call that was short on a street now over, found out later.
    """
    flop = after(*actions("1 calls", "2 calls", "3 checks", "board 2h7dKs"), game=START)

    into = after(floor(MoveChips(2, 60)), game=flop)
    back = after(floor(MoveChips(2, -60)), game=into)

    assert (stacks(into), public(into).pot) == ([900, 840, 900], 360)
    assert [pot.eligible for pot in public(into).pots] == [(2, 3, 1), (2,)]
    assert (stacks(back), public(back).pot) == ([900, 900, 900], 300)


def test_the_floor_can_void_a_hand_at_any_time():
    """The hand is dealt again, as after a misdeal."""
    game = after(floor(VoidHand()), game=RIVER)

    assert stacks(game) == [1_000, 1_000, 1_000]
    assert deal(game) == deal(ready(1, 2, 3, chips=1_000))
    assert ask(game, Undo()).after.table == RIVER.table


def test_the_floor_corrects_a_count_and_names_the_difference():
    """The table records the chips that it held, the chips that were found, and the difference."""
    step = ask(whole_hand(ready(1, 2, 3)), floor(SetStacks((1, 2), (5_000, 5_000), 50)))

    assert step.events[1:] == [StacksSet((1, 2), (5_000, 4_950), (5_000, 5_000), 50)]
    assert (public(step.after).issued, public(step.after).adjusted) == (15_050, 50)
    undone = ask(step.after, Undo()).after
    assert (public(undone).issued, public(undone).adjusted) == (15_000, 0)


def test_the_result_of_an_earlier_hand_is_corrected_by_moving_chips():
    """A result that can no longer be undone is made up for, and the order names the hand."""
    game = whole_hand(whole_hand(whole_hand(ready(1, 2, 3))))
    before = [chips_at(game.table, seat) for seat in (1, 2, 3)]

    done = after(floor(SetStacks((2, 3), (before[1] + 50, before[2] - 50), hand=1)), game=game)

    assert stacks(done) == [before[0], before[1] + 50, before[2] - 50]
    assert (public(done).issued, public(done).adjusted) == (15_000, 0)


def test_a_stack_set_to_nothing_frees_the_seat():
    """The player busts."""
    step = ask(ready(1, 2, 3), floor(SetStacks((1, 2), (10_000, 0))))

    assert step.events[-1] == SeatLeft(2, "p2", 0)
    assert public(step.after).seats[1].player == ""


def test_the_floor_moves_the_button_and_it_goes_on_from_there():
    """
    The blinds are the next two; after that it moves by the book again.
    """
    game = after(floor(MoveButton(3)), game=whole_hand(ready(1, 2, 3, 5)))

    assert (deal(game).button, deal(game).small, deal(game).big) == (3, 5, 1)
    assert public(game).button == 3
    following = deal(whole_hand(game))
    assert (following.button, following.small, following.big) == (5, 1, 2)


def test_an_orbit_begins_where_the_floor_put_the_button():
    """Moving the button completes no orbit."""
    game = whole_hand(ready(1, 2, 3))

    moved = after(floor(MoveButton(3)), StartHand(), game=game)
    later = whole_hand(whole_hand(play_out(moved)))

    assert (play_so_far(moved.table), play_so_far(later.table)) == ((2, 0), (4, 1))


def test_a_wrong_button_is_corrected_by_voiding_the_hand_and_moving_the_button():
    """
    Rule 34-A, before substantial action: the replay keeps its number and level, not its button.
    """
    game = after(StartHand(), floor(VoidHand()), floor(MoveButton(5)), game=whole_hand(ready(1, 2, 3, 5)))

    again = deal(game)
    assert (again.hand, again.button, again.small, again.big) == (2, 5, 1, 2)


def test_a_replay_without_one_of_its_players_still_starts_from_the_previous_button():
    """The book skips a player who left."""
    game = after(StartHand(), floor(VoidHand()), LeaveSeat(3), game=whole_hand(ready(1, 2, 3, 5)))

    again = deal(game)
    assert (again.hand, again.button, again.small, again.big) == (2, 2, 3, 5)


def test_the_floor_can_lift_a_penalty():
    """The player plays again from the next hand on."""
    game = after(Penalize(2, "Kim", "late", hands=3), game=ready(1, 2, 3))

    lifted = after(floor(LiftPenalty(2)), game=game)

    assert public(lifted).seats[1].penalty_hands == 0


def one(*shares: int, seats: tuple[int, ...] = (1,), pot: int = 0) -> AwardPots:
    return AwardPots((Shares(pot, seats, shares),))


NO: dict[str, tuple[Game, FloorOrder, str]] = {
    "a pot too small": (RIVER, one(449), "shares-not-pot (pot=450, chips=449)"),
    "a pot too large": (RIVER, one(451), "shares-not-pot (pot=450, chips=451)"),
    "a share below nothing": (RIVER, one(451, -1, seats=(1, 3)), "shares-not-pot (pot=450, chips=450)"),
    "a pot to a stranger": (RIVER, one(450, seats=(7,)), "seat-not-in-hand (seat=7)"),
    "a winner twice": (RIVER, one(400, 50, seats=(1, 1)), "shares-unclear"),
    "a winner without a share": (RIVER, one(450, seats=(1, 3)), "shares-unclear"),
    "a pot that is not there": (RIVER, one(450, pot=1), "award-each-pot (pots=1)"),
    "no pot": (RIVER, AwardPots(()), "award-each-pot (pots=1)"),
    "an award in mid-betting": (
        START, one(150), "award-while-betting (TDA 2024 rule 1)"
    ),
    "life for the living": (START, MakeLive(1), "hand-is-live (seat=1) (TDA 2024 rule 1)"),
    "life for a stranger": (START, MakeLive(8), "seat-not-in-hand (seat=8)"),
    "death of a stranger": (START, MakeDead(8), "no-live-hand (seat=8)"),
    "death of the last": (after(Fold(1), Fold(2), game=START), MakeDead(3), "last-claim-killed (seat=3)"),
    "chips that are not there": (START, MoveChips(2, 951), "cannot-move-chips (seat=2, behind=950, pot=0)"),
    "chips back from a bet in front": (START, MoveChips(2, -50), "cannot-move-chips (seat=2, behind=950, pot=0)"),
    "no chips": (START, MoveChips(2, 0), "cannot-move-chips (seat=2, behind=950, pot=0)"),
    "chips of a stranger": (START, MoveChips(8, 5), "seat-not-in-hand (seat=8)"),
    "a count in mid-hand": (START, SetStacks((1,), (1_000,)), "hand-in-play"),
    "the button in mid-hand": (START, MoveButton(2), "hand-in-play"),
    "a chip from nowhere": (
        ready(1, 2), SetStacks((1,), (5_001,)), "stacks-do-not-add-up (change=1, said=0)"
    ),
    "a chip lost": (
        ready(1, 2), SetStacks((1,), (4_999,), 3), "stacks-do-not-add-up (change=-1, said=3)"
    ),
    "a stack below nothing": (ready(1, 2), SetStacks((1,), (-1,), -5_001), "stack-below-zero"),
    "a seat twice": (ready(1, 2), SetStacks((1, 1), (1, 2)), "stacks-unclear"),
    "no seat": (ready(1, 2), SetStacks((), ()), "stacks-unclear"),
    "an empty seat": (ready(1, 2), SetStacks((3,), (1,), 1), "seat-empty (seat=3)"),
    "a hand to come": (ready(1, 2), SetStacks((1,), (5_000,), hand=1), "hand-not-played (hand=1)"),
    "the first button": (ready(1, 2), MoveButton(2), "no-button"),
    "a button off the table": (whole_hand(ready(1, 2)), MoveButton(10), "no-such-seat (seat=10)"),
    "no penalty to lift": (ready(1, 2), LiftPenalty(2), "no-penalty (seat=2)"),
    "no hand to void": (ready(1, 2), VoidHand(), "no-hand-in-play"),
    "a hand that is over": (whole_hand(ready(1, 2)), VoidHand(), "hand-over"),
}  # fmt: skip


@pytest.mark.parametrize(("game", "order", "says"), NO.values(), ids=NO)
def test_an_order_that_the_floor_cannot_give_is_refused_in_one_line(game, order, says):
    """Above all, an order that does not conserve the chips."""
    with pytest.raises(Refused) as refused:
        decide(game, floor(order))

    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("by", "why"), [("", "so"), ("Kim", ""), (" ", "so"), ("Kim", "  ")])
@pytest.mark.parametrize("order", [MakeDead(1), LiftPenalty(1)])
def test_nothing_is_overruled_without_a_name_and_a_reason(by, why, order):
    """
    The record must say who and why.
    """
    with pytest.raises(Refused, match="overrule-unnamed"):
        decide(START, Overrule(by, why, order))


def test_the_last_player_who_can_win_a_pot_cannot_be_left_without_chips_in_it():
    """
    No order leaves a pot without a hand to win it.
    """
    game = after(
        *actions("1 calls", "2 folds", "3 checks", "board 2h7dKs", "3 checks", "1 checks", "board 4c", "3 checks"),
        *actions("1 checks", "board 9d", "3 checks", "1 checks", "3 mucks"),
        game=START,
    )

    with pytest.raises(Refused, match="pot-without-claim"):
        decide(game, floor(MoveChips(1, -100)))
