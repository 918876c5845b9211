"""The layout of a page in millimeters: its header, its close button and every cell in its grids. Uses no Qt."""

import msgspec
from msgspec.structs import replace

from ui.dealer.layout.rect import Rect
from ui.dealer.layout.ring import UPRIGHT_COLUMNS, opening, ring, ring_rows
from ui.dealer.layout.table import GAP
from ui.dealer.model.values import GridView, LineView, PageView
from ui.look import LEAST_TARGET_MM, TARGET_MM

TITLED_HIGH = 8.6
TITLE_FREE = 1.6
"""The gap between a grid's title and its buttons."""
NARROW_MM = 150.0
"""On a page that is no wider than this, the grids are stacked."""
CLOSE_WIDE = 34.0
"""The width of the close button, which has the same size and corner on every page."""
TITLE_HIGH = 8.0
LINE_HIGH = {"huge": 20.0, "big": 10.0, "plain": 7.0, "small": 5.4, "clause": 5.4, "trouble": 7.0, "warn": 7.0}
PICTURE_HIGH = 12.2
"""The height of a line with cards or chips."""
LEAST_HEAD = 44.0
LEAST_BESIDE = 66.0
"""The width in millimeters that three buttons beside a picture need."""
MOST_ROW = 30.0
MOST_INSIDE = 3
"""The most columns that fit inside the ring of seats on a portrait screen."""
MOST_UPRIGHT_ROWS = 6
"""How many rows of full size a portrait screen has room for on a page with a ring of seats. With more of them, the keys
outside the ring are side by side."""
LOW_ROWS = 3
"""A grid with more rows than this gets twice as many columns if it has the full width of the page to itself."""

Cells = tuple[tuple[Rect, ...], ...]


class PageLayout(msgspec.Struct, frozen=True):
    """`cells` holds the cells by grid, in the order of the view; `head` holds the title and the lines. `felt` is the
    area of the ring of seats, if there is one."""

    head: Rect
    close: Rect
    cells: Cells
    picture: Rect | None = None
    entry: Rect | None = None
    """The place for what was entered."""
    board: Rect | None = None
    """The place of the board on a page that covers it; None if the board is at the end of the header."""
    felt: Rect | None = None

    def title(self, grid: int) -> Rect:
        first, last = self.cells[grid][0], max(self.cells[grid], key=lambda cell: cell.right)
        return Rect(first.x, first.y - TITLED_HIGH, last.right - first.x, TITLED_HIGH - TITLE_FREE)


class _Frame(msgspec.Struct, frozen=True):
    """The areas of a page: `rest` is for the grids."""

    head: Rect
    close: Rect
    rest: Rect


def page_layout(
    page: PageView, area: Rect, scale: float, left_seat: int = 1, *, left_handed: bool = False
) -> PageLayout:
    """The layout of one page in `area`; `scale` is its size relative to the smallest screen. If `left_handed`, all is
    mirrored except for the seats and the order of the keys within a grid."""
    if area.width < NARROW_MM * scale:
        page = _narrow(page, area)
    framed = _below_head if page.full_width and not page.beside else _beside_head
    frame = framed(page, area, scale)
    if page.picture is None:
        laid = _with_cells(page, frame, scale, left_seat)
    else:
        laid = _with_picture(page, frame, scale, left_seat)
    return _mirrored(page, laid, area) if left_handed else laid


def _close(area: Rect, scale: float) -> Rect:
    wide, high = CLOSE_WIDE * min(scale, 1.4), (LEAST_TARGET_MM + 0.2) * min(scale, 1.2)
    return Rect(area.right - wide, area.y, wide, high)


def _below_head(page: PageView, area: Rect, scale: float) -> _Frame:
    close = _close(area, scale)
    high = max(close.height, (TITLE_HIGH + sum(line_high(line) for line in page.lines)) * scale)
    head = Rect(area.x, area.y, area.width - close.width - GAP, high)
    return _Frame(head, close, Rect(area.x, head.bottom + GAP, area.width, area.bottom - head.bottom - GAP))


