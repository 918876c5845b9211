"""Where everything lies on the glass, in millimetres: seats around the table as the dealer sees them. No Qt, no state.

The dealer sits at the bottom centre; seat 1 is at the dealer's left hand and the seats run clockwise. Nothing here
depends on the hand, so nothing moves while one is played.
"""

from typing import NamedTuple

from ui.dealer.view_actions import ACTION_NAMES
from ui.dealer.view_pads import KEYS, RANK_ORDER, SUIT_ORDER
from ui.dealer.view_strip import STRIP_NAMES
from ui.dealer.view_table import BOARD_PLACES
from ui.look import GAP_MM, TARGET_MM

LEAST_WIDTH_MM, LEAST_HEIGHT_MM = 216.8, 135.4
"""The smallest glass on which every target has its size: 10.1 inches at 1280 x 800."""
MARGIN = 2.0
GAP = GAP_MM + 0.2  # rounding to pixels may take a pixel off it
STRIP_HIGH = 11.0
TILE_HIGH = 25.1
ACTION_HIGH = 20.4
CARD_HIGH = 30.0
POTS_HIGH = 12.0
MOST_ZOOM = 1.35
MUCK = 15.4
CARDS_WIDE, CARDS_HIGH = 19.0, 15.5
"""A seat's two cards, on the smallest glass."""
SEATS_ACROSS = 5
KEY = TARGET_MM
CARD_SHAPE = 0.714
"""Width of a playing card by its height: 63 to 88 mm."""
PAD_WIDE, PAD_HIGH = 200.6, 3 * KEY + 2 * GAP
ACTION_WEIGHTS = (24.0, 20.3, 20.3, 21.0, 28.0, 28.0, 20.3, 28.6)
STRIP_WEIGHTS = (26.0, 62.0, 32.0, 56.0, 36.0)


class Rect(NamedTuple):
    """A rectangle in millimetres from the top left corner."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.wide

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.high


class Places(NamedTuple):
    """The places of one screen. `sheet` lies over the pots, `wide_sheet` over the near seats too."""

    strip: dict[str, Rect]
    felt: Rect
    seats: tuple[Rect, ...]
    board: tuple[Rect, ...]
    pots: Rect
    prompt: Rect
    actions: dict[str, Rect]
    sheet: Rect
    wide_sheet: Rect
    pad: Rect
    page: Rect
    """Where a wide page lies: on the whole felt; other pages lie where pads do."""


def places(width_mm: float, height_mm: float, seat_count: int) -> Places:
    """The layout for a glass of this size and a table of 2 to 10 seats."""
    scale = zoom(width_mm, height_mm)
    wide = width_mm - 2 * MARGIN
    tile_wide = (wide - (SEATS_ACROSS - 1) * GAP) / SEATS_ACROSS
    tile_high = TILE_HIGH * scale
    actions = Rect(MARGIN, height_mm - MARGIN - ACTION_HIGH * scale, wide, ACTION_HIGH * scale)
    far = Rect(MARGIN, MARGIN + STRIP_HIGH * scale + 2.0, wide, tile_high)
    near = Rect(MARGIN, actions.y - GAP - tile_high, wide, tile_high)
    band = Rect(MARGIN, far.bottom + GAP, wide, near.y - far.bottom - 2 * GAP)
    middle = Rect(band.x + tile_wide + GAP, band.y, band.wide - 2 * (tile_wide + GAP), band.high)
    board = _board(middle, scale)
    pots_y = board[0].bottom + 1.0
    beside = 2 if _beside(seat_count) > 1 else 1
    prompt_x = MARGIN + beside * (tile_wide + GAP)
    sheet = Rect(middle.x, pots_y, middle.wide, near.bottom - pots_y)
    below_sides = band.y + (band.high + tile_high) / 2 + 0.8
    return Places(
        strip=dict(
            zip(STRIP_NAMES, _across(Rect(MARGIN, MARGIN, wide, STRIP_HIGH * scale), STRIP_WEIGHTS), strict=True)
        ),
        felt=Rect(0.0, far.y - 1.6, width_mm, near.bottom - far.y + 3.2),
        seats=_seats(far, band, near, tile_wide, seat_count),
        board=board,
        pots=Rect(middle.x, pots_y, middle.wide, middle.bottom - pots_y),
        prompt=Rect(prompt_x, near.y, width_mm - 2 * prompt_x, tile_high),
        actions=dict(zip(ACTION_NAMES, _across(actions, ACTION_WEIGHTS), strict=True)),
        sheet=sheet,
        wide_sheet=Rect(MARGIN, below_sides, wide, near.bottom - below_sides),
        pad=middle if middle.wide >= PAD_WIDE and middle.high >= PAD_HIGH else band._replace(high=near.bottom - band.y),
        page=Rect(MARGIN, far.y, wide, near.bottom - far.y),
    )


def zoom(width_mm: float, height_mm: float) -> float:
    """How much larger than on the smallest glass texts and tiles are drawn."""
    return min(max(min(width_mm / LEAST_WIDTH_MM, height_mm / LEAST_HEIGHT_MM), 1.0), MOST_ZOOM)


def muck_place(seat: Rect, scale: float) -> Rect:
    """Where in its tile a seat's MUCK button lies: off its middle, where a finger aims that means the seat."""
    side = MUCK * scale
    return Rect(seat.right - side - 0.8, seat.bottom - side - 0.8, side, side)


