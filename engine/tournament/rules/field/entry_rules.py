"""Rules for entering, re-entering and withdrawing: who may do so, until when, and together with which team."""

from collections.abc import Sequence

from engine.books.rulebook import RuleBook
from engine.names import name_key
from engine.refused import Refused
from engine.tournament.field.bars import refusal
from engine.tournament.field.entries import Entry, SeatAt, counted, of_team, team_of, units
from engine.tournament.levels import level_clock
from engine.tournament.levels.by_play import counted_play, play_at
from engine.tournament.levels.structure import advances_by, level_number
from engine.tournament.order import Context
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, facts_of, has_sat


def takes_entries(tournament: Tournament, context: Context) -> bool:
    """Whether entries are still being taken: until the end of the last level of late registration and of any break that
    follows it."""
    if tournament.ended or tournament.flight or tournament.deal:
        return False
    return begins_within(tournament, context, context.terms.late_levels)


def check_takes_entries(tournament: Tournament, context: Context) -> None:
    """Raises `Refused` once entries are closed."""
    if not takes_entries(tournament, context):
        levels = context.terms.late_levels
        raise Refused("entries-closed", levels=levels) if levels else Refused("no-late-registration")


def begins_within(tournament: Tournament, context: Context, levels: int) -> bool:
    """Whether the tournament has yet to start or is still within this many of its first levels."""
    return not tournament.started or level_number(context.structure, _index(tournament, context)) <= levels


def _index(tournament: Tournament, context: Context) -> int:
    """The index of the current entry in the structure; if levels advance by play, that of the table that is furthest
    ahead."""
    structure = context.structure
    if advances_by(structure) == "minutes":
        return level_clock.advance(tournament.clock, structure, context.now_ms).index
    clock = tournament.clock
    each = ((one.sitting, (one.hands, one.orbits)) for one in context.tables.values())
    return max((play_at(structure, *counted_play(clock, structure, *one)).index for one in each), default=clock.index)


def entry_in(tournament: Tournament, number: int) -> Entry:
    """An entry that may still win. Raises `Refused` for any other entry."""
    entry = listed_entry(tournament, number)
    if entry.waits:
        raise Refused("entry-waits", name=entry.name)
    if entry.forfeit:
        raise Refused("entry-forfeited", name=entry.name)
    if entry.bust or entry.cut:
        raise Refused("entry-is-out", name=entry.name)
    return entry


def seat_of(entry: Entry) -> SeatAt:
    """The seat that an entry is assigned to. Raises `Refused` if it has none."""
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    return entry.seat


def next_waiting(tournament: Tournament, context: Context) -> Entry | None:
    """The first entry on the waiting list, skipping those that were turned away: another player of the same name may
    have been meant. An entry that owes a fee or is suspended is skipped but keeps its place."""

    def is_kept_out(entry: Entry) -> bool:
        names = {name_key(entry.name), name_key(entry.team)}
        return entry.number in context.bars or not names.isdisjoint(tournament.turned_away)

    waiting = [entry for entry in tournament.entries.values() if entry.waits and not entry.voided]
    let_in = (one for one in waiting if not any(map(is_kept_out, team_of(tournament.entries, one))))
    return min(let_in, key=lambda entry: entry.number, default=None)


def check_not_barred(tournament: Tournament, number: int, context: Context) -> None:
    """Raises `Refused` for an entry that owes a fee or is suspended."""
    if bar := context.bars.get(number):
        raise refusal(bar, choice_clause(tournament, "no_show"))


def has_place(tournament: Tournament, entry: Entry, context: Context, at_ms: int) -> bool:
    """Whether an entry on the waiting list can be let in. The field must have room below the cap. Once registration is
    over, the entry can only replace one that dropped out (R1.1)."""
    people = sum(max(1, len(one.roster)) for one in team_of(tournament.entries, entry) if one.waits)
    if not has_room_for(tournament, context, people, entry.team):
        return False
    rotation = units(one for one in tournament.entries.values() if not one.waited and not one.waits)
    return not is_closed(context, at_ms) or units(counted(tournament.entries)) < rotation


