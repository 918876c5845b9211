"""End a flight, and take over the finalists of flights."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.changes import everybody
from engine.tournament.custody.ledger import ledger
from engine.tournament.field.entries import Entry, Sitting, counted, left, named
from engine.tournament.formats import (
    CarriedFlight,
    Finalist,
    FlightEnds,
    FlightOutcome,
    FlightResult,
    GoingOn,
    played_by,
    players_at_end,
)
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import advances_by, is_by_play, level_number
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.rules.barrier import unconfirmed
from engine.tournament.rules.field.entry_rules import choice_clause, seat_of, takes_entries
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import facts_of, in_transit, stacks_held


class Dropped(msgspec.Struct, frozen=True, gc=False):
    """A stack from a flight that is not played here because its player brought a larger one."""

    flight: str
    player: str
    chips: int


class EndFlight(TournamentActionBase, frozen=True, tag="end-flight"):
    """The flight is over. If several entries tie for the most chips at a table, the `chosen` one advances."""

    right = "run"
    chosen: tuple[int, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> "list[FlightEnded]":
        """Raises `Refused` while an entry is playing, in transit or waiting for its bust to be confirmed, and while
        chips are missing. It is also raised if entries tie for the most chips and the director has not `chosen` one."""
        ends, clause = context.terms.flight, choice_clause(tournament, "flights")
        if ends is None:
            raise Refused("not-a-flight", name=tournament.name)
        if tournament.flight:
            raise Refused("flight-ended", clause)
        if takes_entries(tournament, context):
            raise Refused("entries-still-open", levels=context.terms.late_levels)
        if unconfirmed(tournament, context.tables):
            raise Refused("bust-to-confirm", clause)
        stacks = _stacks(tournament, context)
        for sitting in open_sittings(tournament):
            if not _has_stopped(ends, sitting, context, tournament, len(stacks)):
                raise Refused("flight-not-over", clause, table=sitting.table)
        if missing := ledger(tournament.entries, context.tables).missing:
            raise Refused("ledger-differs", chips=missing)
        goes_on = set(stacks) if ends.who == "all" else set(_top_stacks(tournament, self, context, stacks))
        return [
            FlightEnded(
                tuple(GoingOn(entry, stacks[entry]) for entry in sorted(goes_on)),
                tuple(_out({entry: chips for entry, chips in stacks.items() if entry not in goes_on})),
            )
        ]


class CarryOver(TournamentActionBase, frozen=True, tag="carry-over"):
    """Take over the finalists of these flights, which are given by id. With `best`, a player who qualified in two of
    them plays the larger stack. The service adds their `results`."""

    right = "run"
    flights: tuple[str, ...]
    results: tuple[FlightResult, ...] = ()
    best: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` after the start, and for a flight that is not over, was already carried over or paid a
        different bounty. It is also raised for a player who qualified twice, unless the `best` stack is to be
        played."""
        if tournament.started:
            raise Refused("final-has-begun")
        if not self.results:
            raise Refused("no-flights")
        known = [one.id for one in tournament.carried]
        for result in self.results:
            if result.id in known:
                raise Refused("flight-carried", name=result.name)
            if result.bounty != context.terms.prizes.bounty:
                raise Refused("bounties-differ", name=result.name, there=result.bounty)
            known.append(result.id)
        carried = tournament.book is None or tournament.book.final_stacks.value == "carried"
        number, found = max(tournament.entries, default=0), dict[str, Finalist]()
        there = {entry.player for entry in counted(tournament.entries)}
        best, dropped = _best(self) if self.best else ({}, ())
        finalists = ((result.id, one) for result in self.results for one in result.finalists)
        for flight, one in finalists:
            if best.get(one.player, flight) != flight:
                continue
            if one.player in found or one.player in there:
                raise Refused("two-flights", player=one.name)
            number += 1
            chips = one.chips if carried else context.structure.starting_stack
            found[one.player] = Finalist(number, one.player, one.name, chips, one.captain, one.roster, one.team)
        heads = Counter({one.id: one.heads for one in self.results})
        heads.update({one.id: one.bounty * sum(gone.flight == one.id for gone in dropped) for one in self.results})
        flights = (
            CarriedFlight(one.id, one.name, one.mark, one.pool, one.entries, heads[one.id]) for one in self.results
        )
        return [CarriedOver(tuple(flights), tuple(found.values()), tuple(dropped))]


