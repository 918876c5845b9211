"""The marks of a seat: who moves, leaves, sits out a penalty or is away. Pure."""

from engine.public import PublicSeat
from ui.words import Words


def marks(seat: PublicSeat, words: Words) -> str:
    """The marks of a seat, the most lasting first; empty where there are none."""
    if seat.leaves_for is not None:
        return words.people.moves.format(table=seat.leaves_for) if seat.leaves_for else words.people.leaves
    if seat.penalty_hands:
        return words.counted(words.people.misses, seat.penalty_hands)
    return words.people.away if seat.away else ""
