"""The layout of the table screen, in millimetres: seats around the table as the dealer sees them. No Qt, no state.

The dealer sits at the bottom centre; seat 1 is at the dealer's left hand and the seats run clockwise. Nothing here
depends on the hand, so nothing moves while one is played.
"""

import msgspec
from msgspec.structs import replace

from ui.dealer.layout.rect import Rect, zoom
from ui.dealer.model.names import ACTION_NAMES, BOARD_PLACES, STRIP_NAMES
from ui.look import GAP_MM, TARGET_MM

MARGIN = 2.0
GAP = GAP_MM + 0.2  # rounding to pixels may take a pixel off it
STRIP_HIGH = 11.0
TILE_HIGH = 29.0
ACTION_HIGH = 20.4
CARD_HIGH = 30.0
POTS_HIGH = 8.6
SIDE = 15.4
"""A button within a seat's tile."""
CARDS_WIDE, CARDS_HIGH = 19.0, 14.9
"""A seat's two cards, on the smallest screen."""
SEATS_ACROSS = 5
CARD_SHAPE = 0.714
"""Width of a playing card by its height: 63 to 88 mm."""
PAGE_WIDE, PAGE_HIGH = 200.6, 3 * TARGET_MM + 2 * GAP
"""The least size of a page that leaves the seats visible."""
ACTION_WEIGHTS = (27.0, 20.3, 20.3, 20.3, 20.3, 20.3, 20.3, 41.2)
STRIP_WEIGHTS = (26.0, 76.0, 32.0, 46.0, 32.0)


class TableLayout(msgspec.Struct, frozen=True):
    """The rectangles of one screen. `sheet` covers the pots; if it needs more, `high_sheet` covers the board too, and
    `wide_sheet` the near seats."""

    strip: dict[str, Rect]
    felt: Rect
    seats: tuple[Rect, ...]
    board: tuple[Rect, ...]
    pots: Rect
    prompt: Rect
    actions: dict[str, Rect]
    sheet: Rect
    high_sheet: Rect
    wide_sheet: Rect
    page: Rect
    """A page's area, beside the seats as far as there is room."""
    wide_page: Rect
    """All of the felt."""


def table_layout(width_mm: float, height_mm: float, seat_count: int) -> TableLayout:
    """The layout for a screen of this size and a table of 2 to 10 seats."""
    scale = zoom(width_mm, height_mm)
    wide = width_mm - 2 * MARGIN
    tile_wide = (wide - (SEATS_ACROSS - 1) * GAP) / SEATS_ACROSS
    tile_high = TILE_HIGH * scale
    actions = Rect(MARGIN, height_mm - MARGIN - ACTION_HIGH * scale, wide, ACTION_HIGH * scale)
    far = Rect(MARGIN, MARGIN + STRIP_HIGH * scale + 2.0, wide, tile_high)
    near = Rect(MARGIN, actions.y - GAP - tile_high, wide, tile_high)
    band = Rect(MARGIN, far.bottom + GAP, wide, near.y - far.bottom - 2 * GAP)
    middle = Rect(band.x + tile_wide + GAP, band.y, band.width - 2 * (tile_wide + GAP), band.height)
    board = _board(middle, scale)
    pots_y = board[0].bottom + 1.0
    beside = 2 if _beside(seat_count) > 1 else 1
    prompt_x = MARGIN + beside * (tile_wide + GAP)
    low = near.bottom if beside < 2 else middle.bottom
    sheet = Rect(middle.x, pots_y, middle.width, low - pots_y)
    below_sides = band.y + (band.height + tile_high) / 2 + 0.8
    return TableLayout(
        strip=dict(
            zip(STRIP_NAMES, _across(Rect(MARGIN, MARGIN, wide, STRIP_HIGH * scale), STRIP_WEIGHTS), strict=True)
        ),
        felt=Rect(0.0, far.y - 1.6, width_mm, near.bottom - far.y + 3.2),
        seats=_seats(far, band, near, tile_wide, seat_count),
        board=board,
        pots=Rect(middle.x, pots_y, middle.width, middle.bottom - pots_y),
        prompt=Rect(prompt_x, near.y, width_mm - 2 * prompt_x, tile_high),
        actions=dict(zip(ACTION_NAMES, _across(actions, ACTION_WEIGHTS), strict=True)),
        sheet=sheet,
        high_sheet=Rect(middle.x, middle.y, middle.width, low - middle.y),
        wide_sheet=Rect(MARGIN, below_sides, wide, near.bottom - below_sides),
        page=middle if _roomy(middle) else replace(band, height=near.bottom - band.y),
        wide_page=Rect(MARGIN, far.y, wide, near.bottom - far.y),
    )


def _roomy(middle: Rect) -> bool:
    return middle.width >= PAGE_WIDE and middle.height >= PAGE_HIGH


def side_place(seat: Rect, scale: float) -> Rect:
    """A seat's RAISE or MUCK within its tile: off centre, because a touch for the seat aims at the middle."""
    side = SIDE * scale
    return Rect(seat.right - side - 0.8, seat.bottom - side - 0.8, side, side)


def next_place(prompt: Rect) -> tuple[Rect, Rect]:
    """The prompt's place, shared with a button beside it."""
    told = replace(prompt, width=prompt.width - TARGET_MM - GAP)
    return told, Rect(told.right + GAP, prompt.y, TARGET_MM, prompt.height)


def _beside(seat_count: int) -> int:
    """How many seats are on either side of the dealer, along the near edge."""
    if seat_count > 9:
        return 2
    return 1 if seat_count > 4 else 0


def _seats(far: Rect, band: Rect, near: Rect, wide: float, count: int) -> tuple[Rect, ...]:
    beside = _beside(count)
    ends = 1 if count > 1 else 0
    across = count - 2 * (beside + ends)
    high = near.height
    step = wide + GAP
    left = [Rect(near.x + (beside - 1 - place) * step, near.y, wide, high) for place in range(beside)]
    side_y = band.y + (band.height - high) / 2
    left += [Rect(band.x, side_y, wide, high)] * ends
    first = far.x + (far.width - across * wide - (across - 1) * GAP) / 2
    top = [Rect(first + place * step, far.y, wide, high) for place in range(across)]
    mirror = far.x + far.right
    right = [replace(seat, x=mirror - seat.right) for seat in reversed(left)]
    return tuple(left + top + right)


def _board(middle: Rect, scale: float) -> tuple[Rect, ...]:
    gap = 2.4
    high = min(
        middle.height - POTS_HIGH * scale, CARD_HIGH * scale, (middle.width - 4 * gap) / BOARD_PLACES / CARD_SHAPE
    )
    wide = high * CARD_SHAPE
    first = middle.x + (middle.width - BOARD_PLACES * wide - 4 * gap) / 2
    return tuple(Rect(first + place * (wide + gap), middle.y, wide, high) for place in range(BOARD_PLACES))


def _across(row: Rect, weights: tuple[float, ...]) -> tuple[Rect, ...]:
    """A row divided by weight, with a gap between."""
    unit = (row.width - (len(weights) - 1) * GAP) / sum(weights)
    placed: list[Rect] = []
    x = row.x
    for weight in weights:
        placed.append(Rect(x, row.y, weight * unit, row.height))
        x = placed[-1].right + GAP
    return tuple(placed)
