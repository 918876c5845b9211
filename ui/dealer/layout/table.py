"""The layout of the table screen, in millimeters: the seats around the table as the dealer sees them. Uses no Qt and
keeps no state.

The dealer sits at the bottom center. Seat 1 is at the dealer's left hand, unless the table's settings choose another
seat. The seats run clockwise in a horseshoe that is open toward the dealer. The opening holds the stage, which is the
only place for messages. Nothing here depends on the hand, so nothing moves while a hand is being played.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ui.dealer.layout.rect import Rect, is_upright, zoom
from ui.look import AIR_MM, GAP_MM, LEAST_TARGET_MM, TARGET_MM

ACTION_NAMES = ("undo", "redo", "hand", "more", "floor", "fold", "check", "hand-over")
"""The buttons along the dealer's edge."""
STRIP_NAMES = ("table", "blinds", "time", "status")
"""The fields of the strip along the far edge."""
BOARD_PLACES = 5

MARGIN = 1.4
GAP = GAP_MM + 0.2  # rounding to pixels may make it a pixel smaller
STRIP_HIGH = 9.2
TILE_WIDE, TILE_HIGH = 32.2, 29.4
FEW = 6
"""With up to this many seats, the tiles are taller."""
FEW_HIGH = 34.0
LANE_HIGH = 6.2
"""The height of the lane in front of a seat, for its bet and the button."""
LANE_WIDE = 28.0
BESIDE = 0.8
"""The distance of a lane from the tile beside it."""
TARGETED = LEAST_TARGET_MM + 0.2
"""The height of the smallest target. Rounding to pixels may make it a pixel smaller."""
ACTION_HIGH = 20.4
CARD_HIGH = 22.4
CARD_GAP = 2.4
SIDE = 15.2
"""The size of a button within a seat's tile."""
INSET = 0.9
"""The distance of a button or a zone from the edge of its tile."""
CARDS_WIDE, CARDS_HIGH = 19.0, 14.9
"""The size of a seat's two cards, on the smallest screen."""
MOST_POTS = 0.82
"""How much of the stage the pots may take up; the prompt needs the rest."""
POT_HIGH = 10.4
"""The height of the line with the pot, above the prompt."""
CARD_SHAPE = 0.714
"""The ratio of a playing card's width to its height: 63 to 88 mm."""
PAD_ROWS, PAD_KEY_HIGH = 3, 15.1
"""The rows of an upright screen's keypad, and the height of its keys."""
EDGE = 0.3
"""The distance of the opening from the dealer's edge."""
TIME_WIDE = 30.0
PILL_WIDE = 24.0
MIDDLE_KEYS = ACTION_NAMES[1:-1]


class SeatPlace(msgspec.Struct, frozen=True):
    """One seat: its tile, and the felt in front of it for its bet and for the button."""

    tile: Rect
    bet: Rect
    discs: Rect

    @property
    def discs_at(self) -> Literal["", "left", "right"]:
        """The end of the bet's lane at which the discs are, which leaves less room for the bet; empty if they are
        elsewhere."""
        if self.discs.y != self.bet.y:
            return ""
        return "right" if self.discs.x > self.bet.x else "left"

    @property
    def bet_from_right(self) -> bool:
        """Whether the bet is at the right end of its lane, because the tile is to the right of the lane."""
        return self.bet.right <= self.tile.x

    @property
    def discs_from_left(self) -> bool:
        """Whether the first disc is at the left end of their place."""
        return self.discs_at == "left" or (not self.discs_at and self.discs.x > self.tile.right)


class TableLayout(msgspec.Struct, frozen=True):
    strip: dict[str, Rect]
    felt: Rect
    places: tuple[SeatPlace, ...]
    board: tuple[Rect, ...]
    total: Rect
    """The area beside the board for the total of several pots, or for what is still to be pushed."""
    stage: Rect
    """The area below the board for the pots and the prompt, or for the pot to be pushed."""
    actions: dict[str, Rect]
    page: Rect
    """A page's area, which leaves the far seats visible."""
    wide_page: Rect
    """The whole felt."""
    opening: Rect
    """The area around the opening between the seats, down to the dealer's edge. `opening_parts` are within it, and
    overlap no seats, and no bets of the far ones."""

    sheet: Rect
    """The part of the stage that does not cover a button in front of a seat."""
    ask: Rect
    """The part of the sheet that does not cover a bet in front of a seat, either."""
    pill: Rect
    """The place of the pill with the players who went out, which does not cover a button or a bet."""

    @property
    def new_seats(self) -> Rect:
        """The board and the sheet together, which nothing else needs at a table without players."""
        top = min(self.board[0].y, self.sheet.y)
        return replace(self.sheet, y=top, height=self.sheet.bottom - top)

    @property
    def seats(self) -> tuple[Rect, ...]:
        return tuple(place.tile for place in self.places)


