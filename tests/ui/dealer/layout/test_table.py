"""Every target can be hit on both screens: sizes, gaps and positions, in millimeters."""

from itertools import combinations
from math import hypot

import pytest
from msgspec.structs import replace

from ui.dealer.layout.rect import LEAST_HEIGHT_MM, LEAST_WIDTH_MM, Rect, zoom
from ui.dealer.layout.table import CARD_SHAPE, SeatPlace, TableLayout, next_place, side_place, stage_split, table_layout
from ui.dealer.widgets.felt.lane import DISC_MM
from ui.dealer.widgets.felt.seat import BETWEEN
from ui.look import GAP_MM, LEAST_TARGET_MM, TARGET_MM

SCREENS = {"10.1 inches 1280 x 800": (1280 / 5.9, 800 / 5.9), "15.6 inches 1920 x 1080": (1920 / 5.6, 1080 / 5.6)}

screens = pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
seat_counts = pytest.mark.parametrize("seat_count", range(2, 11))


def targets(here: TableLayout) -> list[Rect]:
    return [*here.seats, *here.board, *here.actions.values()]


def gap(one: Rect, other: Rect) -> float:
    """The clear distance between two rectangles along the axis that separates them; negative if they overlap."""
    across = max(other.x - one.right, one.x - other.right)
    down = max(other.y - one.bottom, one.y - other.bottom)
    return max(across, down)


@screens
@seat_counts
def test_every_target_is_large_enough_for_a_fast_finger(size: tuple[float, float], seat_count: int) -> None:
    """
    No target is under 15 mm, and the targets of every hand have 20 mm.
    """
    here = table_layout(*size, seat_count)

    assert min(min(place.width, place.height) for place in targets(here)) >= LEAST_TARGET_MM
    assert min(min(place.width, place.height) for place in here.actions.values()) >= TARGET_MM
    assert min(place.width for place in here.seats) >= 32
    assert min(place.height for place in here.seats) >= 25


@screens
@seat_counts
def test_targets_do_not_touch(size: tuple[float, float], seat_count: int) -> None:
    """
    Seats and buttons are 3 mm apart, and all of them are on the screen. Cards of the board are closer together, as real
    cards are.
    """
    here = table_layout(*size, seat_count)

    for one, other in combinations([*here.seats, *here.actions.values()], 2):
        assert gap(one, other) >= GAP_MM
    for one, other in combinations(targets(here), 2):
        assert gap(one, other) > 2
    for place in targets(here):
        assert place.x >= 0
        assert place.y >= 0
        assert place.right <= size[0]
        assert place.bottom <= size[1]


@screens
@seat_counts
def test_a_page_leaves_the_actions_free(size: tuple[float, float], seat_count: int) -> None:
    """
    UNDO, FLOOR and HAND OVER can be pressed with any page open, and most pages leave seats in sight.
    """
    here = table_layout(*size, seat_count)

    for page in (here.page, here.wide_page):
        assert all(gap(page, action) >= GAP_MM for action in here.actions.values())
    top = min(seat.y for seat in here.seats)
    assert all(gap(here.page, seat) >= GAP_MM for seat in here.seats if seat.y == top and top < here.board[0].y)


@screens
def test_the_button_within_a_seat_is_large_enough_too(size: tuple[float, float]) -> None:
    """
    RAISE and MUCK have 15 mm both ways, and as much of the tile remains for CALL beside them. The area above them is
    CALL too, so the dealer needs to aim only for RAISE.
    """
    seat = table_layout(*size, 9).seats[0]
    place = side_place(seat, zoom(*size))

    assert min(place.width, place.height) >= LEAST_TARGET_MM
    assert place.x - BETWEEN * zoom(*size) - seat.x >= LEAST_TARGET_MM


@screens
@seat_counts
def test_seats_run_clockwise_from_the_dealers_left(size: tuple[float, float], seat_count: int) -> None:
    """
    Seat 1 is at the left, and the last seat mirrors it at the right. Between them the seats go up, across and down.
    """
    seats = table_layout(*size, seat_count).seats
    middle = size[0] / 2

    for seat, across in zip(seats, reversed(seats), strict=True):
        assert seat.x + seat.width / 2 - middle == pytest.approx(middle - across.x - across.width / 2)
        assert seat.y == across.y
    top = min(seat.y for seat in seats)
    far = [seat.x for seat in seats if seat.y == top]
    assert far == sorted(far)


@screens
@seat_counts
def test_the_dealers_area_is_free(size: tuple[float, float], seat_count: int) -> None:
    """No seat covers the dealer's instructions, and no bet in front of a seat at the side reaches into the middle."""
    here = table_layout(*size, seat_count)

    for place in (here.stage, here.sheet, here.opening):
        assert place.x + place.width / 2 == pytest.approx(size[0] / 2)
        assert all(gap(place, seat) > 2 for seat in here.seats)
    assert all(gap(here.sheet, place.discs) > -place.discs.width / 2 for place in here.places)
    beside = [place for place in here.places if not is_far(place) and place.tile.y < here.board[0].bottom]
    assert all(gap(here.stage, lane) > 0 for place in beside for lane in (place.bet, place.discs))
    assert all(gap(here.total, lane) >= 0 for place in beside for lane in (place.bet, place.discs))
    bets = [place.bet.bottom for place in here.places if is_far(place)]
    assert min(place.y for place in here.board) >= max(bets, default=0.0)
    assert gap(here.total, here.board[0]) >= 0


