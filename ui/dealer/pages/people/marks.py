"""The marks of a seat: who moves, leaves, sits out a penalty, is away, or is on the way to it. Pure."""

from engine.public import PublicSeat
from ui.dealer.model.surroundings import Coming, Surroundings
from ui.words import Words


def arriving(seat: int, surroundings: Surroundings) -> Coming | None:
    """Who is on the way to an empty seat."""
    return next((one for one in surroundings.coming if one.seat == seat), None)


def brings(one: Coming, words: Words) -> str:
    """With how much a player arrives, and from where."""
    said = words.people.arrive_from if one.came_from else words.people.arrive_chips
    return said.format(chips=words.amount(one.chips), table=one.came_from)


def marks(seat: PublicSeat, words: Words) -> str:
    """The marks of a seat, the most lasting first; empty where there are none."""
    if seat.leaves_for is not None:
        return words.people.moves.format(table=seat.leaves_for) if seat.leaves_for else words.people.leaves
    if seat.penalty_hands:
        return words.counted(words.people.misses, seat.penalty_hands)
    return words.people.away if seat.away else ""
