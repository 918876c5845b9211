"""The floor can award the pots of the last hand again, until substantial action in the next one (TDA 2024 rule 22)."""

from functools import reduce

import pytest

from engine.actions import Action, Amend, Answer, Check, Fold, HandOver, PutIn, Redo, ReplaceAct, SeeCard, Undo
from engine.cards import Card
from engine.events import (
    Amended,
    AwardLast,
    Blinds,
    BoardDealt,
    Event,
    HandEnded,
    HandKilled,
    HandRevived,
    HandStarted,
    Overruled,
    PotAwarded,
    Shares,
    TakenBack,
)
from engine.game.awarding import facts_of_last, last_awarded
from engine.game.game import Game, apply, decide, replay, step
from engine.history.record import hands, surviving
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StacksSet, StartHand
from engine.table.actions.people import BuyChips, LeaveSeat, TakeSeat
from engine.table.actions.setup import SetLevel
from tests.engine.game.tapping import after, board, chips, opening, seated, tabled

WHY = "the flush was read wrong"
THREE = seated(5_000, 5_000, 1_000)
PLAYED: list[Action] = [
    PutIn(3, 1_000), PutIn(1), Fold(2), *tabled(1, "AhAd"), *tabled(3, "KhKd"), *board("2c3d4h5s9c")
]  # fmt: skip
SHOWN = after(THREE, *PLAYED)
"""Seat 1 wins 2,100 from seat 3, which has no chips left."""
NEXT = after(SHOWN, HandOver())
ACTED = after(NEXT, PutIn(2, 300))


def award(*pots: tuple[tuple[int, ...], tuple[int, ...]]) -> Overrule:
    shares = tuple(Shares(number, seats, each) for number, (seats, each) in enumerate(pots))
    return Overrule("Kim", WHY, AwardLast(shares))


TO_THREE = award(((3,), (2_100,)))
SPLIT = award(((1, 3), (1_050, 1_050)))


def stood(events: list[Event]) -> list[Event]:
    return [event for _, event in surviving(events)]


@pytest.mark.parametrize("now", [NEXT, ACTED])
def test_a_player_busted_by_a_wrong_award_returns_with_their_chips(now):
    """The next hand goes on as it was dealt: between two, with the chips that are now theirs."""
    assert now.table.seats[2] is None

    amended = after(now, TO_THREE)

    there = amended.table.seats[2]
    assert there
    assert (there.player, there.chips) == ("p3", 2_100)
    assert amended.table.issued == 11_000
    assert now.table.hand
    assert amended.table.hand
    assert amended.table.hand.deal.seats == now.table.hand.deal.seats
    assert amended.table.hand.deal.blinds == now.table.hand.deal.blinds
    assert amended.table.hand.bets == now.table.hand.bets
    assert chips(amended, 1) == chips(now, 1) - 2_100
    assert public(amended).seats[2].dealt is False
    following = after(amended, HandOver(), HandOver()) if public(amended).playing else amended
    assert following.table.hand
    assert 3 in following.table.hand.deal.seats


def test_a_pot_is_split_and_the_record_says_by_whom_and_why():
    facts = step(NEXT, SPLIT)
    amended = reduce(apply, facts, NEXT)

    assert chips(amended, 3) == 1_050
    first = next(fact for fact in facts if isinstance(fact, Amended))
    assert (first.how, first.floor) == ("award", WHY)
    (awarded,) = [event for event in facts if isinstance(event, PotAwarded)]
    assert (awarded.seats, awarded.shares, awarded.floor) == ((1, 3), (1_050, 1_050), WHY)
    assert sum(isinstance(event, TakenBack) for event in facts) == 1


def test_a_new_award_is_one_step_that_can_be_undone_and_redone():
    amended = after(ACTED, TO_THREE)
    undone = after(amended, Undo())

    assert (undone.state, undone.undo_stack) == (ACTED.state, ACTED.undo_stack)
    assert after(undone, Redo()).table == amended.table


def test_the_surviving_record_has_each_pot_once():
    """The record restores the table. Its surviving events are one hand with the floor's award and the hand in play."""
    events = _record(TO_THREE)

    assert replay(events).table == after(NEXT, TO_THREE).table
    still = stood(events)
    assert [event.seats for event in still if isinstance(event, PotAwarded)] == [(3,)]
    assert sum(isinstance(event, HandEnded) for event in still) == 1
    assert [event.hand for event in still if isinstance(event, HandStarted)] == [1, 2]
    (first,) = hands(events)
    assert first.events[-1] == HandEnded((1, 2, 3), (4_000, 4_900, 2_100))


