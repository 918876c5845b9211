"""A tournament at a glance: the pace of its tables, upcoming events with their times, the leaders and the next big
blinds. Times are wall-clock time, UTC ms; a page shows them in the room's zone."""

from statistics import median

import msgspec

from engine.tournament.field.entries import Sitting, counted
from engine.tournament.insight.forecast import At, Field, TimeSpan, breaking, coming, until_left
from engine.tournament.insight.growth import growth, joining_of
from engine.tournament.insight.pace import Pace, near_money, room_pace
from engine.tournament.levels.level_clock import is_running
from engine.tournament.levels.structure import blinds
from engine.tournament.order import Context
from engine.tournament.rules.prizes.prize_list import prize_list
from engine.tournament.rules.seating.break_rules import crowds_now
from engine.tournament.rules.seating.seat_rules import open_sittings, ring_of
from engine.tournament.seating.balance import break_order, next_big_blind
from engine.tournament.tables.facts import stacks_held
from kiosk.clock.tournaments.desk.desk import Desk

LEADERS = 10


class TablePace(msgspec.Struct, frozen=True):
    """A table's pace. `last_ms` is when it last dealt a hand, or None before its first hand."""

    table: int
    sitting: int
    dealer: str
    last_ms: int | None
    pace: Pace


class DealerPace(msgspec.Struct, frozen=True):
    """A dealer's pace, across all tables where they dealt."""

    dealer: str
    pace: Pace


class PaceView(msgspec.Struct, frozen=True):
    """The hands per hour and the pause at the median table, and the `spread` between the fastest and the slowest table
    at this level. Also the pace of each table that records its hands, and of each dealer. `near_money` is set when the
    money is close enough for a slow table to be unfair to the others."""

    level: int
    an_hour: float | None
    pause_ms: int | None
    spread: int
    near_money: bool
    tables: tuple[TablePace, ...]
    dealers: tuple[DealerPace, ...]


class EntryAhead(msgspec.Struct, frozen=True):
    """An upcoming entry of the structure: its index, counted from 0, and when it starts."""

    index: int
    is_break: bool
    at_ms: int


class SpanView(msgspec.Struct, frozen=True):
    """A predicted time. With a probability of 80%, it is between `low_ms` and `high_ms`."""

    low_ms: int
    mid_ms: int
    high_ms: int


class BreakingView(msgspec.Struct, frozen=True):
    """The table that will be broken once only this many `players` are left."""

    table: int
    players: int
    when: SpanView


class ForecastView(msgspec.Struct, frozen=True):
    """The forecast at `now_ms`. While the clock is stopped (`running` is false), the forecast assumes that it is
    started now. `paid` is the number of paid places. `bubble` is when the last player before the money busts, or None
    if that has already happened or cannot be predicted. `end` is when the tournament ends. While entries are open, more
    of them are expected, and therefore more paid places. Before the start, and while entries have been open for less
    than half an hour of play, only the structure's entries are forecast. The calculation is in
    `engine.tournament.insight.forecast`."""

    now_ms: int
    running: bool
    players: int
    paid: int
    entries: tuple[EntryAhead, ...]
    bubble: SpanView | None
    end: SpanView | None
    breaking: tuple[BreakingView, ...]
    closes_ms: int | None = None
    """When entries close. It is None before the start and once entries have closed."""
    joins: tuple[int, int, int] | None = None
    """How many more entries are expected before entries close: the low, middle and high estimates. The range has a
    probability of 80%. It is None while that is not known, and once entries have closed."""


class Leader(msgspec.Struct, frozen=True):
    """A stack, counted after the table's last hand, which ended at `as_of_ms` (None if no hand has ended)."""

    entry: int
    name: str
    chips: int
    table: int
    seat: int
    as_of_ms: int | None


class DueBlind(msgspec.Struct, frozen=True):
    """The player who posts the big blind in a table's next hand. `seat` is 0 if fewer than two players are seated
    there."""

    table: int
    sitting: int
    seat: int
    entry: int
    name: str


class FiguresView(msgspec.Struct, frozen=True):
    """The field's stacks: the largest, the median and the average, in chips. `oldest_ms` is the time of the oldest
    count of any table, or None if a table has not finished a hand yet."""

    players: int
    big: int
    median: int
    average: int
    oldest_ms: int | None
    leaders: tuple[Leader, ...]
    due: tuple[DueBlind, ...]


