"""Missed, duplicate, mucked and foreign cards, and cards of the other deck, from real readers to the dealer's
screen."""

import pytest

from engine.actions import Fold, HandOver, Undo
from engine.cards import Card
from engine.table.actions.hands import StartHand
from kiosk.table.readers.table_readers import PATIENCE_MS
from tests.kiosk.table.readers.card_table import BLUE, RED, TO_FLOP, CardTable
from ui.dealer.pages.entry.card import CardPage

QUEEN, ACE, TWO, TEN = Card("Qh"), Card("As"), Card("2c"), Card("Td")


@pytest.fixture
def table(tmp_path, qtbot):
    table = CardTable(tmp_path, qtbot)
    yield table
    table.close()


def test_an_unread_flop_is_asked_for_and_the_card_pad_is_one_tap_away(table):
    table.ask(*TO_FLOP)
    table.pass_ms(PATIENCE_MS - 1)
    table.window.host.tick()
    assert table.button("answer-missed") == ""

    table.pass_ms(1)
    table.wait_for(lambda: table.button("answer-missed").startswith("FLOP NOT READ"))
    table.finger.tap("answer-missed", "pad-rank-Q", "pad-suit-h")

    assert table.board == (QUEEN,)
    assert table.screen.content.page == CardPage(0)  # the rest of the flop is keyed in one go


def test_a_missed_card_is_no_longer_asked_for_once_it_is_read(table):
    table.ask(*TO_FLOP)
    table.pass_ms(PATIENCE_MS)
    table.wait_for(lambda: bool(table.button("answer-missed")))

    table.read("board", QUEEN)
    table.wait_for_board(QUEEN)
    assert table.button("answer-missed") == ""
    table.pass_ms(PATIENCE_MS)
    table.wait_for(lambda: table.button("answer-missed").startswith("1 OF 3 READ"))
    table.read("board", ACE, TWO)
    table.wait_for_board(QUEEN, ACE, TWO)

    assert table.button("answer-missed") == ""


def test_a_table_without_readers_never_asks_for_a_missed_card(tmp_path, qtbot):
    table = CardTable(tmp_path, qtbot, readers=False)
    table.ask(*TO_FLOP)
    table.pass_ms(60_000)
    table.window.host.tick()

    assert table.button("answer-missed") == ""
    table.close()


def test_a_card_read_at_two_places_is_shown_at_both_until_the_dealer_looks(table):
    table.ask(*TO_FLOP)
    table.read("board", QUEEN)
    table.wait_for_board(QUEEN)

    table.read("seat 2", QUEEN)
    table.wait_for(lambda: "is on the board, and was read at seat 2" in table.prompt)
    table.read("board", ACE)  # the next card does not clear the message
    table.wait_for_board(QUEEN, ACE)

    view = table.screen.drawn
    assert [place.card.twice for place in view.board if place.card] == [True, False]
    assert [(card.card, card.twice) for card in view.seats[1].cards] == [(QUEEN, True)]
    assert "two places" in view.board[0].tile.said
    assert "two places" in view.seats[1].tile.said
    assert table.prompt.startswith("The queen of hearts is on the board")

    table.finger.tap("board-1")  # opens its repair
    assert not any(place.card.twice for place in table.screen.drawn.board if place.card)
    assert table.screen.drawn.seats[1].cards == ()
    assert table.page == "correct card?. 1. rank"


def test_a_card_that_came_back_from_the_muck_is_asked_about_and_played_with_one_tap(table):
    table.ask(*TO_FLOP)
    table.read("muck", QUEEN, TEN)
    table.wait_for(lambda: table.window.host._cards._judge._mucked == {QUEEN, TEN})
    table.read("board", QUEEN)
    table.wait_for(lambda: table.button("answer-muck").startswith("BACK IN PLAY"))
    assert "queen of hearts was read in the muck" in table.button("answer-muck")
    assert table.board == ()

    table.finger.tap("answer-muck")

    assert table.board == (QUEEN,)
    assert table.button("answer-muck") == ""


def test_a_card_from_the_muck_that_is_not_due_is_only_reported(table):
    table.ask(StartHand())
    table.read("muck", QUEEN)
    table.wait_for(lambda: QUEEN in table.window.host._cards._judge._mucked)
    table.read("board", QUEEN)

    table.wait_for(lambda: table.prompt.startswith("The queen of hearts was read in the muck."))
    assert table.button("answer-muck") == ""


def test_a_foreign_code_is_reported_and_is_not_a_card(table):
    table.ask(*TO_FLOP)
    table.scanners["board"].send(b"COUPON-4711\r\n")

    table.wait_for(lambda: "That card's code is not from this deck. check it; code COUPON-4711" in table.prompt)
    assert table.board == ()


def test_a_card_of_the_other_deck_in_the_middle_of_a_hand_is_reported_and_changes_nothing(table):
    table.ask(*TO_FLOP)
    table.read("board", ACE)
    table.wait_for_board(ACE)
    table.read("board", QUEEN, deck=BLUE)

    said = "The queen of hearts is from the other deck, blue backs. in play: red backs"
    table.wait_for(lambda: table.prompt == said)
    assert table.button("answer-deck") == ""
    assert table.board == (ACE,)


def test_before_the_first_card_of_a_hand_the_other_deck_is_put_in_play_with_one_tap(table):
    """
    One tap ended the last hand and began this one. The dealer took the other deck after that.
    """
    table.ask(*TO_FLOP)
    table.read("board", QUEEN, deck=BLUE)
    table.wait_for(lambda: bool(table.button("answer-deck")))
    assert table.board == ()
    table.finger.tap("answer-deck")

    table.wait_for_board(QUEEN)
    table.ask(Undo())
    assert (table.board, table.window.host.game.table.deck) == ((), "blue backs")


def test_a_face_down_card_of_the_other_deck_is_not_named(table):
    table.ask(StartHand())
    table.read("seat 2", QUEEN, deck=BLUE)

    table.wait_for(lambda: "A card from blue backs was read" in table.button("answer-deck"))
    assert "queen" not in table.prompt


def test_between_hands_the_other_deck_is_put_in_play_with_one_tap_and_can_change_back(table):
    table.ask(StartHand(), Fold(1), Fold(2), HandOver(start=False))
    table.read("hand-held", QUEEN, deck=BLUE)
    table.wait_for(lambda: "the queen of hearts is from blue backs" in table.button("answer-deck").lower())

    table.finger.tap("answer-deck")
    assert table.window.host.game.table.deck == "blue backs"
    assert table.button("undo") == "UNDO: deck blue backs"
    table.ask(*TO_FLOP)
    table.read("board", QUEEN, deck=RED)
    table.wait_for(lambda: "is from red backs" in table.button("answer-deck"))
    table.read("board", QUEEN, deck=BLUE)
    table.wait_for_board(QUEEN)


def test_undo_takes_back_the_deck_change_and_not_the_hand(table):
    table.ask(StartHand(), Fold(1), Fold(2), HandOver(start=False))
    table.read("hand-held", QUEEN, deck=BLUE)
    table.wait_for(lambda: bool(table.button("answer-deck")))
    table.finger.tap("answer-deck", "undo")

    assert table.window.host.game.table.deck == ""
    assert table.window.host.game.table.hand.over
    table.ask(Undo())
    assert not table.window.host.game.table.hand.over
