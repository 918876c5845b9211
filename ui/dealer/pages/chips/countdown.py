"""Counts down an all-in by denomination, and shows the comparison with the record, what the callers owe, and what is
returned."""

from msgspec.structs import replace

from engine.chips import denominations, worth
from engine.public import PublicSeat, PublicTable
from engine.table.actions.staff import CallFloor
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import Page, PageContext

STEPS = (1, 5, 20)
"""How many chips one touch may count; 20 chips are a full stack."""
MOST_DISCS = 9_999
MOST_KINDS = 8
MOST_CALLERS = 2
"""How many callers are shown besides the player to act: the header has room for this many lines."""


class CountdownPage(Page, frozen=True):
    """`seat` is the seat whose chips are counted; 0 means the all-in player. `counted` holds counts by denomination; a
    touch adds `step` chips."""

    seat: int = 0
    counted: tuple[tuple[int, int], ...] = ()
    step: int = 1

    def show(self, context: PageContext) -> PageView:
        say, seat = context.words.chips, _whose(self.seat, context.table)
        if seat is None:
            return PageView("countdown", say.down_title, (LineView(say.down_none),), full_width=True)
        grids = (
            pads.seat_ring("countdown-seats", [self._seat(other, seat.seat, context) for other in context.table.seats]),
            GridView("do", 1, self._actions(seat, context), weight=0.75),
            GridView("chips", 4, self._chips(context), inside=True),
        )
        title = say.count_seat.format(who=context.words.who(seat.seat, seat.name))
        return PageView("countdown", title, self._lines(seat, context), grids, full_width=True)

    def stays(self, before: PageContext, after: PageContext) -> bool:
        """Stays open as long as the chips do not change. A new card or a level change does not affect them."""
        return before.table.hand == after.table.hand and _in_hand(before.table) == _in_hand(after.table)

    @classmethod
    def offered(cls, context: PageContext) -> bool:
        return context.table.playing

    def _chips(self, context: PageContext) -> tuple[ButtonView, ...]:
        """The chips in play, each with the number counted so far, and then how many chips a touch counts."""
        words, counted = context.words, dict(self.counted)
        buttons = []
        for value in _values(context):
            has = counted.get(value, 0)
            more = tuple(sorted({**counted, value: min(has + self.step, MOST_DISCS)}.items(), reverse=True))
            text = words.chips.down_stack.format(count=has) if has else ""
            said = f"{words.amount(value)} {text}".strip()
            tap = OpenPage(replace(self, counted=more))
            buttons.append(ButtonView(f"countdown-chip-{value}", text, tap, said=said, chip=value))
        return tuple(buttons)

    def _actions(self, seat: PublicSeat, context: PageContext) -> tuple[ButtonView, ...]:
        say = context.words.chips
        following = STEPS[(STEPS.index(self.step) + 1) % len(STEPS)]
        times = say.down_stack.format(count=self.step)
        differs = bool(self.counted) and worth(self.counted) != seat.chips + seat.bet
        clear = OpenPage(CountdownPage(self.seat)) if self.counted else None
        return (
            ButtonView("countdown-step", times, OpenPage(replace(self, step=following)), say.down_step, "act"),
            ButtonView("countdown-clear", say.clear, clear, emphasis="quiet"),
            ButtonView("countdown-floor", say.down_floor, Ask(CallFloor("chips")) if differs else None,
                       say.down_floor_small, "warn"),
        )  # fmt: skip

    def _seat(self, seat: PublicSeat, picked: int, context: PageContext) -> ButtonView:
        words = context.words
        tap = OpenPage(CountdownPage(seat.seat)) if seat.live else None
        chips = words.amount(seat.chips + seat.bet)
        small = f"{chips}\n{words.all_in_word}" if seat.live and seat.all_in else chips
        return ButtonView(f"countdown-seat-{seat.seat}", seat.name, tap, small if seat.name else "",
                          said=words.who(seat.seat, seat.name), chosen=seat.seat == picked, seat=seat.seat)  # fmt: skip

    def _lines(self, seat: PublicSeat, context: PageContext) -> tuple[LineView, ...]:
        words, say = context.words, context.words.chips
        record, found = seat.chips + seat.bet, worth(self.counted)
        owing = _owing(seat, found or record, context)
        if not self.counted:
            head = LineView(say.down_table.format(chips=words.amount(record)), "big")
            return (head, *owing, LineView(say.down_help, "small"))
        text = say.down_agrees if found == record else say.down_more if found > record else say.down_less
        amounts = {"counted": found, "chips": record, "difference": abs(found - record)}
        result = text.format(**{name: words.amount(chips) for name, chips in amounts.items()})
        return (LineView(result, "big" if found == record else "trouble"), *owing)


def _values(context: PageContext) -> tuple[int, ...]:
    """The denominations to tap, largest first: the room's, or the usual ones up to the total of the table's chips."""
    table, level = context.table, context.surroundings.level
    least = table.chip or (table.blinds.chip if table.blinds else 1)
    values = denominations(level.chips if level else (), least)
    return tuple(sorted((value for value in values if value <= max(table.issued, least)), reverse=True))[-MOST_KINDS:]


def _in_hand(table: PublicTable) -> list[int]:
    return [seat.chips for seat in table.seats if seat.dealt]


def _whose(picked: int, table: PublicTable) -> PublicSeat | None:
    """The seat that was picked, or else the all-in player with the largest bet, or else the seat to act."""
    live = [seat for seat in table.seats if seat.live]
    if not live:
        return None
    chosen = next((seat for seat in live if seat.seat == picked), None)
    all_in = max((seat for seat in live if seat.all_in), key=lambda seat: seat.bet, default=None)
    return chosen or all_in or next((seat for seat in live if seat.turn), live[0])


def _owing(seat: PublicSeat, chips: int, context: PageContext) -> tuple[LineView, ...]:
    """The chips that each caller would add, with the player to act listed first, and the uncalled part."""
    words, say = context.words, context.words.chips
    others = [other for other in context.table.seats if other.live and other.seat != seat.seat]
    lines = []
    for other in sorted(others, key=lambda other: not other.turn):
        owes = min(chips - other.bet, other.chips)
        if owes > 0:
            text = say.down_all if owes == other.chips else say.down_owes
            lines.append(LineView(text.format(who=words.who(other.seat, other.name), chips=words.amount(owes))))
    back = chips - max((other.bet + other.chips for other in others), default=0)
    rest = lines[:MOST_CALLERS]
    if back > 0 and others:
        rest.append(LineView(say.down_back.format(chips=words.amount(back), who=words.who(seat.seat, seat.name))))
    return tuple(rest)
