"""Fold, check, call, bet and raise."""

from engine.action import PlayOn
from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.action import HandAction
from engine.hand.betting import actor, has_rival, is_capped, least_to, may_raise, most_to
from engine.hand.events.betting import BetMade, Called, Checked, Folded, Raised
from engine.hand.smallest_chip import check_bet, check_moved
from engine.hand.state import Hand, index_of
from engine.refused import Refused


class Fold(HandAction, PlayOn, frozen=True, tag="fold"):
    """The seat folds its hand."""

    seat: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        index = _turn(hand, self.seat, book, self.floor)
        if hand.bets[index] >= hand.price and book.fold_unbet.value == "refused" and not self.floor:
            raise Refused("fold-without-bet", book.fold_unbet.clause)
        return [Folded(self.seat, self.floor)]


class Check(HandAction, PlayOn, frozen=True, tag="check"):
    """The seat checks because there is nothing to call."""

    seat: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        index = _turn(hand, self.seat, book, self.floor)
        owed = hand.price - hand.bets[index]
        if owed > 0:
            raise Refused("bet-to-call", book.wrong_word.clause, chips=owed)
        return [Checked(self.seat, self.floor)]


class Call(HandAction, PlayOn, frozen=True, tag="call"):
    """The seat matches the bet, or calls all-in for less."""

    seat: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        index = _turn(hand, self.seat, book, self.floor)
        owed = hand.price - hand.bets[index]
        if owed <= 0:
            raise Refused("nothing-to-call")
        return [Called(self.seat, min(owed, hand.stacks[index]), self.floor)]


class Bet(HandAction, PlayOn, frozen=True, tag="bet"):
    """The seat opens the betting on a street with `to` chips."""

    seat: int
    to: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        index = _turn(hand, self.seat, book, self.floor)
        if hand.price > 0:
            raise Refused("bet-there-already", chips=hand.price)
        _affordable(hand, index, self.to)
        _allowed(hand, index, self, book)
        return [BetMade(self.seat, self.to, self.floor)]


class RaiseTo(HandAction, PlayOn, frozen=True, tag="raise-to"):
    """The seat raises to a total of `to` chips for the street."""

    seat: int
    to: int
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        index = _turn(hand, self.seat, book, self.floor)
        if hand.price == 0:
            raise Refused("no-bet-to-raise")
        _affordable(hand, index, self.to)
        if self.to <= hand.price:
            raise Refused("raise-not-above-bet", book.min_raise.clause, chips=hand.price)
        _allowed(hand, index, self, book)
        return [Raised(self.seat, self.to, self.floor)]


def _turn(hand: Hand, seat: int, book: RuleBook, floor: str) -> int:
    """The index of a seat that may act now. Raises `Refused` if the seat may not."""
    index = index_of(hand, seat)
    if index < 0:
        raise Refused("seat-not-in-hand", seat=seat)
    if not hand.live[index]:
        raise Refused("seat-folded", seat=seat)
    turn = actor(hand)
    if turn < 0:
        raise Refused("betting-closed")
    if hand.stacks[index] == 0:
        raise Refused("seat-all-in", seat=seat)
    if turn != index and not floor:
        raise Refused("not-their-turn", book.in_turn.clause, seat=seat, turn=hand.deal.seats[turn])
    return index


def _affordable(hand: Hand, index: int, to: int) -> None:
    """Raises `Refused` for more chips than the player has, or for zero chips. Even the floor cannot create chips."""
    all_in = hand.bets[index] + hand.stacks[index]
    if not hand.bets[index] < to <= all_in:
        raise Refused("not-that-stack", seat=hand.deal.seats[index], most=all_in, chips=to)


def _allowed(hand: Hand, index: int, action: Bet | RaiseTo, book: RuleBook) -> None:
    """Raises `Refused` for a bet or raise that the book does not allow. With a `floor` reason, it does so only for an
    amount that the chips on the table cannot make."""
    if action.floor:
        check_moved(hand, index, action.to - hand.bets[index], book)
        return
    _open_to(hand, index, book)
    _right_size(hand, index, action.to, book)
    check_bet(hand, index, action.to, book)


def _open_to(hand: Hand, index: int, book: RuleBook) -> None:
    """Raises `Refused` for a bet or raise if the betting is closed to the player."""
    if may_raise(hand, index, book):
        return
    seat = hand.deal.seats[index]
    if not has_rival(hand, index):
        raise Refused("rivals-all-in", book.uncalled.clause, seat=seat)
    if is_capped(hand, book):
        raise Refused("betting-capped", book.cap.clause)
    raise Refused("betting-not-reopened", book.reopening.clause, seat=seat)


def _right_size(hand: Hand, index: int, to: int, book: RuleBook) -> None:
    """Raises `Refused` for a total below the minimum or above what the betting form allows."""
    least = min(least_to(hand, book), hand.bets[index] + hand.stacks[index])
    most = most_to(hand, index, book)
    if least == most != to and book.betting.value == "fixed-limit":
        raise Refused("limit-raise" if hand.price else "limit-bet", book.betting.clause, chips=least)
    if to < least and hand.price:
        raise Refused("minimum-raise", book.min_raise.clause, chips=least)
    if to < least:
        raise Refused("minimum-bet", book.min_bet.clause, chips=least)
    if to > most:
        raise Refused("pot-limit", book.betting.clause, chips=most)
