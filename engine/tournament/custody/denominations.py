"""Chips by denomination: how many of each were issued, and whether as many were collected when they went out of play.

The numbers are exact at issue, and at each color-up in which the dealers counted the chips on the table. Change-making
is never recorded, so what each table holds in between is unknown. The functions are pure.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.chips import Discs, to_bring
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import counted
from engine.tournament.levels.structure import Structure
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables


class Denomination(msgspec.Struct, frozen=True, gc=False):
    """How many chips of `value` should be in play: the number issued minus the number that tables have `collected` in
    color-ups. `exact` is set if the chips issued are known by denomination, because the terms list them for a starting
    stack or dealers counted the chips brought to the table. `tables` lists those that have yet to take this
    denomination out of play after other tables have done so."""

    value: int
    issued: int
    collected: int
    exact: bool
    tables: tuple[int, ...] = ()

    @property
    def missing(self) -> int:
        """How many chips of this denomination were not collected; negative if too many were. 0 while a table still has
        chips of this denomination."""
        return self.issued - self.collected if self.collected and not self.tables else 0


def denominations(tournament: Tournament, tables: Tables) -> list[Denomination]:
    """Every denomination in the structure, smallest first; empty until the tournament is set up."""
    structure, terms = tournament.structure, tournament.terms
    if structure is None or terms is None:
        return []
    issued: Counter[int] = Counter()
    about: set[int] = set()
    for (chips, least), times in Counter(_issues(tournament)).items():
        stack, is_exact = _made_of(chips, least, structure, terms)
        issued.update({value: count * times for value, count in stack})
        about |= set() if is_exact else {value for value, _ in stack}
    collected: Counter[int] = Counter()
    for table in tables.values():
        for race in table.races:
            issued.update(dict(race.brought))
            collected[race.odd] += race.lying
            about |= set() if race.lying else {value for value in structure.chips if value >= race.odd}
    raced = {race.odd for table in tables.values() for race in table.races}
    return [
        Denomination(value, issued[value], collected[value], value not in about,
                     _yet_to_race(tables, value) if value in raced else ())
        for value in structure.chips
    ]  # fmt: skip


def _issues(tournament: Tournament) -> Iterator[tuple[int, int]]:
    """The chips issued at each point in time, and the smallest chip in play at that time."""
    for entry in counted(tournament.entries):
        yield entry.chips, entry.least
        for one in entry.bought:
            yield one.chips, one.least


def _made_of(chips: int, least: int, structure: Structure, terms: EventTerms) -> tuple[Discs, bool]:
    """The chips issued at one time, and whether they are known. If not, these are the ones the bank would bring."""
    if terms.stack and chips == structure.starting_stack and least == structure.chips[0]:
        return terms.stack, True
    values = [value for value in structure.chips if value >= least]
    return to_bring(chips, values, 1), False


def _yet_to_race(tables: Tables, value: int) -> tuple[int, ...]:
    """The sittings at which players hold chips and this denomination has not yet been taken out of play."""
    return tuple(
        number for number, table in tables.items() if table.held and all(race.odd != value for race in table.races)
    )
