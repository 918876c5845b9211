"""Formats in which all seats are drawn anew: at numbers of players left, at the final table, and from round to round of
a shoot-out. Heads-up, knocked out by pairs, is a shoot-out at tables of two. Values only."""

from typing import Literal

import msgspec

from engine.bad_input import BadInput, check_range

MOST_SEATS = 10
MOST_PLAYERS = 100_000
FINAL_TABLE = "TDA 2024 RP-9"


class Redraws(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Everybody draws a new seat once so many players are left: `at` each of these numbers, and for the final table at
    `final_table` (0: it is formed by breaking tables), `book` for the standard's number."""

    at: tuple[int, ...] = ()
    final_table: int | Literal["book"] = 0

    def __post_init__(self) -> None:
        for players in self.at:
            check_range("at", players, 2, MOST_PLAYERS)
        if isinstance(self.final_table, int) and self.final_table:
            check_range("final_table", self.final_table, 2, MOST_SEATS)


class ShootOut(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Each table of at most `seats` plays until `winners` are left, who draw seats of the next round, with their chips
    or with `fresh` starting stacks; the last table plays to the end. Places go by who went out later, or all who go out
    in one round tie. The room's choices: neither the standard nor a document knows the format."""

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
"""Match play: drawn pairs, equal stacks, places by the round that was lost. Whoever is left over has a bye."""


class RedrawDone(msgspec.Struct, frozen=True, gc=False):
    """All seats were drawn anew with so many `players` left, at sittings from number `first` on; where stacks are
    `fresh`, each took so many chips along."""

    first: int
    players: int
    fresh: int = 0


def final_table_size(redraws: Redraws, seats: int) -> int:
    """With how many players the final table begins where tables have so many `seats`; 0 where it is not drawn. The
    standard combines nine where eight or nine sit at a table, and seven where six or seven do (RP-9)."""
    if redraws.final_table != "book":
        return redraws.final_table
    if seats >= 8:
        return 9
    return 7 if seats >= 6 else seats


def redraw_due(redraws: Redraws, done: tuple[RedrawDone, ...], players: int, entries: int) -> int:
    """The number at which seats are to be drawn now, the lowest; 0 for none. One draw stands for all numbers that were
    passed at once; a number that all `entries` are within was never passed."""
    reached = [at for at in redraws.at if players <= at < entries and all(one.players > at for one in done)]
    return min(reached, default=0)
