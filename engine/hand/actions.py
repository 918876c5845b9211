"""The actions in a hand, each with its rule."""

from abc import abstractmethod
from typing import Literal

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.event import Action, Event, PlayOn
from engine.hand.betting import (
    acting_index,
    actor,
    claims,
    has_all_in,
    has_rival,
    is_capped,
    least_to,
    may_raise,
    most_to,
)
from engine.hand.dealing import cards_due, due_at, may_be_asked, may_table, refuse_seen
from engine.hand.events import (
    BetMade,
    BetsCorrected,
    BoardDealt,
    Called,
    CardTabled,
    Checked,
    ChipsForfeited,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    MishapDeclared,
    PotAwarded,
    Raised,
)
from engine.hand.misdeals.rules import remedy
from engine.hand.showdown import awards, check_may_be_killed, has_tabled, is_decided, sole_claims
from engine.hand.smallest_chip import check_bet, check_moved
from engine.hand.state import BOARD, BOARD_CARDS, SHOWDOWN, Hand, apply, index_of, is_street_open
from engine.refused import Refused
from engine.terms import Mishap


class HandAction(Action, frozen=True):
    @abstractmethod
    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        """The events that follow directly from the action, without their consequences. Raises `Refused`."""


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
    index, turn = acting_index(hand, seat), actor(hand)
    if turn != index and not floor:
        raise Refused("not-their-turn", book.in_turn.clause, seat=seat, turn=hand.deal.seats[turn])
    return index


def _affordable(hand: Hand, index: int, to: int) -> None:
    all_in = hand.bets[index] + hand.stacks[index]
    if not hand.bets[index] < to <= all_in:
        raise Refused("not-that-stack", seat=hand.deal.seats[index], most=all_in, chips=to)


def _allowed(hand: Hand, index: int, action: Bet | RaiseTo, book: RuleBook) -> None:
    """Raises `Refused` for a bet or raise that the book does not allow. With a `floor` reason, raises it only for an
    amount that chips cannot make."""
    if action.floor:
        check_moved(hand, index, action.to - hand.bets[index], book)
        return
    _open_to(hand, index, book)
    _right_size(hand, index, action.to, book)
    check_bet(hand, index, action.to, book)


def _open_to(hand: Hand, index: int, book: RuleBook) -> None:
    if may_raise(hand, index, book):
        return
    seat = hand.deal.seats[index]
    if not has_rival(hand, index):
        raise Refused("rivals-all-in", book.uncalled.clause, seat=seat)
    if is_capped(hand, book):
        raise Refused("betting-capped", book.cap.clause)
    raise Refused("betting-not-reopened", book.reopening.clause, seat=seat)


def _right_size(hand: Hand, index: int, to: int, book: RuleBook) -> None:
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


class SeeCard(HandAction, frozen=True, tag="see-card"):
    """A card is seen on the board (`seat` is `BOARD`), in front of a seat that tables it, or wherever a card is due
    (`seat` is None).

    With a `floor` reason, a seat's card is shown to everyone before it is due.
    """

    card: Card
    seat: int | None = None
    floor: str = ""

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        """The event for the card. Raises `Refused` if the card is already somewhere else or no card is due there."""
        refuse_seen(hand, self.card, book)
        if self.seat == BOARD and cards_due(hand):
            return [BoardDealt(self.card)]
        if self.seat is not None and _is_due_from(hand, self.seat):
            return [CardTabled(self.seat, self.card)]
        if self.floor and self.seat is not None and _has_hole_card_down(hand, self.seat):
            return [CardTabled(self.seat, self.card, self.floor)]
        if self.seat is not None and self.seat in may_be_asked(hand):
            return [CardTabled(self.seat, self.card)]
        due = due_at(hand, book)
        if not due:
            if problem := rabbit_hunt(hand, self, book):
                raise problem
            raise Refused("no-card-due" if actor(hand) >= 0 else "no-card-due-decided")
        where = due[0] if self.seat is None else self.seat
        if where not in due:
            if where == BOARD:
                raise Refused("no-board-card-due")
            raise Refused("no-card-due-from", seat=where)
        return [BoardDealt(self.card) if where == BOARD else CardTabled(where, self.card)]


def rabbit_hunt(hand: Hand, action: Action, book: RuleBook) -> Refused | None:
    """The refusal of a card that would have come to the board if the hand had not ended early (TDA 2024 rule 28); None
    for anything else."""
    would_have_come = hand.live.count(True) < 2 and len(hand.board) < BOARD_CARDS[SHOWDOWN] and not hand.voided
    if not would_have_come or not isinstance(action, SeeCard) or action.seat not in (None, BOARD):
        return None
    return Refused("rabbit-hunt", book.rabbit_hunting.clause)


def _is_due_from(hand: Hand, seat: int) -> bool:
    return may_table(hand) and _has_hole_card_down(hand, seat) and index_of(hand, seat) in claims(hand)


def _has_hole_card_down(hand: Hand, seat: int) -> bool:
    return seat in hand.deal.seats and not has_tabled(hand, index_of(hand, seat))


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
    """Why a player may not muck. Not even the floor can leave a pot without a hand that can win it."""
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
    """Whether a bet can still be corrected. It can until a card of the next street is dealt or, on the river, until a
    hand is shown."""
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


class KillHand(HandAction, frozen=True, tag="kill-hand"):
    """The floor declares a hand dead. It can do so at any time, and chips already put in stay in the pot."""

    seat: int
    why: str

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        check_may_be_killed(hand, self.seat, book)
        return [HandKilled(self.seat, self.why)]


class Declare(HandAction, frozen=True, tag="declare"):
    """Declare a dealing error and apply the rule book's remedy. A player may not declare one."""

    is_ruling = True

    mishap: Mishap
    by: Literal["dealer", "floor", "player"] = "dealer"

    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        if self.by == "player":
            raise Refused("player-declares-misdeal", book.misdeals.clause)
        answer = remedy(hand, self.mishap, book)
        return [MishapDeclared(self.mishap, self.by, answer.kind, answer.clause), *answer.events]
