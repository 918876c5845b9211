"""The hands of players who are away or penalized: which of them are killed, and why.

An absent player, for whatever reason, is dealt in, posts blinds and antes, and has the hand killed after the deal (TDA
2024 rules 30 and 67 to 71). Knows the seats, but nothing about hands.
"""

from collections.abc import Sequence

from engine.hand.events.floor import HandKilled
from engine.table.seats import Seats, sitting


def absent(seats: Seats, dealt: Sequence[int], big: int) -> dict[int, HandKilled]:
    """The hands to kill right after the deal, by seat. If everyone is absent, the big blind's hand is left alive to win
    the posted chips; without a big blind, the last hand dealt is."""
    dead: dict[int, HandKilled] = {}
    for number in dealt:
        seat = sitting(seats, number)
        if seat.misses:
            dead[number] = HandKilled(number, follows=True, cause="penalty", misses=seat.misses)
        elif seat.away:
            dead[number] = HandKilled(number, follows=True, cause="away")
    if len(dead) == len(dealt):
        del dead[big if big in dead else dealt[-1]]
    return dead
