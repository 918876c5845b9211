"""Flights: tournaments that end with several left, whose chips meet in a final. Values only."""

from typing import Literal

import msgspec

from engine.bad_input import BadInput, check_range
from engine.books.rulebook import RuleBook
from engine.terms import Stop
from engine.tournament.field.entries import Person
from engine.tournament.levels.by_play import shift_of
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.structure import Level, Structure, advances_by, level_number

MOST_LEFT = 10_000
WHOLE_FIELD = 100_00
"""All entries, in hundredths of a percent."""
TWO_LEFT = 2
LAST_ROUND = 12
"""The document of the winners' table lists so many rounds (R3.6)."""


class FlightEnds(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """When a flight is over: once `at` players are left, or `at` hundredths of a percent of its entries, or after level
    `at`; and who goes on."""

    why: Literal["players-left", "percent-left", "last-level"]
    at: int
    who: Literal["all", "top-stacks"] = "all"
    """Everybody who is left, or of each table who has most."""

    def __post_init__(self) -> None:
        check_range("at", self.at, 1, WHOLE_FIELD if self.why == "percent-left" else MOST_LEFT)
        if self.why != "last-level" and self.who == "top-stacks":
            raise BadInput("top-stacks-after-a-level")


class GoingOn(msgspec.Struct, frozen=True, gc=False):
    """An entry that goes on to the final, with the chips it had at the end."""

    entry: int
    chips: int


class Finalist(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who comes from a flight, with which chips; `entry` is the number in the final."""

    entry: int
    player: str
    name: str
    chips: int
    captain: str = ""
    roster: tuple[Person, ...] = ()
    team: str = ""


class FlightResult(msgspec.Struct, frozen=True, gc=False):
    """A flight that is over, as of record `mark`: what was paid in by how many entries, and who goes on. Each entry
    paid `bounty` for its head; `heads` is what was paid for those that went out and that nobody won."""

    id: str
    name: str
    mark: int
    pool: int
    entries: int
    finalists: tuple[Finalist, ...]
    bounty: int = 0
    heads: int = 0


def flight_by_book(book: RuleBook) -> FlightEnds | None:
    """How the book's document ends a flight; None where it knows none."""
    match book.flights.value:
        case "two-left":
            return FlightEnds("players-left", TWO_LEFT)
        case "top-stack-of-each-table":
            return FlightEnds("last-level", LAST_ROUND, "top-stacks")
        case "of-the-room":
            return None


def never_ends(ends: FlightEnds, structure: Structure) -> bool:
    """Whether no level comes after the one it ends with, where levels go by minutes: the last one runs on."""
    levels = levels_in(structure)
    is_last = ends.at == levels and advances_by(structure) == "minutes"
    return ends.why == "last-level" and (ends.at > levels or is_last)


def players_at_end(ends: FlightEnds, entries: int) -> int:
    """How many are left when the flight is over, of so many `entries`: of a percentage rounded up. 0 where it ends
    after a level."""
    match ends.why:
        case "players-left":
            return ends.at
        case "percent-left":
            return -(-entries * ends.at // WHOLE_FIELD)
        case "last-level":
            return 0


def stop_of(ends: FlightEnds, structure: Structure, clock: LevelClock, table: int) -> Stop | None:
    """When a table of a flight that ends after a level stops dealing by itself, as the clock stands; None for not
    yet."""
    match advances_by(structure):
        case "orbits":
            return Stop("last-round", played_by(ends, structure, clock, table))
        case "hands":
            return Stop("held", played_by(ends, structure, clock, table))
        case "minutes":
            return Stop("last-round", 0) if level_number(structure, clock.index) > ends.at else None


def played_by(ends: FlightEnds, structure: Structure, clock: LevelClock, table: int) -> int:
    """How many hands or orbits a table has played once level `at` is over."""
    levels = [entry for entry in structure.entries if isinstance(entry, Level)]
    counts = sum(level.hands or level.orbits for level in levels[: ends.at])
    return max(0, counts - shift_of(clock, structure, table))


def levels_in(structure: Structure) -> int:
    """How many levels it has, without the breaks."""
    return sum(isinstance(entry, Level) for entry in structure.entries)
