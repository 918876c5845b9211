"""The tournament at one moment, how an event changes it, and how an action is undone. Does not know what is allowed.

Every event results in one `StateChange`, which contains the parts that the event sets. An `Act` keeps the earlier
values of those parts, so that setting them again undoes the action. It can be undone only until a later action uses
those parts.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.terms import Stop
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entries, Entry, Occupied, Players, SeatAt, Sitting, Sittings, with_changes
from engine.tournament.formats import CarriedFlight, FlightOutcome, RedrawDone
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import ClockMemory
from engine.tournament.levels.structure import Structure
from engine.tournament.policies import Policies
from engine.tournament.prizes.finishes import Finishes, PrizeDeal, TournamentResult
from engine.tournament.seating.draw import Chains, Draw
from engine.tournament.tables.facts import Typing, Typings


class StatePart(NamedTuple):
    """A part of the state that an event can set: one entry, seat or sitting, the typed counts of a sitting, or one
    field of the tournament (if `key` is None)."""

    kind: str
    key: int | SeatAt | None = None


class StateChange(msgspec.Struct, frozen=True, gc=False):
    """New values for some parts of the state. None removes an entry, a seat, a sitting or its typed counts. The parts
    in `uses` are read but not set. While a later action uses a part, the action that set it cannot be undone."""

    entries: Mapping[int, Entry | None] = {}
    occupied: Mapping[SeatAt, int | None] = {}
    sittings: Mapping[int, Sitting | None] = {}
    typed: Mapping[int, tuple[Typing, ...] | None] = {}
    fields: Mapping[str, object] = {}
    uses: frozenset[StatePart] = frozenset()
    draw: Draw | None = None
    """The draw that was made. Its number is never used again, even if the draw is undone."""

    def sets(self) -> Iterator[StatePart]:
        yield from (StatePart("entry", entry) for entry in self.entries)
        yield from (StatePart("seat", seat) for seat in self.occupied)
        yield from (StatePart("sitting", sitting) for sitting in self.sittings)
        yield from (StatePart("typed", sitting) for sitting in self.typed)
        yield from (StatePart(field) for field in self.fields if field != "acts")


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """The base class of a tournament's events. The `at` of a clock event is in the time of the service run that wrote
    it."""

    @abstractmethod
    def change(self, tournament: "Tournament") -> StateChange:
        """The parts of the state that the event sets. It never raises `Refused`."""

    def for_team(self, tournament: "Tournament") -> Sequence["Event"]:
        """The event, plus one for each teammate whose entry it also applies to."""
        return [self]

    @property
    def undoes(self) -> int:
        """The action that the event undoes; 0 if there is none."""
        return 0


class Act(msgspec.Struct, frozen=True, gc=False):
    """The result of one order: its events, the parts that it set and used, and the earlier values of the parts."""

    number: int
    by: str
    events: tuple[Event, ...] = ()
    before: tuple[StateChange, ...] = ()
    """The earlier values, to be set in reverse order."""
    sets: frozenset[StatePart] = frozenset()
    uses: frozenset[StatePart] = frozenset()
    undone_by: int = 0
    """The action that undid this one; 0 while this action is in effect."""
    request: str = ""
    """The table's request that the action carried out; empty if there is none."""

    @property
    def undoes(self) -> int:
        """The action that this one undoes; 0 if there is none."""
        return next((event.undoes for event in self.events if event.undoes), 0)


class Ordered(Event, frozen=True, tag="ordered", omit_defaults=True):
    """The next `events` records are one action, ordered by a person who signed in, or by `policy` or `clock`."""

    by: str
    events: int
    request: str = ""
    """The id of the table's request that this action carried out. A request is carried out only once."""

    def change(self, tournament: "Tournament") -> StateChange:
        act = Act(len(tournament.acts) + 1, self.by, request=self.request)
        return StateChange(fields={"acts": (*tournament.acts, act), "pending": self.events})