def _record(order: Overrule) -> list[Event]:
    """The whole record of `NEXT`, and the order."""
    game, events = Game(), list[Event]()
    for action in [*opening(5_000, 5_000, 1_000), *PLAYED, HandOver(), order]:
        facts = step(game, action)
        game, events = reduce(apply, facts, game), [*events, *facts]
    return events


def test_after_substantial_action_the_award_stands():
    """The refusal names the clause, and the floor cannot overrule it: counts are corrected between hands."""
    later = after(NEXT, PutIn(2, 300), PutIn(1, 900))

    with pytest.raises(Refused) as refused:
        decide(later, TO_THREE)

    assert (refused.value.message.code, refused.value.clause) == ("substantial-action", "TDA 2024 rule 22")


def test_a_pot_can_be_awarded_again_before_the_next_hand_is_dealt():
    over = after(SHOWN, HandOver(start=False))

    amended = after(over, SPLIT)

    assert [chips(amended, seat) for seat in (1, 2, 3)] == [5_050, 4_900, 1_050]
    assert not public(amended).playing
    assert after(amended, award(((1,), (2_100,)))).table.seats[2] is None


def test_a_pot_won_by_folds_is_awarded_again_and_the_folds_stand():
    """The push and the folds came with one tap."""
    won = after(THREE, PutIn(3, 300), HandOver())

    amended = after(won, award(((2,), (250,))))

    assert chips(amended, 2) == chips(won, 2) + 250
    assert chips(amended, 3) == chips(won, 3) - 250


def test_a_player_left_with_no_chips_is_taken_out_of_the_hand_just_dealt():
    """Seat 1 was dealt in with chips that were not its own."""
    game = seated(1_000, 5_000, 5_000)
    following = after(game, *PLAYED, HandOver())

    amended = after(following, award(((3,), (2_100,))))

    assert amended.table.seats[0] is None
    assert amended.table.hand
    assert 1 not in amended.table.hand.deal.seats


@pytest.mark.parametrize("change", [SetLevel(Blinds(2, 100, 200, chip=25)), TakeSeat(7, "p7", "Seven", 9_000)])
def test_the_rooms_later_decisions_and_the_hand_in_play_stay(change):
    now = after(NEXT, change)

    amended = after(now, TO_THREE)

    assert now.table.hand
    assert amended.table.hand
    assert amended.table.hand.deal.seats == now.table.hand.deal.seats
    assert amended.table.hand.deal.terms == now.table.hand.deal.terms
    assert amended.table.blinds == now.table.blinds


@pytest.mark.parametrize(
    "order",
    [
        award(((3,), (2_000,))),
        award(((5,), (2_100,))),
        award(((3,), (1_000,)), ((1,), (1_100,))),
        Overrule("", WHY, AwardLast((Shares(0, (3,), (2_100,)),))),
    ],
)
def test_an_award_that_does_not_add_up_or_is_not_signed_is_refused(order):
    with pytest.raises(Refused):
        decide(NEXT, order)


def test_there_is_nothing_to_award_again_before_the_first_pot():
    assert last_awarded(THREE.state) is None
    with pytest.raises(Refused) as refused:
        decide(THREE, TO_THREE)
    assert refused.value.message.code == "no-pots-to-correct"


FOUR = seated(5_000, 5_000, 4_000, 5_000)
SHOWN_BY_FOUR = after(
    FOUR, Fold(3), Fold(4), PutIn(1), *board("2c3d4h"), Check(1), Check(2), *board("5s"), Check(1), Check(2),
    *board("9c"), Check(1), Check(2), *tabled(1, "AhAd"), *tabled(2, "KhKd"), HandOver(start=False),
)  # fmt: skip
"""Seat 1 wins 200 from seat 2; 3 and 4 are folded."""
LEFT = after(SHOWN_BY_FOUR, LeaveSeat(4, to=4))


def test_a_player_who_left_without_chips_of_the_pot_does_not_block_an_award():
    """Nothing is undone and replayed: the chips move in one step, which can be undone and redone."""
    asked, *facts = step(LEFT, award(((2,), (200,))))
    amended = reduce(apply, [asked, *facts], LEFT)

    assert [type(fact) for fact in facts] == [Overruled, StacksSet]
    assert [chips(amended, seat) for seat in (1, 2, 3)] == [4_900, 5_100, 4_000]
    assert amended.table.issued == LEFT.table.issued == 14_000
    shared = after(amended, award(((1, 2), (100, 100))))
    assert [chips(shared, seat) for seat in (1, 2, 3)] == [5_000, 5_000, 4_000]
    assert after(shared, Undo()).table == amended.table
    assert after(shared, Undo(), Undo()).state == LEFT.state
    assert after(shared, Undo(), Undo(), Redo(), Redo()).table == shared.table
    following = after(shared, StartHand()).table.hand
    assert following
    assert following.deal.seats == (2, 3, 1)