def is_closed(context: Context, at_ms: int) -> bool:
    """Whether the last day of registration is over."""
    closes_ms = context.terms.registration.closes_ms
    return bool(closes_ms) and at_ms > closes_ms


def is_ready(tournament: Tournament, entry: Entry, context: Context) -> bool:
    """Whether an entry may be seated: it must not be barred and, if check-in is required, it must have checked in."""
    must_check_in = context.terms.registration.check_in or choice_value(tournament, "identity") == "names-and-id"
    return (entry.checked_in or not must_check_in) and entry.number not in context.bars


def listed_entry(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.get(number)
    if entry is None or entry.voided:
        raise Refused("no-such-entry", entry=number)
    return entry


def has_room_for(tournament: Tournament, context: Context, people: int, team: str = "") -> bool:
    """Whether there is room for this many people. If the cap counts entries, a `team` that is already in takes up no
    further room."""
    cap = context.terms.registration.cap
    is_in = bool(team) and any(one.counts for one in of_team(tournament.entries, team))
    more = people if choice_value(tournament, "cap_counts") == "people" else int(not is_in)
    return not cap or of_cap(tournament, counted(tournament.entries)) + more <= cap


def of_cap(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """How much of the cap these entries use, counted in entries or in people, depending on the book."""
    if choice_value(tournament, "cap_counts") == "people":
        return sum(max(1, len(entry.roster)) for entry in entries)
    return units(entries)


def choice_value(tournament: Tournament, choice: str) -> str:
    return str(getattr(tournament.book, choice).value) if tournament.book else ""


def choice_clause(tournament: Tournament, choice: str) -> str:
    book: RuleBook | None = tournament.book
    return str(getattr(book, choice).clause) if book else ""


def check_heard(tournament: Tournament, entry: Entry, tables: Tables) -> None:
    """Raises `Refused` for a new player whose table has yet to confirm that they are seated. Until then, they may not
    be reassigned or go out: a disconnected table may seat them later with its own chips, giving them two stacks."""
    sitting = tournament.sittings[entry.seat.sitting] if entry.seat else None
    if sitting is None or sitting.typed:
        return
    facts = facts_of(tables, sitting.number)
    # A table that has not recorded anything yet does not have a kiosk, or has one that has just been switched on.
    if facts.mark and entry.number not in facts.held and entry.number not in has_sat(tables):
        raise Refused("before-seated", name=entry.name, table=sitting.table)


def check_may_go(tournament: Tournament, entry: Entry, tables: Tables) -> None:
    """Like `check_heard`, but skips the check for a player who cannot sit down there because the seat is taken or the
    table is broken."""
    if entry.seat and not tournament.sittings[entry.seat.sitting].breaking:
        facts = facts_of(tables, entry.seat.sitting)
        taken = [*(held.seat for held in facts.held.values()), *(one.seat for one in facts.unbooked if one.chips)]
        if entry.seat.seat not in taken:
            check_heard(tournament, entry, tables)


def check_movable(tournament: Tournament) -> None:
    """Raises `Refused` if the book forbids rescheduling an event that has a start time and entries. Until the first
    entry, a mistake can be corrected (R1.5)."""
    is_announced = tournament.starts_ms is not None and bool(tournament.entries)
    if is_announced and tournament.book and tournament.book.rescheduling.value == "refused":
        raise Refused("not-rescheduled", tournament.book.rescheduling.clause)


def everyone_sits(tournament: Tournament) -> bool:
    """Whether all members of a team are seated."""
    return tournament.book is not None and tournament.book.sits.value == "everyone"


def others_of_team(tournament: Tournament, number: int) -> list[Entry]:
    """The entries of the other members of an entry's team."""
    return [one for one in team_of(tournament.entries, tournament.entries[number]) if one.number != number]
