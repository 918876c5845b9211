"""The layout of pages: the seats as they are around the table, and the mirrored page of a left-handed dealer."""

from itertools import combinations

import pytest

from tests.ui.dealer.layout.test_table import SCREENS, gap
from ui.dealer.layout.page import PageLayout, page_layout
from ui.dealer.layout.rect import Rect
from ui.dealer.layout.ring import RING_COLUMNS, UPRIGHT_COLUMNS, opening, ring
from ui.dealer.layout.table import table_layout
from ui.dealer.model.pictures import PictureView
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.look import GAP_MM, LEAST_TARGET_MM

AREA = Rect(1.4, 12.0, 214.0, 98.0)
UPRIGHT = (800 / 5.9, 1280 / 5.9)


def keys(count: int, *, green: bool = False) -> tuple[ButtonView, ...]:
    """This many buttons, the last of which is green if `green`."""
    plain = tuple(ButtonView(f"key-{number}", "KEY") for number in range(1, count))
    return (*plain, ButtonView(f"key-{count}", "KEY", emphasis="go" if green else "plain"))


def laid(*grids: GridView, lines: tuple[LineView, ...] = (), left_handed: bool = False) -> PageLayout:
    """The layout of a page with these grids."""
    view = PageView("page", "Title", lines, grids, full_width=True)
    return page_layout(view, AREA, 1.0, left_handed=left_handed)


def order(one: Rect, other: Rect) -> tuple[bool, bool, bool, bool]:
    """On which sides of one place the other is."""
    across, down = one.x - other.x, one.y - other.y
    return across < -1, across > 1, down < -1, down > 1


@pytest.mark.parametrize("left_seat", [1, 4, 10])
@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize(
    ("size", "columns"),
    [(SCREENS["10.1 inches 1280 x 800"], RING_COLUMNS), (UPRIGHT, UPRIGHT_COLUMNS)],
    ids=["landscape", "portrait"],
)
def test_a_seat_of_the_ring_is_where_it_is_on_the_table(
    size: tuple[float, float], columns: int, count: int, left_seat: int
) -> None:
    """
    Any two seats lie in the same direction from each other as on the table, however the screen is rotated.
    """
    table = table_layout(*size, count, left_seat).seats
    places = ring(count, columns, AREA, left_seat)

    assert len(places) == count
    for one, other in combinations(range(count), 2):
        assert order(places[one], places[other]) == order(table[one], table[other])
        assert gap(places[one], places[other]) >= GAP_MM


@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("columns", [RING_COLUMNS, UPRIGHT_COLUMNS])
def test_the_keys_inside_the_ring_are_apart_from_every_seat(columns: int, count: int) -> None:
    middle = opening(columns, AREA)

    assert all(gap(place, middle) >= GAP_MM for place in ring(count, columns, AREA))


def test_few_keys_are_near_the_dealer_and_the_text_above_them_has_the_rest() -> None:
    """
    Nothing is left empty below them.
    """
    here = laid(GridView("keys", 2, keys(2)))

    assert max(cell.bottom for cell in here.cells[0]) == pytest.approx(AREA.bottom)
    assert here.head.bottom == pytest.approx(here.cells[0][0].y - GAP_MM, abs=0.3)


@pytest.mark.parametrize("rows", [1, 4])
def test_the_keys_of_a_page_with_a_picture_are_below_it_on_a_portrait_screen(rows: int) -> None:
    """
    Beside it, they would be narrow and the picture small. On a wide screen, they are beside it.
    """
    view = PageView("page", "Title", (), (GridView("keys", 3, keys(3 * rows)),), full_width=True,
                    picture=PictureView(1280, 720))  # fmt: skip

    upright = page_layout(view, table_layout(*UPRIGHT, 8).wide_page, 1.0)
    wide = page_layout(view, AREA, 1.0)

    assert upright.picture
    assert wide.picture
    assert upright.picture.bottom < min(cell.y for cell in upright.cells[0])
    assert upright.picture.width > 0.6 * UPRIGHT[0]
    assert min(cell.width for cell in upright.cells[0]) > 2 * LEAST_TARGET_MM
    assert min(cell.height for cell in upright.cells[0]) > LEAST_TARGET_MM + 0.1  # whole pixels
    assert wide.picture.right < min(cell.x for cell in wide.cells[0])


def test_a_left_handed_dealer_has_the_green_key_at_the_left_and_the_seats_where_they_are() -> None:
    """
    The keys of a keypad keep their order, and so do lists, which are read from the left.
    """
    seats = tuple(ButtonView(f"seat-{seat}", "", seat=seat) for seat in range(1, 11))
    ring_grid = GridView("seats", RING_COLUMNS, seats, ring=True)
    answers = GridView("answers", 3, keys(3, green=True), below=True)
    right, left = laid(ring_grid, answers), laid(ring_grid, answers, left_handed=True)
    assert [cell.x for cell in left.cells[0]] == pytest.approx([cell.x for cell in right.cells[0]])
    assert [cell.x for cell in left.cells[1]] == pytest.approx([cell.x for cell in reversed(right.cells[1])])

    pad, sure = GridView("digits", 3, keys(12)), GridView("sure", 1, keys(1))
    right, left = laid(pad, sure), laid(pad, sure, left_handed=True)
    assert left.cells[0][0].x < left.cells[0][1].x
    assert left.cells[1][0].x < left.cells[0][0].x
    assert right.cells[1][0].x > right.cells[0][0].x

    streets = [GridView(f"street-{number}", 1, keys(4), title="FLOP") for number in range(3)]
    assert laid(*streets, left_handed=True).cells == laid(*streets).cells
