"""The room's next color-up: which chips to bring to which table, and what every seat holds after it. Pure."""

from engine.books.rulebook import RuleBook
from engine.table.chip_race import brought_for, prizes, stakes
from engine.table.seats import Seat
from engine.tournament.custody.denominations import denominations
from engine.tournament.levels.structure import Break, Structure, chips_in_play
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables
from kiosk.protocol.tournaments import ColorUp, SeatRaces, TableRace


def next_color_up(tournament: Tournament, tables: Tables) -> ColorUp | None:
    """The color-up for the current stacks, or None if no further denomination will be colored up."""
    structure, book = tournament.structure, tournament.book
    if structure is None or book is None or (terms := _next_terms(structure, tournament.clock.index)) is None:
        return None
    odd, chip = terms
    values = [value for value in structure.chips if value >= chip]
    there = [facts for facts in tables.values() if facts.held and all(race.odd != odd for race in facts.races)]
    players = sum(len(facts.held) for facts in there)
    in_play = sum(one.issued - one.collected for one in denominations(tournament, tables) if one.value == odd)
    share = {facts.sitting: in_play * len(facts.held) // players for facts in there} if players else {}
    found = [
        _table(tournament, facts, book, odd, chip, share[facts.sitting], values)
        for facts in there
        if facts.sitting in tournament.sittings
    ]
    return ColorUp(odd, chip, tuple(sorted(found, key=lambda one: one.table)))


def _next_terms(structure: Structure, index: int) -> tuple[int, int] | None:
    """The denomination that is colored up next, and the smallest denomination left in play after that. A break in
    progress is included."""
    for number, entry in enumerate(structure.entries[index:], index):
        if isinstance(entry, Break) and entry.color_up:
            return entry.color_up[0], chips_in_play(structure, number + 1)[0]
    return None


def _table(  # noqa: PLR0913, PLR0917  everything that a chip race depends on
    tournament: Tournament, facts: TableFacts, book: RuleBook, odd: int, chip: int, lying: int, values: list[int]
) -> TableRace:
    sitting = tournament.sittings[facts.sitting]
    held = {one.seat: (entry, one.chips) for entry, one in facts.held.items()}
    seats = tuple(
        Seat(str(held[seat][0]), "", held[seat][1]) if seat in held else None for seat in range(1, max(held) + 1)
    )
    every = stakes(seats, odd, chip)
    racing = [stake for stake in every if stake.odd_chips]
    won = prizes(racing, chip, book) if racing else 0
    named = (tournament.entries.get(held[stake.seat][0]) for stake in every)
    return TableRace(
        sitting.table,
        brought_for(lying * odd, racing, won, values),
        won,
        tuple(
            SeatRaces(stake.seat, entry.name if entry else "", stake.even, stake.odd_chips)
            for stake, entry in zip(every, named, strict=True)
        ),
    )
