"""Whether a page fits a screen: its targets are large enough and apart, and its texts have room."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from unittest.mock import patch

from msgspec.structs import replace

from tests.ui.dealer.layout.test_table import gap
from ui.dealer.layout.entry import area_of, layout_of
from ui.dealer.layout.page import TITLE_HIGH, line_high
from ui.dealer.layout.rect import zoom
from ui.dealer.layout.table import table_layout
from ui.dealer.model.values import PageView
from ui.dealer.widgets.painting.canvas import BREAKS, RULER_PX, SAFE, Canvas, TextStyle, _fits
from ui.look import CAPITAL, GAP_MM, LEAST_TARGET_MM

LEAST_LINE_MM = 5.9
LEAST_KEY_MM = 9.0
"""The width of a letter key. Ten of them fit in a row on an upright screen, each as tall as any other target."""


def assert_fits(page: PageView, size: tuple[float, float], left_handed: bool = False) -> None:
    """No target is under 15 mm, closer than 3 mm to another, or outside the page, and the head has room for its lines.
    A
    keyboard's keys may be narrower."""
    here = table_layout(*size, 10)
    if page.entry:  # its seats are those of the table
        page = replace(page, grids=tuple(grid for grid in page.grids if not grid.ring))
    area = area_of(page, here)
    laid = layout_of(page, area, zoom(*size), left_handed)
    named = [
        place
        for grid, row in zip(page.grids, laid.cells, strict=True)
        for button, place in zip(grid.buttons, row, strict=True)
        if button.name and not button.line
    ]
    lines = [
        place
        for grid, row in zip(page.grids, laid.cells, strict=True)
        for button, place in zip(grid.buttons, row, strict=True)
        if button.name and button.line
    ]
    letters = [
        place
        for grid, row in zip(page.grids, laid.cells, strict=True)
        for button, place in zip(grid.buttons, row, strict=True)
        if button.name and grid.is_keyboard
    ]
    # Choosing a line changes nothing, and arrows of full size move between lines.
    assert all(place.height >= LEAST_LINE_MM and place.width >= LEAST_TARGET_MM for place in lines)
    assert all(gap(place, key) >= GAP_MM for place in lines for key in (*named, laid.close))

    for place in (*named, laid.close):
        assert place.height >= LEAST_TARGET_MM
        assert place.width >= (LEAST_KEY_MM if place in letters else LEAST_TARGET_MM)
        assert place.x >= area.x - 0.01
        assert place.y >= area.y - 0.01
        assert place.right <= area.right + 0.01
        assert place.bottom <= area.bottom + 0.01
        assert gap(place, laid.head) >= 0
    for one, other in combinations((*named, laid.close), 2):
        assert gap(one, other) >= GAP_MM
    assert laid.head.height >= TITLE_HIGH + sum(map(line_high, page.lines))


LEAST_CAPITAL_MM = 1.6
"""Smaller letters cannot be read from a dealer's seat, so a text that would have to be smaller does not fit."""


@contextmanager
def misfits() -> Iterator[set[str]]:
    """The texts painted within the block that are cut short, leave their place, or become too small to read."""
    found: set[str] = set()
    fit_line, fit_lines = Canvas._fit_line, Canvas._fit_lines

    def line(canvas: Canvas, text: str, wide: int, size: int, style: TextStyle) -> tuple[int, str]:
        fitted, said = fit_line(canvas, text, wide, size, style)
        if said != text or canvas.mm(fitted) * CAPITAL < LEAST_CAPITAL_MM:
            found.add(text)
        return fitted, said

    def lines(canvas: Canvas, text: str, room: tuple[int, int], size: int, bold: bool) -> int:
        fitted = fit_lines(canvas, text, room, size, bold)
        ruler = canvas._rulers[bold]
        words = [ruler.horizontalAdvance(word) * SAFE / RULER_PX for word in BREAKS.split(text)]
        space = ruler.horizontalAdvance(" ") * SAFE / RULER_PX
        if (
            not _fits(words, space, room[0] / fitted, room[1] / fitted)
            or canvas.mm(fitted) * CAPITAL < LEAST_CAPITAL_MM
        ):
            found.add(text)
        return fitted

    with patch.object(Canvas, "_fit_line", line), patch.object(Canvas, "_fit_lines", lines):
        yield found
