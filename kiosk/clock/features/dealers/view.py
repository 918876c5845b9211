"""The dealers on shift and the tables as a director sees them: who should deal where, who does, and who goes where
next. Pure. All times are wall-clock time."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from engine.names import name_key
from engine.staffing.shift import OFF, Dealer, DownRules, Shift, next_push, owed


class StaffedTable(NamedTuple):
    """A table that needs a dealer. `signed` is the dealer who is signed in there, or empty if nobody is, and
    `signed_ms` is when that dealer signed in.
    """

    table: int
    event: str
    signed: str
    signed_ms: int | None


class DealerView(msgspec.Struct, frozen=True):
    """A dealer on shift, the dealer's `table` (0 while off), and when the dealer came to the table or went off. `next`
    is where the rota would send the dealer.
    """

    dealer: int
    name: str
    table: int
    since_ms: int
    shift_ms: int
    """The start of the shift."""
    downs: int
    breaks: int
    in_a_row: int
    owed: bool
    """Whether the dealer is owed a break at the next push."""
    next: int
    without: tuple[int, ...]


class TableStaffing(msgspec.Struct, frozen=True):
    """A table that needs a dealer: who should be dealing (0 for nobody), when that began, who is signed in, and who
    comes next.
    """

    table: int
    event: str
    dealer: int
    name: str
    since_ms: int | None
    signed: str
    signed_ms: int | None
    agrees: bool
    next: int
    next_name: str


class DownsView(msgspec.Struct, frozen=True):
    """Everything as of record `mark`. `due_ms` is when the next push is due, or None before the first. `unknown` has
    the names of dealers who are signed in at tables but are not on shift. `acts` is how many actions can be undone, and
    `last` is the kind of the newest one.
    """

    mark: int
    now_ms: int
    rules: DownRules
    pushed_ms: int | None
    due_ms: int | None
    dealers: tuple[DealerView, ...]
    tables: tuple[TableStaffing, ...]
    uncovered: tuple[int, ...]
    """Tables that will not have a dealer at the next push."""
    short: int
    """How many more dealers it would take to give everyone a break in time."""
    unknown: tuple[str, ...]
    acts: int
    last: str


def downs_view(
    shift: Shift, mark: int, open_tables: Sequence[StaffedTable], name_of: Callable[[int], str], now_ms: int
) -> DownsView:
    """The view with the rota's current proposal."""
    push = next_push(shift, [one.table for one in open_tables])
    sent = {one.dealer: one.table for one in push.moves}
    comes = {table: dealer for dealer, table in sent.items() if table != OFF}
    names = {number: name_of(number) for number in shift.dealers}
    known = {name_key(name) for name in names.values()}
    at = {one.table: one for one in shift.dealers.values() if one.table != OFF}
    dealers = [_dealer(one, names[one.number], sent[one.number], shift.rules) for one in shift.dealers.values()]
    signed = {name_key(one.signed): one.signed for one in open_tables if one.signed}
    return DownsView(
        mark,
        now_ms,
        shift.rules,
        shift.pushed_ms,
        shift.due_ms,
        tuple(sorted(dealers, key=lambda one: (one.table == OFF, one.table, one.since_ms))),
        tuple(_table(one, at.get(one.table), comes.get(one.table, 0), names) for one in open_tables),
        push.uncovered,
        push.short,
        tuple(sorted(name for key, name in signed.items() if key not in known)),
        len(shift.before),
        str(shift.acts[-1].__struct_config__.tag) if shift.acts else "",
    )


def _dealer(one: Dealer, name: str, then: int, rules: DownRules) -> DealerView:
    return DealerView(
        one.number, name, one.table, one.since_ms, one.spells[0].since_ms, one.downs, one.breaks, one.in_a_row,
        owed(one, rules), then, one.without,
    )  # fmt: skip


def _table(one: StaffedTable, dealer: Dealer | None, then: int, names: dict[int, str]) -> TableStaffing:
    name = names[dealer.number] if dealer else ""
    return TableStaffing(
        one.table,
        one.event,
        dealer.number if dealer else 0,
        name,
        dealer.since_ms if dealer else None,
        one.signed,
        one.signed_ms,
        name_key(name) == name_key(one.signed),
        then,
        names.get(then, ""),
    )
