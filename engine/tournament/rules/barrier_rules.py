"""Hand for hand: every table plays one hand, and waits until all have; who goes out in the same one ties."""

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import HandForHand
from engine.tournament.context import Context
from engine.tournament.events import BarrierSet, PlaysTo
from engine.tournament.field.entries import Sitting, crowds
from engine.tournament.rules.end_rules import unconfirmed
from engine.tournament.rules.seat_rules import open_sittings
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables, has_sat


def hand_for_hand(tournament: Tournament, action: HandForHand, context: Context) -> BarrierSet:
    """The hands in play are finished, then each table waits; or all play on. Raises `Refused` where that is so
    already."""
    if context.terms.ends:
        raise Refused("not-in-flight")
    if context.terms.rounds:
        raise Refused("not-in-shoot-out")
    if action.on == bool(tournament.barrier):
        raise Refused("hand-for-hand-already" if action.on else "not-hand-for-hand")
    if unconfirmed(tournament, context.tables):
        raise Refused("bust-to-confirm")
    if not action.on:
        return BarrierSet(())
    if not tournament.started or len(_playing(tournament, context.tables)) < 2:
        raise Refused("one-table-plays-on")
    return replace(_barrier(tournament, context, more=0), ties=False)


def next_hand(tournament: Tournament, context: Context) -> BarrierSet:
    """One more hand at each table. Raises `Refused` while one is waited for, or somebody waits to be confirmed out."""
    if not tournament.barrier:
        raise Refused("not-hand-for-hand")
    if tables := waited_for(tournament, context.tables):
        raise Refused("tables-waited-for", tables=", ".join(map(str, tables)))
    if not _playing(tournament, context.tables):
        raise Refused("one-table-plays-on")
    if unconfirmed(tournament, context.tables):
        raise Refused("bust-to-confirm")
    return _barrier(tournament, context, more=1)


def _barrier(tournament: Tournament, context: Context, more: int) -> BarrierSet:
    tables = open_sittings(tournament)
    return BarrierSet(tuple(PlaysTo(one.number, _facts(context.tables, one).hands + more) for one in tables))


def waited_for(tournament: Tournament, tables: Tables) -> list[int]:
    """The physical tables that have yet to finish the hand, in order. One where fewer than two are left cannot play,
    and is waited for no longer than its hand lasts."""
    behind = {one.number for one in open_sittings(tournament) if _facts(tables, one).playing}
    for one in _playing(tournament, tables):
        if _facts(tables, one).hands < tournament.barrier.get(one.number, 0):
            behind.add(one.number)
    return sorted(tournament.sittings[number].table for number in behind)


def _playing(tournament: Tournament, tables: Tables) -> list[Sitting]:
    """The tables where two or more have chips, or belong and have yet to be dealt any."""
    sat = has_sat(tables)
    belong = crowds({seat: entry for seat, entry in tournament.occupied.items() if entry not in sat})
    stacks = {number: sum(held.chips > 0 for held in facts.held.values()) for number, facts in tables.items()}
    return [one for one in open_sittings(tournament) if stacks.get(one.number, 0) + belong[one.number] > 1]


def _facts(tables: Tables, sitting: Sitting) -> TableFacts:
    return tables.get(sitting.number, TableFacts(sitting.number))
