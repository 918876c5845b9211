"""The meaning of a reading depends on the table's state: each answer here is a sentence on the screen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import BOARD, Bet, Call, Check, Fold, KillHand, Push, RaiseTo, SeeCard, Undo
from engine.bad_input import BadInput
from engine.books.rulebook import load_book
from engine.cards import DECK, Card
from engine.events import Blinds
from engine.game.game import Game, apply, step
from engine.refused import Refused
from engine.table.actions.chips import OpenRace
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.people import TakeSeat as Sit
from engine.table.actions.setup import ChangeDeck, OpenTable, PlaceButton, SetLevel
from engine.terms import VoidHand
from hardware.reading.reading import Reading
from kiosk.storage.keeper import Decided
from kiosk.table.place_names import check_place
from kiosk.table.readers.card_judge import CardJudge, seat_of
from tests.said import refused
from ui.dealer.model.cards import OddCard

QUEEN, ACE, TWO, TEN, SIX = Card("Qh"), Card("As"), Card("2c"), Card("Td"), Card("6h")


class Play:
    """A table of two players and its card judge. Readings are acted on as in the program."""

    def __init__(self, *decks):
        self.game, self.desk = Game(), CardJudge(decks[0] if decks else "")
        self.ask(OpenTable(1, "test", load_book("tda"), 9), Sit(1, "a", "Ana", 5000), Sit(4, "b", "Bo", 5000))
        self.ask(PlaceButton(1), SetLevel(Blinds(1, 25, 50, chip=25)))

    def ask(self, *actions):
        for action in actions:
            for event in step(self.game, action):
                self.game = apply(self.game, event)
        return self

    def to_flop(self):
        return self.ask(StartHand(), Call(1), Check(4))

    def read(self, card, place="board", again=False, deck=""):
        """The judge's answer. The table has then seen the card."""
        order = self.desk.judge(Reading(card, place, 0, again, deck), self.game)
        if isinstance(order, Decided):
            self.ask(order.action)
            return order.action
        return str(order.message) if isinstance(order, Refused) else order

    @property
    def board(self):
        hand = self.game.table.hand
        return hand.board if hand else ()


@pytest.mark.parametrize(("place", "seat"), [("board", BOARD), ("table", None), ("hand-held", None)])
def test_a_due_card_is_seen_at_its_readers_place(place, seat):
    play = Play().to_flop()

    assert play.read(QUEEN, place) == SeeCard(QUEEN, seat)
    assert play.board == (QUEEN,)


@pytest.mark.parametrize("again", [True, False])
def test_the_same_card_at_the_same_place_is_ignored(again):
    play = Play().to_flop()
    play.read(QUEEN)

    assert play.read(QUEEN, again=again) is None
    assert play.board == (QUEEN,)


def test_the_same_card_elsewhere_is_reported_once_with_both_places_while_it_lies_there():
    play = Play().to_flop()
    play.read(QUEEN)

    assert play.read(QUEEN, "seat 4") == OddCard("lies-already", QUEEN, BOARD, 4)
    assert play.read(QUEEN, "seat 4", again=True) is None
    assert play.read(QUEEN, "seat 4") == OddCard("lies-already", QUEEN, BOARD, 4)


def test_a_handheld_reader_says_where_the_card_already_is():
    play = Play().to_flop()
    play.read(QUEEN, "hand-held")

    assert play.read(QUEEN, "hand-held", again=True) is None
    assert play.read(QUEEN, "hand-held") == OddCard("lies-already", QUEEN, BOARD)


def test_a_board_card_closes_the_street():
    play = Play().ask(StartHand(), Call(1))

    assert play.read(QUEEN) == SeeCard(QUEEN, BOARD)


def test_a_card_that_lay_there_early_is_reported_once_closes_no_street_and_is_played_when_due():
    play = Play()
    assert "hand" in str(play.read(QUEEN))
    assert [play.read(QUEEN, again=True) for _ in range(3)] == [None] * 3

    play.ask(StartHand(), Call(1))
    assert [play.read(QUEEN, again=True) for _ in range(3)] == [None] * 3

    play.ask(Check(4))
    assert play.read(QUEEN, again=True) == SeeCard(QUEEN, BOARD)


def test_a_card_that_was_undone_does_not_come_back_by_itself():
    play = Play().to_flop()
    play.read(QUEEN)
    play.ask(Undo())

    assert [play.read(QUEEN, again=True) for _ in range(3)] == [None] * 3
    assert play.board == ()


@pytest.mark.parametrize("place", ["board", "table"])
def test_a_card_that_was_entered_by_hand_and_undone_does_not_come_back_by_itself(place):
    play = Play().to_flop().ask(SeeCard(QUEEN))
    play.read(QUEEN, place)  # the camera sees it, too
    play.ask(Undo())

    assert [play.read(QUEEN, place, again=True) for _ in range(3)] == [None] * 3
    assert play.board == ()
    assert play.read(QUEEN, place) == SeeCard(QUEEN, BOARD if place == "board" else None)


