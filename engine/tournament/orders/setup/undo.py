"""Undo an action, if no later action depends on it and no table has followed it yet."""

from collections.abc import Iterator, Sequence

from engine.names import name_key
from engine.refused import Refused
from engine.tournament.changes import undone
from engine.tournament.field.entries import Entry, SeatAt, counted, of_player
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.field.booking import UnbookedBooked
from engine.tournament.orders.field.purchases import Rebought
from engine.tournament.orders.seating.seats import EntryMoved
from engine.tournament.orders.seating.tables import SittingClosed
from engine.tournament.orders.setup.create import TournamentCreated
from engine.tournament.orders.setup.edits import check_structure_undo
from engine.tournament.rules.field.away_rules import is_under_way
from engine.tournament.rules.field.entry_rules import check_may_go, check_movable, of_cap
from engine.tournament.rules.prizes.terms_rules import check_terms_undo
from engine.tournament.state import Act, Event, StateChange, StatePart, Tournament, dependents, origin
from engine.tournament.tables.facts import Tables, facts_of, has_sat, in_transit, played_at

BY_CLOCK = "clock"
"""The author of actions that happen automatically, such as the beginning of a level or a restart."""


class UndoAct(TournamentActionBase, frozen=True, tag="undo"):
    """Undo one action. Actions that depend on it must be undone first."""

    right = "register"
    possible_after_end = True
    act: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Undo an action. Raises `Refused`, which names either the newest action that depends on this one, or a table
        that has followed this one or may have done so."""
        if not 1 <= self.act <= len(tournament.acts):
            raise Refused("no-such-act", act=self.act)
        act = tournament.acts[self.act - 1]
        if act.undone_by:
            raise Refused("act-undone", act=act.number)
        if act.by == BY_CLOCK:
            raise Refused("act-of-time", act=act.number)
        if any(isinstance(event, TournamentCreated) for event in act.events):
            raise Refused("creation-stays")
        if StatePart("seeds") in act.sets and tournament.draws:
            raise Refused("seed-drawn")
        if others := dependents(tournament, act):
            raise Refused("act-needed", act=act.number, later=others[-1].number, count=len(others))
        closed = [event.sitting for event in act.events if isinstance(event, SittingClosed)]
        has_moved_on = any(not tournament.sittings[number].typed for number in closed)  # the kiosk of such a table
        allowed = act.sets if has_moved_on else act.sets | act.uses
        for over in ("ended", "flight"):
            if getattr(tournament, over) and StatePart(over) not in allowed:
                raise Refused("tournament-ended" if over == "ended" else "flight-ended")
        _check_field(tournament, act, context)
        if tournament.flight and StatePart("flight") in act.sets and (gone := in_transit(context.tables)):
            raise Refused("flight-bagged", players=len(gone))
        check_structure_undo(tournament, act, context.tables)
        check_terms_undo(tournament, act, context)
        if StatePart("starts_ms") in act.sets:
            check_movable(tournament)
        if table := _followed(tournament, act, context.tables) or _handed_out(tournament, act, context.tables):
            raise Refused("act-followed", act=act.number, table=table)
        for entry in _sent_elsewhere(tournament, act):
            check_may_go(tournament, entry, context.tables)
        return [ActUndone(act.number)]


class ActUndone(Event, frozen=True, tag="act-undone"):
    """An action was taken back."""

    act: int

    @property
    def undoes(self) -> int:
        return self.act

    def change(self, tournament: Tournament) -> StateChange:
        return undone(tournament, self.act)


def _check_field(tournament: Tournament, act: Act, context: Context) -> None:
    """Check an action that is being redone, because later decisions may have superseded it. No entry that has played
    leaves the field, except one that was registered after the player sat down. Raises `Refused`."""
    before = _entries_before(act)
    now = {entry: tournament.entries[entry] for entry in before if _counts(tournament.entries.get(entry))}
    gone = [entry for entry, is_now in now.items() if not _counts(before[entry]) and not is_now.alias]
    back = [was for was in before.values() if was and was.counts and not _counts(tournament.entries.get(was.number))]
    if gone and (played := has_sat(context.tables).intersection(gone)):
        raise Refused("entry-has-played", name=tournament.entries[min(played)].name)
    if cap := context.terms.registration.cap:
        field = counted(tournament.entries)
        others = [one for one in field if one.number not in before]
        # Flight finalists enter regardless of the cap, and entries registered after sitting down are already there.
        come_anyway = [was for was in back if was.carried or was.alias]
        asked = [was for was in before.values() if was and was.counts and was not in come_anyway]
        if of_cap(tournament, [*others, *asked]) > max(cap, of_cap(tournament, field)):
            raise Refused("field-is-full", cap=cap)
    for was in back:
        if was.is_in and any(one.is_in for one in of_player(tournament.entries, tournament.players, was.player)):
            raise Refused("player-is-in", name=was.name)
        reason = "" if was.alias else tournament.turned_away.get(name_key(was.name))
        if reason and StatePart("turned_away") not in act.sets:
            raise Refused("turned-away", name=was.name, reason=reason)


def _counts(entry: Entry | None) -> bool:
    return entry is not None and entry.counts


def _entries_before(act: Act) -> dict[int, Entry | None]:
    before: dict[int, Entry | None] = {}
    for change in reversed(act.before):
        before |= change.entries
    return before


def _sent_elsewhere(tournament: Tournament, act: Act) -> Iterator[Entry]:
    """The entries whose seats are at a different table than they would be without the action."""
    for number, was in _entries_before(act).items():
        now = tournament.entries.get(number)
        there = was.seat.sitting if was and was.seat else None
        if now and now.seat and now.seat.sitting != there:
            yield now


def _followed(tournament: Tournament, act: Act, tables: Tables) -> int:
    """The table that an entry seated by the action has reached or has already left; 0 if there is none.

    An entry put back by an undo is there because it never left. One that was registered after its player sat down is
    there because the player was already sitting there. One that was moved and has not sat down there can be called
    back. One that rebought can also be called back until its chips are handed out.
    """
    carried = {
        entry
        for entry in in_transit(tables)
        if entry in tournament.entries  # except for one whose registration was taken back
        and not _left_by_booking(tournament, entry)
        and not _can_turn_back(tournament, act, entry, tables)
    }
    first, puts_back = origin(tournament, act)
    booked = {event.entry for event in first.events if isinstance(event, UnbookedBooked | Rebought)}
    for part in act.sets:
        if not isinstance(part.key, SeatAt):
            continue
        entry = tournament.occupied.get(part.key)
        is_there = entry in played_at(facts_of(tables, part.key.sitting)) and not puts_back
        if entry is not None and entry not in booked and (entry in carried or is_there):
            return tournament.sittings[part.key.sitting].table
    return 0


def _can_turn_back(tournament: Tournament, act: Act, number: int, tables: Tables) -> bool:
    """Whether an entry in transit has yet to sit down at the seat to which the action moved it or its undo returned
    it."""
    first, puts_back = origin(tournament, act)
    if puts_back:
        return StatePart("entry", number) in act.sets
    moved = any(isinstance(event, EntryMoved) and event.entry == number for event in first.events)
    return moved and is_under_way(tournament.entries[number], tables)


def _handed_out(tournament: Tournament, act: Act, tables: Tables) -> int:
    """The table that has handed out chips bought through the action; 0 if no table has."""
    for number, was in _entries_before(act).items():
        now = tournament.entries.get(number)
        more = set(now.bought if now else ()) - set(was.bought if was else ())
        if not more:  # true of nearly all entries, since a draw seats thousands
            continue
        for sitting, table in tables.items():
            if any(one.number in table.purchases for one in more):
                return tournament.sittings[sitting].table
    return 0


def _left_by_booking(tournament: Tournament, number: int) -> bool:
    """Whether the entry counts as in transit only because it was assigned a seat away from a table with typed
    counts."""
    left, moved_from = tournament.entries[number].left_typed, tournament.entries[number].moved_from
    return bool(left and moved_from and left[-1].sitting == moved_from.sitting)
