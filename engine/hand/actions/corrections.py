"""Corrections to chips outside the betting: chips are forfeited to the pot, or added to a bet that was found to be too
small.

Checks what is physically possible, and until when; `engine.rulings` decides which chips and why.
"""

from engine.action import PlayOn
from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.action import HandAction
from engine.hand.betting import actor, claims
from engine.hand.events.floor import BetsCorrected, ChipsForfeited
from engine.hand.smallest_chip import check_moved
from engine.hand.state import BOARD_CARDS, SHOWDOWN, Hand, index_of, is_street_open
from engine.refused import Refused


class ForfeitChips(HandAction, PlayOn, frozen=True, tag="forfeit-chips"):
    """The seat forfeits chips, such as splashed chips or chips left behind in a fold, to the pot. They do not count
    toward its bet."""

    is_ruling = True

    seat: int
    chips: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        """Forfeit chips to the pot from the seat whose turn it is, if the book requires it."""
        index = _live_index(hand, self.seat)
        if actor(hand) < 0:
            raise Refused("betting-closed")
        if actor(hand) != index and not self.floor:
            raise Refused("not-their-turn", book.in_turn.clause, seat=self.seat, turn=hand.deal.seats[actor(hand)])
        if book.splash.value != "dead" and not self.floor:
            raise Refused("splash-counts", book.splash.clause)
        _has(hand, self.seat, self.chips, book)
        check_moved(hand, index, self.chips, book)
        return [ChipsForfeited(self.seat, self.chips, self.floor)]


class CorrectBets(HandAction, PlayOn, frozen=True, tag="correct-bets"):
    """Before the next street is dealt, the floor has each of `seats` add its `chips` to a bet that was found to be too
    small. A negative number takes chips back from a bet that was found to be too large."""

    is_ruling = True

    seats: tuple[int, ...]
    chips: tuple[int, ...]
    floor: str

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        """Add chips to each seat's bet on this street, or on the one just closed, or give some back."""
        if not self.floor or not self.seats or len(self.seats) != len(self.chips):
            raise Refused("correction-incomplete", book.late_error.clause)
        if len(set(self.seats)) != len(self.seats):
            raise Refused("correction-twice", book.late_error.clause)
        if not is_correctable(hand):
            raise Refused("too-late-to-correct", book.late_error.clause)
        for seat, chips in zip(self.seats, self.chips, strict=True):
            index = _live_index(hand, seat)
            if chips >= 0:
                _has(hand, seat, chips, book)
            elif -chips >= (hand.bets if is_street_open(hand) else hand.paid)[index]:
                raise Refused("not-in-front", book.late_error.clause, seat=seat, chips=-chips)
            check_moved(hand, index, chips, book)
        return [BetsCorrected(self.seats, self.chips, self.floor)]


def is_correctable(hand: Hand) -> bool:
    """Whether a bet can still be corrected. This is possible until a card of the next street is dealt or, on the river,
    until a hand is shown."""
    if is_street_open(hand):
        return hand.price > 0
    shown = hand.street == SHOWDOWN and (any(hand.tabled) or any(hand.mucked))
    contested = hand.live.count(True) > 1 and not hand.over
    return contested and not shown and len(hand.board) == BOARD_CARDS[hand.street - 1]


def _live_index(hand: Hand, seat: int) -> int:
    index = index_of(hand, seat)
    if index not in claims(hand):
        raise Refused("no-live-hand", seat=seat)
    return index


def _has(hand: Hand, seat: int, chips: int, book: RuleBook) -> None:
    behind = hand.stacks[index_of(hand, seat)]
    if not 0 < chips <= behind:
        raise Refused("not-behind", book.chips_behind.clause, seat=seat, behind=behind, chips=chips)