def table_layout(
    width_mm: float, height_mm: float, seat_count: int, left_seat: int = 1, *, left_handed: bool = False
) -> TableLayout:
    """The layout for 2 to 10 seats (0 before a table is open), with `left_seat` to the dealer's left. If `left_handed`,
    only the keys are mirrored."""
    scale = zoom(width_mm, height_mm)
    laid = (_upright if is_upright(width_mm, height_mm) else _wide)(width_mm, height_mm, scale, seat_count)
    first = (1 - left_seat) % max(1, seat_count)
    laid = replace(laid, places=laid.places[first:] + laid.places[:first])
    if not left_handed:
        return laid
    mirrored = {name: replace(key, x=width_mm - key.right) for name, key in laid.actions.items()}
    return replace(laid, actions=mirrored)


def side_place(seat: Rect, scale: float, left_handed: bool = False) -> Rect:
    """The area of RAISE or MUCK in a seat's tile. It is off center, because touches meant for the seat aim at the
    middle."""
    side = SIDE * scale
    inset = INSET * scale
    x = seat.x + inset if left_handed else seat.right - side - inset
    return Rect(x, seat.bottom - side - inset, side, side)


def opening_parts(opening: Rect, scale: float) -> tuple[Rect, Rect]:
    """The parts of the opening: between the seats, and over the keys at the dealer's edge. Both are the same on a
    landscape screen, where the seats leave one area free. On an upright screen, the second is below the seats, as wide
    as the screen."""
    if not is_upright(opening.width, opening.height):
        return opening, opening
    tile_wide = (opening.width - 3 * GAP) / 4
    neck = Rect(opening.x + tile_wide + GAP, opening.y, opening.width - 2 * (tile_wide + GAP), opening.height)
    high = _low_opening_high(scale)
    return neck, Rect(opening.x, opening.bottom - high, opening.width, high)


def _low_opening_high(scale: float) -> float:
    """The height of an upright screen's keypad, below the seats."""
    return PAD_ROWS * PAD_KEY_HIGH * scale + (PAD_ROWS - 1) * (GAP_MM + 0.01)


def stage_split(layout: TableLayout, rows: float, scale: float) -> tuple[Rect, Rect]:
    """The areas of the stage: the pots, as high as this many rows, and the prompt below them."""
    stage = layout.stage
    high = min(rows * scale, stage.height * MOST_POTS)
    pots = Rect(stage.x, stage.y, stage.width, high)
    return pots, Rect(stage.x, pots.bottom, stage.width, stage.bottom - pots.bottom)


def next_place(ask: Rect, prompt: Rect, scale: float) -> tuple[Rect, Rect]:
    """The prompt's area, divided between the prompt and a button beside it. The button covers no bet and is large
    enough for a finger."""
    wide, high = TARGET_MM * scale, max(ask.bottom - prompt.y, TARGETED * scale)
    key = Rect(ask.right - wide, ask.bottom - high, wide, high)
    return replace(prompt, x=ask.x, width=key.x - GAP - ask.x), key


