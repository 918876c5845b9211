"""Tap the money, not the players: what each tap implies about the seats that were not tapped."""

import pytest

from engine.actions import (
    BOARD,
    Answer,
    Call,
    Check,
    CloseStreet,
    ComeTo,
    Declare,
    Fold,
    HandOver,
    KillHand,
    Push,
    PutIn,
    RaiseTo,
    SeeCard,
    Undo,
)
from engine.books.rulebook import load_book
from engine.cards import parse_cards
from engine.decoders import json_decoder
from engine.events import (
    AnyEvent,
    Asked,
    BetMade,
    BoardDealt,
    Called,
    CardHeld,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandStarted,
    Mishap,
    MoveChips,
    PotAwarded,
    QuestionPut,
    Raised,
    Touched,
)
from engine.game.game import Game, decide
from engine.game.questions import Question
from engine.hand.betting import Offer
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.penalties import Disqualify
from engine.table.actions.people import MarkAway, PlanLeave
from tests.engine.game.tapping import after, board, chips, did, inferred, seated, tabled

SIX = seated(5_000, 5_000, 5_000, 5_000, 5_000, 5_000)
"""Blinds 50 and 100 at seats 1 and 2; seat 3 is first to act."""
ACE = parse_cards("Ah")[0]


def refusal(game: Game, order: object) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(game, order)  # type: ignore[arg-type]
    return refused.value


def touch(events: list[Event]) -> Touched:
    assert isinstance(events[0], Touched)
    assert events[0].events == len(events) - 1
    return events[0]


def test_a_call_folds_the_skipped_seats():
    """
    Seat 5 calls: seats 3 and 4 have folded, in one step.
    """
    events = decide(SIX, PutIn(5))

    assert events == [
        Touched("put-in", 5, events=3), Folded(3, inferred=True), Folded(4, inferred=True), Called(5, 100),
    ]  # fmt: skip
    assert after(SIX, PutIn(5), Undo()).state == SIX.state


def test_a_tap_in_turn_records_only_the_fact():
    """The journal stays short."""
    assert decide(SIX, PutIn(3)) == decide(SIX, Call(3)) == [Called(3, 100)]
    assert decide(SIX, PutIn(3, 300)) == decide(SIX, RaiseTo(3, 300)) == [Raised(3, 300)]


def test_with_no_bet_the_skipped_seats_checked():
    flop = after(SIX, PutIn(4, 300), PutIn(6), PutIn(2), *board("AhKd2c"))

    assert did(after(flop, PutIn(6, 400)))[-3:] == [Checked(2), Checked(4), BetMade(6, 400)]


def test_a_call_of_more_than_the_stack_is_all_in():
    game = seated(5_000, 5_000, 80)

    assert decide(game, PutIn(3))[-1] == Called(3, 80)
    assert decide(game, PutIn(3, 80))[-1] == Called(3, 80)


def test_every_seat_is_offered_the_meaning_of_a_tap_there():
    """The seats that it would fold or check, its cost, and the range of totals that would be a bet or raise."""
    raised = after(SIX, PutIn(5, 300))

    assert public(raised).offers == (
        Offer(6, 300, 500, 5_000, opens=False),
        Offer(1, 250, 500, 5_000, opens=False, folds=(6,)),
        Offer(2, 200, 500, 5_000, opens=False, folds=(6, 1)),
    )


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (PutIn(3), "seat-folded (seat=3)"),
        (PutIn(5), "nothing-to-answer (seat=5)"),
        (PutIn(9), "seat-not-in-hand (seat=9)"),
        (PutIn(6, 200), "less-than-call (price=300, chips=200)"),
        (PutIn(6, 400), "minimum-raise (chips=500)"),
        (ComeTo(6), "their-turn-already (seat=6)"),
    ],
)
def test_an_impossible_tap_is_refused(order, why):
    assert str(refusal(after(SIX, PutIn(5, 300)), order).message) == why


def test_the_turn_can_come_to_a_seat_without_an_action_of_the_seat():
    """For a ruling, or for a fold or check that is worth a tap."""
    game = after(SIX, PutIn(3, 300), ComeTo(5), Fold(5))

    assert did(game)[-2:] == [Folded(4), Folded(5)]
    assert inferred(game) == [Folded(4, inferred=True)]


