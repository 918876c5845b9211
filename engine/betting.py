"""Whose turn it is and what the rule book lets them do with their chips. Knows nothing of cards."""

import msgspec

from engine.felt import BOARD_CARDS, SHOWDOWN, Hand
from engine.rulebook import RuleBook


class Betting(msgspec.Struct, frozen=True):
    """What the place whose turn it is may do. Totals are for the street; 0 means "not offered"."""

    place: int
    fold: bool
    check: bool
    call: int
    """Chips to add to call, or all the place has."""
    least: int
    """The smallest total to bet or raise to."""
    most: int
    """The largest: all-in."""
    opens: bool
    """Whether it would be a bet, not a raise."""


def is_all_in(hand: Hand, place: int) -> bool:
    """Live with no chips behind."""
    return hand.live[place] and hand.stacks[place] == 0


def live_places(hand: Hand) -> tuple[int, ...]:
    """The places with a hand, clockwise from left of the button."""
    return tuple([place for place, live in enumerate(hand.live) if live])


def claims(hand: Hand) -> tuple[int, ...]:
    """The places that can still win: live, and not mucked at the showdown."""
    return tuple([place for place, live in enumerate(hand.live) if live and not hand.mucked[place]])


def owes_action(hand: Hand, place: int) -> bool:
    """Whether the place has still to act on this street: chips behind, a price to answer, somebody to play against."""
    if not hand.live[place] or hand.stacks[place] == 0:
        return False
    if hand.acted[place] >= 0 and hand.bets[place] >= hand.price:
        return False
    return any(
        other != place and hand.live[other] and (hand.stacks[other] > 0 or hand.bets[other] > hand.bets[place])
        for other in range(len(hand.live))
    )


def actor(hand: Hand) -> int:
    """The place whose turn it is; -1 when the betting of the street is complete or has not begun."""
    if hand.street == SHOWDOWN or len(hand.board) < BOARD_CARDS[hand.street] or hand.live.count(True) < 2:
        return -1
    count = len(hand.live)
    for step in range(1, count + 1):
        place = (hand.last + step) % count
        if owes_action(hand, place):
            return place
    return -1


def may_raise(hand: Hand, place: int, book: RuleBook) -> bool:
    """Whether the betting is open to the place: it has not acted, or now faces a full raise (TDA 2024 rule 47-A)."""
    if hand.bets[place] + hand.stacks[place] <= hand.price:
        return False
    if not any(other != place and hand.live[other] and hand.stacks[other] for other in range(len(hand.live))):
        return False
    return is_reopened(hand, place, book)


def is_reopened(hand: Hand, place: int, book: RuleBook) -> bool:
    """Whether what the place has already answered lets it raise again."""
    answered = hand.acted[place]
    if answered < 0:
        return True
    faced = hand.price - answered
    return faced >= hand.increment if book.reopening.value == "full-raise-faced" else faced > 0


def betting(hand: Hand, book: RuleBook) -> Betting | None:
    """What the place whose turn it is may do, or None when it is nobody's."""
    place = actor(hand)
    if place < 0:
        return None
    behind = hand.stacks[place]
    owed = max(0, hand.price - hand.bets[place])
    all_in = hand.bets[place] + behind
    raises = may_raise(hand, place, book)
    return Betting(
        place=place,
        fold=owed > 0 or book.fold_unbet.value == "binding",
        check=owed == 0,
        call=min(owed, behind),
        least=min(hand.price + hand.increment, all_in) if raises else 0,
        most=all_in if raises else 0,
        opens=hand.price == 0,
    )


def uncalled(hand: Hand) -> tuple[int, int]:
    """The place whose bet nobody matched in full, and by how much; (-1, 0) where there is none.

    A dead hand's bet comes back too (TDA 2024 rule 15-B), but its blind stays in the pot (rule 30).
    """
    first, second = sorted(hand.bets, reverse=True)[:2] if len(hand.bets) > 1 else (0, 0)
    place = hand.bets.index(first)
    is_dead_blind = hand.aggressor < 0 and not hand.live[place]
    return (place, first - second) if first > second and not is_dead_blind else (-1, 0)


def is_closed(hand: Hand) -> bool:
    """Whether the betting of this street is complete: its cards lie and nobody owes an action."""
    return hand.street < SHOWDOWN and len(hand.board) >= BOARD_CARDS[hand.street] and actor(hand) < 0


def is_run_out(hand: Hand) -> bool:
    """Whether no more betting is possible although cards are still to come: the hands are tabled now (rule 16)."""
    if len(hand.board) >= BOARD_CARDS[hand.street] or hand.live.count(True) < 2:
        return False
    return len([place for place in live_places(hand) if hand.stacks[place]]) <= 1
