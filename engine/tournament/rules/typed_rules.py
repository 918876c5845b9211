"""Tables without a kiosk: the counts that the director types, and the facts derived from them."""

from engine.refused import Refused
from engine.tournament.actions import TypeTable
from engine.tournament.context import Context
from engine.tournament.custody.ledger import carried
from engine.tournament.events import TableTyped
from engine.tournament.field.entries import Entry, EntryPurchase, Sitting, seated_at
from engine.tournament.rules.end_rules import takers
from engine.tournament.rules.rebuy_rules import waiting_for
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, has_sat, lost_all
from engine.tournament.tables.typings import TypedCount, Typing


def type_table(tournament: Tournament, action: TypeTable, context: Context) -> TableTyped:
    """Take the typed counts of a table without a kiosk. Raises `Refused` if an entry is missing or is not sitting
    there, or if the counts do not add up."""
    sitting = _typed(tournament, action, context.tables)
    before = _before(tournament, sitting, context.tables)
    counts = {count.entry: count.chips for count in action.counts}
    by = {count.entry: takers(tournament, count.entry, count.by) for count in action.counts}
    _check_all(tournament, action, before, context.tables)
    bought: list[EntryPurchase] = []
    for entry in counts:
        here = _bought(tournament.entries[entry], sitting, context.tables)
        before[entry] += sum(one.chips for one in here)
        bought += here
    expected = sum(before[entry] for entry in counts)
    if (more := sum(counts.values()) - expected) and not action.adjust:
        raise Refused("counts-differ", table=sitting.table, chips=more, expected=expected)
    on_the_way = carried(tournament.entries, context.tables)
    return TableTyped(
        sitting.number,
        Typing(
            counts=tuple(TypedCount(entry, counts[entry]) for entry in sorted(counts)),
            hands=action.hands,
            button=action.button,
            at_ms=action.at_ms,
            out=tuple(TypedCount(entry, before[entry], by[entry]) for entry in sorted(counts) if not counts[entry]),
            came=tuple(TypedCount(entry, on_the_way[entry]) for entry in sorted(counts) if entry in on_the_way),
            purchases=tuple(one.number for one in bought),
            adjusted=more,
        ),
    )


def _typed(tournament: Tournament, action: TypeTable, tables: Tables) -> Sitting:
    """The sitting, if its counts can be typed."""
    sitting = tournament.sittings.get(action.sitting)
    if sitting is None or sitting.closed or tournament.ended:
        raise Refused("no-such-sitting", sitting=action.sitting)
    facts = tables.get(sitting.number)
    if not sitting.typed or (facts and facts.mark and sitting.number not in tournament.typed):
        raise Refused("table-has-kiosk", table=sitting.table)
    if action.hands < (facts.hands if facts else 0):
        raise Refused("hands-go-back", hands=facts.hands if facts else 0)
    if not 0 <= action.button <= sitting.seat_count:
        raise Refused("no-such-seat", seat=action.button)
    return sitting


def _before(tournament: Tournament, sitting: Sitting, tables: Tables) -> dict[int, int]:
    """The chips that each entry that can be counted had before: those from the last typing, those brought from another
    table, or its first chips."""
    facts, on_the_way, sat = tables.get(sitting.number), carried(tournament.entries, tables), has_sat(tables)
    held = {entry: one.chips for entry, one in facts.held.items()} if facts else {}
    for entry in seated_at(tournament.entries, tournament.occupied, sitting):
        if entry.number in on_the_way:
            held[entry.number] = on_the_way[entry.number]
        elif entry.number not in held and lost_all(tables, entry.number) and waiting_for(entry, tables):
            held[entry.number] = 0  # it is back with the chips that it bought
        elif entry.number not in sat:
            held[entry.number] = entry.chips
    return held


def _bought(entry: Entry, sitting: Sitting, tables: Tables) -> list[EntryPurchase]:
    """The entry's purchases that have not been confirmed by a record yet. The new counts confirm that they were handed
    out here."""
    return [one for one in waiting_for(entry, tables) if one.sitting == sitting.number]


def _check_all(tournament: Tournament, action: TypeTable, before: dict[int, int], tables: Tables) -> None:
    """Check the counts. An entry that has yet to arrive need not be counted."""
    counted = [count.entry for count in action.counts]
    if twice := next((entry for entry in counted if counted.count(entry) > 1), 0):
        raise Refused("counted-twice", name=_name(tournament.entries.get(twice)))
    if stranger := next((entry for entry in counted if entry not in before), 0):
        raise Refused("not-at-table", name=_name(tournament.entries.get(stranger)))
    if any(count.chips < 0 for count in action.counts):
        raise Refused("stack-below-zero")
    if named := next((count.entry for count in action.counts if count.by and count.chips), 0):
        raise Refused("entry-not-bust", name=_name(tournament.entries.get(named)))
    facts = tables.get(action.sitting)
    if missing := next((entry for entry in (facts.held if facts else ()) if entry not in counted), 0):
        raise Refused("not-counted", name=_name(tournament.entries[missing]))
    if not counted:
        raise Refused("nobody-counted")


def _name(entry: Entry | None) -> str:
    return entry.name if entry else ""
