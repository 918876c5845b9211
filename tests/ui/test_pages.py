"""Every page fits on both screens: its targets are large enough and apart, and its texts have room."""

import re

import pytest

from engine.public import public
from tests.kit.play import dealt, play
from tests.ui import people_pages, practice_pages, ruled_pages, start_pages
from tests.ui.dealer.layout.test_table import SCREENS
from tests.ui.fitting import assert_fits
from ui.dealer.layout.page import page_layout
from ui.dealer.layout.rect import zoom
from ui.dealer.layout.table import table_layout
from ui.dealer.pages.contents import MENU
from ui.dealer.pages.menu import MenuPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.kill import KillPage
from ui.words.languages import words_in

ENGLISH = words_in("en")

GLASSES = {**SCREENS, "10.1 inches upright, 800 x 1280": (800 / 5.9, 1280 / 5.9)}
GAME = play(dealt((50_000,) * 10), "r600 c c")
PAGES: dict[str, Page] = {
    "menu": MenuPage(),
    "kill-picked": KillPage(5),
    **{name: page() for name, page in MENU.items()},
    **ruled_pages.PAGES,
    **people_pages.PAGES,
    **practice_pages.PAGES,
    **start_pages.PAGES,
}
"""Each page with nothing selected, and also with a selection if that changes it."""


@pytest.mark.parametrize("size", GLASSES.values(), ids=GLASSES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits(size: tuple[float, float], name: str) -> None:
    """
    No target is under 15 mm, closer than 3 mm to another, or outside the page, and the head has room for its lines.
    """
    page = PAGES[name].show(PageContext(public(GAME), GAME))
    assert_fits(page, size)
    assert_fits(page, size, left_handed=True)


@pytest.mark.parametrize("left_handed", [False, True], ids=["right hand", "left hand"])
@pytest.mark.parametrize("size", GLASSES.values(), ids=GLASSES)
def test_close_is_in_one_corner_on_every_page(size: tuple[float, float], left_handed: bool) -> None:
    """
    It has the same place and size on each of them: the top right, or the top left for a left-handed dealer.
    """
    area, scale = table_layout(*size, 10).wide_page, zoom(*size)
    context = PageContext(public(GAME), GAME)
    views = [page.show(context) for page in PAGES.values()]
    corners = {page_layout(view, area, scale, left_handed=left_handed).close for view in views if view.full_width}

    (close,) = corners
    assert close.y == area.y
    assert (close.x if left_handed else close.right) == pytest.approx(area.x if left_handed else area.right)


@pytest.mark.parametrize("name", PAGES)
def test_seats_are_always_offered_around_the_table(name: str) -> None:
    """
    No page lists them in rows: the dealer finds a seat where its player sits.
    """
    page = PAGES[name].show(PageContext(public(GAME), GAME))
    for grid in page.grids:
        seats = [button.seat for button in grid.buttons if button.seat and not button.line]
        assert grid.ring == bool(seats)
        assert grid.ring or not any(re.search(r"-seat-\d+$", button.name) for button in grid.buttons)
        assert not grid.ring or seats == list(range(1, 11))


def test_every_page_of_the_menu_has_its_words():
    """
    MORE has a name for every entry.
    """
    assert set(MENU) == set(ENGLISH.menu.entries)
