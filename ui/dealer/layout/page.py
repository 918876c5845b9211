"""The layout of a page in millimeters: its header, its close button and every cell in its grids. Uses no Qt."""

import msgspec
from msgspec.structs import replace

from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import GAP
from ui.dealer.model.values import GridView, LineView, PageView
from ui.look import LEAST_TARGET_MM, TARGET_MM

TITLED_HIGH = 7.6
NARROW_MM = 150.0
"""On a page that is no wider than this, the grids are stacked."""
CLOSE_WIDE, MOST_CLOSE = 26.0, 44.0
TITLE_HIGH = 8.0
LINE_HIGH = {"huge": 20.0, "big": 10.0, "plain": 7.0, "small": 5.4, "clause": 5.4, "trouble": 7.0, "warn": 7.0}
PICTURE_HIGH = 12.2
"""The height of a line with cards or chips."""
LEAST_HEAD = 44.0
LEAST_BESIDE = 66.0
"""The width in millimeters that three buttons beside a picture need."""
MOST_ROW = 30.0
LOW_ROWS = 3
"""A grid with more rows than this gets twice as many columns if it has the full width of the page to itself."""


class PageLayout(msgspec.Struct, frozen=True):
    """`cells` holds the cells by grid, in the order of the view; `head` holds the title and the lines."""

    head: Rect
    close: Rect
    cells: tuple[tuple[Rect, ...], ...]
    picture: Rect | None = None
    entry: Rect | None = None
    """The place for what was entered."""

    def title(self, grid: int) -> Rect:
        first, last = self.cells[grid][0], max(self.cells[grid], key=lambda cell: cell.right)
        return Rect(first.x, first.y - TITLED_HIGH, last.right - first.x, TITLED_HIGH)


def page_layout(page: PageView, area: Rect, scale: float) -> PageLayout:
    """The layout of one page in `area`; `scale` is its size relative to the smallest screen."""
    if area.width < NARROW_MM * scale:
        page = _narrow(page, area)
    key = TARGET_MM * min(scale, 1.2)
    if page.full_width and not page.beside:
        if any(_titled(band) for band in _bands(page.grids)):
            key = (LEAST_TARGET_MM + 0.2) * min(scale, 1.2)
        high = max(key, (TITLE_HIGH + sum(line_high(line) for line in page.lines)) * scale)
        close = Rect(area.right - CLOSE_WIDE * scale, area.y, CLOSE_WIDE * scale, key)
        head = Rect(area.x, area.y, area.width - close.width - GAP, high)
        rest = Rect(area.x, head.bottom + GAP, area.width, area.bottom - head.bottom - GAP)
    else:
        columns = max((sum(grid.columns for grid in band) for band in _bands(page.grids)), default=0)
        cell = TARGET_MM * scale if page.beside else key
        wide = min(columns * (cell + GAP) * _spread(page), area.width - LEAST_HEAD * scale) if columns else 0.0
        x = area.x + wide + (GAP if columns else 0.0)
        close_wide = min(area.right - x, MOST_CLOSE * scale)
        close = Rect(area.right - close_wide, area.y, close_wide, key)
        head = Rect(x, close.bottom + GAP, area.right - x, area.bottom - close.bottom - GAP)
        rest = Rect(area.x, area.y, wide, area.height)
    if page.picture is None:
        return PageLayout(head, close, placed_cells(page.grids, rest, MOST_ROW * scale))
    high = min(rest.height, (rest.width - LEAST_BESIDE * scale) * page.picture.height / page.picture.width)
    picture = Rect(rest.x, rest.y, high * page.picture.width / page.picture.height, high)
    beside = Rect(picture.right + GAP, rest.y, rest.right - picture.right - GAP, rest.height)
    return PageLayout(head, close, placed_cells(page.grids, beside, MOST_ROW * scale), picture)


def _narrow(page: PageView, area: Rect) -> PageView:
    """The layout for a portrait screen: the header is on top, and grids are stacked if they need the width."""
    if any(grid.title and not grid.dense for grid in page.grids):
        paired = (replace(grid, columns=3, below=index % 2 == 0 and index > 0) for index, grid in enumerate(page.grids))
        return replace(page, grids=tuple(paired))
    most = int((area.width + GAP) / (LEAST_TARGET_MM + GAP))
    grids: list[GridView] = []
    for band in _bands(page.grids):
        fits = _narrowest(band, area.width) >= LEAST_TARGET_MM
        for index, grid in enumerate(band):
            across = grid.columns
            if not fits and across == 1:
                across = len(grid.buttons)
            elif not fits and _rows(grid) > LOW_ROWS and 2 * across <= most:
                across *= 2
            below = bool(grids) and (index == 0 or not fits)
            columns = grid.columns if grid.is_keyboard else max(1, min(across, most))
            grids.append(replace(grid, below=below, columns=columns))
    return replace(page, grids=tuple(grids), full_width=True, beside=False)