def _wide(width_mm: float, height_mm: float, scale: float, seat_count: int) -> TableLayout:
    """The layout of a wide screen: six columns of seats, with the far seats in a row and up to two on each side."""
    wide = width_mm - 2 * MARGIN
    tile_wide = TILE_WIDE * scale * (1 + max(0.0, wide / (214.0 * scale) - 1) * 0.6)
    strip = Rect(MARGIN, 1.0, wide, STRIP_HIGH * scale)
    far_y = strip.bottom + 1.4
    keys = Rect(MARGIN, height_mm - MARGIN - ACTION_HIGH * scale, wide, ACTION_HIGH * scale)
    low = keys.y - GAP
    few = seat_count <= FEW
    high = (FEW_HIGH if few else TILE_HIGH) * scale
    far_high = TILE_HIGH * scale
    lane = LANE_HIGH * scale
    left, right = MARGIN, width_mm - MARGIN - tile_wide
    inner = Rect(left + tile_wide + GAP, far_y + far_high + lane + 0.4, right - left - tile_wide - 2 * GAP, 0.0)
    inner = replace(inner, height=low - inner.y)
    board, total = _board(inner, CARD_HIGH * scale, scale)
    stage_y = board[0].bottom + 1.0
    each = 2 if seat_count >= 5 else 1
    sides = (Rect(left, low - high - row * (high + GAP), tile_wide, high) for row in range(each))
    places = [_beside_left(tile, stage_y, scale) for tile in sides]
    top_count = seat_count - 2 * each
    top_high = far_high
    gap = (wide - FEW * tile_wide) / (FEW - 1) if not few else GAP
    first = (width_mm - top_count * tile_wide - (top_count - 1) * gap) / 2
    for index in range(top_count):
        places.append(_far(Rect(first + index * (tile_wide + gap), far_y, tile_wide, top_high), lane, scale))
    places += [_mirrored(place, width_mm) for place in reversed(places[:each])]
    felt = Rect(0.4, far_y - 1.0, width_mm - 0.8, low - far_y + 2.0)
    middle = (inner.width - (len(MIDDLE_KEYS) - 1) * GAP) / len(MIDDLE_KEYS)
    actions = {ACTION_NAMES[0]: replace(keys, width=tile_wide)}
    for index, name in enumerate(MIDDLE_KEYS):
        actions[name] = Rect(inner.x + index * (middle + GAP), keys.y, middle, keys.height)
    actions[ACTION_NAMES[-1]] = Rect(right, keys.y, tile_wide, keys.height)
    page_y = far_y + far_high + GAP
    aside = 2 * lane - GAP + AIR_MM + BESIDE
    sheet = Rect(inner.x + aside, stage_y, inner.width - 2 * aside, low - stage_y)
    ask = replace(sheet, height=sheet.height - lane - AIR_MM)
    return TableLayout(
        strip=_strip(strip, tile_wide, TIME_WIDE * scale),
        felt=felt,
        places=tuple(places[:seat_count]),
        board=board,
        total=total,
        stage=Rect(inner.x, stage_y, inner.width, low - stage_y),
        sheet=sheet,
        ask=ask,
        pill=Rect(ask.x, stage_y, PILL_WIDE * scale, TARGETED * scale),
        actions=actions,
        page=Rect(MARGIN, page_y, wide, low - page_y),
        wide_page=Rect(MARGIN, far_y, wide, low - far_y),
        opening=Rect(inner.x + 0.4, inner.y, inner.width - 0.8, height_mm - inner.y - EDGE),
    )


def _strip(strip: Rect, tile_wide: float, time_wide: float) -> dict[str, Rect]:
    """A wide screen's strip, with the clock in its middle."""
    middle = strip.x + strip.width / 2
    time = replace(strip, x=middle - time_wide / 2, width=time_wide)
    blinds = replace(strip, x=strip.x + tile_wide + GAP, width=time.x - strip.x - tile_wide - 2 * GAP)
    status = replace(strip, x=time.right + GAP, width=strip.right - time.right - GAP)
    return {"table": replace(strip, width=tile_wide), "blinds": blinds, "time": time, "status": status}


def _upright(width_mm: float, height_mm: float, scale: float, seat_count: int) -> TableLayout:
    """The layout of a tall screen: four columns, up to three seats on each side, and the board and the keys in two rows
    each."""
    wide = width_mm - 2 * MARGIN
    tile_wide = (wide - 3 * GAP) / 4
    strip = Rect(MARGIN, 1.0, wide, 2 * STRIP_HIGH * scale)
    row_high = ACTION_HIGH * scale
    low_keys = Rect(MARGIN, height_mm - MARGIN - row_high, wide, row_high)
    high_keys = replace(low_keys, y=low_keys.y - GAP - row_high)
    low = high_keys.y - GAP
    far_y = strip.bottom + 1.2
    lane = LANE_HIGH * scale
    far_high = TILE_HIGH * scale
    side_y = far_y + far_high + lane + 1.2
    seats_low = min(low, height_mm - EDGE - _low_opening_high(scale) - GAP)
    high = (seats_low - side_y - 2 * GAP) / 3
    each = 1 if seat_count < 4 else 2 if seat_count < 8 else 3
    inner_x = MARGIN + tile_wide + GAP
    inner_wide = width_mm - 2 * inner_x
    side_lane = side_y + 2.0  # clearly apart from the lane of the far seat above
    board = _two_rows(Rect(inner_x, side_lane + lane + AIR_MM, inner_wide, 0.0), scale)
    stage_y = board[-1].bottom + lane + AIR_MM
    stage = Rect(inner_x, stage_y, inner_wide, low - stage_y)
    lanes = (board[-1].bottom + 0.5, side_lane)
    lowest, *others = (Rect(MARGIN, seats_low - high - row * (high + GAP), tile_wide, high) for row in range(each))
    places = [_far(lowest, lane, scale)]
    places += [_lane_left(tile, y, inner_wide, lane) for tile, y in zip(others, lanes, strict=False)]
    top_count = seat_count - 2 * each
    first = (width_mm - top_count * tile_wide - (top_count - 1) * GAP) / 2
    for index in range(top_count):
        places.append(_far(Rect(first + index * (tile_wide + GAP), far_y, tile_wide, far_high), lane, scale))
    places += [_mirrored(place, width_mm) for place in reversed(places[:each])]
    total = Rect(board[4].right + 1.0, board[4].y, inner_x + inner_wide - board[4].right - 1.0, board[4].height * 0.7)
    upper, lower = ("redo", "hand", "more", "floor", "check"), ("undo", "fold", "hand-over")
    actions = dict(zip(upper, _divided(high_keys, (1.0,) * 5), strict=True))
    actions |= dict(zip(lower, _divided(low_keys, (4.0, 4.0, 6.0)), strict=True))
    page_y = far_y + far_high + GAP
    rows = Rect(strip.x, strip.y, strip.width, strip.height / 2)
    table, status, time = _divided(rows, (38.0, 58.0, 28.0))
    return TableLayout(
        strip={"table": table, "blinds": replace(rows, y=rows.bottom), "time": time, "status": status},
        felt=Rect(0.4, far_y - 1.0, width_mm - 0.8, low - far_y + 2.0),
        places=tuple(places[:seat_count]),
        board=board,
        total=total,
        stage=stage,
        sheet=Rect(inner_x, board[-1].bottom + 1.0, inner_wide, low - board[-1].bottom - 1.0),
        ask=stage,
        pill=replace(total, height=TARGETED * scale),
        actions={name: actions[name] for name in ACTION_NAMES},
        page=Rect(MARGIN, page_y, wide, low - page_y),
        wide_page=Rect(MARGIN, far_y, wide, low - far_y),
        opening=Rect(MARGIN, side_y, wide, height_mm - side_y - EDGE),
    )  # fmt: skip


