"""The dealers on shift: each dealer's table, when the dealer came to it, and the next push, which the director decides.
A dealer is a number; names are stored elsewhere. All times are wall-clock times."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.refused import Refused

OFF = 0
"""The value used in place of a table for a dealer who is on a break or waiting for the next push."""
MOST_TABLE = 9999
MOST_DEALERS = 2000
KEPT = 50
TableNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLE)]
Tables = Annotated[tuple[TableNumber, ...], msgspec.Meta(max_length=MOST_DEALERS)]


class DownRules(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A down is `minutes` long. After `downs` of them in a row, a dealer is owed one down off."""

    minutes: Annotated[int, msgspec.Meta(ge=5, le=240)] = 30
    downs: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3


class Spell(msgspec.Struct, frozen=True, gc=False):
    """A period at a table or off duty (`OFF`), and when it began."""

    table: int
    since_ms: int


class Dealer(msgspec.Struct, frozen=True, gc=False):
    """A dealer with every spell of the shift, the current one last. The dealer is never sent to the tables in
    `without`."""

    number: int
    spells: tuple[Spell, ...]
    without: tuple[int, ...] = ()

    @property
    def table(self) -> int:
        return self.spells[-1].table

    @property
    def since_ms(self) -> int:
        """The time when the dealer's current spell began."""
        since_ms = self.spells[-1].since_ms
        for spell in reversed(self.spells):
            if spell.table != self.table:
                break
            since_ms = spell.since_ms
        return since_ms

    @property
    def downs(self) -> int:
        """The number of downs that the dealer has dealt so far, including the current one."""
        return sum(spell.table != OFF for spell in self.spells)

    @property
    def breaks(self) -> int:
        """The number of downs for which the dealer has been off."""
        return sum(spell.table == OFF for spell in self.spells[1:])

    @property
    def in_a_row(self) -> int:
        """How many downs the dealer has dealt since the last time off."""
        run = 0
        for spell in reversed(self.spells):
            if spell.table == OFF:
                break
            run += 1
        return run


