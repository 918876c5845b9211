"""The rules of one deal: `legal`, `decide` and `apply`. `play` combines the last two."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.event import Action, Event
from engine.hand.actions import HandAction, all_must_show, rabbit_hunt
from engine.hand.betting import betting, is_closed, live_indices, uncalled
from engine.hand.dealing import due_at, may_be_asked
from engine.hand.events import (
    AntePosted,
    BetMade,
    BlindPosted,
    CardTabled,
    HandKilled,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from engine.hand.showdown import is_decided, may_be_killed, sole_claims, unclaimed
from engine.hand.state import BOARD, Hand, HandStarted, apply, index_of, new_hand
from engine.refused import Refused

NOBODY: Mapping[int, HandKilled] = MappingProxyType({})
NO_SEAT = ((), (BOARD,))
"""The values of `due` while no seat has to show."""
_LEAVES_OPEN = (BetMade, Raised, CardTabled)
"""Events without consequences under the book, because a player who bets has an opponent with chips to answer."""

__all__ = ["Hand", "LegalActions", "apply", "decide", "legal", "play", "start"]


class LegalActions(msgspec.Struct, frozen=True, gc=False):
    """The actions that the table offers. Seats are physical; totals are for the street; 0 means "not offered"."""

    seat: int = 0
    fold: bool = False
    check: bool = False
    call: int = 0
    least: int = 0
    most: int = 0
    opens: bool = False
    """Whether `least` to `most` would be a bet rather than a raise."""
    due: tuple[int, ...] = ()
    """The destinations for a card, most likely first; `BOARD` is 0."""
    asked: tuple[int, ...] = ()
    """The seat whose mucked hand is shown if a caller asks for it."""
    muck: tuple[int, ...] = ()
    kill: tuple[int, ...] = ()
    push: bool = False
    award: tuple[int, ...] = ()
    """The pots that no remaining player can win (0 is the main pot). The floor names the winners."""


def start(deal: HandStarted, book: RuleBook, absent: Mapping[int, HandKilled] = NOBODY) -> list[Event]:
    """Start a deal, post antes and blinds as far as each stack allows, and kill the hands of absent seats."""
    events: list[Event] = [deal]
    hand = new_hand(deal)
    single = sum(1 for ante in deal.antes if ante) == 1
    rows: list[tuple[type[AntePosted | BlindPosted], tuple[int, ...]]]
    rows = [(AntePosted, deal.antes), (BlindPosted, deal.blinds)]
    if single and book.ante_order.value == "blind-first":
        rows.reverse()
    for posting, owed in rows:
        for index, chips in enumerate(owed):
            paid = min(chips, hand.stacks[index])
            if paid:
                events.append(posting(deal.seats[index], paid))
                hand = apply(hand, events[-1])
    # An absent player has no hand (TDA 2024 rule 30). A pot that nobody can win is then left to the floor.
    return events + kill_hands(hand, absent, lambda hand: live_indices(hand) if hand.live.count(True) > 1 else ())


def kill_hands(
    hand: Hand, dead: Mapping[int, HandKilled], may: Callable[[Hand], tuple[int, ...]] = may_be_killed
) -> list[Event]:
    """Kill the hands of these seats, with the consequences. A hand that may not be killed stays live."""
    events: list[Event] = []
    for seat, fact in dead.items():
        if index_of(hand, seat) in may(hand):
            events.append(fact)
            hand = apply(hand, fact)
    return events + consequences(hand)


def legal(hand: Hand, book: RuleBook) -> LegalActions:
    """Every action that is allowed now without a floor decision."""
    if hand.over:
        return LegalActions()
    seats = hand.deal.seats
    killable = may_be_killed(hand)
    kill = seats if len(killable) == len(seats) else tuple([seats[index] for index in killable])
    turn = betting(hand, book)
    if turn is None:
        due = due_at(hand, book)
        award = () if due else unclaimed(hand)
        decided = due in NO_SEAT and is_decided(hand)  # a seat whose cards are due still has to show them
        return LegalActions(
            due=due, asked=may_be_asked(hand), muck=_may_muck(hand, due, book), kill=kill, push=decided, award=award
        )
    # While a player still has to act, no card is due and nothing is decided.
    return LegalActions(
        seat=seats[turn.index],
        fold=turn.fold,
        check=turn.check,
        call=turn.call,
        least=turn.least,
        most=turn.most,
        opens=turn.opens,
        kill=kill,
    )


def decide(hand: Hand, action: Action, book: RuleBook) -> list[Event]:
    """The events that follow from an action, in order. If it raises `Refused`, nothing has changed. With a `floor`
    reason, only the physical limits apply."""
    return play(hand, action, book)[0]


def play(hand: Hand, action: Action, book: RuleBook) -> tuple[list[Event], Hand]:
    """The events that `decide` returns, and the hand after them, which has to be computed anyway to find their
    consequences."""
    if not isinstance(action, HandAction):
        raise Refused("hand-in-play")
    if hand.over:
        raise rabbit_hunt(hand, action, book) or Refused("hand-over")
    return with_consequences(hand, _by_book_or_floor(hand, action, book))


def with_consequences(hand: Hand, first: list[Event]) -> tuple[list[Event], Hand]:
    for event in first:
        hand = apply(hand, event)
    if hand.over or (isinstance(first[0], _LEAVES_OPEN) and not first[0].floor):
        return first, hand
    more, hand = _followed(hand)
    return first + more, hand


def _by_book_or_floor(hand: Hand, action: HandAction, book: RuleBook) -> list[Event]:
    """Decide the action. The floor's reason is used and recorded only if the book does not allow the action."""
    if not getattr(action, "floor", ""):
        return action.decide(hand, book)
    try:
        return replace(action, floor="").decide(hand, book)
    except Refused:
        return action.decide(hand, book)


def consequences(hand: Hand) -> list[Event]:
    """The events that happen without an action, such as returning the uncalled bet and gathering the bets."""
    return _followed(hand)[0]


def _followed(hand: Hand) -> tuple[list[Event], Hand]:
    events: list[Event] = []
    while is_closed(hand) or (hand.live.count(True) == 1 and any(hand.bets)):
        index, chips = uncalled(hand)
        if chips:
            events.append(UncalledReturned(hand.deal.seats[index], chips))
            hand = apply(hand, events[-1])
        events.append(StreetClosed())
        hand = apply(hand, events[-1])
        if hand.live.count(True) == 1:
            break
    return events, hand


def _may_muck(hand: Hand, due: tuple[int, ...], book: RuleBook) -> tuple[int, ...]:
    """The seats whose cards are due but need not be shown, clockwise from the left of the button."""
    if due in NO_SEAT or all_must_show(hand, book):
        return ()
    needed = sole_claims(hand)
    free = [index for index, cards in enumerate(hand.tabled) if not cards and index not in needed]
    return tuple([hand.deal.seats[index] for index in free if hand.deal.seats[index] in due])
