"""Hand for hand: every table plays one hand, and waits until all have; who goes out in the same one ties."""

from collections.abc import Mapping

from engine.refused import Refused
from engine.tournament.actions import HandForHand
from engine.tournament.context import Context
from engine.tournament.end_rules import unconfirmed
from engine.tournament.entries import Sitting
from engine.tournament.events import BarrierSet, PlaysTo
from engine.tournament.seat_rules import open_sittings
from engine.tournament.state import Tournament
from engine.tournament.table_facts import TableFacts, Tables


def hand_for_hand(tournament: Tournament, action: HandForHand, context: Context) -> BarrierSet:
    """The hands in play are finished, then each table waits; or all play on. Raises `Refused` where that is so
    already."""
    if action.on == bool(tournament.barrier):
        raise Refused("hand-for-hand-already" if action.on else "not-hand-for-hand")
    if not action.on:
        return BarrierSet(())
    if not tournament.started or len(open_sittings(tournament)) < 2:
        raise Refused("one-table-plays-on")
    return _barrier(tournament, context, more=0)


def next_hand(tournament: Tournament, context: Context) -> BarrierSet:
    """One more hand at each table. Raises `Refused` while one is waited for, or somebody waits to be confirmed out."""
    if not tournament.barrier:
        raise Refused("not-hand-for-hand")
    if tables := waited_for(tournament, context.tables):
        raise Refused("tables-waited-for", tables=", ".join(map(str, tables)))
    if unconfirmed(tournament, context.tables):
        raise Refused("bust-to-confirm")
    return _barrier(tournament, context, more=1)


def _barrier(tournament: Tournament, context: Context, more: int) -> BarrierSet:
    tables = open_sittings(tournament)
    return BarrierSet(tuple(PlaysTo(one.number, _facts(context.tables, one).hands + more) for one in tables))


def waited_for(tournament: Tournament, tables: Tables) -> list[int]:
    """The physical tables that have yet to finish the hand, in order."""
    barrier = tournament.barrier
    return sorted(one.table for one in open_sittings(tournament) if _is_behind(barrier, one, tables))


def _is_behind(barrier: Mapping[int, int], sitting: Sitting, tables: Tables) -> bool:
    """A table where fewer than two have chips cannot play, and is waited for no longer than its hand lasts."""
    facts = _facts(tables, sitting)
    playable = sum(held.chips > 0 for held in facts.held.values()) > 1
    return facts.playing or (playable and facts.hands < barrier.get(sitting.number, 0))


def _facts(tables: Tables, sitting: Sitting) -> TableFacts:
    return tables.get(sitting.number, TableFacts(sitting.number))