def test_a_card_that_was_undone_is_seen_when_it_is_scanned_again():
    play = Play().to_flop()
    play.read(QUEEN)
    play.ask(Undo())

    assert play.read(QUEEN) == SeeCard(QUEEN, BOARD)


def test_a_card_left_over_from_the_last_hand_is_not_played_in_this_one():
    play = Play().to_flop()
    for card in (QUEEN, ACE, TWO):
        play.read(card)
    play.ask(Check(4), Check(1))
    play.read(TEN)
    play.ask(Check(4), Check(1))
    play.read(SIX)
    play.ask(Check(4), Check(1))
    for name, seat in (("Kh", 4), ("Kd", 4), ("3h", 1), ("4h", 1)):
        play.read(Card(name), f"seat {seat}")
    play.ask(Push(), StartHand(), Call(4), Check(1))

    assert play.read(QUEEN, again=True) is None
    assert play.read(QUEEN) == SeeCard(QUEEN, BOARD)


def test_a_mucked_card_cannot_come_back_in_this_hand_unless_it_is_entered():
    play = Play().to_flop()
    assert play.read(QUEEN, "muck") is None

    assert play.read(QUEEN) == OddCard("mucked", QUEEN, seen=BOARD)
    assert play.board == ()
    play.ask(SeeCard(QUEEN))
    assert play.board == (QUEEN,)


def test_cards_that_lie_face_down_are_never_named():
    """
    A mucked card over a seat's antenna, and the other deck's cards there or in the muck.
    """
    play = Play("red", "blue").to_flop()
    play.read(QUEEN, "muck", deck="red")

    assert play.read(QUEEN, "seat 4", deck="red") is None
    assert play.read(ACE, "seat 4", deck="blue") == OddCard("other-deck", seen=4, deck="blue", in_play="red")
    assert play.read(TWO, "muck", deck="blue") == OddCard("other-deck", deck="blue", in_play="red")


def test_a_new_hand_empties_the_muck():
    play = Play().to_flop()
    play.read(QUEEN, "muck")
    play.ask(KillHand(1, "left"), Push(), StartHand(), Call(4), Check(1))

    assert play.read(QUEEN) == SeeCard(QUEEN, BOARD)


def test_a_void_hand_is_dealt_again_with_a_freshly_shuffled_deck():
    """Before, the screen said that a card of the new flop was mucked, because the hand keeps its number."""
    play = Play().ask(StartHand())
    play.read(ACE, "seat 1", again=True)
    play.read(QUEEN, "muck")
    play.ask(Overrule("Flo", "fouled deck", VoidHand()), StartHand(), Call(1), Check(4))

    assert play.read(QUEEN) == SeeCard(QUEEN, BOARD)
    play.ask(SeeCard(TWO), SeeCard(TEN), Check(4), Bet(1, 4950), Call(4))
    assert play.read(ACE, "seat 1", again=True) is None
    assert play.read(ACE, "seat 1") == SeeCard(ACE, 1)


def test_board_cards_are_swept_to_the_muck_without_a_message():
    play = Play().to_flop()
    play.read(QUEEN)

    assert play.read(QUEEN, "muck") is None
    assert play.read(QUEEN) is None


def test_hole_cards_over_a_seats_antenna_are_ignored():
    play = Play().to_flop()

    assert play.read(QUEEN, "seat 4") is None


def test_hole_cards_that_a_player_looks_at_on_the_river_are_not_shown_before_the_betting_is_over():
    """
    As if both had checked, the hand went to the showdown, and the screen showed a card that no player had tabled.
    """
    play = Play().to_flop()
    play.ask(*map(SeeCard, DECK[:3]), Check(4), Check(1), SeeCard(DECK[3]), Check(4), Check(1), SeeCard(DECK[4]))

    assert play.read(QUEEN, "seat 4") is None
    play.ask(Check(4), Check(1))
    assert play.read(QUEEN, "seat 4", again=True) == SeeCard(QUEEN, 4)


def test_hole_cards_that_a_player_looks_at_while_facing_an_all_in_are_not_shown():
    play = Play().to_flop().ask(*map(SeeCard, DECK[:3]), Bet(4, 4950))

    assert play.read(QUEEN, "seat 1") is None
    play.ask(Call(1))
    assert play.read(QUEEN, "seat 1", again=True) == SeeCard(QUEEN, 1)


