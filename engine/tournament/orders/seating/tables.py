"""Use and close tables, and type the counts of a table without a kiosk."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.custody.ledger import carried
from engine.tournament.field.entries import MOST_TABLE, Sitting, left, newest_at, seated_at, unused_at
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.rules.field.rebuy_rules import waiting_for
from engine.tournament.rules.prizes.prize_list import takers
from engine.tournament.rules.seating.seat_rules import MOST_SEATS, most_at_table, next_sitting
from engine.tournament.state import Event, StateChange, StatePart, Tournament
from engine.tournament.tables.facts import Tables, TypedCount, Typing, facts_of, has_sat, lost_all


class UseTable(TournamentActionBase, frozen=True, tag="open-table"):
    """Use a physical table in this tournament. A `typed` table has no kiosk, and the director types its counts."""

    right = "floor"
    table: int
    seat_count: int
    typed: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for a table that does not exist, is already in play, or has too many seats."""
        if not 1 <= self.table <= MOST_TABLE:
            raise Refused("no-such-table", table=self.table)
        if not 2 <= self.seat_count <= MOST_SEATS:
            raise Refused("seat-count", most=MOST_SEATS, seats=self.seat_count)
        book = tournament.book
        if book is not None and self.seat_count > (most := most_at_table(tournament, book)):
            raise Refused("seats-beyond-book", book.table_size.clause, most=most, seats=self.seat_count)
        if (rounds := context.terms.shoot_out) and self.seat_count > rounds.seats:
            raise Refused("seats-beyond-round", most=rounds.seats, seats=self.seat_count)
        if rounds and rounds.stacks == "fresh" and self.typed:
            raise Refused("fresh-needs-kiosk")
        if any(one.table == self.table and not one.closed for one in tournament.sittings.values()):
            raise Refused("table-in-play", table=self.table)
        return [SittingOpened(next_sitting(tournament, context.tables), self.table, self.seat_count, self.typed)]


class TypeTable(TournamentActionBase, frozen=True, tag="type-table"):
    """Everyone's chips at a table without a kiosk after this many `hands`, and the position of the button. A player
    with 0 chips is out. Counts that do not add up are accepted only with `adjust`, which changes the chips in play. The
    service adds `at_ms`, the wall-clock time."""

    right = "floor"
    sitting: int
    counts: tuple[TypedCount, ...]
    hands: int
    button: int
    adjust: bool = False
    at_ms: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if an entry is missing or is not sitting there, or if the counts do not add up and `adjust`
        is not set."""
        sitting = _typed(tournament, self, context.tables)
        before = _before(tournament, sitting, context.tables)
        counts = {count.entry: count.chips for count in self.counts}
        by = {count.entry: takers(tournament, count.entry, count.by) for count in self.counts}
        _check_all(tournament, self, before, context.tables)
        bought: list[int] = []
        for entry in counts:
            waiting = waiting_for(tournament.entries[entry], context.tables)
            here = [one for one in waiting if one.sitting == sitting.number]  # the new counts confirm that it has them
            before[entry] += sum(one.chips for one in here)
            bought += [one.number for one in here]
        expected = sum(before[entry] for entry in counts)
        if (more := sum(counts.values()) - expected) and not self.adjust:
            raise Refused("counts-differ", table=sitting.table, chips=more, expected=expected)
        entries, on_the_way = sorted(counts), carried(tournament.entries, context.tables)
        typing = Typing(
            counts=tuple(TypedCount(entry, counts[entry]) for entry in entries),
            hands=self.hands,
            button=self.button,
            at_ms=self.at_ms,
            out=tuple(TypedCount(entry, before[entry], by[entry]) for entry in entries if not counts[entry]),
            came=tuple(TypedCount(entry, on_the_way[entry]) for entry in entries if entry in on_the_way),
            purchases=tuple(bought),
            adjusted=more,
        )
        return [TableTyped(sitting.number, typing)]


class CloseTable(TournamentActionBase, frozen=True, tag="close-table"):
    """Everyone has left the table, which is now free for another tournament."""

    right = "floor"
    possible_after_end = True
    sitting: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Close a table that everyone has left. Raises `Refused` while an entry is assigned to it or is still there."""
        sitting = tournament.sittings.get(self.sitting)
        if sitting is None or sitting.closed:
            raise Refused("no-such-sitting", sitting=self.sitting)
        if not tournament.flight and seated_at(tournament.entries, tournament.occupied, sitting):
            raise Refused("table-not-empty", table=sitting.table)
        facts = facts_of(context.tables, sitting.number)
        bagged = tournament.flight is not None and sitting.typed  # the chips last counted are in the bags
        unbooked = any(one.chips for one in facts.unbooked)  # register them first, or chips are lost
        if (facts.held or facts.playing or unbooked) and not bagged:
            raise Refused("table-not-empty", table=sitting.table)
        if name := _comes_back(tournament, sitting, context.tables):
            raise Refused("table-to-hand-out", table=sitting.table, name=name)
        return [SittingClosed(sitting.number, facts.mark)]