def test_a_player_who_left_with_chips_of_the_pot_blocks_the_award_and_is_named():
    gone = after(SHOWN_BY_FOUR, LeaveSeat(2, to=4))
    again = after(gone, TakeSeat(2, "p9", "Nine", 900))

    for game in (gone, again):
        with pytest.raises(Refused) as refused:
            decide(game, award(((2,), (200,))))
        assert refused.value.message.code == "award-seat-gone"
        assert refused.value.message.fields == {"seat": 2, "name": "Player 2"}


def test_after_a_player_left_the_hand_is_still_shown_with_the_reason_why_undo_ends():
    table = public(LEFT)

    assert table.last is None
    assert table.undo_ends
    assert [line.event for line in table.lines][: len(public(SHOWN_BY_FOUR).lines)] == [
        line.event for line in public(SHOWN_BY_FOUR).lines
    ]
    assert not public(after(LEFT, award(((2,), (200,))))).undo_ends
    assert not public(SHOWN_BY_FOUR).undo_ends


def test_the_new_shares_must_add_up_to_the_pot():
    with pytest.raises(Refused) as refused:
        decide(LEFT, award(((2,), (300,))))
    assert refused.value.message.code == "shares-not-pot"


def test_a_misread_card_of_the_last_hand_is_corrected_and_the_pot_follows_the_cards():
    """
    The board had a king: seat 3 is not out.
    """
    read = next(mark for mark, event in _facts(NEXT) if event == BoardDealt(Card("5s")))

    amended = after(NEXT, Amend(read, ReplaceAct(SeeCard(Card("Ks")))))

    there = amended.table.seats[2]
    assert there
    assert there.chips == 2_100
    assert amended.table.issued == 11_000


def _facts(game: Game) -> list[tuple[int, Event]]:
    assert game.state.last
    return [(fact.mark, fact.event) for fact in game.state.last.facts]


EVEN = after(seated(5_000, 5_000, 5_000), PutIn(3, 1_000), PutIn(1), Fold(2), *board("2c3d4h5s9c"),
             *tabled(1, "AhAd"), *tabled(3, "KhKd"), HandOver(start=False))  # fmt: skip
"""Seat 1 wins 2,100 from seat 3, which has chips left."""


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_floor_can_award_the_pots_again_even_after_a_purchase(seat):
    """The hand was played without these chips. It is not replayed; its pots are moved."""
    buyer = EVEN.table.seats[seat - 1]
    assert buyer
    bought = after(EVEN, BuyChips(seat, buyer.player, 500, 1))
    assert not bought.undo_stack
    with pytest.raises(Refused, match="chips-came-since"):  # an undo is refused, an award is not
        decide(bought, Undo())
    right = after(bought, TO_THREE)

    assert [chips(right, number) - chips(bought, number) for number in (1, 2, 3)] == [-2_100, 0, 2_100]
    assert chips(right, seat) - chips(after(EVEN, TO_THREE), seat) == 500


UNREAD = after(seated(5_000, 5_000, 5_000), PutIn(3, 1_000), PutIn(1), Fold(2), *board("2c3d4h"))
"""Seats 1 and 3 are on the flop; nobody has shown a hand."""


def test_a_hand_that_was_killed_by_a_wrong_winner_is_live_again_before_it_wins():
    """The dealer entered seat 1, but seat 3 won. The record tells of one dead hand, which is live again."""
    wrong = after(UNREAD, PutIn(1, 500), PutIn(3), HandOver(start=False), Answer((1,), start=False))
    assert chips(wrong, 1) == 6_600

    right = after(wrong, award(((3,), (3_100,))))

    assert chips(right, 3) == 6_600
    facts = [fact.event for fact in facts_of_last(right.state)]
    ends = [
        event for event in facts if isinstance(event, HandKilled | Overruled | HandRevived | PotAwarded | HandEnded)
    ]
    assert [type(event) for event in ends] == [HandKilled, Overruled, HandRevived, PotAwarded, HandEnded]
    assert ends[0] == HandKilled(3, cause="others-won")
    assert ends[2] == HandRevived(3)
