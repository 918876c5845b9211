"""Everything can be hit on both glasses: sizes, gaps and places, in millimetres."""

from itertools import combinations

import pytest

from ui.dealer.places import (
    LEAST_HEIGHT_MM,
    LEAST_WIDTH_MM,
    Places,
    Rect,
    muck_place,
    pad_places,
    places,
    zoom,
)
from ui.look import GAP_MM, LEAST_TARGET_MM, TARGET_MM

GLASSES = {"10.1 inches 1280 x 800": (1280 / 5.9, 800 / 5.9), "15.6 inches 1920 x 1080": (1920 / 5.6, 1080 / 5.6)}
PADS = ("amount", "card")

glasses = pytest.mark.parametrize("glass", GLASSES.values(), ids=GLASSES)
seat_counts = pytest.mark.parametrize("seat_count", range(2, 11))


def targets(here: Places) -> list[Rect]:
    return [*here.seats, *here.board, *here.actions.values()]


def gap(one: Rect, other: Rect) -> float:
    """The clear distance between two rectangles along the axis that parts them; negative where they overlap."""
    across = max(other.x - one.right, one.x - other.right)
    down = max(other.y - one.bottom, one.y - other.bottom)
    return max(across, down)


@glasses
@seat_counts
def test_every_target_is_large_enough_for_a_fast_finger(glass: tuple[float, float], seat_count: int) -> None:
    """
    No target is under 15 mm, and what is pressed in every hand has 20 mm.
    """
    here = places(*glass, seat_count)

    assert min(min(place.wide, place.high) for place in targets(here)) >= LEAST_TARGET_MM
    assert min(min(place.wide, place.high) for place in here.actions.values()) >= TARGET_MM
    assert min(place.wide for place in here.seats) >= 40
    assert min(place.high for place in here.seats) >= 25


@glasses
@seat_counts
def test_targets_do_not_touch(glass: tuple[float, float], seat_count: int) -> None:
    """
    Seats and buttons are 3 mm apart, and all of them are on the glass. Cards of the board lie closer, as cards do.
    """
    here = places(*glass, seat_count)

    for one, other in combinations([*here.seats, *here.actions.values()], 2):
        assert gap(one, other) >= GAP_MM
    for one, other in combinations(targets(here), 2):
        assert gap(one, other) > 2
    for place in targets(here):
        assert place.x >= 0
        assert place.y >= 0
        assert place.right <= glass[0]
        assert place.bottom <= glass[1]


@glasses
@pytest.mark.parametrize("name", PADS)
def test_the_pads_keys_are_large_and_apart(glass: tuple[float, float], name: str) -> None:
    """
    Every key has 20 mm and 3 mm around it, inside the pad, and leaves UNDO and the other actions free.
    """
    here = places(*glass, 10)
    keys = {key: place for key, place in pad_places(name, here.pad).items() if key != "head"}

    assert min(min(place.wide, place.high) for place in keys.values()) >= TARGET_MM - 0.01
    for one, other in combinations(keys.values(), 2):
        assert gap(one, other) >= GAP_MM
    for action in here.actions.values():
        assert gap(here.pad, action) >= GAP_MM


@glasses
def test_a_muck_button_is_a_target_too(glass: tuple[float, float]) -> None:
    """
    The button within a seat's tile has 15 mm both ways.
    """
    place = muck_place(places(*glass, 9).seats[0], zoom(*glass))

    assert min(place.wide, place.high) >= LEAST_TARGET_MM


@glasses
@seat_counts
def test_seats_lie_clockwise_from_the_dealers_left(glass: tuple[float, float], seat_count: int) -> None:
    """
    Seat 1 is at the left and the last seat mirrors it at the right; between them the seats go up, across and down.
    """
    seats = places(*glass, seat_count).seats
    middle = glass[0] / 2

    for seat, across in zip(seats, reversed(seats), strict=True):
        assert seat.x + seat.wide / 2 - middle == pytest.approx(middle - across.x - across.wide / 2)
        assert seat.y == across.y
    top = min(seat.y for seat in seats)
    far = [seat.x for seat in seats if seat.y == top]
    assert far == sorted(far)


@glasses
@seat_counts
def test_the_dealers_place_is_free(glass: tuple[float, float], seat_count: int) -> None:
    """
    No seat covers what the dealer is told at the bottom centre.
    """
    here = places(*glass, seat_count)

    assert here.prompt.x + here.prompt.wide / 2 == pytest.approx(glass[0] / 2)
    assert all(gap(here.prompt, seat) > 2 for seat in here.seats)


def test_undo_and_next_hand_are_in_opposite_corners():
    """
    Each is an edge target that cannot be mistaken for the other.
    """
    actions = places(LEAST_WIDTH_MM, LEAST_HEIGHT_MM, 9).actions

    assert min(actions, key=lambda name: actions[name].x) == "undo"
    assert max(actions, key=lambda name: actions[name].right) == "next-hand"
