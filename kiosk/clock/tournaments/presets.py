"""The presets for a new tournament: those that ship with the program, and the room's earlier tournaments. Pure.

An earlier tournament provides its book, structure, terms, prizes, tables and policies. It does not provide players,
or start times, which were for a different day.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook, load_book, shipped_ids
from engine.money import minor_digits
from engine.tournament.actions import SetPolicy, UseTable
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import counted
from engine.tournament.levels.structure import Level, Structure, load_structure
from engine.tournament.prizes.payouts import PayoutTable, load_payouts
from engine.tournament.state import Tournament, is_over


class StructurePreset(msgspec.Struct, frozen=True):
    """A structure that ships with the program. `minutes` is the length of its first level, and `all_minutes` is the
    length of all levels and breaks together. Both are 0 if levels are not timed.
    """

    id: str
    name: str
    starting_stack: int
    levels: int
    minutes: float
    all_minutes: float
    late_levels: int


class NamedPreset(msgspec.Struct, frozen=True):
    """A rule book that ships with the program."""

    id: str
    name: str


class PayoutsPreset(msgspec.Struct, frozen=True):
    """A payout table that ships with the program."""

    id: str
    name: str
    table: PayoutTable


class EarlierTournament(msgspec.Struct, frozen=True):
    """One of the room's earlier tournaments, to be run again. Money is in the minor unit of its currency, with
    `minor_digits` digits.
    """

    id: str
    name: str
    structure: str
    entries: int
    ended: bool
    buy_in: int
    fee: int
    bounty: int
    currency: str
    minor_digits: int
    late_levels: int
    re_entries: int
    tables: tuple[int, ...]
    terms: EventTerms


class Presets(msgspec.Struct, frozen=True):
    """All presets. The newest of the `earlier` tournaments comes first."""

    structures: tuple[StructurePreset, ...]
    books: tuple[NamedPreset, ...]
    payouts: tuple[PayoutsPreset, ...]
    earlier: tuple[EarlierTournament, ...]


def presets(room: Iterable[Tournament]) -> Presets:
    """All presets. `room` has its tournaments in the order in which they were created."""
    earlier = tuple(_earlier(one, one.structure, one.terms) for one in room if one.structure and one.terms)
    return Presets(
        tuple(_structure(name, load_structure(name)) for name in _shipped("structures")),
        tuple(NamedPreset(name, load_book(name).name) for name in shipped_ids()),
        tuple(PayoutsPreset(name, table.name, table) for name in _shipped("payouts") if (table := load_payouts(name))),
        earlier[::-1],
    )


def terms_again(earlier: Tournament, said: Mapping[str, Any]) -> tuple[RuleBook, Structure, EventTerms]:
    """The book, structure and terms of an earlier tournament, with the values in `said` replacing its own."""
    assert earlier.book
    assert earlier.structure
    assert earlier.terms
    terms = replace(earlier.terms, registration=replace(earlier.terms.registration, opens_ms=0, closes_ms=0))
    other = {field: value for field, value in said.items() if field in EventTerms.__struct_fields__}
    return said.get("book", earlier.book), said.get("structure", earlier.structure), replace(terms, **other)


def tables_again(earlier: Tournament) -> tuple[UseTable, ...]:
    """The tables by number, each as it was when first opened."""
    found: dict[int, UseTable] = {}
    for one in earlier.sittings.values():
        found.setdefault(one.table, UseTable(one.table, one.seat_count, one.typed))
    return tuple(found[table] for table in sorted(found))


def policies_again(earlier: Tournament) -> tuple[SetPolicy, ...]:
    """The policies for the proposals that the clock accepted automatically in that tournament, or never showed to the
    director."""
    return tuple(SetPolicy(kind, policy) for kind, policy in earlier.policies.items() if policy != "ask")


def _structure(name: str, structure: Structure) -> StructurePreset:
    levels = [one for one in structure.entries if isinstance(one, Level)]
    late = structure.late_levels if isinstance(structure.late_levels, int) else 0
    every = sum(one.minutes for one in structure.entries) if levels[0].minutes else 0
    return StructurePreset(name, structure.name, structure.starting_stack, len(levels), levels[0].minutes, every, late)


def _earlier(one: Tournament, structure: Structure, terms: EventTerms) -> EarlierTournament:
    return EarlierTournament(
        id=one.id,
        name=one.name,
        structure=structure.name,
        entries=len(counted(one.entries)),
        ended=is_over(one),
        buy_in=terms.buy_in,
        fee=terms.fee,
        bounty=terms.prizes.bounty,
        currency=terms.currency,
        minor_digits=minor_digits(terms.currency),
        late_levels=terms.late_levels,
        re_entries=terms.re_entries,
        tables=tuple(table.table for table in tables_again(one)),
        terms=terms,
    )


def _shipped(kind: str) -> list[str]:
    return sorted(path.stem for path in (Path(str(files("engine"))) / kind).glob("*.toml"))
