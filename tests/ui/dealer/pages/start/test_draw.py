"""The draw for the first button on the screen: who has the highest card, and why, is shown before the button is
placed."""

import pytest

from engine.cards import parse_cards
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import DrawButton
from tests.kit.play import dealt, sat
from tests.kit.port import tell
from tests.screens.start import drawn
from ui.dealer.pages.start.draw import DrawPage

THREE = (5_000, 0, 6_000, 7_000)
"""Seat 2 is empty."""


@pytest.fixture
def drawing(sit):
    """Three players, with the page open."""
    screen, engine, finger = sit(sat(THREE))
    finger.tap("more", "menu-draw")
    return screen, engine, finger


def lines(screen):
    """The text at the head of the page."""
    page = screen.content.page.show(screen.content.context)
    return [page.title, *(line.text for line in page.lines if line.text)]


def cards(screen):
    """The cards that the seats show."""
    return {seat.seat: seat.word for seat in screen.drawn.seats if seat.word}


def test_the_highest_card_gets_the_button_and_the_page_closes(drawing):
    screen, engine, finger = drawing
    assert lines(screen) == ["Seat 1 Ada: which card?", "One card to each player: high card gets the button"]
    finger.tap(*drawn("Kd"))
    assert lines(screen) == ["Seat 3 Cleo: which card?", "Seat 1 Ada is high"]
    assert [seat.seat for seat in screen.drawn.seats if seat.mood == "turn"] == [3]
    finger.tap(*drawn("2c"))
    assert not finger.can("draw-ok")
    finger.tap(*drawn("Ks"))
    assert lines(screen) == ["Seat 4 Dan is high"]
    assert cards(screen) == {1: "K♦", 3: "2♣", 4: "K♠"}
    assert [seat.seat for seat in screen.drawn.seats if seat.mood == "wins"] == [4]

    finger.tap("draw-ok")
    assert engine.asked[-1] == DrawButton((1, 3, 4), parse_cards("Kd2cKs"))
    assert public(engine.game).button == 4
    assert screen.content.page is None


def test_a_wrong_card_can_be_erased_and_no_card_is_drawn_twice(drawing):
    _, engine, finger = drawing
    finger.tap(*drawn("Kd", "2c"), "draw-rank-K")
    assert not finger.can("draw-suit-d")
    finger.tap("draw-erase", *drawn("3c", "Ks"), "draw-erase", *drawn("Kc"))
    assert not finger.can("draw-rank-A")
    finger.tap("draw-ok")
    assert engine.asked[-1] == DrawButton((1, 3, 4), parse_cards("Kd3cKc"))

    finger.tap("more", "menu-draw", *drawn("3d", "4c", "5s"), "draw-ok")
    assert public(engine.game).button == 4


def test_the_page_closes_when_a_hand_is_dealt(drawing):
    screen, engine, _ = drawing
    assert isinstance(screen.content.page, DrawPage)
    engine.ask(StartHand(), engine.game.mark)
    assert screen.content.page is None


def test_after_the_first_hand_the_menu_says_why_there_is_no_draw(sit):
    screen, _, finger = sit(dealt(THREE))
    finger.tap("more", "menu-draw")

    assert "before the first hand" in screen.findChild(object, "page").accessibleName()
    tell(screen, sat(THREE))
    finger.tap("page-close", "more", "menu-draw")
    assert isinstance(screen.content.page, DrawPage)
