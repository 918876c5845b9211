"""Players who do not start: forfeits, withdrawals and people refused entry. Also the scheduled start."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.changes import taken_out
from engine.tournament.field.entries import Entry, Forfeited, of_team, team_of
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.field.entries import EntryAdded, EntryPromoted, EntryVoided
from engine.tournament.orders.play.clock import ClockStarted
from engine.tournament.rules.field.entry_rules import check_may_go, check_movable, entry_in, others_of_team
from engine.tournament.state import Event, StateChange, Tournament, standing
from engine.tournament.tables.facts import has_sat

LATEST_MS = 10**14
"""The latest time that can be set, which is in the year 5138."""


class Forfeit(TournamentActionBase, frozen=True, tag="forfeit"):
    """The entry was not there at the start, so it is out of the event and owes the fee."""

    right = "floor"
    entry: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` before the start, for an entry that may be present, and if absent players are dealt in."""
        entry = entry_in(tournament, self.entry)
        rule = tournament.book.no_show if tournament.book else None
        if rule is None or rule.value != "forfeited":
            raise Refused("absent-are-dealt-in", rule.clause if rule else "")
        if not tournament.started:
            raise Refused("not-before-the-start", rule.clause)
        if tournament.deal:
            raise Refused("deal-made")
        sat = has_sat(context.tables)
        if here := next(
            (one for one in team_of(tournament.entries, entry) if one.checked_in or one.number in sat), None
        ):
            raise Refused("entry-is-here", rule.clause, name=here.name)
        for one in team_of(tournament.entries, entry):
            check_may_go(tournament, one, context.tables)
        if _came_later(tournament, entry.number):
            raise Refused("entry-came-later", rule.clause, name=entry.name)
        return [EntryForfeited(entry.number, context.terms.registration.forfeit_fee)]


class ClearForfeit(TournamentActionBase, frozen=True, tag="clear-forfeit"):
    """The fee for a forfeit is paid, or the suspension that it caused is lifted."""

    right = "floor"
    possible_after_end = True
    entry: int
    what: Literal["fee", "suspension"] = "fee"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if there is no forfeit, or if this fee or suspension has already been cleared."""
        entry = tournament.entries.get(self.entry)
        if entry is None or entry.forfeit is None:
            raise Refused("no-forfeit", entry=self.entry)
        if entry.forfeit.paid if self.what == "fee" else entry.forfeit.lifted:
            raise Refused("cleared-already", name=entry.name)
        return [ForfeitCleared(entry.number, self.what)]


class GiveUp(TournamentActionBase, frozen=True, tag="give-up"):
    """An entry withdraws before the start, at its own request."""

    right = "register"
    entry: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` after the start, for an entry that has sat down, and if the book does not allow entries to
        withdraw (R1.6)."""
        entry = entry_in(tournament, self.entry)
        if tournament.book and tournament.book.defaults.value == "refused":
            raise Refused("defaults-refused", tournament.book.defaults.clause, name=entry.name)
        if tournament.started or entry.number in has_sat(context.tables):
            raise Refused("has-started")
        check_may_go(tournament, entry, context.tables)
        return [EntryVoided(entry.number)]


