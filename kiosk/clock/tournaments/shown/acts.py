"""The entries and tables that a tournament's logged actions concern, and which actions can still be undone."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.tournament.actions import UndoAct
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import SeatAt
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.order import Context
from engine.tournament.orders.field.absence import ForfeitCleared, StartScheduled
from engine.tournament.orders.play.clock import TimeAdded
from engine.tournament.orders.play.stops import BarrierSet, TableHalted, TablePaused
from engine.tournament.orders.results.busts import EntriesOut
from engine.tournament.orders.results.custody import DifferenceAccepted
from engine.tournament.orders.seating.breaks import BreakOrderSet
from engine.tournament.orders.seating.seats import EntryPinSet, SeatUseSet
from engine.tournament.orders.setup.create import PolicySet, TournamentCreated
from engine.tournament.orders.setup.edits import TermsChanged
from engine.tournament.state import Act, Event, Tournament
from kiosk.protocol.tournaments import ActDetails

ABOUT = 6


class LoggedAct(msgspec.Struct, frozen=True):
    """A logged action: who performed it, when (wall-clock time in UTC ms, or 0 if no record says), and the kinds of its
    events. It has the first of the entries concerned, how many there are, and the physical table and seat (0 if there
    are none). `row` is the entry of the structure that began, or None. It also says which action it undoes (0 if none),
    whether it was itself undone, and whether it can be undone.
    """

    act: int
    by: str
    at_ms: int
    kinds: tuple[str, ...]
    entries: tuple[int, ...]
    table: int
    undoes: int
    undone: bool
    can_undo: bool
    entry_count: int = 0
    seat: int = 0
    row: int | None = None
    details: ActDetails = ActDetails()


class ActPlace(NamedTuple):
    """The physical table that an action concerns, and the seat if it gave one player a seat. 0 if there is none."""

    table: int = 0
    seat: int = 0


def entries_of(act: Act) -> list[int]:
    return list(dict.fromkeys(_entries(act.events)))


def kinds_of(act: Act) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(kind, act.events)))


def place_of(act: Act, tournament: Tournament) -> ActPlace:
    """The table of the first event that mentions one, or the only seat that the action is about."""
    for event in act.events:
        if sitting := tournament.sittings.get(getattr(event, "sitting", 0)):
            return ActPlace(sitting.table)
    given = [one for event in act.events for one in (event, *getattr(event, "seats", ()))]
    seats = [at for one in given if isinstance(at := getattr(one, "seat", None), SeatAt)]
    if len(seats) == 1 and (there := tournament.sittings.get(seats[0].sitting)):
        return ActPlace(there.table, seats[0].seat)
    return ActPlace()


def details_of(act: Act, tournament: Tournament) -> ActDetails:
    """The first value that the action set, and all tables that it affects."""
    numbers = (number for event in act.events for number in _sittings(event))
    tables = tuple(dict.fromkeys(tournament.sittings[one].table for one in numbers if one in tournament.sittings))
    found = (_detail(event, act, tournament) for event in act.events)
    return replace(next(filter(None, found), ActDetails()), tables=tables)


def _sittings(event: Event) -> Iterator[int]:
    """The sittings that an event concerns. For players who went out, these are the ones that they left."""
    yield getattr(event, "sitting", 0)
    for out in event.out if isinstance(event, EntriesOut) else ():
        yield out.bust.sitting
    if isinstance(event, DifferenceAccepted):
        yield event.at.sitting


def _detail(event: Event, act: Act, tournament: Tournament) -> ActDetails | None:
    """The value that one event set. None if its kind says everything."""
    made = None
    match event:
        case BarrierSet():
            made = ActDetails("off" if not event.tables else "next" if event.ties else "on")
        case TableHalted():
            made = ActDetails(_switch(on=event.hands is not None))
        case TablePaused():
            made = ActDetails(_switch(on=event.stop is not None))
        case SeatUseSet():
            made = ActDetails(_switch(on=event.used))
        case EntryPinSet():
            made = ActDetails(_switch(on=event.seat is not None))
        case StartScheduled():
            made = ActDetails(_switch(on=event.starts_ms is not None), starts_ms=event.starts_ms or 0)
        case BreakOrderSet():
            made = ActDetails(_switch(on=bool(event.tables)))
        case ForfeitCleared():
            made = ActDetails(event.what)
        case PolicySet():
            made = ActDetails(policy=(event.kind, event.policy))
        case TimeAdded():
            made = ActDetails(_switch(on=event.delta_ms > 0), added_ms=event.delta_ms)
        case TermsChanged():
            made = ActDetails(terms=_changed(event.terms, _terms_before(act, tournament)))
    return made


def _switch(*, on: bool) -> str:
    return "on" if on else "off"


def _terms_before(act: Act, tournament: Tournament) -> EventTerms | None:
    """The terms in effect before an action changed them. An action that was undone before it does not count."""
    for earlier in reversed(tournament.acts[: act.number - 1]):
        if earlier.undone_by and earlier.undone_by < act.number:
            continue
        for event in reversed(earlier.events):
            if isinstance(event, TermsChanged | TournamentCreated):
                return event.terms
    return None


def _changed(terms: EventTerms, before: EventTerms | None) -> tuple[str, ...]:
    """The names of the changed terms. Those of the prizes are named like the others."""
    if before is None:
        return ()
    pairs = [(terms, before), (terms.prizes, before.prizes)]
    return tuple(
        name
        for now, then in pairs
        for name in now.__struct_fields__
        if name != "prizes" and getattr(now, name) != getattr(then, name)
    )


def row_of(act: Act) -> int | None:
    """The entry of the structure in which the clock was after a change of level. None for any other action."""
    at = [getattr(event, "at", None) for event in act.events if kind(event) == "level-started"]
    return at[-1].index if at and isinstance(at[-1], LevelClock) else None


def kind(event: Event) -> str:
    return str(event.__struct_config__.tag)


def log_of(tournament: Tournament, context: Context, times: list[int], before: int, most: int) -> list[LoggedAct]:
    """At most `most` actions before action number `before`, newest first."""
    undone = {act.number for act in tournament.acts if act.undone_by}
    acts = [act for act in tournament.acts if act.number < before][-most:]
    return [
        LoggedAct(
            act.number,
            act.by,
            times[act.number - 1] if act.number <= len(times) else 0,
            kinds_of(act),
            tuple(entries[:ABOUT]),
            place.table,
            act.undoes,
            act.number in undone,
            act.number not in undone and UndoAct(act.number).is_legal(tournament, context),
            len(entries),
            place.seat,
            row_of(act),
            details_of(act, tournament),
        )
        for act in reversed(acts)
        for entries, place in [(entries_of(act), place_of(act, tournament))]
    ]


def _entries(events: Iterable[Event]) -> Iterator[int]:
    for event in events:
        for one in (event, *getattr(event, "out", ()), *getattr(event, "seats", ())):
            entry = getattr(one, "entry", None)
            if isinstance(entry, int):
                yield entry
