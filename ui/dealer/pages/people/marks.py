"""The marks of a seat: who moves, leaves, sits out a penalty, is away, or is on the way to it. Pure."""

from engine.public import PublicSeat
from ui.dealer.model.surroundings import Surroundings
from ui.words import Words


def arrives(seat: int, surroundings: Surroundings, words: Words) -> str:
    """Who is on the way to an empty seat; empty for nobody."""
    names = [one.name for one in surroundings.coming if one.seat == seat]
    return words.people.arrives.format(name=names[0]) if names else ""


def marks(seat: PublicSeat, words: Words) -> str:
    """The marks of a seat, the most lasting first; empty where there are none."""
    if seat.leaves_for is not None:
        return words.people.moves.format(table=seat.leaves_for) if seat.leaves_for else words.people.leaves
    if seat.penalty_hands:
        return words.counted(words.people.misses, seat.penalty_hands)
    return words.people.away if seat.away else ""