# A card closes the street


def test_a_card_checks_the_other_seats_if_nobody_bet():
    flop = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c"))

    assert did(after(flop, *board("3c")))[-3:] == [Checked(4), Checked(6), BoardDealt(parse_cards("3c")[0])]


def test_the_flop_checks_the_big_blind_and_folds_players_who_did_not_limp():
    """Seats 3 and 5 limp. The small blind is silent."""
    game = after(SIX, PutIn(3), PutIn(5), *board("Ah"))

    assert did(game)[-4:] == [Folded(6), Folded(1), Checked(2), BoardDealt(ACE)]
    assert {seat.seat for seat in public(game).seats if seat.doubtful} == {6, 1}


def test_a_silent_fold_next_to_a_caller_is_doubtful_until_the_next_street_closes():
    """
    The only place where nobody would notice a wrong inference.
    """
    game = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c"))

    assert [seat.seat for seat in public(game).seats if seat.doubtful] == [1, 2]
    assert not any(seat.doubtful for seat in public(after(game, *board("3c"))).seats)


def test_the_only_silent_player_called_if_a_fold_would_have_ended_the_hand():
    turn = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c"), PutIn(4, 500))

    events = decide(turn, SeeCard(parse_cards("4c")[0]))

    assert touch(events) == Touched("card", card=parse_cards("4c")[0], events=3)
    assert events[1] == Called(6, 500, inferred=True)


def test_two_silent_players_and_no_caller_are_asked_about_and_never_guessed():
    """The cards are held, and dealt once the dealer has said who called."""
    bet = after(SIX, PutIn(4, 300), PutIn(6), PutIn(2), *board("AhKd2c"), PutIn(2, 400))

    asked = after(bet, *board("3c"))

    assert decide(bet, *board("3c")) == [CardHeld(parse_cards("3c")[0])]
    assert public(asked).question == Question("who-called", (4, 6), 400, parse_cards("3c"))
    assert (public(asked).offers, public(asked).ends) == ((), "")
    answered = after(asked, Answer((6,)))
    assert did(answered)[-3:] == [Folded(4), Called(6, 400), BoardDealt(parse_cards("3c")[0])]
    assert public(answered).question is None
    assert after(answered, Undo()).state == asked.state


def test_the_whole_flop_is_held_until_the_answer_and_any_further_card_is_refused():
    asked = after(SIX, PutIn(4, 300), *board("AhKd2c"))

    assert str(refusal(asked, *board("3c")).message) == "called-before-street (street=flop)"
    assert str(refusal(asked, *board("Kd")).message) == "card-waits"
    assert str(refusal(asked, PutIn(6)).message) == "say-who-called"
    assert public(after(asked, Answer((1, 2)))).board == parse_cards("AhKd2c")


def test_if_nobody_called_the_held_cards_are_not_dealt():
    """The flop was dealt although everybody had folded."""
    game = after(SIX, PutIn(4, 300), *board("AhKd2c"), Answer(()))

    assert public(game).board == ()
    assert public(game).ends == "push"


def test_a_record_in_which_a_tap_closed_the_street_means_what_it_meant():
    """
    Tables without a reader recorded this up to version 0.2. Now the first card of the street ends the betting.
    """
    old = json_decoder(AnyEvent).decode(b'{"is":"asked","action":{"ask":"close-street"},"events":1}')
    assert old == Asked(CloseStreet(), 1)

    limped = after(SIX, PutIn(3), CloseStreet())
    raised = after(SIX, PutIn(3, 300), CloseStreet())

    assert did(limped)[-2:] == [Folded(1), Checked(2)]
    assert public(raised).question == Question("who-called", (4, 5, 6, 1, 2), 300)
    assert did(after(raised, Answer((6,))))[-1:] == [Folded(2)]


