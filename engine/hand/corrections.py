"""Corrections to chips outside the betting: chips are forfeited to the pot, or added to a bet that was found to be too
small.

Checks what is physically possible, and until when; `engine.rulings` decides which chips and why.
"""

from engine.actions import CorrectBets, ForfeitChips
from engine.books.rulebook import RuleBook
from engine.events import BetsCorrected, ChipsForfeited, Event
from engine.hand.betting import actor, claims
from engine.hand.smallest_chip import check_moved
from engine.hand.state import BOARD_CARDS, SHOWDOWN, Hand, index_of, is_street_open
from engine.refused import Refused


def forfeit(hand: Hand, action: ForfeitChips, book: RuleBook) -> list[Event]:
    """Forfeit chips to the pot from the seat whose turn it is, if the book requires it. Raises `Refused`."""
    index = _live_index(hand, action.seat)
    if actor(hand) < 0:
        raise Refused("betting-closed")
    if actor(hand) != index and not action.floor:
        raise Refused("not-their-turn", book.in_turn.clause, seat=action.seat, turn=hand.deal.seats[actor(hand)])
    if book.splash.value != "dead" and not action.floor:
        raise Refused("splash-counts", book.splash.clause)
    _has(hand, action.seat, action.chips, book)
    check_moved(hand, index, action.chips, book)
    return [ChipsForfeited(action.seat, action.chips, action.floor)]


def correct_bets(hand: Hand, action: CorrectBets, book: RuleBook) -> list[Event]:
    """Add chips to each seat's bet on this street, or on the one just closed, or give some back. Raises `Refused`."""
    if not action.floor or not action.seats or len(action.seats) != len(action.chips):
        raise Refused("correction-incomplete", book.late_error.clause)
    if len(set(action.seats)) != len(action.seats):
        raise Refused("correction-twice", book.late_error.clause)
    if not is_correctable(hand):
        raise Refused("too-late-to-correct", book.late_error.clause)
    for seat, chips in zip(action.seats, action.chips, strict=True):
        index = _live_index(hand, seat)
        if chips >= 0:
            _has(hand, seat, chips, book)
        elif -chips >= (hand.bets if is_street_open(hand) else hand.paid)[index]:
            raise Refused("not-in-front", book.late_error.clause, seat=seat, chips=-chips)
        check_moved(hand, index, chips, book)
    return [BetsCorrected(action.seats, action.chips, action.floor)]


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
