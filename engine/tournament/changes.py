"""Changes to the state that are shared by several kinds of events."""

from collections.abc import Collection

from msgspec.structs import replace

from engine.tournament.field.entries import Entry, Forfeited, LeftTyped, SeatAt, Sitting
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import ClockAct, ClockActKind, ClockAt, ClockMemory
from engine.tournament.levels.structure import chips_in_play
from engine.tournament.seating.draw import Assigned, Draw
from engine.tournament.state import StateChange, StatePart, Tournament
from engine.tournament.tables.facts import Typing


def seated(
    tournament: Tournament, seats: tuple[Assigned, ...], draw: Draw | None = None, kept: Collection[int] = ()
) -> StateChange:
    """Each entry in its new seat. An entry without chips takes its purchases along, except those that are `kept`."""
    entries: dict[int, Entry | None] = {}
    occupied: dict[SeatAt, int | None] = {}
    uses = {StatePart("sitting", one.seat.sitting) for one in seats}
    for one in seats:
        entry = tournament.entries[one.entry]
        if entry.seat:
            occupied.setdefault(entry.seat, None)
        if not one.begun:
            waiting = [bought.number for bought in entry.bought if bought.number not in kept]
            entry = handed_out_at(entry, one.seat.sitting, waiting)
        elif left := _left_typed(tournament, entry):
            entry = replace(entry, left_typed=(*entry.left_typed, left))
            uses.add(StatePart("typed", left.sitting))
        moved_from = entry.seat if one.begun else None
        moves = entry.moves + bool(moved_from and moved_from.sitting != one.seat.sitting)
        entries[one.entry] = replace(entry, seat=one.seat, moved_from=moved_from, moves=moves, pinned=None)
        occupied[one.seat] = one.entry
    return StateChange(entries, occupied, uses=frozenset(uses), draw=draw)


def taken_out(tournament: Tournament, number: int, forfeit: Forfeited | None = None) -> StateChange:
    """The change for an entry that is taken out of the field before it has had any chips."""
    entry = tournament.entries[number]
    occupied: dict[SeatAt, int | None] = {entry.seat: None} if entry.seat else {}
    return StateChange({number: replace(entry, seat=None, voided=forfeit is None, forfeit=forfeit)}, occupied)


def handed_out_at(entry: Entry, sitting: int, numbers: Collection[int]) -> Entry:
    bought = (replace(one, sitting=sitting) if one.number in numbers else one for one in entry.bought)
    return replace(entry, bought=tuple(bought))


def least_chip(tournament: Tournament) -> int:
    """The smallest chip in play."""
    return chips_in_play(tournament.structure, tournament.clock.index)[0] if tournament.structure else 0


def everybody(tournament: Tournament) -> frozenset[StatePart]:
    """The parts on which a deal, or the end of a flight or tournament, depends. They include every entry and
    sitting."""
    entries = {StatePart("entry", entry) for entry in tournament.entries}
    sittings = {StatePart("sitting", sitting) for sitting in tournament.sittings}
    return frozenset((StatePart("finishes"), StatePart("deal"), *entries, *sittings))


def undone(tournament: Tournament, number: int) -> StateChange:
    """The parts that an action has set, each with the value that it had before the action."""
    act = tournament.acts[number - 1]
    entries: dict[int, Entry | None] = {}
    occupied: dict[SeatAt, int | None] = {}
    sittings: dict[int, Sitting | None] = {}
    typed: dict[int, tuple[Typing, ...] | None] = {}
    fields: dict[str, object] = {}
    for change in reversed(act.before):
        entries |= change.entries
        occupied |= change.occupied
        sittings |= change.sittings
        typed |= change.typed
        fields |= change.fields
    fields["acts"] = tuple(
        replace(one, undone_by=len(tournament.acts)) if one.number == number
        else replace(one, undone_by=0) if one.number == act.undoes
        else one
        for one in tournament.acts
    )  # fmt: skip
    return StateChange(entries, occupied, sittings, typed, fields, act.uses)


def _left_typed(tournament: Tournament, entry: Entry) -> LeftTyped | None:
    """The chips with which the entry leaves a table whose counts are typed. None if it has no chips there or has
    already left with them."""
    if entry.seat is None or not (typings := tournament.typed.get(entry.seat.sitting)):
        return None
    if any((one.sitting, one.typing) == (entry.seat.sitting, len(typings)) for one in entry.left_typed):
        return None
    chips = next((count.chips for count in typings[-1].counts if count.entry == entry.number), 0)
    return LeftTyped(entry.seat.sitting, len(typings), chips) if chips else None


def clock_set(at: LevelClock, memory: ClockMemory, **fields: object) -> StateChange:
    """The change to the clock, its memory and the given fields."""
    return StateChange(fields={"clock": at, "memory": memory, **fields})


def acted_now(tournament: Tournament, kind: ClockActKind) -> ClockMemory:
    """The clock's memory after an action by the director."""
    before = ClockAt(tournament.clock, tournament.stopped_ms)
    return replace(tournament.memory, reached=None, last=ClockAct(kind, before))
