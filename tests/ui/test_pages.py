"""Every page fits on both screens: its targets are large enough and apart, and its texts have room."""

import pytest

from engine.public import public
from tests.kit.play import dealt, play
from tests.ui import people_pages, practice_pages, ruled_pages, start_pages
from tests.ui.dealer.layout.test_table import SCREENS
from tests.ui.fitting import assert_fits
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
    assert_fits(PAGES[name].show(PageContext(public(GAME), GAME)), size)


def test_every_page_of_the_menu_has_its_words():
    """
    MORE has a name for every entry.
    """
    assert set(MENU) == set(ENGLISH.menu.entries)
