"""Muck at showdown, and push the pots."""

from engine.action import PlayOn
from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.action import HandAction
from engine.hand.betting import claims, has_all_in
from engine.hand.dealing import may_table
from engine.hand.events.ending import HandEnded, HandMucked, PotAwarded
from engine.hand.showdown import awards, is_decided, sole_claims
from engine.hand.state import Hand, apply, index_of
from engine.refused import Refused


class Muck(HandAction, PlayOn, frozen=True, tag="muck"):
    """A live seat mucks at showdown without showing and gives up its claim to the pot."""

    seat: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        problem = _muck_problem(hand, index_of(hand, self.seat), book, self.floor)
        if problem:
            raise problem
        return [HandMucked(self.seat, self.floor)]


class Push(HandAction, PlayOn, frozen=True, tag="push"):
    """The dealer pushes the pots as shown, and the hand is over."""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        if not is_decided(hand):
            raise Refused("pots-undecided")
        events: list[Event] = [
            PotAwarded(award.pot, award.chips, award.seats, award.shares) for award in awards(hand, book)
        ]
        for event in events:
            hand = apply(hand, event)
        return [*events, HandEnded(hand.deal.seats, hand.stacks)]


def all_must_show(hand: Hand, book: RuleBook) -> Refused | None:
    """The reason why nobody may muck now; None if the book leaves the choice to each player."""
    if book.muck.value == "forbidden":
        return Refused("all-must-show", book.muck.clause)
    if book.all_in_shows.value == "must" and has_all_in(hand):
        return Refused("all-in-must-show", book.all_in_shows.clause)
    return None


def _muck_problem(hand: Hand, index: int, book: RuleBook, floor: str = "") -> Refused | None:
    """The reason why a player may not muck now; None if the player may. Not even the floor can leave a pot without a
    hand that can win it."""
    if index not in claims(hand):
        return Refused("muck-dead-hand")
    seat = hand.deal.seats[index]
    if index in sole_claims(hand):
        return Refused("last-claim-mucked", book.showdown_first.clause, seat=seat)
    if not may_table(hand):
        return Refused("muck-before-showdown")
    if not floor and (problem := all_must_show(hand, book)):
        return problem
    if not floor and hand.tabled[index]:
        return Refused("tabled-hand-plays", book.corrections.clause, seat=seat)
    return None
