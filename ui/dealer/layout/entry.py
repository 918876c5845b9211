"""The layout of a page on which something is entered, in millimeters: it lies in the opening between the seats, and the
keypad is always in the same place. Uses no Qt.

A landscape screen has eight columns and five rows. The keypad takes up the four lower rows of the four columns on the
right, or on the left for a left-handed dealer. It has twelve digits, and beside them backspace and the green key, which
is three rows high, or two if there is another key above it.

On an upright screen, the keypad is below the seats, in three rows of seven columns: the zeros are beside the other
digits, and two columns are for further keys. Everything else is between the seats, in three columns.
"""

from collections.abc import Sequence
from math import inf

from msgspec.structs import replace

from ui.dealer.layout.page import TITLE_HIGH, PageLayout, line_high, page_layout
from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import PAD_KEY_HIGH, PAD_ROWS, TableLayout, opening_parts
from ui.dealer.model.values import GridView, PageView
from ui.look import GAP_MM

GAP = GAP_MM + 0.01
"""The distance between keys. Four rows of full size and the header just fit the smallest screen."""
COLUMNS, PAD_COLUMNS, ROWS = 8, 4, 5
NECK_COLUMNS, LOW_COLUMNS = 3, 7
"""The columns between the seats of an upright screen, and below them."""
NECK_ROWS, WING_COLUMNS = 4, 2
"""The most rows of keys between the seats, and the columns of keys beside the keypad."""
HEAD_SHARE = 1.7
"""The height of a header beside CLOSE, where most lines wrap, relative to lines that do not."""
MOST_SHARE = 0.36
"""The height of a row if there are few keys between the seats, as a part of the area for them."""
RANK_COLUMNS = 5
"""The columns of the ranks on an upright screen; the suits have the other two."""


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
    neck, low = opening_parts(area, scale)
    row_high = PAD_KEY_HIGH * scale
    middle = replace(neck, height=low.y - GAP - neck.y)
    entry_high = middle.height - (NECK_ROWS + 1) * (row_high + GAP)
    others = [grid for grid in page.grids if not grid.is_pad]
    pads = [grid for grid in page.grids if grid.is_pad]
    top, close = _beside_close(replace(middle, height=row_high), left_handed)
    if not pads:
        needed = (TITLE_HIGH + sum(line_high(line) for line in page.lines)) * scale
        head = replace(top, height=max(row_high, HEAD_SHARE * needed))
        cards = replace(middle, y=head.bottom + GAP, height=middle.bottom - head.bottom - GAP)
        return PageLayout(head, close, _card_keys(others, low, left_handed), entry=cards)
    most = middle.height - row_high - entry_high - 2 * GAP
    keys = _key_block(sum(len(grid.buttons) for grid in others), replace(middle, y=middle.bottom - most, height=most))
    cells = (*_keys_of(others, keys, low, left_handed), *_low_pad(pads, low, left_handed))
    entry_y = keys.y - GAP - entry_high
    row = replace(middle, y=entry_y, height=entry_high)
    entry, board = _beside_close(row, left_handed) if page.board else (row, None)
    return PageLayout(replace(top, height=entry_y - GAP - top.y), close, cells, entry=entry, board=board)


def _beside_close(row: Rect, left_handed: bool) -> tuple[Rect, Rect]:
    """A row between the seats, divided into two columns and the one with the close button."""
    wide = (row.width - (NECK_COLUMNS - 1) * GAP) / NECK_COLUMNS
    rest = row.width - wide - GAP
    if left_handed:
        return replace(row, x=row.right - rest, width=rest), replace(row, width=wide)
    return replace(row, width=rest), replace(row, x=row.right - wide, width=wide)


def _key_block(count: int, most: Rect) -> Rect:
    """The lower part of the area between the seats that this many keys need: few keys are larger, and leave the rest to
    the header."""
    rows = -(-min(count, NECK_COLUMNS * NECK_ROWS) // NECK_COLUMNS)
    high = MOST_SHARE * most.height
    block = min(rows * high + (rows - 1) * GAP, most.height) if rows else -GAP
    return replace(most, y=most.bottom - block, height=block)


def _keys_of(grids: list[GridView], block: Rect, low: Rect, left_handed: bool) -> list[tuple[Rect, ...]]:
    """The cells of grids on an upright screen: one key after the other in the columns between the seats, and those for
    which there is no room beside the keypad."""
    count = sum(len(grid.buttons) for grid in grids)
    within = min(count, NECK_COLUMNS * NECK_ROWS)
    cells = _places(within, min(NECK_COLUMNS, max(within, 1)), block)
    cells += _places(count - within, WING_COLUMNS, _low_columns(low, 0, WING_COLUMNS, left_handed))
    placed = []
    for grid in grids:
        placed.append(tuple(cells[: len(grid.buttons)]))
        cells = cells[len(grid.buttons) :]
    return placed


def _places(count: int, columns: int, area: Rect) -> list[Rect]:
    """This many cells in rows, which share the area."""
    rows = max(1, -(-count // columns))
    wide, high = (area.width - (columns - 1) * GAP) / columns, (area.height - (rows - 1) * GAP) / rows
    return [
        Rect(area.x + index % columns * (wide + GAP), area.y + index // columns * (high + GAP), wide, high)
        for index in range(count)
    ]


def _low_columns(low: Rect, first: int, count: int, left_handed: bool) -> Rect:
    """These columns of the area below the seats; a left-handed dealer has the last column on the left."""
    wide = (low.width - (LOW_COLUMNS - 1) * GAP) / LOW_COLUMNS
    at = LOW_COLUMNS - first - count if left_handed else first
    return replace(low, x=low.x + at * (wide + GAP), width=count * wide + (count - 1) * GAP)


def _low_pad(pads: list[GridView], low: Rect, left_handed: bool) -> list[tuple[Rect, ...]]:
    """The digits 1 to 9, the zeros beside them, and then backspace above the green key."""
    digits = _low_columns(low, WING_COLUMNS, LOW_COLUMNS - WING_COLUMNS - 1, left_handed)
    columns = _places(12, 4, digits)
    nine = (columns[4 * row + column] for row in range(3) for column in range(3))
    zeros = (columns[4 * row + 3] for row in range(3))
    erase, second, last = _places(3, 1, _low_columns(low, LOW_COLUMNS - 1, 1, left_handed))
    keys = (*nine, *zeros)[: len(pads[0].buttons)]
    return [keys, _sure(pads[1], [erase, second, last])]


def _card_keys(grids: list[GridView], low: Rect, left_handed: bool) -> tuple[tuple[Rect, ...], ...]:
    """The ranks, with further keys after them, and the suits beside them."""
    ranks, suits = grids
    places = iter(_places(PAD_ROWS * RANK_COLUMNS, RANK_COLUMNS, _low_columns(low, 0, RANK_COLUMNS, left_handed)))
    nowhere = Rect(low.x, low.y, 0.0, 0.0)
    cells = tuple(next(places) if button.name else nowhere for button in ranks.buttons)
    beside = _low_columns(low, RANK_COLUMNS, LOW_COLUMNS - RANK_COLUMNS, left_handed)
    return cells, tuple(_places(len(suits.buttons), suits.columns, beside))


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
    keys, rows = _side_by_side([digits, column], area, left_handed)
    return [keys, _sure(sure, rows)]


def _sure(grid: GridView, rows: Sequence[Rect]) -> tuple[Rect, ...]:
    """Backspace and any other key in a row each, and the green key, which takes up the rest of the column."""
    others = len(grid.buttons) - 1
    green = replace(rows[others], height=rows[-1].bottom - rows[others].y)
    return (*rows[:others], green)
