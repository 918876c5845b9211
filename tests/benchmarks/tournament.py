"""A tournament of 10 to 1,200 tables: the cost of deciding and deriving, compared with one look at every stack."""

from collections.abc import Callable
from functools import reduce
from statistics import median
from time import process_time
from typing import Any

from engine.tournament.actions import AddEntry, ConfirmBust, DrawSeats, PrepareDraw, Start, TournamentAction, UseTable
from engine.tournament.custody.ledger import ledger
from engine.tournament.order import Context
from engine.tournament.proposals.proposals import proposals
from engine.tournament.state import Event, Tournament, apply
from engine.tournament.tables.facts import Bust, SeatedEntry, TableFacts, Tables
from engine.tournament.targets import target
from engine.tournament.tournament import legal, order
from tests.kit.small_room import CLUB, CREATE, TERMS

TABLES = (10, 100, 600, 1200)
PLAYERS = 8
RUNS = 15


def measure() -> dict[str, Any]:
    """Milliseconds of CPU time for each number of tables, and each as a multiple of looking at every stack once."""
    return {f"{tables} tables": _figures(tables) for tables in TABLES}


def _figures(tables: int) -> dict[str, Any]:
    room, _ = begun(tables)
    facts = _seated(room)
    context = Context(CLUB, TERMS, 1000, facts)
    entry = next(iter(facts[1].held))
    busted = {**facts, 1: TableFacts(1, 9, 1, held={}, busts=(Bust(entry, 1, 10_000, 9, 0),))}
    asked = {
        "look at every stack": lambda: sum(held.chips for table in facts.values() for held in table.held.values()),
        "enter": lambda: _do(room, AddEntry("late", "Late"), facts),
        "confirm a bust": lambda: _do(room, ConfirmBust(entry), busted),
        "ledger": lambda: ledger(room.entries, facts),
        "proposals": lambda: proposals(room, context),
        "legal": lambda: legal(room, context),
        "target of a table": lambda: target(room, 1),
    }
    times = {name: _ms(what) for name, what in asked.items()}
    floor = times["look at every stack"]
    return {name: {"ms": round(took, 3), "ratio": round(took / floor, 1)} for name, took in times.items()}


def begun(tables: int) -> tuple[Tournament, list[Event]]:
    """A tournament in which everybody has been drawn a seat and the clock runs, and the events that led there."""
    seats = [UseTable(table, 9) for table in range(1, tables + 1)]
    entries = [AddEntry(f"p{player}", f"Player {player}") for player in range(tables * PLAYERS)]
    room = Tournament()
    events: list[Event] = []
    actions: list[TournamentAction] = [CREATE, *seats, PrepareDraw("0123456789abcdef"), *entries, DrawSeats(), Start()]
    for action in actions:
        step = order(room, action, "bench", 1000, {})
        room = reduce(apply, step, room)
        events += step
    return room, events


def _seated(room: Tournament) -> Tables:
    held: dict[int, dict[int, SeatedEntry]] = {sitting: {} for sitting in room.sittings}
    for seat, entry in room.occupied.items():
        held[seat.sitting][entry] = SeatedEntry(seat.seat, room.entries[entry].chips)
    return {sitting: TableFacts(sitting, 1, 1, button=1, held=there) for sitting, there in held.items()}


def _do(room: Tournament, action: TournamentAction, facts: Tables | None = None) -> Tournament:
    return reduce(apply, order(room, action, "bench", 1000, facts or {}), room)


def _ms(what: Callable[[], object]) -> float:
    def once() -> float:
        started = process_time()
        what()
        return (process_time() - started) * 1000

    return median(once() for _ in range(RUNS))
