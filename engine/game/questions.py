"""How a street or a hand ends. There are two questions that only the dealer can answer: who called, and who won. Cards
wait for the answer, and events follow from it."""

from collections.abc import Container
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.actions import Muck, Push
from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.events import Called, Event, Folded, HandEnded, HandKilled, PotAwarded
from engine.hand.betting import actor, claims, is_all_in, owes_action, pass_over, silent
from engine.hand.dealing import cards_due
from engine.hand.rules import consequences, decide
from engine.hand.showdown import has_tabled, is_decided, pots_of, shared
from engine.hand.state import SHOWDOWN, Hand, apply, index_of
from engine.refused import Refused


class Question(msgspec.Struct, frozen=True, gc=False):
    """A question for the dealer: which of `seats` called, or won. `chips` is the price to match, or the pot; `cards`
    wait for the answer."""

    kind: Literal["who-called", "who-won"]
    seats: tuple[int, ...]
    chips: int
    cards: tuple[Card, ...] = ()


class HeldCard(msgspec.Struct, frozen=True, gc=False):
    """A card that was read before it was clear where it belongs, and the seat that the action named, if any."""

    card: Card
    seat: int | None


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """The open question and the cards that are waiting for its answer. With `start`, the next hand is waiting too."""

    kind: Literal["", "who-called", "who-won"] = ""
    start: bool = False
    held: tuple[HeldCard, ...] = ()


NO_QUESTION = Waiting()


def question(hand: Hand, waiting: Waiting) -> Question | None:
    seats = hand.deal.seats
    cards = tuple(held.card for held in waiting.held)
    match waiting.kind:
        case "who-called":
            return Question("who-called", tuple(seats[index] for index in owing_indices(hand)), hand.price, cards)
        case "who-won":
            return Question("who-won", tuple(seats[index] for index in contenders(hand)), hand.pot, cards)
    return None


def called(hand: Hand, seats: tuple[int, ...]) -> list[Event]:
    """Close the street, with `seats` as the callers. Raises `Refused`."""
    owing = owing_indices(hand)
    indices = [index_of(hand, seat) for seat in seats]
    for seat, index in zip(seats, indices, strict=True):
        if index not in owing:
            raise Refused("had-nothing-to-call", seat=seat)
    return close_as(hand, indices)


def won(hand: Hand, seats: tuple[int, ...], book: RuleBook, floor: str = "") -> list[Event]:
    """End the hand with `seats` as the winners, without reading their cards. All other hands fold, are mucked or are
    killed. Several winners share the pots even if the board is not complete, because only the dealer knows which
    streets were missed. Raises `Refused`."""
    winners = {index_of(hand, seat) for seat in seats}
    if not winners or not winners <= set(contenders(hand)):
        raise Refused("cannot-have-won")
    events = checked_down(hand)
    for event in events:
        hand = apply(hand, event)
    if not floor:
        refuse_unread(hand, book)
    _check_every_pot(hand, winners)
    for event in _out(hand, winners, book, floor):
        events.append(event)
        hand = apply(hand, event)
    if len(winners) > 1:
        return events + _split(hand, winners, book, floor)
    return events + decide(hand, Push(), book)


def contenders(hand: Hand) -> list[int]:
    """The indices of the players who could win if nobody bets again. Those who still face a bet count as folded."""
    owing = owing_indices(hand)
    return [index for index in claims(hand) if index not in owing]


def checked_down(hand: Hand) -> list[Event]:
    """On the river, the events that bring the hand to showdown if they are certain; otherwise none."""
    return (close(hand) or []) if hand.street == SHOWDOWN - 1 and actor(hand) >= 0 else []


def refuse_unread(hand: Hand, book: RuleBook) -> None:
    """Raises `Refused` if hands must be read before a winner is named. Nobody may be eliminated on an unread hand."""
    seats = hand.deal.seats
    unread = [index for index in claims(hand) if not has_tabled(hand, index)]
    all_in = [index for index in claims(hand) if is_all_in(hand, index)]
    if all_in and unread and book.all_in_shows.value == "must":
        raise Refused("all-in-read-all", book.all_in_shows.clause, seat=seats[all_in[0]])
    if at_risk := [seats[index] for index in all_in if index in unread]:
        raise Refused("out-unread", book.all_in_shows.clause, seat=at_risk[0])
    if half := [seats[index] for index in unread if hand.tabled[index]]:
        raise Refused("one-card-shown", book.show_one.clause, seat=half[0])
    if hand.street == SHOWDOWN and unread and book.muck.value == "forbidden":
        raise Refused("read-every-hand", book.muck.clause, seat=seats[unread[0]])
    _check_every_pot(hand, set(contenders(hand)))


def _check_every_pot(hand: Hand, winners: set[int]) -> None:
    if any(not winners <= set(pot.eligible) for pot in pots_of(hand)):
        raise Refused("pots-differ")


def _out(hand: Hand, winners: set[int], book: RuleBook, floor: str) -> list[Event]:
    """The events that end the losing hands: each one folds to the bet, is mucked at showdown, or is killed."""
    events: list[Event] = []

    def happens(event: Event) -> None:
        nonlocal hand
        events.append(event)
        hand = apply(hand, event)

    for index in silent(hand):
        if index not in winners and isinstance(event := pass_over(hand, index), Folded):
            happens(event)
    for index in claims(hand):
        seat = hand.deal.seats[index]
        if index in winners:
            continue
        if hand.street == SHOWDOWN:
            happens(mucked(hand, seat, book, floor))
        else:
            happens(HandKilled(seat, cause="others-won"))
    for event in consequences(hand):
        happens(event)
    return events


def mucked(hand: Hand, seat: int, book: RuleBook, floor: str = "") -> Event:
    """Muck a hand that nobody read. Raises `Refused` if the hand may not be mucked."""
    return replace(decide(hand, Muck(seat, floor), book)[0], inferred=True)


def _split(hand: Hand, winners: set[int], book: RuleBook, floor: str) -> list[Event]:
    seats, events = hand.deal.seats, list[Event]()
    for number, pot in enumerate(pots_of(hand)):
        indices = tuple(index for index in pot.eligible if index in winners) or pot.eligible
        shares = shared(hand, pot.chips, indices, book)
        to = tuple(seats[index] for index in indices)
        events.append(PotAwarded(number, pot.chips, to, shares, follows=True, floor=floor))
    for event in events:
        hand = apply(hand, event)
    return [*events, HandEnded(seats, hand.stacks)]


def close(hand: Hand) -> list[Event] | None:
    """The events implied if betting on the street is over; None if only the dealer knows. If nobody bet, everyone
    checked. If somebody called, the rest folded. If only one seat has not acted and its fold would end the hand, it is
    taken to have called."""
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
    """The indices, in turn order, of the players who face a bet but have no recorded action."""
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


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How the hand ends: everyone else folds, unread hands muck, the pots are pushed, or the dealer is asked."""

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
    missing = cards_due(hand)
    if missing and actor(hand) < 0 and sum(1 for index in claims(hand) if hand.stacks[index]) < 2:
        raise Refused("all-in-board-short", book.all_in_shows.clause, cards=missing)


def _mucked(hand: Hand, book: RuleBook) -> list[Event]:
    refuse_unread(hand, book)
    events: list[Event] = []
    for index in claims(hand):
        if has_tabled(hand, index):
            continue
        events.append(mucked(hand, hand.deal.seats[index], book))
        hand = apply(hand, events[-1])
    return events