class FlightEnded(FlightOutcome, Event, frozen=True, tag="flight-ended"):
    """The flight ended. The fields give the entries that advance and those that are `out` despite having chips. The
    latter are in order, with last place first and ties together."""

    def change(self, tournament: Tournament) -> StateChange:
        out_by_number = {number: tournament.entries[number] for group in self.out for number in group}
        cut: dict[int, Entry | None] = {number: replace(one, cut=True) for number, one in out_by_number.items()}
        finishes = (*tournament.finishes, *self.out)
        return StateChange(cut, fields={"flight": self, "finishes": finishes}, uses=everybody(tournament))


class CarriedOver(Event, frozen=True, tag="carried-over", omit_defaults=True):
    """The finalists of flights entered, with the chips that they are given here."""

    flights: tuple[CarriedFlight, ...]
    finalists: tuple[Finalist, ...]
    dropped: tuple[Dropped, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        new_entries: dict[int, Entry | None] = {one.entry: _carried(one) for one in self.finalists}
        return StateChange(new_entries, fields={"carried": (*tournament.carried, *self.flights)})


def _carried(one: Finalist) -> Entry:
    came = Entry(one.entry, one.player, one.name, one.chips, checked_in=True, carried=True)
    return replace(came, captain=one.captain, roster=one.roster, team=one.team)


def _best(action: CarryOver) -> tuple[dict[str, str], tuple[Dropped, ...]]:
    """The flight of each player's largest stack (the first flight if stacks are equal), and the stacks that are not
    played."""
    stacks = [(one.player, result.id, one.chips) for result in action.results for one in result.finalists]
    best: dict[str, tuple[str, int]] = {}
    for player, flight, chips in stacks:
        if player not in best or chips > best[player][1]:
            best[player] = flight, chips
    dropped = (Dropped(flight, player, chips) for player, flight, chips in stacks if best[player][0] != flight)
    return {player: flight for player, (flight, _) in best.items()}, tuple(dropped)


def _stacks(tournament: Tournament, context: Context) -> dict[int, int]:
    """The stack of every entry that is in. Raises `Refused` for an entry that has yet to sit down."""
    held, carried = stacks_held(context.tables), in_transit(context.tables)
    for entry in left(tournament.entries):
        if entry.number in carried:
            raise Refused("entry-on-the-way", name=entry.name)
        table = tournament.sittings[seat_of(entry).sitting].table
        if entry.number not in held:
            raise Refused("flight-not-over", choice_clause(tournament, "flights"), table=table)
    return {entry.number: held[entry.number] for entry in left(tournament.entries)}


def _has_stopped(ends: FlightEnds, sitting: Sitting, context: Context, tournament: Tournament, players: int) -> bool:
    """Whether a table has stopped dealing. A table with a single player left is waiting for the others."""
    facts = facts_of(context.tables, sitting.number)
    if facts.playing:
        return False
    if ends.why != "last-level":
        return players <= players_at_end(ends, len(counted(tournament.entries)))
    if len([held for held in facts.held.values() if held.chips]) < 2:
        return True
    structure = context.structure
    if not is_by_play(structure):
        now = level_clock.advance(tournament.clock, structure, context.now_ms)
        return level_number(structure, now.index) > ends.at
    dealt = facts.orbits if advances_by(structure) == "orbits" else facts.hands
    return dealt >= played_by(ends, structure, tournament.clock, sitting.number)


def _top_stacks(tournament: Tournament, action: EndFlight, context: Context, stacks: dict[int, int]) -> Iterator[int]:
    """The entry with the most chips at each table. Raises `Refused` with the names if two entries tie for the most."""
    for sitting in open_sittings(tournament):
        at_table = [entry for entry in facts_of(context.tables, sitting.number).held if entry in stacks]
        if not at_table:
            continue
        most = max(stacks[entry] for entry in at_table)
        first = [entry for entry in at_table if stacks[entry] == most]
        chosen = [entry for entry in first if entry in action.chosen] or first
        if len(chosen) > 1:
            clause, names = choice_clause(tournament, "flights"), named(tournament.entries, first)
            raise Refused("top-stacks-tie", clause, table=sitting.table, names=names, chips=most)
        yield chosen[0]


def _out(stacks: dict[int, int]) -> Iterator[tuple[int, ...]]:
    """The entries that are out, smallest stack first, with equal stacks together."""
    for chips in sorted(set(stacks.values())):
        yield tuple(sorted(entry for entry, has in stacks.items() if has == chips))
