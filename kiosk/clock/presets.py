"""What a new tournament may be made of: what ships, and the room's earlier ones, played again. Pure.

Of an earlier one come book, structure, terms, prizes, tables and policies, not its players; and no times of day, which
were of another day.
"""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook, load_book, shipped_ids
from engine.money import minor_digits
from engine.tournament.actions import OpenTable, SetPolicy
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import counted
from engine.tournament.field.registration import Registration
from engine.tournament.levels.structure import Level, Structure, load_structure
from engine.tournament.prizes.payouts import PayoutTable, load_payouts
from engine.tournament.state import Tournament, is_over


class StructurePreset(msgspec.Struct, frozen=True):
    """A structure that ships; `minutes` are those of its first level, `all_minutes` of all with the breaks, 0 where
    levels do not go by time."""

    id: str
    name: str
    starting_stack: int
    levels: int
    minutes: float
    all_minutes: float
    late_levels: int


class NamedPreset(msgspec.Struct, frozen=True):
    """A rule book that ships."""

    id: str
    name: str


class PayoutsPreset(msgspec.Struct, frozen=True):
    """A payout table that ships."""

    id: str
    name: str
    table: PayoutTable


class EarlierTournament(msgspec.Struct, frozen=True):
    """One of the room's, to be played again: money in the minor unit of its currency, of `minor_digits` digits."""

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
    """All of them; the newest of the `earlier` tournaments first."""

    structures: tuple[StructurePreset, ...]
    books: tuple[NamedPreset, ...]
    payouts: tuple[PayoutsPreset, ...]
    earlier: tuple[EarlierTournament, ...]


def presets(room: Iterable[Tournament]) -> Presets:
    """What ships, and the room's tournaments, in the order they were made."""
    earlier = tuple(_earlier(one, one.structure, one.terms) for one in room if one.structure and one.terms)
    return Presets(
        tuple(_structure(name, load_structure(name)) for name in _shipped("structures")),
        tuple(NamedPreset(name, load_book(name).name) for name in shipped_ids()),
        tuple(PayoutsPreset(name, table.name, table) for name in _shipped("payouts") if (table := load_payouts(name))),
        earlier[::-1],
    )


def terms_again(earlier: Tournament, said: Mapping[str, Any]) -> tuple[RuleBook, Structure, EventTerms]:
    """Those of an earlier tournament, but for what is `said` by a field of the terms, `book` or `structure`."""
    assert earlier.book
    assert earlier.structure
    assert earlier.terms
    terms = earlier.terms
    if isinstance(terms.registration, Registration):
        terms = replace(terms, registration=replace(terms.registration, opens_ms=0, closes_ms=0))
    other = {field: value for field, value in said.items() if field in EventTerms.__struct_fields__}
    return said.get("book", earlier.book), said.get("structure", earlier.structure), replace(terms, **other)


def tables_again(earlier: Tournament) -> tuple[OpenTable, ...]:
    """By number, as each was opened first."""
    found: dict[int, OpenTable] = {}
    for one in earlier.sittings.values():
        found.setdefault(one.table, OpenTable(one.table, one.seat_count, one.typed))
    return tuple(found[table] for table in sorted(found))


def policies_again(earlier: Tournament) -> tuple[SetPolicy, ...]:
    """What the clock did there by itself, or never asked about."""
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
        bounty=terms.money.bounty,
        currency=terms.currency,
        minor_digits=minor_digits(terms.currency),
        late_levels=terms.late_levels,
        re_entries=terms.re_entries,
        tables=tuple(table.table for table in tables_again(one)),
        terms=terms,
    )


def _shipped(kind: str) -> list[str]:
    return sorted(path.stem for path in (Path(str(files("engine"))) / kind).glob("*.toml"))