@pytest.mark.parametrize("size", [*SCREENS.values(), (800 / 5.9, 1280 / 5.9)], ids=[*SCREENS, "upright"])
@pytest.mark.parametrize("seat_count", range(2, 11))
def test_nothing_that_asks_the_dealer_covers_a_bet_or_a_button(size: tuple[float, float], seat_count: int) -> None:
    """
    A question, a refusal, the players who went out, and NEXT in practice leave in sight what lies in front of seats.
    """
    here = table_layout(*size, seat_count)
    key = next_place(here.ask, stage_split(here, 10.4, zoom(*size))[1], zoom(*size))[1]

    lanes = [lane for place in here.places for lane in (place.bet, place.discs)]
    assert all(gap(area, lane) >= 0 for area in (here.ask, key, here.pill) for lane in lanes)
    assert all(gap(here.sheet, place.discs) >= 0 for place in here.places if size[0] > size[1])
    assert min(key.width, key.height, here.pill.width, here.pill.height) >= LEAST_TARGET_MM


def test_the_board_of_a_tall_screen_has_cards_in_the_shape_of_cards():
    """
    They are higher than wide, three above two, and still large enough for a finger.
    """
    board = table_layout(800 / 5.9, 1280 / 5.9, 10).board

    assert all(card.width / card.height == pytest.approx(CARD_SHAPE) for card in board)
    assert min(card.width for card in board) >= LEAST_TARGET_MM


@pytest.mark.parametrize("seat_count", range(2, 11))
def test_the_bets_of_a_tall_screen_are_apart(seat_count: int) -> None:
    """
    Each is in a row of its own half, so nobody reads one seat's bet as another's.
    """
    bets = [place.bet for place in table_layout(800 / 5.9, 1280 / 5.9, seat_count).places]

    assert all(gap(one, other) >= 1.0 for one, other in combinations(bets, 2))
    assert min(bet.width for bet in bets) >= 29


def is_far(place: SeatPlace) -> bool:
    """Whether the seat is in the far row, with its bet below its tile."""
    return place.bet.y >= place.tile.bottom


def test_undo_and_hand_over_are_in_opposite_corners():
    """
    Each is an edge target that cannot be mistaken for the other.
    """
    actions = table_layout(LEAST_WIDTH_MM, LEAST_HEIGHT_MM, 9).actions

    assert min(actions, key=lambda name: actions[name].x) == "undo"
    assert max(actions, key=lambda name: actions[name].right) == "hand-over"
    assert actions["hand-over"].width == max(action.width for action in actions.values())


@pytest.mark.parametrize("size", [*SCREENS.values(), (800 / 5.9, 1280 / 5.9)], ids=[*SCREENS, "upright"])
@seat_counts
def test_each_disc_is_nearest_to_its_own_seat(size: tuple[float, float], seat_count: int) -> None:
    layout = table_layout(*size, seat_count)
    for place in layout.places:
        for disc in _two_discs(place):
            distances = {other.tile: _distance(disc, other.tile) for other in layout.places}
            others = [away for tile, away in distances.items() if tile != place.tile]
            assert distances[place.tile] < min(others), (place.tile, disc)


def _two_discs(place: SeatPlace) -> tuple[tuple[float, float], tuple[float, float]]:
    """The centers of the button and of a blind beside it."""
    discs = place.discs
    side, y = min(discs.height, DISC_MM), discs.y + discs.height / 2
    if place.discs_from_left:
        return (discs.x + side / 2, y), (discs.x + side * 3 / 2, y)
    return (discs.right - side / 2, y), (discs.right - side * 3 / 2, y)


def _distance(point: tuple[float, float], tile: Rect) -> float:
    across = max(tile.x - point[0], 0.0, point[0] - tile.right)
    return hypot(across, max(tile.y - point[1], 0.0, point[1] - tile.bottom))


@pytest.mark.parametrize(
    ("width", "height"), [*SCREENS.values(), (800 / 5.9, 1280 / 5.9)], ids=[*SCREENS, "800 x 1280"]
)
@seat_counts
def test_the_tile_nearest_to_a_bet_is_its_own(width, height, seat_count):
    """
    The bet is at the end of its lane that is next to the tile. On an upright screen the lane is 30 mm long.
    """
    here = table_layout(width, height, seat_count)
    for seat, place in enumerate(here.places):
        lane = place.bet
        part = replace(lane, width=lane.height, x=lane.right - lane.height if place.bet_from_right else lane.x)
        away = [
            max(tile.x - part.right, part.x - tile.right, 0.0) + max(tile.y - part.bottom, part.y - tile.bottom, 0.0)
            for tile in here.seats
        ]
        assert away[seat] == min(away)
        assert away[seat] < part.height