def _beside_head(page: PageView, area: Rect, scale: float) -> _Frame:
    close = _close(area, scale)
    columns = max((sum(grid.columns for grid in band) for band in _bands(page.grids)), default=0)
    cell = TARGET_MM * (scale if page.beside else min(scale, 1.2))
    wide = min(columns * (cell + GAP) * _spread(page), area.width - LEAST_HEAD * scale) if columns else 0.0
    x = area.x + wide + (GAP if columns else 0.0)
    head = Rect(x, close.bottom + GAP, area.right - x, area.bottom - close.bottom - GAP)
    return _Frame(head, close, Rect(area.x, area.y, wide, area.height))


def _with_cells(page: PageView, frame: _Frame, scale: float, left_seat: int) -> PageLayout:
    """The grids at the bottom, near the dealer. A header above them has the room that they leave."""
    cells, felt = _cells(page.grids, frame.rest, MOST_ROW * scale, left_seat)
    low = max((cell.bottom for grid in cells for cell in grid), default=frame.rest.y - GAP)
    free = frame.rest.bottom - low
    cells = tuple(tuple(replace(cell, y=cell.y + free) for cell in grid) for grid in cells)
    felt = replace(felt, y=felt.y + free) if felt else None
    is_below = page.full_width and not page.beside
    head = replace(frame.head, height=frame.head.height + free) if is_below else frame.head
    return PageLayout(head, frame.close, cells, felt=felt)


def _with_picture(page: PageView, frame: _Frame, scale: float, left_seat: int) -> PageLayout:
    """The grids beside the picture, or below it if it is larger then, as on a portrait screen."""
    assert page.picture
    rest, shape = frame.rest, page.picture.width / page.picture.height
    beside = max(0.0, min(rest.height, (rest.width - LEAST_BESIDE * scale) / shape))
    keys = sum(max(map(_rows, band)) for band in _bands(page.grids)) * ((LEAST_TARGET_MM + 0.2) * scale + GAP)
    above = min(rest.height - keys, rest.width / shape)
    high = max(beside, above)
    picture = Rect(rest.x, rest.y, high * shape, high)
    if above > beside:
        keys_area = Rect(rest.x, picture.bottom + GAP, rest.width, rest.bottom - picture.bottom - GAP)
    else:
        keys_area = Rect(picture.right + GAP, rest.y, rest.right - picture.right - GAP, rest.height)
    cells, _ = _cells(page.grids, keys_area, MOST_ROW * scale, left_seat)
    return PageLayout(frame.head, frame.close, cells, picture)


def _mirrored(page: PageView, laid: PageLayout, area: Rect) -> PageLayout:
    """Each grid as a whole on the other side, except for lists, which are read from the left. A row that ends with the
    green key is reversed, so that this key is near the dealer's hand."""

    def moved(one: Rect) -> Rect:
        return replace(one, x=area.x + area.right - one.right)

    def grid_cells(grid: GridView, cells: tuple[Rect, ...]) -> tuple[Rect, ...]:
        if not cells or grid.title or grid.is_keyboard:
            return cells
        if len(cells) == grid.columns and grid.buttons[-1].emphasis == "go":
            return tuple(map(moved, cells))
        left, right = min(cell.x for cell in cells), max(cell.right for cell in cells)
        shift = area.x + area.right - right - left
        return tuple(replace(cell, x=cell.x + shift) for cell in cells)

    head, close = moved(laid.head), moved(laid.close)
    if laid.picture:
        return replace(laid, head=head, close=close)
    cells = tuple(grid_cells(grid, row) for grid, row in zip(page.grids, laid.cells, strict=True))
    return replace(laid, head=head, close=close, cells=cells, felt=moved(laid.felt) if laid.felt else None)


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
            grids.append(replace(grid, below=below, columns=UPRIGHT_COLUMNS if grid.ring else columns))
    rings = [grid for grid in grids if grid.ring]
    if rings and sum(max(map(_rows, band)) for band in _bands(tuple(grids))) > MOST_UPRIGHT_ROWS:
        grids = [grid if grid.ring else replace(grid, columns=min(len(grid.buttons), most)) for grid in grids]
    grids += (replace(grid, columns=min(grid.columns, MOST_INSIDE)) for grid in _inside(page.grids))
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
    """The grids that share a row, from top to bottom, without those inside the ring."""
    bands: list[list[GridView]] = []
    for grid in grids:
        if grid.inside:
            continue
        if grid.below or not bands:
            bands.append([])
        bands[-1].append(grid)
    return bands


