"""The layout of a page on which something is entered, in millimeters: it lies in the opening between the seats, and the
keypad is always in the same place. Uses no Qt.

A landscape screen has eight columns and five rows. The keypad takes up the four lower rows of the four columns on the
right, or on the left for a left-handed dealer. It has twelve digits, and beside them backspace and the green key, which
is three rows high. An upright screen has the keypad at the bottom and everything else above it.
"""

from math import inf

from msgspec.structs import replace

from ui.dealer.layout.page import TITLE_HIGH, PageLayout, line_high, page_layout, placed_cells
from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import TableLayout
from ui.dealer.model.values import GridView, PageView
from ui.look import GAP_MM

GAP = GAP_MM + 0.01
"""The distance between keys. Four rows of full size and the header just fit the smallest screen."""
COLUMNS, PAD_COLUMNS, ROWS = 8, 4, 5
PAD_KEY_HIGH = 15.1
"""The height of the keypad's keys on an upright screen."""
HEAD_SHARE = 0.56
"""The part of an upright screen's header that the text takes up, beside the digits."""
CARDS_HIGH = 24.0
"""The height of the cards below the keys on an upright screen."""
LOW_ROWS = 3
MOST_ACROSS = 7
"""How many targets fit side by side on an upright screen."""


def area_of(page: PageView, table: TableLayout) -> Rect:
    """The part of the screen that a page covers."""
    if page.entry:
        return table.opening
    return table.wide_page if page.full_width else table.page


def layout_of(page: PageView, area: Rect, scale: float, left_handed: bool = False, left_seat: int = 1) -> PageLayout:
    """The layout of any page in its area."""
    if page.entry:
        return entry_layout(page, area, scale, left_handed)
    return page_layout(page, area, scale, left_seat, left_handed=left_handed)


def entry_layout(page: PageView, area: Rect, scale: float, left_handed: bool = False) -> PageLayout:
    """The layout of one page in `area`; `scale` is its size relative to the smallest screen."""
    if area.height > area.width:
        return _upright(page, area, scale, left_handed)
    wide = (area.width - (COLUMNS - 1) * GAP) / COLUMNS
    high = (area.height - (ROWS - 1) * GAP) / ROWS

    def columns(first: int, count: int) -> Rect:
        """The area of these columns, from the top. A left-handed dealer has the last column on the left."""
        at = COLUMNS - first - count if left_handed else first
        return Rect(area.x + at * (wide + GAP), area.y, count * wide + (count - 1) * GAP, area.height)

    others = [grid for grid in page.grids if not grid.is_pad]
    has_pad = len(others) < len(page.grids)
    free = COLUMNS - PAD_COLUMNS if has_pad else sum(grid.columns for grid in others)
    left = columns(0, free)
    needed = (TITLE_HIGH + sum(line_high(line) for line in page.lines)) * scale
    head_high = max(high, needed) if has_pad else high
    if has_pad:
        head = replace(left, height=head_high if others else area.height)
        entry = replace(columns(free, PAD_COLUMNS - 1), height=high)
    else:
        head = replace(columns(0, COLUMNS - 1), height=high)
        void = columns(free, COLUMNS - free)
        entry = replace(void, y=area.y + high + GAP, height=area.height - high - GAP)
    close = replace(columns(COLUMNS - 1, 1), height=high)
    low = Rect(left.x, head.y + head_high + GAP, left.width, area.height - head_high - GAP)
    pad = columns(COLUMNS - PAD_COLUMNS, PAD_COLUMNS)
    pad = replace(pad, y=area.y + high + GAP, height=area.height - high - GAP)
    cells = (
        *_side_by_side(others, low, left_handed, 2 * high + GAP),
        *_pad([grid for grid in page.grids if grid.is_pad], pad, left_handed),
    )
    return PageLayout(head, close, cells, entry=entry)


def _upright(page: PageView, area: Rect, scale: float, left_handed: bool) -> PageLayout:
    wide = (area.width - (PAD_COLUMNS - 1) * GAP) / PAD_COLUMNS
    key_high = PAD_KEY_HIGH * scale
    others = [grid for grid in page.grids if not grid.is_pad]
    pads = [grid for grid in page.grids if grid.is_pad]
    pad_high = 4 * key_high + 3 * GAP if pads else CARDS_HIGH * scale
    high = max(key_high, (TITLE_HIGH + sum(line_high(line) for line in page.lines)) * scale)
    close = Rect(area.x if left_handed else area.right - wide, area.y, wide, key_high)
    x = close.right + GAP if left_handed else area.x
    across = area.width - wide - GAP
    head = Rect(x, area.y, across * HEAD_SHARE, high)
    entry = Rect(head.right + GAP, area.y, across - head.width - GAP, key_high)
    pad = Rect(area.x, area.bottom - pad_high, area.width, pad_high)
    rest = Rect(area.x, area.y + high + GAP, area.width, pad.y - area.y - high - 2 * GAP)
    cells = placed_cells(tuple(map(_lower, others)), rest, rest.height)
    return PageLayout(head, close, (*cells, *_pad(pads, pad, left_handed)), entry=entry if pads else pad)


def _lower(grid: GridView) -> GridView:
    """The grid in a row of its own, with fewer and longer rows."""
    count, across = len(grid.buttons), grid.columns
    if count > LOW_ROWS * across:
        across = next(wide for wide in (-(-count // rows) for rows in (1, 2, LOW_ROWS)) if wide <= MOST_ACROSS)
    return replace(grid, below=True, columns=across)


def _side_by_side(grids: list[GridView], area: Rect, left_handed: bool, most: float = inf) -> list[tuple[Rect, ...]]:
    """The cells of grids side by side, each as wide as its columns; its rows share the height."""
    columns = sum(grid.columns for grid in grids)
    wide = (area.width - (columns - 1) * GAP) / columns if columns else 0.0
    placed: list[tuple[Rect, ...]] = []
    first = 0
    for grid in grids:
        at = columns - first - grid.columns if left_handed else first
        x = area.x + at * (wide + GAP)
        rows = -(-len(grid.buttons) // grid.columns)
        high = min((area.height - (rows - 1) * GAP) / rows, most)
        placed.append(
            tuple(
                Rect(
                    x + index % grid.columns * (wide + GAP),
                    area.y + index // grid.columns * (high + GAP),
                    wide,
                    high,
                )
                for index in range(len(grid.buttons))
            )
        )
        first += grid.columns
    return placed


def _pad(grids: list[GridView], area: Rect, left_handed: bool) -> list[tuple[Rect, ...]]:
    """The digits, and beside them backspace and the green key, which takes up the rest of its column."""
    if not grids:
        return []
    digits, sure = grids
    column = replace(sure, buttons=(sure.buttons[0],) * 4)
    keys, (erase, second, _, last) = _side_by_side([digits, column], area, left_handed)
    return [keys, (erase, replace(second, height=last.bottom - second.y))]