def _narrowest(band: list[GridView], wide: float) -> float:
    """The width of the narrowest cell among grids that share a row."""
    unit = (wide - GAP * (len(band) - 1)) / sum(grid.columns * grid.weight for grid in band)
    return min(grid.weight * unit - GAP * (grid.columns - 1) / grid.columns for grid in band)


def line_high(line: LineView) -> float:
    """The height of a line in the header, on the smallest screen."""
    return (PICTURE_HIGH if line.cards or line.discs or line.bars or line.deck else LINE_HIGH[line.style]) * line.rows


def _spread(page: PageView) -> float:
    """The largest ratio of weighted to unweighted columns in any row of grids."""
    return max(
        sum(grid.columns * grid.weight for grid in band) / sum(grid.columns for grid in band)
        for band in _bands(page.grids)
    )


def _bands(grids: tuple[GridView, ...]) -> list[list[GridView]]:
    """The grids that share a row, from top to bottom."""
    bands: list[list[GridView]] = []
    for grid in grids:
        if grid.below or not bands:
            bands.append([])
        bands[-1].append(grid)
    return bands


def _rows(grid: GridView) -> int:
    return -(-len(grid.buttons) // grid.columns)


def placed_cells(grids: tuple[GridView, ...], area: Rect, most: float) -> tuple[tuple[Rect, ...], ...]:
    bands = _bands(grids)
    fixed = sum(_fixed(band) + _titled(band) for band in bands)
    free = sum(max(map(_rows, band)) for band in bands if not _fixed(band))
    gaps = GAP * (len(bands) - 1) + sum(
        _gap(band[0]) * (max(map(_rows, band)) - 1) for band in bands if not _fixed(band)
    )
    row = min((area.height - fixed - gaps) / free, most) if free else 0.0
    placed: list[tuple[Rect, ...]] = []
    y = area.y
    for band in bands:
        high = _fixed(band) or _block(max(map(_rows, band)), row, _gap(band[0]))
        placed += _band(band, Rect(area.x, y + _titled(band), area.width, high))
        y += _titled(band) + high + GAP
    return tuple(placed)


def _titled(band: list[GridView]) -> float:
    return TITLED_HIGH if any(grid.title for grid in band) else 0.0


def _fixed(band: list[GridView]) -> float:
    """The height of a row of grids with a fixed row height; 0 if the row of grids takes up the remaining height."""
    return max(_block(_rows(grid), grid.rows_mm) if grid.rows_mm else 0.0 for grid in band)


def _gap(grid: GridView) -> float:
    return 0.0 if grid.dense else GAP


def _block(rows: int, row: float, gap: float = GAP) -> float:
    return rows * row + (rows - 1) * gap


def _band(band: list[GridView], area: Rect) -> list[tuple[Rect, ...]]:
    shares = [grid.columns * grid.weight for grid in band]
    unit = (area.width - GAP * (len(band) - 1)) / sum(shares)
    rows = max(map(_rows, band))
    placed: list[tuple[Rect, ...]] = []
    x = area.x
    for grid, share in zip(band, shares, strict=True):
        placed.append(_grid(grid, Rect(x, area.y, share * unit, area.height), rows))
        x += share * unit + GAP
    return placed


def _grid(grid: GridView, area: Rect, rows: int) -> tuple[Rect, ...]:
    """The cells of a grid. With a title, its rows are as high as those of the neighboring grid; without one, its rows
    share the full height."""
    rows = rows if grid.title else min(rows, _rows(grid)) or 1
    wide = (area.width - (grid.columns - 1) * GAP) / grid.columns
    high = (area.height - (rows - 1) * _gap(grid)) / rows
    return tuple(
        Rect(
            area.x + index % grid.columns * (wide + GAP),
            area.y + index // grid.columns * (high + _gap(grid)),
            wide,
            high,
        )
        for index in range(len(grid.buttons))
    )