@pytest.mark.parametrize("shows", [4, 6, None])
def test_a_shown_hand_does_not_imply_a_call_on_the_river(shows):
    """
    The bettor may show after a fold, and a player may fold face up. So it is asked, and seat 6's chips are not guessed.
    """
    river = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c4c"), PutIn(4, 500))

    shown = after(river, *[SeeCard(card, shows) for card in parse_cards("QhQs")])

    assert public(shown).question == Question("who-called", (6,), 500, parse_cards("QhQs"))
    assert chips(shown, 6) == chips(river, 6)
    assert public(after(shown, Answer((6,)))).seats[(shows or 4) - 1].cards == parse_cards("QhQs")
    assert public(after(shown, Answer(()))).ends == "push"


def test_a_shown_hand_closes_a_river_without_a_bet():
    river = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c4c"))

    assert did(after(river, *tabled(6, "QhQs")))[-4:-2] == [Checked(4), Checked(6)]


@pytest.mark.parametrize(
    "beside",
    [
        KillHand(5, "gone"),
        Disqualify(5, "Ana", "left"),
        Overrule("Ana", "misread", MoveChips(5, 100)),
        MarkAway(5, True),
    ],
)
def test_a_floor_decision_during_a_question_loses_no_held_card(beside):
    asked = after(SIX, PutIn(4, 300), *board("AhKd2c"))

    decided = after(asked, beside)

    assert public(decided).question is not None
    assert public(after(decided, Answer((6,)))).board == parse_cards("AhKd2c")
    assert after(decided, Undo(confirmed=True)).state == asked.state


def test_a_kill_that_would_close_the_street_waits_for_the_answer_about_held_cards():
    """
    Seats 4 and 3 are all-in; without seat 6 nobody is left to answer.
    """
    game = after(seated(5_000, 5_000, 300, 5_000, 5_000, 5_000), PutIn(3, 300), PutIn(4), PutIn(6), *board("AhKd2c"))
    asked = after(game, PutIn(4, 4_700), *board("3c"))

    assert str(refusal(asked, KillHand(6, "gone")).message) == "say-who-called"
    assert public(after(asked, Answer(()))).question is None


def test_a_declared_mishap_settles_the_held_cards():
    """The flop came before the betting was over."""
    asked = after(SIX, PutIn(4, 300), *board("AhKd2c"))

    declared = after(asked, Declare(Mishap("premature-flop", cards=parse_cards("AhKd2c"))))

    assert public(declared).question is None


def test_if_an_all_in_lets_the_board_go_on_after_a_fold_the_dealer_is_asked():
    """Seat 3 is all-in for less. Seat 6 is silent facing the bet of seat 4: called or folded, the board goes on."""
    game = after(seated(5_000, 5_000, 300, 5_000, 5_000, 5_000), PutIn(3, 300), PutIn(4), PutIn(6), *board("AhKd2c"))

    asked = after(game, PutIn(4, 500), *board("3c"))

    assert public(asked).question == Question("who-called", (6,), 500, parse_cards("3c"))


def test_a_big_blind_that_checked_in_turn_is_not_a_caller():
    """
    Intramural 7a: the big blind acts first preflop.
    """
    game = seated(5_000, 5_000, 5_000, by=load_book("intramural"))

    assert public(after(game, Check(2), *board("Ah"))).question == Question("who-called", (3, 1), 100, (ACE,))


# HAND OVER


def test_hand_over_folds_all_silent_players_and_pushes_and_deals_the_next_hand():
    """One tap, one step."""
    raised = after(SIX, PutIn(4, 300))

    events = decide(raised, HandOver())

    assert public(raised).ends == "fold"
    assert next(event for event in events if isinstance(event, PotAwarded)).seats == (4,)
    assert any(isinstance(event, HandStarted) for event in events)
    assert after(raised, HandOver(), Undo()).state == raised.state
    assert not any(isinstance(event, HandStarted) for event in decide(raised, HandOver(start=False)))


def test_the_unread_hand_mucks_at_the_showdown_and_the_next_touch_pushes():
    river = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c4c"), CloseStreet(), *tabled(6, "QhQs"))

    mucked = after(river, HandOver())

    assert public(river).ends == "muck"
    assert inferred(mucked)[-1] == HandMucked(4, inferred=True)
    assert public(mucked).awards[0].seats == (6,)
    assert public(mucked).ends == "push"
    assert public(after(mucked, HandOver())).hand == 2