class TurnAway(TournamentActionBase, frozen=True, tag="turn-away"):
    """Refuse entry to a person, and record the reason. If the person has an entry that has not played, it becomes
    void."""

    right = "register"
    name: str
    reason: str

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` without a name or a reason, and for a person who has already played: only the floor removes
        players."""
        name, reason = one_line(self.name), self.reason.strip()
        if not name or not reason:
            raise Refused("turn-away-needs-reason")
        key = name_key(name)
        if key in tournament.turned_away:
            raise Refused("turned-away-already", name=name)
        there = [one for one in tournament.entries.values() if not (one.voided or one.bust or one.cut or one.forfeit)]
        on_roster = [one for one in there if key in [name_key(person.name) for person in one.roster]]
        alone = [one for one in on_roster if len(one.roster) == 1]
        theirs: Entry | None = next((one for one in there if name_key(one.name) == key or one in alone), None)
        team = [one for one in of_team(tournament.entries, name) if one in there]
        if played := next((one for one in (theirs, *team) if one and one.number in has_sat(context.tables)), None):
            raise Refused("entry-has-played", name=played.name)
        if (theirs or team) and tournament.deal:
            raise Refused("deal-made")
        for one in (theirs, *team):
            if one:
                check_may_go(tournament, one, context.tables)
        rosters = tuple(one.number for one in on_roster if one is not theirs and one not in alone)
        return [PersonTurnedAway(name, reason, theirs.number if theirs else 0, rosters)]


class Schedule(TournamentActionBase, frozen=True, tag="schedule"):
    """The clock starts automatically at this wall-clock time (UTC) unless it is started earlier. None cancels the
    automatic start."""

    right = "run"
    starts_ms: int | None
    at_ms: int = 0
    """The wall-clock time of the order. The service adds it."""

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` after the start, for a time in the past, and if the event may not be rescheduled (R1.5)."""
        if tournament.started:
            raise Refused("has-started")
        if self.starts_ms is not None and not 0 <= self.starts_ms <= LATEST_MS:
            raise Refused("no-such-time")
        if self.starts_ms is not None and self.starts_ms < self.at_ms:
            raise Refused("start-is-past")
        if tournament.starts_ms == self.starts_ms:
            raise Refused("scheduled-already")
        check_movable(tournament)
        return [StartScheduled(self.starts_ms)]


class EntryForfeited(Event, frozen=True, tag="entry-forfeited"):
    """The entry was not there at the start. It is out of the event without a place and owes `fee`."""

    entry: int
    fee: int

    def change(self, tournament: Tournament) -> StateChange:
        return taken_out(tournament, self.entry, Forfeited(self.fee))

    def for_team(self, tournament: Tournament) -> Sequence[Event]:
        others = others_of_team(tournament, self.entry)
        return [self, *(EntryForfeited(one.number, 0) for one in others if one.is_in)]  # one fee for the team


class ForfeitCleared(Event, frozen=True, tag="forfeit-cleared"):
    """The fee for a forfeit was paid, or the suspension was lifted."""

    entry: int
    what: Literal["fee", "suspension"]

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        if entry.forfeit is None:
            return StateChange()
        done = replace(entry.forfeit, paid=True) if self.what == "fee" else replace(entry.forfeit, lifted=True)
        return StateChange({self.entry: replace(entry, forfeit=done)})

    def for_team(self, tournament: Tournament) -> Sequence[Event]:
        others = others_of_team(tournament, self.entry)
        return [self, *(ForfeitCleared(one.number, self.what) for one in others if one.forfeit)]


class PersonTurnedAway(Event, frozen=True, tag="person-turned-away", omit_defaults=True):
    """A person was refused entry. `entry` was theirs, or that of a team with no other member, and is now void; it is 0
    if there was none. The person is also removed from the rosters of the entries in `rosters`."""

    name: str
    reason: str
    entry: int
    rosters: tuple[int, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        away = {**tournament.turned_away, name_key(self.name): self.reason}
        out = taken_out(tournament, self.entry) if self.entry else StateChange()
        rosters = {one: _without(tournament.entries[one], self.name) for one in self.rosters}
        return replace(out, entries={**out.entries, **rosters}, fields={"turned_away": away})

    def for_team(self, tournament: Tournament) -> Sequence[Event]:
        team = [one.number for one in of_team(tournament.entries, self.name) if one.is_in or one.waits]
        return [self, *(EntryVoided(one) for one in team if one != self.entry)]


class StartScheduled(Event, frozen=True, tag="start-scheduled"):
    """The clock starts automatically at this wall-clock time. If it is None, the clock does not start automatically."""

    starts_ms: int | None

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"starts_ms": self.starts_ms})


def _without(entry: Entry, name: str) -> Entry:
    """The team without this person. Another member becomes captain if necessary."""
    roster = tuple(one for one in entry.roster if name_key(one.name) != name_key(name))
    captain = entry.captain if any(one.name == entry.captain for one in roster) else roster[0].name
    return replace(entry, roster=roster, captain=captain)


def _came_later(tournament: Tournament, number: int) -> bool:
    has_started = came_later = False
    for event in (event for act in standing(tournament) for event in act.events):
        has_started |= isinstance(event, ClockStarted)
        if isinstance(event, EntryAdded | EntryPromoted) and event.entry == number:
            came_later = has_started
    return came_later
