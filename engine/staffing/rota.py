"""The next push according to the rotation: which dealers move, and which ones are off. This is only a proposal; the
director decides."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.staffing.shift import OFF, Dealer, DealerMove, Shift


class DealerPush(NamedTuple):
    """A push: a move for everyone, the tables without a dealer, and the number of dealers missing for timely breaks."""

    moves: tuple[DealerMove, ...]
    uncovered: tuple[int, ...]
    short: int


def next_push(shift: Shift, tables: Iterable[int]) -> DealerPush:
    """The next push for these tables. Dealers who are not needed are off: those with the most downs in a row, then in
    total. Nobody deals where they must not. Nobody stays at a table if another dealer can take over."""
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
    """The number of dealers missing: with a break after n downs, one is off for every n who are dealing."""
    wanted = tables + -(-tables // shift.rules.downs)
    return max(0, wanted - len(shift.dealers))


def _sent(dealers: Sequence[Dealer], tables: Sequence[int]) -> dict[int, int]:
    """The dealer for each table: as many tables as possible have one, and as few as possible keep theirs. Dealers move
    to the next table in order or, after a break, to the table where they dealt longest ago."""
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
    """The tables where a dealer deals now, or dealt before a break: only if nobody else can go there."""
    own = (dealer.table, _before_break(dealer))
    return [table for table in tables if table in own and table not in dealer.without]


def _before_break(dealer: Dealer) -> int:
    """The last table of a dealer who is now off."""
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
