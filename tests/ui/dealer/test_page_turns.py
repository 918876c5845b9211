"""Touches in the moment when a page opens or closes."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.actions import PutIn
from tests.kit.play import dealt, do, play
from tests.kit.ticks import Ticks
from tests.ui.dealer.test_screen import target
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget

FOUR = (50_000, 50_000, 50_000, 50_000)


def middle(screen: Screen, touch: TouchTarget) -> QPoint:
    return touch.mapTo(screen, touch.aim())


def raise_to_least(screen: Screen, ticks: Ticks) -> None:
    ticks.ms = 1_000
    target(screen, "raise-4").click()
    ticks.ms = 2_000
    target(screen, "min").click()


def test_a_finger_that_bounces_as_the_page_opens_presses_none_of_its_cells(sit, ticks: Ticks):
    """The cell under the finger 100 ms later is not the intended one."""
    screen, engine, _ = sit(dealt(FOUR))
    ticks.ms = 1_000
    target(screen, "raise-4").click()
    ticks.ms = 1_100
    target(screen, "min").click()
    assert engine.asked == []
    ticks.ms = 1_150
    target(screen, "min").click()
    assert engine.asked == [PutIn(4, 400)]


def test_a_finger_that_bounces_as_the_page_closes_does_nothing_and_the_target_says_so(sit, ticks: Ticks):
    """
    A key of the page was over MORE.
    """
    screen, engine, _ = sit(dealt(FOUR))
    raise_to_least(screen, ticks)
    ticks.ms += 100
    target(screen, "more").click()

    assert engine.asked == [PutIn(4, 400)]
    assert screen.drawn.page is None
    assert target(screen, "more").refused


def test_the_next_seat_acts_at_once_when_the_page_has_closed(sit, ticks: Ticks):
    """
    No key of the page was over it.
    """
    screen, engine, _ = sit(dealt(FOUR))
    raise_to_least(screen, ticks)
    ticks.ms += 50
    target(screen, "seat-1").click()

    assert engine.asked == [PutIn(4, 400), PutIn(1)]


def test_a_machine_that_is_slow_to_close_a_page_does_not_lengthen_the_wait(sit, ticks: Ticks, monkeypatch):
    """
    The order takes 300 ms, and the next touch comes as soon as the page is closed.
    """
    screen, engine, _ = sit(dealt(FOUR))
    ask = engine.ask

    def slowly(*asked):
        ticks.ms += 300
        ask(*asked)

    monkeypatch.setattr(engine, "ask", slowly)
    raise_to_least(screen, ticks)
    target(screen, "more").click()

    assert screen.drawn.page.name == "menu"


def test_a_key_that_appears_under_a_finger_is_not_drawn_pressed(sit, ticks: Ticks):
    """
    RAISED opens its page while it is held, and the page's keys are drawn by the same widgets.
    """
    screen, _, _ = sit(do(play(dealt(FOUR), "r600"), PutIn(1)))
    target(screen, "seat-1").click()
    ticks.ms += 2_000
    window, button, none = screen.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = middle(screen, target(screen, "repair-amount"))

    QTest.mousePress(window, button, none, at)

    held = [each.tile.name for each in screen.findChildren(TouchTarget) if each.isVisible() and each.is_held]
    QTest.mouseRelease(window, button, none, at)
    assert held == []
    assert isinstance(screen.content.page, AmountPage)
