"""Players who are away, penalized or disqualified: the actions, whose hands are killed, and for how long.

An absent player, for whatever reason, is dealt in, posts blinds and antes, and has the hand killed after the deal (TDA
2024 rules 30 and 67 to 71). Knows the seats, but nothing about hands.
"""

from collections.abc import Sequence

from engine.actions import Disqualify, MarkAway, Penalize
from engine.books.rulebook import RuleBook
from engine.events import AwayMarked, HandKilled, PlayerDisqualified, PlayerPenalized
from engine.refused import Refused
from engine.table.seats import Seats, sitting


def mark_away(seats: Seats, action: MarkAway) -> AwayMarked:
    """Mark a player away or back. Raises `Refused` for an empty seat, or if nothing would change."""
    if sitting(seats, action.seat).away == action.away:
        raise Refused("away-already" if action.away else "at-table-already", seat=action.seat)
    return AwayMarked(action.seat, action.away)


def penalize(seats: Seats, action: Penalize, book: RuleBook) -> PlayerPenalized:
    """Penalize a player. A round is as many hands as there are players with chips now. Raises `Refused`."""
    _named(action, book)
    seat = sitting(seats, action.seat)
    if action.hands < 0 or action.rounds < 0:
        raise Refused("penalty-below-zero", book.penalties.clause)
    if action.rounds and book.penalties.value == "hands":
        raise Refused("penalty-in-hands", book.penalties.clause)
    players = sum(1 for other in seats if other and other.chips)
    misses = action.hands + action.rounds * players
    return PlayerPenalized(action.seat, seat.player, action.hands, action.rounds, misses, action.by, action.why)


def disqualify(seats: Seats, action: Disqualify, book: RuleBook) -> PlayerDisqualified:
    """Disqualify a player. Raises `Refused` for an empty seat, or if they are already disqualified."""
    _named(action, book)
    seat = sitting(seats, action.seat)
    if seat.disqualified:
        raise Refused("disqualified-already", book.disqualified.clause, name=seat.name)
    return PlayerDisqualified(action.seat, seat.player, action.by, action.why)


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


def _named(action: Penalize | Disqualify, book: RuleBook) -> None:
    if not action.by.strip() or not action.why.strip():
        raise Refused("penalty-unnamed", book.penalties.clause)
