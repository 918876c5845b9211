"""Formats in which all players draw new seats: when the field is down to a set number of players, at the final table,
and between the rounds of a shootout. A heads-up knockout is a shootout at tables of two. Contains only values."""

from typing import Literal

import msgspec

from engine.bad_input import BadInput, check_range

MOST_SEATS = 10
MOST_PLAYERS = 100_000
FINAL_TABLE = "TDA 2024 RP-9"


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
"""Match play: random pairs, equal stacks, and places by the round of the loss. A player left over has a bye."""


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
