"""The draw for the first button with a reader: each card that it reads is the next player's (Washburn 4)."""

from itertools import count

import pytest

from engine.actions import Call, Check
from engine.books.rulebook import load_book
from engine.cards import Card, parse_cards
from engine.events import Blinds
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, SetLevel
from hardware.reading.reading import Reading
from kiosk.table.place_names import MUCK
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from tests.kit.finger import Finger
from tests.kit.ticks import Ticks
from ui.dealer.pages.start.draw import DrawPage
from ui.look import DARK, Look


@pytest.fixture
def window(tmp_path, qtbot):
    settings = TableSettings(7, str(tmp_path / "table.journal"))
    window = TableWindow(settings, Look(DARK, 5.9), count(step=1000).__next__)
    for action in (
        OpenTable(7, "Club night", load_book("washburn"), 8),
        *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 10_000) for seat in (1, 3, 4)),
        SetLevel(Blinds(1, 100, 200, chip=1)),
    ):
        window.host.orders.ask(action)
    window.screen.resize(1280, 800)
    window.screen.show()
    window.start()
    yield window
    window.stop()


def read(window, text, place="table"):
    for at_ms, card in enumerate(parse_cards(text)):
        window.host.post(Reading(card, place, at_ms))
    window.host.take_posts()


def test_three_scanned_cards_give_the_button_to_the_highest(window):
    finger = Finger(window.screen, Ticks())
    finger.tap("more", "menu-draw")
    before = window.host.game.mark

    read(window, "AdAsKs")

    assert window.screen.content.page == DrawPage(parse_cards("AdAsKs"))
    assert window.host.game.mark == before
    finger.tap("draw-ok")
    assert window.host.game.table.button == 3


def test_a_card_read_twice_in_the_muck_or_after_the_last_one_changes_nothing(window):
    Finger(window.screen, Ticks()).tap("more", "menu-draw")

    read(window, "AdAd")
    read(window, "2c", place=MUCK)
    assert window.screen.content.page == DrawPage((Card("Ad"),))

    read(window, "3c4c5c")
    assert window.screen.content.page == DrawPage(parse_cards("Ad3c4c"))


def test_without_the_draw_page_a_card_does_not_count_for_the_draw(window):
    read(window, "Ad")

    assert window.screen.content.page is None
    assert window.host.game.table.button == 0


def test_a_card_of_the_draw_is_read_again_in_the_next_hand(window):
    finger = Finger(window.screen, Ticks())
    finger.tap("more", "menu-draw")
    read(window, "AdAsKs")
    finger.tap("draw-ok")
    for action in (StartHand(), Call(3), Call(4), Check(1)):
        window.host.orders.ask(action)
    read(window, "Ad2c3c")

    hand = window.host.game.table.hand
    assert hand
    assert tuple(hand.board) == parse_cards("Ad2c3c")