class SittingOpened(Event, frozen=True, tag="sitting-opened", omit_defaults=True):
    """A physical table is part of the tournament from now on. A `typed` table has no kiosk."""

    sitting: int
    table: int
    seat_count: int
    typed: bool = False

    def change(self, tournament: Tournament) -> StateChange:
        unused, before = unused_at(tournament.sittings, self.table, self.seat_count), frozenset[StatePart]()
        if unused and (newest := newest_at(tournament.sittings, self.table)):
            before = frozenset({StatePart("sitting", newest.number)})
        new_sitting = Sitting(self.sitting, self.table, self.seat_count, typed=self.typed, unused=unused)
        return StateChange(sittings={self.sitting: new_sitting}, uses=before)


class TableTyped(Event, frozen=True, tag="table-typed"):
    """The director typed the counts of a table."""

    sitting: int
    typing: Typing

    def change(self, tournament: Tournament) -> StateChange:
        number, entries = self.sitting, (StatePart("entry", count.entry) for count in self.typing.counts)
        typed = {number: (*tournament.typed.get(number, ()), self.typing)}
        return StateChange(typed=typed, uses=frozenset((StatePart("sitting", number), *entries)))


class SittingClosed(Event, frozen=True, tag="sitting-closed"):
    """Everyone had left the table by record `mark` of the sitting's journal."""

    sitting: int
    mark: int

    def change(self, tournament: Tournament) -> StateChange:
        closed = replace(tournament.sittings[self.sitting], closed=True)
        flight = {StatePart("flight")} if tournament.flight else set()
        uses = frozenset({StatePart("typed", self.sitting), *flight})
        return StateChange(sittings={self.sitting: closed}, uses=uses)


def _comes_back(tournament: Tournament, sitting: Sitting, tables: Tables) -> str:
    """The name of an entry that lost all its chips at the sitting and bought chips that the table has yet to hand out;
    empty if there is none."""
    for entry in left(tournament.entries) if not sitting.typed else ():
        here = [one for one in entry.bought if one.sitting == sitting.number]
        if here and lost_all(tables, entry.number) and set(here) & set(waiting_for(entry, tables)):
            return entry.name
    return ""


def _typed(tournament: Tournament, action: TypeTable, tables: Tables) -> Sitting:
    sitting = tournament.sittings.get(action.sitting)
    if sitting is None or sitting.closed or tournament.ended:
        raise Refused("no-such-sitting", sitting=action.sitting)
    facts = facts_of(tables, sitting.number)
    if not sitting.typed or (facts.mark and sitting.number not in tournament.typed):
        raise Refused("table-has-kiosk", table=sitting.table)
    if action.hands < facts.hands:
        raise Refused("hands-go-back", hands=facts.hands)
    if not 0 <= action.button <= sitting.seat_count:
        raise Refused("no-such-seat", seat=action.button)
    return sitting


def _before(tournament: Tournament, sitting: Sitting, tables: Tables) -> dict[int, int]:
    """The earlier chips of each entry that can be counted: those last typed, those brought from another table, or its
    first chips."""
    on_the_way, sat = carried(tournament.entries, tables), has_sat(tables)
    held = {entry: one.chips for entry, one in facts_of(tables, sitting.number).held.items()}
    for entry in seated_at(tournament.entries, tournament.occupied, sitting):
        if entry.number in on_the_way:
            held[entry.number] = on_the_way[entry.number]
        elif entry.number not in held and lost_all(tables, entry.number) and waiting_for(entry, tables):
            held[entry.number] = 0  # it is back with the chips that it bought
        elif entry.number not in sat:
            held[entry.number] = entry.chips
    return held


def _check_all(tournament: Tournament, action: TypeTable, before: dict[int, int], tables: Tables) -> None:
    """Check the counts. An entry that has yet to arrive need not be counted."""
    counted = [count.entry for count in action.counts]
    if twice := next((entry for entry in counted if counted.count(entry) > 1), 0):
        raise Refused("counted-twice", name=_name(tournament, twice))
    if stranger := next((entry for entry in counted if entry not in before), 0):
        raise Refused("not-at-table", name=_name(tournament, stranger))
    if any(count.chips < 0 for count in action.counts):
        raise Refused("stack-below-zero")
    if named := next((count.entry for count in action.counts if count.by and count.chips), 0):
        raise Refused("entry-not-bust", name=_name(tournament, named))
    if missing := next((entry for entry in facts_of(tables, action.sitting).held if entry not in counted), 0):
        raise Refused("not-counted", name=_name(tournament, missing))
    if not counted:
        raise Refused("nobody-counted")


def _name(tournament: Tournament, number: int) -> str:
    return tournament.entries[number].name if number in tournament.entries else ""