def pace_view(desk: Desk) -> PaceView:
    context = desk.context()
    open_ones = [one for one in open_sittings(desk.state) if one.number in desk.audited.keys and not one.typed]
    hands = {one.number: desk.audited.tables[one.number].hands for one in open_ones}
    level = blinds(context.structure, desk.state.clock.index).level
    room = room_pace(hands, dict.fromkeys(hands, context.wall_ms), level)
    tables = []
    for one in open_ones:
        last_ms = hands[one.number][-1].started_ms if hands[one.number] else None
        dealer = desk.audited.tables[one.number].game.table.staffing.dealer
        tables.append(TablePace(one.table, one.number, dealer, last_ms, room.tables[one.number]))
    return PaceView(
        level=level,
        an_hour=room.an_hour,
        pause_ms=room.pause_ms,
        spread=room.spread,
        near_money=near_money(desk.accounts.figures().players_left, len(prize_list(desk.state, context).amounts)),
        tables=tuple(tables),
        dealers=tuple(DealerPace(name, pace) for name, pace in room.dealers.items()),
    )


def forecast_view(desk: Desk) -> ForecastView:
    context, state, figures = desk.context(), desk.state, desk.accounts.figures()
    at, wall_ms = At(context.structure, state.clock, context.now_ms), context.wall_ms
    field, entries = Field(figures.players_left, figures.chips.expected), len(counted(state.entries))
    joining = joining_of(state, context)
    is_known = state.started and joining.is_known
    more = growth(joining)
    paid = round(len(prize_list(state, context).amounts) * (1 + more.mid.players / max(1, entries)))
    crowds = crowds_now(state)
    seats = {one.table: one.players + one.free for one in crowds}
    order = [(table, seats[table]) for table in break_order(crowds, state.break_order)]
    return ForecastView(
        now_ms=wall_ms,
        running=is_running(state.clock),
        players=field.players,
        paid=paid,
        entries=tuple(EntryAhead(one.index, one.is_break, wall_ms + one.in_ms) for one in coming(at)),
        bubble=_span(until_left(at, field, paid, more), wall_ms) if paid and is_known else None,
        end=_span(until_left(at, field, 1, more), wall_ms) if is_known else None,
        breaking=tuple(
            BreakingView(one.table, one.players, _wall(one.when, wall_ms))
            for one in (breaking(at, field, order, more) if is_known else ())
        ),
        closes_ms=wall_ms + joining.left_ms if joining.left_ms else None,
        joins=(more.low.players, more.mid.players, more.high.players) if is_known and joining.left_ms else None,
    )


def figures_view(desk: Desk) -> FiguresView:
    context, state = desk.context(), desk.state
    stacks = sorted(stacks_held(context.tables).items(), key=lambda one: (-one[1], one[0]))
    as_of = {one.number: _as_of(desk, one) for one in open_sittings(state)}
    known = [at_ms for at_ms in as_of.values() if at_ms is not None]
    leaders = []
    for entry, chips in stacks[:LEADERS]:
        number, table = next((number, table) for number, table in context.tables.items() if entry in table.held)
        name, at, seat = state.entries[entry].name, state.sittings[number].table, table.held[entry].seat
        leaders.append(Leader(entry, name, chips, at, seat, as_of.get(number)))
    return FiguresView(
        players=desk.accounts.figures().players_left,
        big=blinds(context.structure, state.clock.index).big,
        median=int(median(chips for _, chips in stacks)) if stacks else 0,
        average=desk.accounts.figures().average,
        oldest_ms=min(known) if known and len(known) == len(as_of) else None,
        leaders=tuple(leaders),
        due=tuple(_due(desk, context, one) for one in open_sittings(state)),
    )


def _due(desk: Desk, context: Context, one: Sitting) -> DueBlind:
    ring = ring_of(desk.state, context, one)
    seat = next_big_blind(ring)
    held = context.tables[one.number].held if one.number in context.tables else {}
    entry = next((number for number, there in held.items() if there.seat == seat), 0)
    return DueBlind(one.table, one.number, seat, entry, desk.state.entries[entry].name if entry else "")


def _as_of(desk: Desk, one: Sitting) -> int | None:
    """The time at which the counts of a table were last correct, or None if they never were."""
    if one.typed:
        typings = desk.state.typed.get(one.number, ())
        return typings[-1].at_ms if typings else None
    return next((hand.ended_ms for hand in reversed(desk.audited.tables[one.number].hands) if hand.ended), None)


def _span(span: TimeSpan | None, wall_ms: int) -> SpanView | None:
    return _wall(span, wall_ms) if span else None


def _wall(span: TimeSpan, wall_ms: int) -> SpanView:
    return SpanView(wall_ms + span.low_ms, wall_ms + span.mid_ms, wall_ms + span.high_ms)
