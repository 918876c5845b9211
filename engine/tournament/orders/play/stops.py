"""Stop tables: halt one that is short of players, pause one for a reason that it shows, or play hand for hand."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.names import one_line
from engine.refused import Refused
from engine.terms import Stop, StopKind
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.rules.barrier import playing, still_waited_for, to_confirm, unconfirmed, waited_for
from engine.tournament.rules.field.entry_rules import choice_clause
from engine.tournament.rules.seating.draw_rules import plays_for_itself
from engine.tournament.rules.seating.seat_rules import SHORT, open_sitting, open_sittings, short_tables
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import facts_of

LONGEST_REASON = 60
MOST_MORE_HANDS = 10


class HaltTable(TournamentActionBase, frozen=True, tag="halt-table"):
    """A table that is short of players stops and waits after this hand, or plays on."""

    right = "floor"
    sitting: int
    on: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if the table already waits or plays on as ordered, and for a table that is not short of
        players."""
        table = open_sitting(tournament, self.sitting).table
        if self.on == (self.sitting in tournament.halted):
            raise Refused("table-waits-already" if self.on else "table-plays-already", table=table)
        if not self.on:
            return [TableHalted(self.sitting, None)]
        if plays_for_itself(tournament, context) or self.sitting not in short_tables(tournament):
            raise Refused("table-not-short", choice_clause(tournament, "halting"), table=table, short=SHORT)
        return [TableHalted(self.sitting, facts_of(context.tables, self.sitting).hands)]


class TableHalted(Event, frozen=True, tag="table-halted"):
    """A table that is short of players waits once it has played this many hands. None means that the table plays on."""

    sitting: int
    hands: int | None

    def change(self, tournament: Tournament) -> StateChange:
        others = {one: after for one, after in tournament.halted.items() if one != self.sitting}
        halted = others if self.hands is None else {**others, self.sitting: self.hands}
        return StateChange(fields={"halted": halted})


class PauseTable(TournamentActionBase, frozen=True, tag="pause-table"):
    """The table stops after this hand and `more_hands` after it, and shows the `reason`, if there is one. With `on`
    false, it resumes play."""

    right = "run"
    sitting: int
    on: bool = True
    reason: str = ""
    more_hands: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if the table is already paused or plays as ordered, and for too many more hands."""
        table = open_sitting(tournament, self.sitting).table
        if self.on == is_stopped(tournament, self.sitting, "paused"):
            raise Refused("table-paused-already" if self.on else "table-not-paused", table=table)
        if not self.on:
            return [TablePaused(self.sitting, None)]
        return [_paused(self.sitting, context, self.more_hands, self.reason)]


class PauseTables(TournamentActionBase, frozen=True, tag="pause-tables"):
    """Every table that still plays stops like one that is paused, such as after the last hands before a break. With
    `on` false, all paused tables resume play."""

    right = "run"
    on: bool = True
    reason: str = ""
    more_hands: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if no table with a kiosk plays, or none is paused, and for too many more hands."""
        numbers = [
            one.number
            for one in open_sittings(tournament)
            if self.on != is_stopped(tournament, one.number, "paused") and not (self.on and one.typed)
        ]
        if not numbers:
            raise Refused("no-table-plays" if self.on else "no-table-paused")
        if not self.on:
            return [TablePaused(number, None) for number in numbers]
        return [_paused(number, context, self.more_hands, self.reason) for number in numbers]


class TablePaused(Event, frozen=True, tag="table-paused"):
    """The table stops at this point (`stop`). If it is None, the table plays on."""

    sitting: int
    stop: Stop | None

    def change(self, tournament: Tournament) -> StateChange:
        others = tuple(one for one in tournament.stops.get(self.sitting, ()) if one.why != "paused")
        stops = {one: held for one, held in tournament.stops.items() if one != self.sitting}
        if here := others if self.stop is None else (*others, self.stop):
            stops[self.sitting] = here
        return StateChange(fields={"stops": stops})


def _paused(sitting: int, context: Context, more_hands: int, reason: str) -> TablePaused:
    if not 0 <= more_hands <= MOST_MORE_HANDS:
        raise Refused("too-many-more-hands", most=MOST_MORE_HANDS)
    last = facts_of(context.tables, sitting).hands + more_hands
    return TablePaused(sitting, Stop("paused", last, one_line(reason)[:LONGEST_REASON]))


