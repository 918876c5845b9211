"""Every page fits on both glasses: what can be pressed is large enough and apart, what is said has room."""

from itertools import combinations

import pytest

from engine.public import public
from tests.ui import people_pages, practice_pages, ruled_pages
from tests.ui.felt import dealt, play
from tests.ui.test_places import GLASSES, gap
from ui.dealer.page_places import TITLE_HIGH, line_high, page_places
from ui.dealer.pages.contents import MENU
from ui.dealer.pages.kill import KillPage
from ui.dealer.pages.menu import MenuPage
from ui.dealer.pages.page import Page, Sight
from ui.dealer.places import places
from ui.dealer.rect import zoom
from ui.look import GAP_MM, LEAST_TARGET_MM
from ui.words import ENGLISH

GAME = play(dealt((50_000,) * 10), "r600 c c")
PAGES: dict[str, Page] = {
    "menu": MenuPage(),
    "kill-picked": KillPage(5),
    **{name: page() for name, page in MENU},
    **ruled_pages.PAGES,
    **people_pages.PAGES,
    **practice_pages.PAGES,
}
"""Each page with nothing picked, and where it changes as things are picked, that too."""


@pytest.mark.parametrize("glass", GLASSES.values(), ids=GLASSES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits(glass: tuple[float, float], name: str) -> None:
    """
    No target under 15 mm or nearer to another than 3, none outside; the head has its lines' heights.
    """
    page = PAGES[name].show(Sight(public(GAME), GAME))
    here = places(*glass, 10)
    area = here.wide_page if page.wide else here.page
    laid = page_places(page, area, zoom(*glass))
    named = [
        place
        for grid, row in zip(page.grids, laid.cells, strict=True)
        for button, place in zip(grid.buttons, row, strict=True)
        if button.name
    ]

    for place in (*named, laid.close):
        assert min(place.wide, place.high) >= LEAST_TARGET_MM
        assert place.x >= area.x - 0.01
        assert place.y >= area.y - 0.01
        assert place.right <= area.right + 0.01
        assert place.bottom <= area.bottom + 0.01
        assert gap(place, laid.head) >= 0
    for one, other in combinations((*named, laid.close), 2):
        assert gap(one, other) >= GAP_MM
    assert laid.head.high >= TITLE_HIGH + sum(map(line_high, page.lines))


def test_every_page_of_the_menu_has_its_words():
    """
    MORE can name whatever it lists.
    """
    assert {name for name, _ in MENU} == set(ENGLISH.menu.entries)
