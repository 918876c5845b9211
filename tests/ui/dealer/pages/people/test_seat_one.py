"""The position of seat 1: the screen turns with the seat that is touched, even in the middle of a hand."""

import pytest

from tests.kit.play import dealt
from tests.kit.port import tell
from ui.dealer.model.profile import Profile

NINE = (20_000,) * 9


def across(finger, count=9):
    """The seats' places, from seat 1."""
    return [finger.target(f"seat-{seat}").geometry() for seat in range(1, count + 1)]


@pytest.fixture
def nine(sit):
    screen, engine, finger = sit(dealt(NINE))
    tell(screen, profile=Profile())
    return screen, engine, finger


def test_the_seats_turn_and_nothing_else_changes(nine):
    screen, engine, finger = nine
    places, undo = across(finger), finger.target("undo").geometry()
    finger.tap("more", "menu-seat-one", "left-seat-4")

    assert screen.drawn.page.lines[0].text.startswith("Which seat is on the dealer's left?")
    finger.tap("page-close")
    assert across(finger) == places[-3:] + places[:-3]
    assert finger.target("undo").geometry() == undo
    finger.tap("fold")
    assert engine.asked


def test_the_seat_at_the_left_hand_is_marked_and_can_be_changed_back(nine):
    screen, _, finger = nine
    places = across(finger)
    finger.tap("more", "menu-seat-one", "left-seat-9", "left-seat-1")

    marked = [button.name for button in screen.drawn.page.grids[0].buttons if button.chosen]
    assert marked == ["left-seat-1"]
    finger.tap("page-close")
    assert across(finger) == places


def test_a_table_with_fewer_seats_wraps_the_choice_around(sit):
    screen, _, finger = sit(dealt((20_000,) * 4))
    tell(screen, profile=Profile(), left_seat=10)
    finger.tap("more", "menu-seat-one")

    marked = [button.name for button in screen.drawn.page.grids[0].buttons if button.chosen]
    assert marked == ["left-seat-2"]