def test_nobody_is_eliminated_by_an_unread_hand():
    """The second incident on record: a chop was missed and a player eliminated. The screen insists, with the clause."""
    game = after(seated(5_000, 5_000, 900), PutIn(3, 900), PutIn(2), *tabled(2, "QhQs"), *tabled(BOARD, "AhKd2c3c4c"))

    assert public(game).ends == ""
    assert str(refusal(game, HandOver())) == "all-in-read-all (seat=3) (TDA 2024 rule 16)"
    assert public(after(game, *tabled(3, "QdQc"))).awards[0].seats == (2, 3)


def test_without_a_tabled_hand_the_dealer_is_asked_who_won():
    river = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c4c"), CloseStreet())

    asked = after(river, HandOver())

    assert public(asked).question == Question("who-won", (4, 6), 750)
    answered = after(asked, Answer((6,)))
    assert public(answered).hand == 2
    assert chips(answered, 6) == 5_000 - 300 + 750


def test_a_split_pot_without_read_hands_is_shared_as_the_dealer_says():
    river = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c3c4c"), CloseStreet())

    events = decide(after(river, HandOver(start=False)), Answer((4, 6)))

    assert [(event.seats, event.shares) for event in events if isinstance(event, PotAwarded)] == [((4, 6), (375, 375))]
    assert isinstance(events[-1], HandEnded)


def test_a_hand_that_ends_mid_street_without_a_bet_is_asked_about():
    """A bet was missed. The dealer knows who won."""
    flop = after(SIX, PutIn(4, 300), PutIn(6), *board("AhKd2c"))

    asked = after(flop, HandOver())

    assert decide(flop, HandOver()) == [QuestionPut("who-won", start=True)]
    assert chips(after(asked, Answer((4,))), 4) == 5_000 - 300 + 750


def test_two_winners_named_before_the_last_street_was_recorded_share_the_pot():
    """The turn and river were not recorded, and nobody showed. The dealer's word decides, and nothing is refused."""
    flop = after(SIX, PutIn(4, 300), PutIn(6), PutIn(2), *board("AhKd2c"))

    events = decide(after(flop, HandOver(start=False)), Answer((4, 6), start=False))

    pots = [event for event in events if isinstance(event, PotAwarded)]
    assert [(event.seats, sum(event.shares)) for event in pots] == [((4, 6), 950)]
    assert HandKilled(2, cause="others-won") in events
    assert isinstance(events[-1], HandEnded)


def test_the_floor_may_award_a_pot_without_read_hands():
    """With a reason, on record."""
    game = after(seated(5_000, 5_000, 900), PutIn(3, 900), PutIn(2), *tabled(BOARD, "AhKd2c3c4c"))

    assert str(refusal(game, Answer((2,))).message) == "nothing-asked"
    events = decide(game, Answer((2,), floor="shown to the table"))
    assert HandMucked(3, "shown to the table", inferred=True) in events


def test_hand_over_is_refused_when_players_are_all_in_and_cards_are_to_come():
    game = after(seated(5_000, 5_000, 900), PutIn(3, 900), PutIn(2))

    assert str(refusal(game, HandOver()).message) == "all-in-board-short (cards=3)"


def test_the_next_hand_waits_for_a_tap_if_a_player_leaves_before_it():
    """The player's chips leave the table for good. The end of the hand can still be undone."""
    raised = after(SIX, PutIn(4, 300), PlanLeave(6, to=2))

    over = after(raised, HandOver())

    assert not public(over).playing
    assert after(over, Undo()).state == raised.state
    assert not public(after(over, StartHand())).seats[5].player


def test_push_and_next_hand_give_the_same_hand_as_hand_over():
    """HAND OVER gives the same facts as the explicit orders."""
    plain = after(SIX, RaiseTo(3, 300), *[Fold(seat) for seat in (4, 5, 6, 1, 2)], Push(), StartHand())

    assert after(SIX, PutIn(3, 300), HandOver()).table == plain.table