def pad_places(name: str, pad: Rect) -> dict[str, Rect]:
    """The buttons of a pad by name; the rest of it, to the left, is `head`, where the pad says what it asks."""
    return {"amount": _amount_pad, "card": _card_pad}[name](pad)


def _beside(seat_count: int) -> int:
    """How many seats are on either side of the dealer, along the near edge."""
    if seat_count > 9:
        return 2
    return 1 if seat_count > 4 else 0


def _seats(far: Rect, band: Rect, near: Rect, wide: float, count: int) -> tuple[Rect, ...]:
    beside = _beside(count)
    ends = 1 if count > 1 else 0
    across = count - 2 * (beside + ends)
    high = near.high
    step = wide + GAP
    left = [Rect(near.x + (beside - 1 - place) * step, near.y, wide, high) for place in range(beside)]
    side_y = band.y + (band.high - high) / 2
    left += [Rect(band.x, side_y, wide, high)] * ends
    first = far.x + (far.wide - across * wide - (across - 1) * GAP) / 2
    top = [Rect(first + place * step, far.y, wide, high) for place in range(across)]
    mirror = far.x + far.right
    right = [seat._replace(x=mirror - seat.right) for seat in reversed(left)]
    return tuple(left + top + right)


def _board(middle: Rect, scale: float) -> tuple[Rect, ...]:
    gap = 2.4
    high = min(middle.high - POTS_HIGH * scale, CARD_HIGH * scale, (middle.wide - 4 * gap) / BOARD_PLACES / CARD_SHAPE)
    wide = high * CARD_SHAPE
    first = middle.x + (middle.wide - BOARD_PLACES * wide - 4 * gap) / 2
    return tuple(Rect(first + place * (wide + gap), middle.y, wide, high) for place in range(BOARD_PLACES))


def _across(row: Rect, weights: tuple[float, ...]) -> tuple[Rect, ...]:
    """A row shared out by weight, with a gap between."""
    unit = (row.wide - (len(weights) - 1) * GAP) / sum(weights)
    placed: list[Rect] = []
    x = row.x
    for weight in weights:
        placed.append(Rect(x, row.y, weight * unit, row.high))
        x = placed[-1].right + GAP
    return tuple(placed)


def _grid(area: Rect, columns: int, rows: int) -> list[Rect]:
    wide = (area.wide - (columns - 1) * GAP) / columns
    high = (area.high - (rows - 1) * GAP) / rows
    return [
        Rect(area.x + column * (wide + GAP), area.y + row * (high + GAP), wide, high)
        for row in range(rows)
        for column in range(columns)
    ]


def _right_of(pad: Rect, x: float, wide: float) -> Rect:
    return Rect(x, pad.y, wide, pad.high)


def _blocks(pad: Rect, *wide: float) -> tuple[Rect, ...]:
    """Blocks of these widths against the right edge; the first one takes what is left over."""
    head = Rect(pad.x, pad.y, pad.wide - sum(wide) - len(wide) * GAP, pad.high)
    blocks = [head]
    for each in wide:
        blocks.append(_right_of(pad, blocks[-1].right + GAP, each))
    return tuple(blocks)


def _columns(count: int) -> float:
    return count * KEY + (count - 1) * GAP


def _amount_pad(pad: Rect) -> dict[str, Rect]:
    head, presets, keys = _blocks(pad, 34.0, _columns(4))
    close, sure = _across(_lowest(head), (1.0, 1.6))
    least, all_in, clear = _grid(presets, 1, 3)
    digits = {f"key-{key}": place for key, place in zip(KEYS, _grid(keys, 4, 3), strict=True)}
    return {"head": _above(head), "amount-close": close, "amount-ok": sure,
            "min": least, "all-in": all_in, "clear": clear, **digits}  # fmt: skip


def _card_pad(pad: Rect) -> dict[str, Rect]:
    head, ranks, suits = _blocks(pad, _columns(5), _columns(2))
    cells = _grid(ranks, 5, 3)
    close = cells[-2]._replace(wide=cells[-1].right - cells[-2].x)
    return {
        "head": _above(head),
        "pad-where": _lowest(head),
        "card-close": close,
        **{f"pad-rank-{rank}": place for rank, place in zip(RANK_ORDER, cells, strict=False)},
        **{f"pad-suit-{suit}": place for suit, place in zip(SUIT_ORDER, _grid(suits, 2, 2), strict=True)},
    }


def _lowest(block: Rect) -> Rect:
    high = (block.high - 2 * GAP) / 3
    return block._replace(y=block.bottom - high, high=high)


def _above(block: Rect) -> Rect:
    return block._replace(high=block.high - _lowest(block).high - GAP)
