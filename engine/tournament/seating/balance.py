"""Balancing and breaking tables: who moves, and to which seat. The caller passes in the cards drawn."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.button import Positions, first_positions, next_positions
from engine.cards import DECK, Card
from engine.refused import Refused
from engine.tournament.seating.draw import rank

CLAUSE = "House rules, Consolidating Tables"


class SeatRing(msgspec.Struct, frozen=True, gc=False):
    """The seats at one table: how many there are, which ones are `taken`, and which one has the button."""

    table: int
    seat_count: int
    button: int
    taken: tuple[int, ...]
    at: Positions = Positions()
    """The button and blinds of the hand in play, or of the last one; all of them are 0 before the first hand."""
    form: str = "dead"
    """How the button moves: "dead", "stays" or "moving"."""
    unused: tuple[int, ...] = ()

    @property
    def free(self) -> tuple[int, ...]:
        """The empty seats that are in use."""
        gone = {*self.taken, *self.unused}
        return tuple(seat for seat in range(1, self.seat_count + 1) if seat not in gone)


class BreakMove(msgspec.Struct, frozen=True, gc=False):
    """The move of a player from a seat at the broken table to a seat at another one."""

    seat: int
    to_table: int
    to_seat: int


class Crowd(NamedTuple):
    """The number of players at a table, and the number of free seats there."""

    table: int
    players: int
    free: int


def break_order(crowds: Sequence[Crowd], first: Sequence[int] = ()) -> list[int]:
    """The tables in the order in which they are broken. Those that the director listed come first, then the smallest
    (house rules, Consolidating Tables). Among equally small tables, the one with the highest number comes first."""

    def turn(one: Crowd) -> tuple[int, int, int]:
        return (first.index(one.table), 0, 0) if one.table in first else (len(first), one.players, -one.table)

    return [one.table for one in sorted(crowds, key=turn)]


def table_to_break(crowds: Sequence[Crowd], first: Sequence[int] = ()) -> int:
    """The next table to break, if its players fit into the free seats at the other tables; 0 if they do not."""
    if len(crowds) < 2:
        return 0
    table = break_order(crowds, first)[0]
    players = next(one.players for one in crowds if one.table == table)
    return table if players <= sum(one.free for one in crowds if one.table != table) else 0


def draw_pile(rings: Sequence[SeatRing], broken: int) -> dict[Card, int]:
    """The cards to shuffle: one for each free seat, with its table. If there are too few cards, they are divided
    equally among the tables."""
    seats = sorted((nth, ring.table) for ring in rings if ring.table != broken for nth in range(len(ring.free)))
    return dict(zip(DECK, sorted(table for _, table in seats[: len(DECK)]), strict=False))


def cards_by_seed(seed: str, rings: Sequence[SeatRing], broken: int) -> dict[int, Card]:
    """The card that each seat at the table `broken` draws, determined by a seed, in drawing order. Raises `Refused` if
    there are too few free seats."""
    pile = draw_pile(rings, broken)
    taken = next(ring.taken for ring in rings if ring.table == broken)
    if len(pile) < len(taken):
        raise Refused("too-few-seats", count=len(taken) - len(pile))
    shuffled = sorted(pile, key=lambda card: rank(seed, f"card {card}"))
    return dict(zip(sorted(taken, key=lambda seat: rank(seed, f"seat {seat}")), shuffled, strict=False))


def break_table(rings: Sequence[SeatRing], broken: int, drawn: Mapping[int, Card]) -> tuple[BreakMove, ...]:
    """Where each player from the table `broken` goes, in drawing order: to the table of the card drawn for their seat,
    and there to the free seat nearest to their old position from the button. Raises `Refused` for an impossible
    draw."""
    there = {ring.table: ring for ring in rings}
    if broken not in there:
        raise Refused("no-such-table", table=broken)
    old = there.pop(broken)
    pile = draw_pile(rings, broken)
    if sorted(drawn) != sorted(old.taken):
        raise Refused("draw-one-card", CLAUSE, table=broken)
    moves: list[BreakMove] = []
    for seat, card in drawn.items():
        if sum(card == other for other in drawn.values()) > 1:
            raise Refused("card-drawn-twice", CLAUSE, card=card)
        if card not in pile:
            raise Refused("card-not-in-draw", CLAUSE, card=card)
        ring = there[pile.pop(card)]
        to = nearest_seat(ring, from_button(seat, old))
        there[ring.table] = replace(ring, taken=(*ring.taken, to))
        moves.append(BreakMove(seat, ring.table, to))
    return tuple(moves)


def nearest_seat(ring: SeatRing, was: int) -> int:
    """The free seat nearest to a player's old position in either direction; if two are equally near, the first one
    clockwise from the button. Positions are counted from the left of the button (0). Raises `Refused` at a full
    table."""

    def off(seat: int) -> tuple[int, int]:
        now = from_button(seat, ring)
        apart = (now - was) % ring.seat_count
        return min(apart, ring.seat_count - apart), now

    if not ring.free:
        raise Refused("table-full", table=ring.table)
    return min(ring.free, key=off)


def next_big_blind(ring: SeatRing) -> int:
    """The seat that has the big blind in the next hand; 0 at a table with fewer than two players."""
    return _next(ring).big if len(ring.taken) > 1 else 0


def next_to_go(ring: SeatRing, due: int, pinned: Collection[int]) -> int:
    """The first unpinned seat, starting at the one that is `due`, in the order of the big blinds; 0 if all are
    pinned."""
    order = sorted(ring.taken, key=lambda seat: (seat - due) % ring.seat_count)
    return next((seat for seat in order if seat not in pinned), 0)


def worst_seat(ring: SeatRing) -> int:
    """The free seat in the worst position, which is the one that has the big blind soonest, and never the small blind's
    seat (TDA 2024 rule 11-A). Among equal seats, it is the one nearest to the button's left; 0 if there is none. If
    there is only one other player, one of the two has to post the small blind."""

    def wait(seat: int) -> tuple[int, int]:
        there = replace(ring, taken=(*ring.taken, seat))
        hands, at = 0, _next(there)
        while at.big != seat and hands < 2 * ring.seat_count:
            hands, at = hands + 1, next_positions(ring.form, there.taken, at)
        return hands, from_button(seat, ring)

    fair = [seat for seat in ring.free if len(ring.taken) < 2 or _next(ring, seat).small != seat]
    if not ring.taken:
        return min(ring.free, default=0)
    return min(fair, key=wait, default=0)


def _next(ring: SeatRing, newcomer: int = 0) -> Positions:
    seats = (*ring.taken, newcomer) if newcomer else ring.taken
    return next_positions(ring.form, seats, ring.at) if ring.at.big else first_positions(seats, ring.button)


def from_button(seat: int, ring: SeatRing) -> int:
    """The number of seats between the button and a seat, clockwise; 0 for the seat to the left of the button."""
    return (seat - ring.button - 1) % ring.seat_count