class DealerMove(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A dealer's move to a table, or off the tables (`OFF`)."""

    dealer: int
    table: Annotated[int, msgspec.Meta(ge=0, le=MOST_TABLE)] = OFF


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """The base class of all events. Their tags and fields are part of the record and never change."""


class ClockedIn(_Event, frozen=True, tag="clocked-in"):
    dealer: int
    at_ms: int
    without: tuple[int, ...] = ()


class ClockedOut(_Event, frozen=True, tag="clocked-out"):
    dealer: int
    at_ms: int


class DealersMoved(_Event, frozen=True, tag="dealers-moved"):
    """These dealers were moved. If this was a `push`, the next push is timed from it."""

    at_ms: int
    moves: tuple[DealerMove, ...]
    push: bool = False


class TablesExcluded(_Event, frozen=True, tag="tables-excluded"):
    """From now on, this dealer is never sent to these tables."""

    dealer: int
    tables: tuple[int, ...]


class RulesSet(_Event, frozen=True, tag="down-rules-set"):
    """How long a down is, and when a break is owed."""

    rules: DownRules


class ActTakenBack(_Event, frozen=True, tag="act-taken-back"):
    """The most recent action still in effect was taken back."""


ShiftEvent = ClockedIn | ClockedOut | DealersMoved | TablesExcluded | RulesSet | ActTakenBack


class Shift(msgspec.Struct, frozen=True, gc=False):
    """Everyone who is on shift, by number, and the time of the last push. `before` holds the shift as it was before
    each action that can be taken back, and `acts` holds these actions."""

    dealers: Mapping[int, Dealer] = {}
    rules: DownRules = DownRules()
    pushed_ms: int | None = None
    before: "tuple[Shift, ...]" = ()
    acts: tuple[ShiftEvent, ...] = ()

    def at(self, table: int) -> Dealer | None:
        return next((one for one in self.dealers.values() if one.table == table), None)

    @property
    def due_ms(self) -> int | None:
        """The time when the next push is due; None before the first push."""
        return None if self.pushed_ms is None else self.pushed_ms + self.rules.minutes * 60_000


def owed(dealer: Dealer, rules: DownRules) -> bool:
    return dealer.in_a_row >= rules.downs


def clock_in(shift: Shift, dealer: int, at_ms: int, without: tuple[int, ...]) -> list[ShiftEvent]:
    """Start a dealer's shift. Raises `Refused` if the dealer is already on shift."""
    if dealer in shift.dealers:
        raise Refused("dealer-on-shift")
    if len(shift.dealers) >= MOST_DEALERS:
        raise Refused("dealers-too-many", most=MOST_DEALERS)
    return [ClockedIn(dealer, at_ms, tuple(sorted(set(without))))]


def clock_out(shift: Shift, dealer: int, at_ms: int) -> list[ShiftEvent]:
    """End a dealer's shift. Raises `Refused` if the dealer is not on shift."""
    check_on_shift(shift, dealer)
    return [ClockedOut(dealer, at_ms)]


def move(shift: Shift, moves: Iterable[DealerMove], at_ms: int, push: bool) -> list[ShiftEvent]:
    """Move dealers. A dealer who is displaced from a table and not sent anywhere is off. Raises `Refused` if a dealer
    is not on shift, if two are sent to one table, or if one is sent to two."""
    wanted: dict[int, int] = {}
    for one in moves:
        check_on_shift(shift, one.dealer)
        if one.dealer in wanted:
            raise Refused("dealer-sent-twice")
        if one.table and one.table in wanted.values():
            raise Refused("table-two-dealers", table=one.table)
        wanted[one.dealer] = one.table
    taken = {table for table in wanted.values() if table != OFF}
    displaced = (one.number for one in shift.dealers.values() if one.table in taken and one.number not in wanted)
    wanted |= dict.fromkeys(displaced, OFF)
    changed = tuple(
        DealerMove(dealer, table) for dealer, table in wanted.items() if push or shift.dealers[dealer].table != table
    )
    return [DealersMoved(at_ms, changed, push)] if changed else []


def exclude(shift: Shift, dealer: int, tables: Iterable[int]) -> list[ShiftEvent]:
    """Set the tables that a dealer is never sent to. Raises `Refused` if the dealer is not on shift."""
    check_on_shift(shift, dealer)
    wanted = tuple(sorted(set(tables)))
    return [] if wanted == shift.dealers[dealer].without else [TablesExcluded(dealer, wanted)]


def take_back(shift: Shift) -> list[ShiftEvent]:
    """Take back the most recent action. Raises `Refused` if nothing can be taken back."""
    if not shift.before:
        raise Refused("no-act-to-take-back")
    return [ActTakenBack()]


def check_on_shift(shift: Shift, dealer: int) -> None:
    """Raises `Refused` if the dealer is not on shift."""
    if dealer not in shift.dealers:
        raise Refused("dealer-not-on-shift")


def apply(shift: Shift, event: ShiftEvent) -> Shift:
    """The shift after an event. It never raises `Refused`."""
    if isinstance(event, ActTakenBack):
        return replace(shift.before[-1], before=shift.before[:-1], acts=shift.acts[:-1]) if shift.before else shift
    bare = replace(shift, before=(), acts=())
    return replace(_changed(bare, event), before=(*shift.before, bare)[-KEPT:], acts=(*shift.acts, event)[-KEPT:])


def _changed(shift: Shift, event: ShiftEvent) -> Shift:
    match event:
        case ClockedIn(dealer=dealer, at_ms=at_ms, without=without):
            return _with(shift, Dealer(dealer, (Spell(OFF, at_ms),), without))
        case ClockedOut(dealer=dealer):
            return replace(shift, dealers={number: one for number, one in shift.dealers.items() if number != dealer})
        case DealersMoved(at_ms=at_ms, moves=moves, push=push):
            for one in moves:
                if moved := shift.dealers.get(one.dealer):
                    shift = _with(shift, replace(moved, spells=(*moved.spells, Spell(one.table, at_ms))))
            return replace(shift, pushed_ms=at_ms) if push else shift
        case TablesExcluded(dealer=dealer, tables=tables):
            return _with(shift, replace(shift.dealers[dealer], without=tables)) if dealer in shift.dealers else shift
        case RulesSet(rules=rules):
            return replace(shift, rules=rules)
        case ActTakenBack():
            return shift


def _with(shift: Shift, dealer: Dealer) -> Shift:
    return replace(shift, dealers={**shift.dealers, dealer.number: dealer})


class DealerPush(NamedTuple):
    """A push: a move for every dealer, the tables without a dealer, and how many more dealers are needed for timely
    breaks."""

    moves: tuple[DealerMove, ...]
    uncovered: tuple[int, ...]
    short: int


def next_push(shift: Shift, tables: Iterable[int]) -> DealerPush:
    """The next push for these tables. Dealers who are not needed are off: those with the most downs in a row, then the
    most in total. No dealer is sent to a table that is excluded for them. No dealer stays at a table if another can
    take over."""
    needed, dealers = sorted(set(tables)), list(shift.dealers.values())
    spare = max(0, len(dealers) - len(needed))
    by_need = sorted(dealers, key=lambda one: (-one.in_a_row, -one.downs, one.breaks, one.number))
    off = by_need[:spare]
    dealing = sorted(by_need[spare:], key=lambda one: (one.table == OFF, one.table, one.number))
    sent = _sent(dealing, needed)
    if left := [table for table in needed if table not in sent]:  # a dealer who is off may be allowed there
        sent = _sent([*dealing, *off], needed)
        left = [table for table in needed if table not in sent]
    where = {dealer: table for table, dealer in sent.items()}
    moves = tuple(DealerMove(one.number, where.get(one.number, OFF)) for one in dealers)
    return DealerPush(moves, tuple(left), _short(shift, len(needed)))


def _short(shift: Shift, tables: int) -> int:
    """The number of dealers missing. With a break after n downs, one dealer must be off for every n who are dealing."""
    wanted = tables + -(-tables // shift.rules.downs)
    return max(0, wanted - len(shift.dealers))


def _sent(dealers: Sequence[Dealer], tables: Sequence[int]) -> dict[int, int]:
    """The dealer for each table. As many tables as possible get a dealer, and as few as possible keep their current
    dealer. Dealers move to the next table in order or, after a break, to the table where they dealt longest ago."""
    sent: dict[int, int] = {}
    wishes = {one.number: _wishes(one, tables) for one in dealers}
    for one in dealers:
        _seat(one.number, wishes, sent, set())
    staying = {one.number: [*wishes[one.number], *_own(one, tables)] for one in dealers}
    for one in dealers:
        if one.number not in sent.values():
            _seat(one.number, staying, sent, set())
    return sent


def _wishes(dealer: Dealer, tables: Sequence[int]) -> list[int]:
    """The tables that a dealer may go to, best first."""
    last = {spell.table: at for at, spell in enumerate(dealer.spells)}
    at = next((place for place, table in enumerate(tables) if table > dealer.table), 0)
    in_order = (
        [*tables[at:], *tables[:at]] if dealer.table != OFF else sorted(tables, key=lambda one: last.get(one, -1))
    )
    before = _before_break(dealer)
    return [table for table in in_order if table not in (dealer.table, before, *dealer.without)]


def _own(dealer: Dealer, tables: Sequence[int]) -> list[int]:
    """The tables where a dealer deals now, or dealt just before a break. They are used only if nobody else can go
    there."""
    own = (dealer.table, _before_break(dealer))
    return [table for table in tables if table in own and table not in dealer.without]


def _before_break(dealer: Dealer) -> int:
    return next((one.table for one in reversed(dealer.spells) if one.table != OFF), OFF) if dealer.table == OFF else OFF


def _seat(dealer: int, wishes: Mapping[int, Sequence[int]], sent: dict[int, int], asked: set[int]) -> bool:
    """Find a table for a dealer, moving others if that helps (an augmenting path, by Kuhn's algorithm)."""
    free = next((table for table in wishes[dealer] if table not in sent and table not in asked), None)
    if free is not None:
        sent[free] = dealer
        return True
    for table in wishes[dealer]:
        if table not in asked:
            asked.add(table)
            if _seat(sent[table], wishes, sent, asked):
                sent[table] = dealer
                return True
    return False
