"""Infers the actions of players without a recorded action when a street ends. If two outcomes are possible, it does not
infer anything."""

from collections.abc import Container

from engine.events import Called, Event
from engine.hand.betting import actor, owes_action
from engine.hand.passing import pass_over
from engine.hand.rules import consequences
from engine.hand.state import Hand, apply


def close(hand: Hand) -> list[Event] | None:
    """The events implied if betting on the street is over; None if several outcomes are possible.

    If nobody bet, the other players checked. If somebody called, the others folded. If only one seat does not have a
    recorded action and its fold would have ended the hand, it called. In any other case, only the dealer knows what
    happened.
    """
    owing = owing_indices(hand)
    others = hand.live.count(True) - len(owing)
    if not owing or (has_caller(hand) and others > 1):
        return close_as(hand, ())
    if len(owing) == 1 and others == 1:
        return close_as(hand, owing)
    return None


def close_as(hand: Hand, callers: Container[int]) -> list[Event]:
    """Close the street. Among the players without an action, `callers` called and the others folded or checked."""
    events: list[Event] = []
    while (index := actor(hand)) >= 0:
        owed = hand.price - hand.bets[index]
        if owed > 0 and index in callers:
            events.append(Called(hand.deal.seats[index], min(owed, hand.stacks[index]), inferred=True))
        else:
            events.append(pass_over(hand, index))
        hand = apply(hand, events[-1])
    return events + consequences(hand)


def owing_indices(hand: Hand) -> tuple[int, ...]:
    """The indices of the players who have a bet to answer but do not have a recorded action, in turn order."""
    count = len(hand.live)
    order = [(hand.last + step) % count for step in range(1, count + 1)]
    return tuple([index for index in order if hand.bets[index] < hand.price and owes_action(hand, index)])


def has_caller(hand: Hand) -> bool:
    """Whether anyone has called the current bet (or limped, if the current bet is the big blind)."""
    if hand.price == 0:
        return False
    answered = [index for index, acted in enumerate(hand.acted) if acted == hand.price and hand.live[index]]
    if hand.aggressor < 0:  # a blind that checked has called nothing
        return any(hand.deal.blinds[index] < hand.price for index in answered)
    return any(index != hand.aggressor for index in answered)