def _far(tile: Rect, lane: float, scale: float) -> SeatPlace:
    """A seat whose lane is below it, with the button at the lane's end: those in the far row, and the lowest ones on an
    upright screen."""
    y = tile.bottom + 0.2
    disc = 6.0 * scale
    return SeatPlace(tile, Rect(tile.x, y, tile.width, lane), Rect(tile.right - 2 * disc, y, 2 * disc, lane))


def _beside_left(tile: Rect, stage_y: float, scale: float) -> SeatPlace:
    """A seat on the left. Its lane is to its right, at the bottom or beside the board, with the button above the
    lane."""
    wide, high = LANE_WIDE * scale, LANE_HIGH * scale
    low = stage_y - 0.4 if tile.y < stage_y - 2 * high else tile.bottom
    x = tile.right + BESIDE
    return SeatPlace(tile, Rect(x, low - high, wide, high), Rect(x, low - 2 * high, 2 * high, high))


def _lane_left(tile: Rect, y: float, wide: float, lane: float) -> SeatPlace:
    """A seat on the left whose lane is the left half of a row in the middle, with the button next to the seat."""
    bet = Rect(tile.right + GAP, y, (wide - AIR_MM) / 2, lane)
    return SeatPlace(tile, bet, Rect(bet.x, y, 2 * lane, lane))


def _mirrored(place: SeatPlace, width_mm: float) -> SeatPlace:
    return SeatPlace(*(replace(each, x=width_mm - each.right) for each in (place.tile, place.bet, place.discs)))


def _board(inner: Rect, high: float, scale: float) -> tuple[tuple[Rect, ...], Rect]:
    """Five cards in a row, and the felt to their left."""
    gap = CARD_GAP * min(scale, 1.3)
    wide = min(high * CARD_SHAPE, (inner.width - 4 * gap) / BOARD_PLACES)
    high = wide / CARD_SHAPE
    first = inner.x + (inner.width - BOARD_PLACES * wide - 4 * gap) / 2
    board = tuple(Rect(first + place * (wide + gap), inner.y, wide, high) for place in range(BOARD_PLACES))
    return board, Rect(inner.x, inner.y, first - inner.x - gap, high * 0.46)


def _two_rows(inner: Rect, scale: float) -> tuple[Rect, ...]:
    """Three cards above two, in the middle."""
    gap = CARD_GAP * min(scale, 1.3)
    wide = min((inner.width - 2 * gap) / 3, TARGETED * scale)
    high = wide / CARD_SHAPE
    x = inner.x + (inner.width - 3 * wide - 2 * gap) / 2
    rows = [(inner.y, 3), (inner.y + high + gap, 2)]
    return tuple(Rect(x + place * (wide + gap), y, wide, high) for y, count in rows for place in range(count))


def _divided(row: Rect, weights: tuple[float, ...]) -> tuple[Rect, ...]:
    unit = (row.width - (len(weights) - 1) * GAP) / sum(weights)
    placed: list[Rect] = []
    x = row.x
    for weight in weights:
        placed.append(Rect(x, row.y, weight * unit, row.height))
        x = placed[-1].right + GAP
    return tuple(placed)