class Tournament(msgspec.Struct, frozen=True, gc=False):
    """The state of a tournament at one moment. `structure` is None until it is set up."""

    id: str = ""
    name: str = ""
    structure: Structure | None = None
    clock: LevelClock = LevelClock(0, 0)
    stopped_ms: int | None = None
    """The time at which an outage stopped the clock, in the current run's time. Set only while the director has yet to
    decide about that outage."""
    book: RuleBook | None = None
    terms: EventTerms | None = None
    entries: Entries = {}
    players: Players = {}
    sittings: Sittings = {}
    occupied: Occupied = {}
    typed: Typings = {}
    finishes: Finishes = ()
    seeds: Chains = ()
    """The seeds of all draws; each is secret until its draw."""
    draws: Mapping[str, int] = {}
    """The number of each draw that was ever made, by its inputs. It remains when the draw is undone."""
    drawn: int = 0
    """The number of times that seats were drawn for all unseated entries."""
    started: bool = False
    """Whether the clock has ever run."""
    memory: ClockMemory = ClockMemory()
    ended: TournamentResult | None = None
    flight: FlightOutcome | None = None
    """The result of a flight that is over, including the players who advance."""
    carried: tuple[CarriedFlight, ...] = ()
    halted: Mapping[int, int] = {}
    """The sittings that are waiting because they are short of players, each with the hand after which it waits."""
    stops: Mapping[int, tuple[Stop, ...]] = {}
    """The sittings that the director stopped, each with the reasons. The table shows the first reason."""
    break_order: tuple[int, ...] = ()
    """The physical tables that are broken first, as the director set them."""
    policies: Policies = {}
    barrier: Mapping[int, int] = {}
    """In hand-for-hand play, the hand after which each sitting waits."""
    barrier_ties: bool = True
    """Whether players who go out in the `barrier` hand tie. They do not if that hand was already in play when hand for
    hand was called."""
    past_barriers: tuple[Mapping[int, int], ...] = ()
    """The barriers of the earlier hands in which players tie. A bust in one of them may be taken back at its table and
    recorded again later."""
    hand_clock: Mapping[int, int] = {}
    """The `barrier` of the last hand for which the level clock was given time; empty if the clock is running freely."""
    deal: PrizeDeal | None = None
    redraws: tuple[RedrawDone, ...] = ()
    """The redraws of all seats. In a shootout, these are the rounds after the first."""
    starts_ms: int | None = None
    """The wall-clock time at which the clock starts automatically."""
    turned_away: Mapping[str, str] = {}
    """The people who were refused entry, by the key of their name, with the reasons."""
    acts: tuple[Act, ...] = ()
    pending: int = 0
    """The number of events in the newest action that are still to come."""


def is_over(tournament: Tournament) -> bool:
    """Whether the tournament is over, or its flight is over and the flight's tables are closed."""
    flight_is_over = tournament.flight is not None and all(one.closed for one in tournament.sittings.values())
    return tournament.ended is not None or flight_is_over


def apply(tournament: Tournament, event: Event) -> Tournament:
    """The tournament after an event. It never raises `Refused`."""
    if isinstance(event, Ordered):
        return _set(tournament, event.change(tournament))
    change = event.change(tournament)
    after = _set(tournament, change)
    if drawn := change.draw:
        after = replace(after, draws={**tournament.draws, drawn.of: drawn.number})
    if not tournament.pending:
        return after
    act = tournament.acts[-1]
    grown = replace(
        act,
        events=(*act.events, event),
        before=(*act.before, _before(tournament, change)),
        sets=act.sets.union(change.sets()),
        uses=act.uses | change.uses | {StatePart("id")},  # nothing remains of a tournament that was never created
    )
    acts = (*after.acts[:-1], grown)
    return replace(after, acts=acts, pending=tournament.pending - 1)


def standing(tournament: Tournament) -> list[Act]:
    """The actions that were not undone, in order."""
    return [act for act in tournament.acts if not act.undone_by]


def dependents(tournament: Tournament, act: Act) -> list[Act]:
    """The later actions that set or use the parts that this action set."""
    later = [one for one in standing(tournament) if one.number > act.number]
    # An undo of a later act cancels both out.
    needs = act.uses if act.undoes else frozenset()  # a redo needs what the act used the first time
    return [one for one in later if one.undoes <= act.number and (act.sets & (one.sets | one.uses) or needs & one.sets)]


def _before(tournament: Tournament, change: StateChange) -> StateChange:
    return StateChange(
        {entry: tournament.entries.get(entry) for entry in change.entries},
        {seat: tournament.occupied.get(seat) for seat in change.occupied},
        {sitting: tournament.sittings.get(sitting) for sitting in change.sittings},
        {sitting: tournament.typed.get(sitting) for sitting in change.typed},
        {field: getattr(tournament, field) for field in change.fields if field != "acts"},
    )


def _set(tournament: Tournament, change: StateChange) -> Tournament:
    fields = dict(change.fields)
    for name in ("entries", "occupied", "sittings", "typed"):
        if new := getattr(change, name):
            fields[name] = after = {**getattr(tournament, name), **new}
            for key in [key for key, value in new.items() if value is None]:
                del after[key]
    if change.entries:
        fields["players"] = with_changes(tournament.players, tournament.entries, change.entries)
    return replace(tournament, **fields) if fields else tournament


def origin(tournament: Tournament, act: Act) -> tuple[Act, bool]:
    """The action at the root of a chain of undos and redos, and whether this action undoes it."""
    undoes = False
    while act.undoes:
        act, undoes = tournament.acts[act.undoes - 1], not undoes
    return act, undoes