@pytest.mark.parametrize(("place", "seat"), [("seat 1", 1), ("board", BOARD), ("table", None)])
def test_a_card_that_lay_there_since_the_betting_of_the_last_hand_does_not_count_in_this_one(place, seat):
    """Before, a card that a player had left on the antenna was recorded as shown once the betting was over."""
    play = Play().ask(StartHand())
    play.read(QUEEN, place, again=True)
    play.ask(Fold(1), Push(), StartHand(), RaiseTo(4, 5025))
    assert play.read(QUEEN, place, again=True) is None
    play.ask(Call(1))

    assert [play.read(QUEEN, place, again=True) for _ in range(2)] == [None] * 2
    assert play.read(QUEEN, place) == SeeCard(QUEEN, seat)


def test_a_card_that_lay_there_since_the_betting_of_the_last_hand_does_not_count_in_a_chip_race():
    play = Play()
    play.ask(StartHand(), RaiseTo(1, 125))
    play.read(QUEEN, "table", again=True)
    play.ask(Fold(4), Push(), OpenRace(25, 100))

    assert play.read(QUEEN, "table", again=True) is None
    assert play.read(QUEEN, "table") == SeeCard(QUEEN)


def test_cards_of_a_hand_count_again_after_the_next_deal_is_undone():
    play = Play().ask(StartHand(), RaiseTo(1, 5000))
    play.read(QUEEN, "seat 4")
    play.ask(Fold(4), Push(), StartHand())
    play.read(QUEEN, "seat 4", again=True)
    play.ask(Undo(), Undo(), Undo(), Call(4))

    assert play.read(QUEEN, "seat 4", again=True) == SeeCard(QUEEN, 4)


def test_a_card_that_waits_for_its_deck_counts_once():
    play = Play("red", "blue").to_flop()
    play.read(QUEEN, deck="blue")

    assert play.desk.waited_for(ChangeDeck("blue")) == Reading(QUEEN, "board", 0, deck="blue")
    assert play.desk.waited_for(ChangeDeck("blue")) is None


@pytest.mark.parametrize("meanwhile", ["another action", "another card", "another deck"])
def test_a_waiting_card_of_the_other_deck_is_forgotten_as_soon_as_anything_else_happens(meanwhile):
    play = Play("red", "blue").to_flop()
    play.read(QUEEN, deck="blue")
    if meanwhile == "another action":
        assert play.desk.waited_for(Check(4)) is None
    elif meanwhile == "another card":
        play.read(ACE, deck="red")

    assert play.desk.waited_for(ChangeDeck("green" if meanwhile == "another deck" else "blue")) is None


def test_a_card_of_the_resting_deck_is_reported_until_the_deck_is_changed():
    play = Play("red", "blue").to_flop()

    assert play.read(QUEEN, deck="blue") == OddCard("other-deck", QUEEN, seen=BOARD, deck="blue", in_play="red")
    assert play.read(QUEEN, deck="red") == SeeCard(QUEEN, BOARD)

    play = Play("red", "blue").ask(ChangeDeck("blue")).to_flop()
    assert play.read(QUEEN, deck="red") == OddCard("other-deck", QUEEN, seen=BOARD, deck="red", in_play="blue")
    assert play.read(QUEEN, deck="blue") == SeeCard(QUEEN, BOARD)
    assert play.read(ACE) == SeeCard(ACE, BOARD)  # a code that does not tell the decks apart


def test_readings_before_a_table_is_open_are_refused():
    assert isinstance(CardJudge().judge(Reading(QUEEN, "board", 0), Game()), Refused)


places = st.sampled_from(["board", "table", "muck", "seat 1", "seat 4"])
readings = st.lists(st.tuples(st.sampled_from(DECK[:8]), places, st.booleans()), max_size=30)


@settings(deadline=None)
@given(readings)
def test_no_sequence_of_readings_puts_a_card_on_the_board_twice_or_more_than_five_cards(read):
    play = Play().to_flop()

    for card, place, again in read:
        play.read(card, place, again)

    assert len(set(play.board)) == len(play.board) <= 5


@pytest.mark.parametrize("place", ["baord", "seat 0", "seat 11", "seat", "Board", ""])
def test_an_unknown_place_is_refused(place):
    with refused(BadInput, "board, seat 1 to seat 10, muck, hand-held or table"):
        check_place(place)


def test_the_places_of_a_table():
    assert [seat_of(place) for place in ("board", "seat 1", "seat 10", "muck", "table")] == [BOARD, 1, 10, None, None]


def test_in_a_chip_race_the_deck_is_reshuffled_whatever_was_on_the_table_in_the_last_hand():
    play = Play()
    play.ask(StartHand(), RaiseTo(1, 125), Call(4))
    for card in (QUEEN, ACE, TWO):
        play.read(card)
    play.ask(Bet(4, 50), Fold(1), Push())
    play.read(SIX, "muck")

    play.ask(OpenRace(25, 100))

    race = play.game.table.race
    assert race is not None
    first, *_ = race.seats
    assert play.read(QUEEN, "table") == SeeCard(QUEEN)
    assert play.read(QUEEN, "table", again=True) is None
    assert play.read(QUEEN, "table") == OddCard("lies-already", QUEEN, first, None)
