"""Hand for hand: every table plays one hand, and waits until all have; who goes out in the same one ties."""

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import HandForHand
from engine.tournament.context import Context
from engine.tournament.events import BarrierSet, PlaysTo
from engine.tournament.rules.barrier import hands_played, playing, to_confirm, unconfirmed, waited_for
from engine.tournament.state import Tournament


def hand_for_hand(tournament: Tournament, action: HandForHand, context: Context) -> BarrierSet:
    """The hands in play are finished, then each table waits, also while busts are confirmed; or all play on. Raises
    `Refused` where that is so already, and of playing on while a bust waits."""
    if context.terms.ends:
        raise Refused("not-in-flight")
    if context.terms.rounds:
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
    """One more hand at each table. Raises `Refused` while one is waited for, or somebody waits to be confirmed out."""
    if not tournament.barrier:
        raise Refused("not-hand-for-hand")
    if tables := waited_for(tournament, context.tables):
        raise Refused("tables-waited-for", tables=tuple(tables), count=len(tables))
    if not playing(tournament, context.tables):
        raise Refused("one-table-plays-on")
    _check_confirmed(tournament, context)
    return _barrier(tournament, context, more=1)


def _check_confirmed(tournament: Tournament, context: Context) -> None:
    """Raises `Refused` while a bust waits, by what it waits for."""
    if not unconfirmed(tournament, context.tables):
        return
    if not to_confirm(tournament, context.tables):
        tables = tuple(waited_for(tournament, context.tables))
        raise Refused("tables-waited-for", tables=tables, count=len(tables))
    raise Refused("bust-to-confirm")


def _barrier(tournament: Tournament, context: Context, more: int) -> BarrierSet:
    hands = hands_played(tournament, context.tables, more)
    return BarrierSet(tuple(PlaysTo(number, to) for number, to in hands.items()))