def _inside(grids: tuple[GridView, ...]) -> tuple[GridView, ...]:
    """The grids inside the ring, which come last on a page."""
    return tuple(grid for grid in grids if grid.inside)


def _rows(grid: GridView) -> int:
    return ring_rows(grid.columns) if grid.ring else -(-len(grid.buttons) // grid.columns)


def _cells(grids: tuple[GridView, ...], area: Rect, most: float, left_seat: int) -> tuple[Cells, Rect | None]:
    """The cells of every grid, and the area of the ring of seats. No row is higher than `most`."""
    bands = _bands(grids)
    fixed = sum(_fixed(band) + _titled(band) for band in bands)
    free = sum(max(map(_rows, band)) for band in bands if not _fixed(band))
    gaps = GAP * (len(bands) - 1) + sum(
        _gap(band[0]) * (max(map(_rows, band)) - 1) for band in bands if not _fixed(band)
    )
    row = min((area.height - fixed - gaps) / free, most) if free else 0.0
    placed: list[tuple[Rect, ...]] = []
    felt, y = None, area.y
    for band in bands:
        rows = max(map(_rows, band))
        high = _fixed(band) or _block(rows, row, _gap(band[0]))
        for grid, place in zip(band, _band(band, Rect(area.x, y + _titled(band), area.width, high)), strict=True):
            felt = place if grid.ring else felt
            placed.append(
                ring(len(grid.buttons), grid.columns, place, 1 if grid.elsewhere else left_seat)
                if grid.ring
                else _grid(grid, place, rows)
            )
        y += _titled(band) + high + GAP
    if felt:
        placed += _cells_inside(grids, felt, most)
    return tuple(placed), felt


def _cells_inside(grids: tuple[GridView, ...], felt: Rect, most: float) -> Cells:
    """The cells of the grids inside the ring, halfway between the far seats and the dealer."""
    columns = next(grid.columns for grid in grids if grid.ring)
    area = opening(columns, felt)
    cells, _ = _cells(tuple(replace(grid, inside=False) for grid in _inside(grids)), area, most, 1)
    free = area.bottom - max((cell.bottom for grid in cells for cell in grid), default=area.bottom)
    return tuple(tuple(replace(cell, y=cell.y + free / 2) for cell in grid) for grid in cells)


def _titled(band: list[GridView]) -> float:
    return TITLED_HIGH if any(grid.title for grid in band) else 0.0


def _fixed(band: list[GridView]) -> float:
    """The height of a row of grids with a fixed row height; 0 if the row of grids takes up the remaining height."""
    return max(_block(_rows(grid), grid.rows_mm) if grid.rows_mm else 0.0 for grid in band)


def _gap(grid: GridView) -> float:
    return 0.0 if grid.dense else GAP


def _block(rows: int, row: float, gap: float = GAP) -> float:
    return rows * row + (rows - 1) * gap


def _band(band: list[GridView], area: Rect) -> list[Rect]:
    """The areas of grids that share a row."""
    shares = [grid.columns * grid.weight for grid in band]
    unit = (area.width - GAP * (len(band) - 1)) / sum(shares)
    placed: list[Rect] = []
    x = area.x
    for share in shares:
        placed.append(Rect(x, area.y, share * unit, area.height))
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
