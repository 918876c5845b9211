"""Play hand for hand."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.context import Context
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.barrier import hands_played, playing, to_confirm, unconfirmed, waited_for
from engine.tournament.state import Event, StateChange, Tournament


class PlaysTo(msgspec.Struct, frozen=True, gc=False):
    """A sitting plays until it has dealt this many hands, then waits."""

    sitting: int
    hands: int


class HandForHand(TournamentActionBase, frozen=True, tag="hand-for-hand"):
    """Every table waits after this hand until all of them have finished it, or all tables play on."""

    right = "run"
    on: bool

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [hand_for_hand(tournament, self, context)]


class NextHand(TournamentActionBase, frozen=True, tag="next-hand"):
    """During hand for hand, let each table play one more hand."""

    right = "floor"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [next_hand(tournament, context)]


class BarrierSet(Event, frozen=True, tag="barrier-set", omit_defaults=True):
    """During hand for hand, each table plays to the hand given for it. If no hands are given, hand for hand is over."""

    tables: tuple[PlaysTo, ...]
    ties: bool = True
    """Whether players who go out at different tables in these hands tie. They do not tie in the hands that were in play
    when hand for hand was called."""

    def change(self, tournament: Tournament) -> StateChange:
        barrier = {one.sitting: one.hands for one in self.tables}
        return StateChange(fields={"barrier": barrier, "barrier_ties": self.ties})


def hand_for_hand(tournament: Tournament, action: HandForHand, context: Context) -> BarrierSet:
    """Either the hands in play are finished and then each table waits, including while busts are confirmed; or all
    tables play on. Raises `Refused` if that is already the case, and for playing on while a bust is unconfirmed."""
    if context.terms.flight:
        raise Refused("not-in-flight")
    if context.terms.shoot_out:
        raise Refused("not-in-shoot-out")
    if action.on == bool(tournament.barrier):
        raise Refused("hand-for-hand-already" if action.on else "not-hand-for-hand")
    if not action.on:
        _check_confirmed(tournament, context)
        return BarrierSet(())
    if not tournament.started or len(playing(tournament, context.tables)) < 2:
        raise Refused("one-table-plays-on")
    return replace(_barrier(tournament, context, more=0), ties=False)


def next_hand(tournament: Tournament, context: Context) -> BarrierSet:
    """Let each table play one more hand. Raises `Refused` while a table is still in its hand or a bust is
    unconfirmed."""
    if not tournament.barrier:
        raise Refused("not-hand-for-hand")
    if tables := waited_for(tournament, context.tables):
        raise Refused("tables-waited-for", tables=tuple(tables), count=len(tables))
    if not playing(tournament, context.tables):
        raise Refused("one-table-plays-on")
    _check_confirmed(tournament, context)
    return _barrier(tournament, context, more=1)


def _check_confirmed(tournament: Tournament, context: Context) -> None:
    """Raises `Refused` while a bust is unconfirmed. The message names what the bust is waiting for."""
    if not unconfirmed(tournament, context.tables):
        return
    if not to_confirm(tournament, context.tables):
        tables = tuple(waited_for(tournament, context.tables))
        raise Refused("tables-waited-for", tables=tables, count=len(tables))
    raise Refused("bust-to-confirm")


def _barrier(tournament: Tournament, context: Context, more: int) -> BarrierSet:
    hands = hands_played(tournament, context.tables, more)
    return BarrierSet(tuple(PlaysTo(number, to) for number, to in hands.items()))