class PlaysTo(msgspec.Struct, frozen=True, gc=False):
    """A sitting plays until it has dealt this many hands, then waits."""

    sitting: int
    hands: int


class HandForHand(TournamentActionBase, frozen=True, tag="hand-for-hand"):
    """Every table waits after this hand until all of them have finished it, or all tables play on."""

    right = "run"
    on: bool

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if hand for hand is already on or off as ordered, and for playing on while a bust is
        unconfirmed."""
        if context.terms.flight:
            raise Refused("not-in-flight")
        if context.terms.shoot_out:
            raise Refused("not-in-shoot-out")
        if self.on == bool(tournament.barrier):
            raise Refused("hand-for-hand-already" if self.on else "not-hand-for-hand")
        if not self.on:
            _check_confirmed(tournament, context)
            return [BarrierSet((), played=_played(tournament, context))]
        if not tournament.started or len(playing(tournament, context.tables)) < 2:
            raise Refused("one-table-plays-on")
        return [replace(_barrier(tournament, context, more=0), ties=False)]


class NextHand(TournamentActionBase, frozen=True, tag="next-hand"):
    """During hand for hand, let each table play one more hand."""

    right = "floor"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` while a table is still playing its hand or a bust is unconfirmed."""
        if not tournament.barrier:
            raise Refused("not-hand-for-hand")
        if tables := waited_for(tournament, context.tables):
            raise still_waited_for(tables)
        if not playing(tournament, context.tables):
            raise Refused("one-table-plays-on")
        _check_confirmed(tournament, context)
        return [_barrier(tournament, context, more=1)]


class BarrierSet(Event, frozen=True, tag="barrier-set", omit_defaults=True):
    """During hand for hand, each table plays to the hand given for it. If no hands are given, hand for hand is over."""

    tables: tuple[PlaysTo, ...]
    ties: bool = True
    """Whether players who go out in these hands tie. They do not tie in the hands in play when hand for hand was
    called."""
    played: tuple[PlaysTo, ...] = ()
    """The hands of the barrier before, at the tables that have played them, if players who go out in them tie."""

    def change(self, tournament: Tournament) -> StateChange:
        barrier = {one.sitting: one.hands for one in self.tables}
        past = tournament.past_barriers
        if self.played:
            past = (*past, {one.sitting: one.hands for one in self.played})
        return StateChange(fields={"barrier": barrier, "barrier_ties": self.ties, "past_barriers": past})


def _check_confirmed(tournament: Tournament, context: Context) -> None:
    """Raises `Refused` while a bust is unconfirmed. The message names what the bust is waiting for."""
    if unconfirmed(tournament, context.tables):
        if to_confirm(tournament, context.tables):
            raise Refused("bust-to-confirm")
        raise still_waited_for(waited_for(tournament, context.tables))


def _barrier(tournament: Tournament, context: Context, more: int) -> BarrierSet:
    numbers = [one.number for one in open_sittings(tournament)]
    tables = tuple(PlaysTo(number, facts_of(context.tables, number).hands + more) for number in numbers)
    return BarrierSet(tables, played=_played(tournament, context))


def _played(tournament: Tournament, context: Context) -> tuple[PlaysTo, ...]:
    """The hands of the barrier that were dealt, if players who go out in them tie. A hand that was released but not
    dealt before hand for hand ended is played at each table's own pace."""
    barrier = tournament.barrier if tournament.barrier_ties else {}
    dealt = (number for number, hand in barrier.items() if facts_of(context.tables, number).hands >= hand)
    return tuple(PlaysTo(number, barrier[number]) for number in dealt)


def is_stopped(tournament: Tournament, sitting: int, why: StopKind) -> bool:
    """Whether the director stopped a sitting for this reason."""
    return any(one.why == why for one in tournament.stops.get(sitting, ()))


def paused_after(tournament: Tournament, sitting: int) -> int:
    """The last hand of a paused sitting; 0 if it is not paused."""
    return next((one.at for one in tournament.stops.get(sitting, ()) if one.why == "paused"), 0)


def pause_reason(tournament: Tournament, sitting: int) -> str:
    """The director's reason for the pause of a sitting; empty if there is none."""
    return next((one.reason for one in tournament.stops.get(sitting, ()) if one.why == "paused"), "")
