"""Whether a page fits a glass: what can be pressed is large enough and apart, what is said has room."""

from itertools import combinations

from tests.ui.test_places import gap
from ui.dealer.page_places import TITLE_HIGH, line_high, page_places
from ui.dealer.places import places, zoom
from ui.dealer.shown import PageView
from ui.look import GAP_MM, LEAST_TARGET_MM


def assert_fits(page: PageView, glass: tuple[float, float]) -> None:
    """No target under 15 mm or nearer to another than 3, none outside; the head has its lines' heights."""
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
