"""The effect that HAND OVER, the last touch of a hand, would have now."""

from typing import Literal

import msgspec

from engine.actions import Push
from engine.books.rulebook import RuleBook
from engine.events import Event
from engine.game.questions import checked_down, mucked, refuse_unread
from engine.hand.betting import actor, claims
from engine.hand.dealing import cards_due
from engine.hand.passing import pass_over
from engine.hand.rules import consequences, decide
from engine.hand.showdown import has_tabled, is_decided
from engine.hand.state import SHOWDOWN, Hand, apply
from engine.refused import Refused


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How the hand ends, with the events: everyone else folds, unread hands muck, the pots are pushed, or the dealer is
    asked."""

    does: Literal["fold", "muck", "push", "ask"]
    events: list[Event]


def ending(hand: Hand, book: RuleBook) -> Ending:
    """How the hand ends if it is over now. Raises `Refused` if it cannot be over."""
    if is_decided(hand):
        return Ending("push", decide(hand, Push(), book))
    if folded := _all_folded(hand):
        for event in folded:
            hand = apply(hand, event)
        return Ending("fold", folded + decide(hand, Push(), book))
    if hand.street == SHOWDOWN and any(has_tabled(hand, index) for index in claims(hand)):
        return Ending("muck", _mucked(hand, book))
    _check_board(hand, book)
    for event in checked_down(hand):
        hand = apply(hand, event)
    refuse_unread(hand, book)
    return Ending("ask", [])


def _all_folded(hand: Hand) -> list[Event]:
    """Folds by everyone yet to act, which leave only the last bettor; empty if that would not end the hand."""
    events: list[Event] = []
    while (index := actor(hand)) >= 0:
        events.append(pass_over(hand, index))
        hand = apply(hand, events[-1])
    return events + consequences(hand) if hand.live.count(True) == 1 else []


def _check_board(hand: Hand, book: RuleBook) -> None:
    """Raises `Refused` if all-in players are still waiting for board cards."""
    missing = cards_due(hand)
    if missing and actor(hand) < 0 and sum(1 for index in claims(hand) if hand.stacks[index]) < 2:
        raise Refused("all-in-board-short", book.all_in_shows.clause, cards=missing)


def _mucked(hand: Hand, book: RuleBook) -> list[Event]:
    """Muck the unread hands if the book leaves mucking to the players. Raises `Refused` if it does not."""
    refuse_unread(hand, book)
    events: list[Event] = []
    for index in claims(hand):
        if has_tabled(hand, index):
            continue
        events.append(mucked(hand, hand.deal.seats[index], book))
        hand = apply(hand, events[-1])
    return events
