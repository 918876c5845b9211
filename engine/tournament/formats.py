"""The formats of an event: flights, whose players advance to a final; redraws; and shootouts. A heads-up knockout is a
shootout at tables of two. Contains only values."""

from typing import Literal

import msgspec

from engine.bad_input import BadInput, check_range
from engine.books.rulebook import RuleBook
from engine.terms import Stop
from engine.tournament.field.entries import Person
from engine.tournament.levels.by_play import shift_of
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.structure import Level, Structure, advances_by, level_number

MOST_SEATS = 10
MOST_PLAYERS = 100_000
FINAL_TABLE = "TDA 2024 RP-9"
MOST_LEFT = 10_000
WHOLE_FIELD = 100_00
"""The share of all entries, in hundredths of a percent."""
TWO_LEFT = 2
LAST_ROUND = 12
"""The number of rounds that the document lists for the winners' table (R3.6)."""


class FlightEnds(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The point at which a flight is over: once `at` players are left, once `at` hundredths of a percent of its entries
    are left, or after level `at`. It also says who advances."""

    why: Literal["players-left", "percent-left", "last-level"]
    at: int
    who: Literal["all", "top-stacks"] = "all"
    """The players who advance: everyone who is left, or the player with the most chips at each table."""

    def __post_init__(self) -> None:
        check_range("at", self.at, 1, WHOLE_FIELD if self.why == "percent-left" else MOST_LEFT)
        if self.why != "last-level" and self.who == "top-stacks":
            raise BadInput("top-stacks-after-a-level")


class GoingOn(msgspec.Struct, frozen=True, gc=False):
    """An entry that advances to the final, with the chips it had at the end."""

    entry: int
    chips: int


class Finalist(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who comes from a flight, with their chips. `entry` is their entry number in the final."""

    entry: int
    player: str
    name: str
    chips: int
    captain: str = ""
    roster: tuple[Person, ...] = ()
    team: str = ""


class FlightResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a completed flight at record `mark`: the money paid in, the number of entries, and the players who
    advance. Each entry paid `bounty` for the bounty on its player. `heads` is the total of the bounties on entries that
    went out without anyone winning their bounty."""

    id: str
    name: str
    mark: int
    pool: int
    entries: int
    finalists: tuple[Finalist, ...]
    bounty: int = 0
    heads: int = 0


def flight_by_book(book: RuleBook) -> FlightEnds | None:
    """How the book's document ends a flight; None if it does not have a rule for this."""
    match book.flights.value:
        case "two-left":
            return FlightEnds("players-left", TWO_LEFT)
        case "top-stack-of-each-table":
            return FlightEnds("last-level", LAST_ROUND, "top-stacks")
        case "of-the-room":
            return None


def never_ends(ends: FlightEnds, structure: Structure) -> bool:
    """Whether the flight would never end because no level follows the one that ends it. If levels are timed in minutes,
    the last one runs on."""
    levels = levels_in(structure)
    is_last = ends.at == levels and advances_by(structure) == "minutes"
    return ends.why == "last-level" and (ends.at > levels or is_last)


def players_at_end(ends: FlightEnds, entries: int) -> int:
    """How many of the `entries` are left when the flight is over, rounded up. 0 if it ends after a level."""
    match ends.why:
        case "players-left":
            return ends.at
        case "percent-left":
            return -(-entries * ends.at // WHOLE_FIELD)
        case "last-level":
            return 0


def stop_of(ends: FlightEnds, structure: Structure, clock: LevelClock, table: int) -> Stop | None:
    """The point at which a table stops dealing in a flight that ends after a level. None if it is not known yet."""
    match advances_by(structure):
        case "orbits":
            return Stop("last-round", played_by(ends, structure, clock, table))
        case "hands":
            return Stop("held", played_by(ends, structure, clock, table))
        case "minutes":
            return Stop("last-round", 0) if level_number(structure, clock.index) > ends.at else None


def played_by(ends: FlightEnds, structure: Structure, clock: LevelClock, table: int) -> int:
    """The number of hands or orbits that a table has played once level `at` is over."""
    levels = [entry for entry in structure.entries if isinstance(entry, Level)]
    counts = sum(level.hands or level.orbits for level in levels[: ends.at])
    return max(0, counts - shift_of(clock, structure, table))


def levels_in(structure: Structure) -> int:
    """The number of levels, not counting breaks."""
    return sum(isinstance(entry, Level) for entry in structure.entries)


class CarriedFlight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A flight whose players advance to this tournament, at its record `mark`. The fields give the money paid in and
    the number of entries."""

    id: str
    name: str
    mark: int
    pool: int
    entries: int
    heads: int = 0
    """Bounties funded in the flight but not won there. The winner of this tournament gets them."""


class FlightOutcome(msgspec.Struct, frozen=True, gc=False):
    """The entries that advance from a flight, and the entries that are `out` despite having chips."""

    going_on: tuple[GoingOn, ...]
    out: tuple[tuple[int, ...], ...]


class Redraws(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """All players draw new seats once the field is down to a set number: each number in `at`, and `final_table` for the
    final table. `final_table` is 0 if the final table is formed by breaking tables, and `book` if the standard's number
    is used."""

    at: tuple[int, ...] = ()
    final_table: int | Literal["book"] = 0

    def __post_init__(self) -> None:
        for players in self.at:
            check_range("at", players, 2, MOST_PLAYERS)
        if isinstance(self.final_table, int) and self.final_table:
            check_range("final_table", self.final_table, 2, MOST_SEATS)


class ShootOut(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Each table of at most `seats` plays until `winners` are left. They draw seats for the next round and keep their
    chips or get `fresh` starting stacks. The last table plays to the end. Either players who go out later place higher,
    or all players who go out in the same round tie. The room makes these choices, because neither the standard nor any
    document has rules for the format."""

    seats: int = 9
    winners: int = 1
    stacks: Literal["carried", "fresh"] = "carried"
    places: Literal["by-time", "by-round"] = "by-time"

    def __post_init__(self) -> None:
        check_range("seats", self.seats, 2, MOST_SEATS)
        check_range("winners", self.winners, 1, MOST_SEATS)
        if 2 * self.winners > self.seats:
            raise BadInput("shoot-out-winners", seats=self.seats)


HEADS_UP = ShootOut(seats=2, stacks="fresh", places="by-round")
"""Match play: random pairs, equal stacks, and places by the round in which a player lost. A player without an opponent
has a bye."""


class RedrawDone(msgspec.Struct, frozen=True, gc=False):
    """A redraw, in which all players drew new seats with this many `players` left, at sittings numbered from `first`
    up. If stacks are `fresh`, each player took that many chips along."""

    first: int
    players: int
    fresh: int = 0


def final_table_size(redraws: Redraws, seats: int) -> int:
    """The number of players with whom the final table begins if tables have this many `seats`; 0 if there is no draw
    for it. Under the standard, the final table has nine players if tables have eight or nine seats, and seven players
    if they have six or seven seats (RP-9)."""
    if redraws.final_table != "book":
        return redraws.final_table
    if seats >= 8:
        return 9
    return 7 if seats >= 6 else seats


def redraw_due(redraws: Redraws, done: tuple[RedrawDone, ...], players: int, entries: int) -> int:
    """The lowest number of players for which a draw is due now; 0 if no draw is due. One draw covers all numbers that
    were passed at once. A number that is not below `entries` was never passed."""
    reached = [at for at in redraws.at if players <= at < entries and all(one.players > at for one in done)]
    return min(reached, default=0)
