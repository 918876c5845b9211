"""The state of one deal, and the base class of the events in it.

This layer does the chip arithmetic: it accepts whatever physically happened and does not know what is allowed. Players
are indexed from 0, clockwise, starting with the first seat dealt in to the left of the button. Seats have their
physical numbers, from 1.
"""

from abc import abstractmethod
from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.cards import Card
from engine.event import Consequence, DealEvent, Event
from engine.message import message
from engine.terms import Blinds, Mishap, StreetName

STREETS = ("preflop", "flop", "turn", "river", "showdown")
STREET_NAMES = (message("preflop"), message("flop"), message("turn"), message("river"), message("showdown"))
SHOWDOWN = 4
BOARD_CARDS = (0, 3, 4, 5, 5)
"""How many cards are on the board during the betting on each street."""
BOARD = 0
"""The seat number for the board. Players' seats are numbered from 1."""


class ChipsNotConserved(BadInput):
    """Chips were created or lost, by a bug or an altered record. The table must freeze and call the floor."""


class HandEvent(Event, frozen=True):
    """Events in a deal once it has started."""

    @abstractmethod
    def change(self, hand: "Hand") -> "Hand":
        """The hand after the event."""


class FloorInHand(HandEvent, frozen=True):
    """The floor's decisions in a hand. If cards are waiting for an answer, the question stays open."""


class HandStarted(DealEvent, frozen=True, tag="hand-started"):
    """A deal begins. Arrays are indexed by player, clockwise from the first seat dealt in to the left of the button.
    `antes` and `blinds` are the amounts that each player owes, including straddles; the amounts posted follow as
    events. With `antes_matched`, a player with a short ante can win only a matching part of the others' antes;
    otherwise all antes belong to the main pot. The seats of the button and the small blind may be empty. `small` and
    `big` are 0 if a history does not give them, and `small` is also 0 if no small blind is posted. `opener` acts first
    before the flop; 0 means the seat to the left of the largest blind."""

    hand: int
    button: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    antes_matched: bool
    terms: Blinds
    small: int = 0
    big: int = 0
    opener: int = 0

    def change(self, _: object) -> "Hand":
        return new_hand(self)


class CardOutOfPlay(HandEvent, Consequence, frozen=True, tag="card-out-of-play"):
    """The card cannot be dealt until the cards of street `until` are due, or cannot be dealt at all in this hand."""

    card: Card
    until: Literal["flop", "turn", "river", "never"] = "never"

    def change(self, hand: "Hand") -> "Hand":
        return replace(hand, out=(*hand.out, self))


class StreetPrepared(HandEvent, Consequence, frozen=True, tag="street-prepared"):
    """How the cards of `street` will be dealt if they are not dealt in the usual way."""

    street: StreetName
    reshuffle: bool
    burn: bool

    def change(self, hand: "Hand") -> "Hand":
        return replace(hand, prepared=(*hand.prepared, self))


class Hand(msgspec.Struct, frozen=True, dict=True):
    """The state of one deal. Tuples are indexed by the player's position in the deal; amounts are in chips."""

    deal: HandStarted
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """The chips in front of each player on this street that have not been gathered yet."""
    paid: tuple[int, ...]
    """The bets and blinds of the whole hand, including those still in front of players, less returned chips. Antes are
    separate."""
    antes: tuple[int, ...]
    live: tuple[bool, ...]
    acted: tuple[int, ...]
    """The bet that each player last responded to on this street; -1 before the player's first action."""
    price: int
    """The total that each player must match on this street. A short blind does not lower it."""
    increment: int
    """The largest full bet or raise on the street, which is the minimum raise."""
    street: int
    """The street, as an index into `STREETS`."""
    last: int
    """The index of the player from whom the turn passes clockwise: the last to bet or raise; otherwise -1 or, before
    the flop, the player before the first to act. An out-of-turn fold or call thus does not change whose turn it is."""
    aggressor: int
    """The index of the player who bet or raised last on this street; -1 if there is none."""
    board: tuple[Card, ...]
    tabled: tuple[tuple[Card, ...], ...]
    mucked: tuple[bool, ...]
    """Players who gave up their claim at showdown. They still count among the players who contested the pots."""
    awarded: int = 0
    returned: tuple[int, int] = (-1, 0)
    """The index of the player whose uncalled bet was returned last, and the number of chips."""
    over: bool = False
    acts: int = 0
    """The number of checks, folds, calls, bets and raises in the whole hand."""
    early: int = 0
    """The number of actions that count only by the floor's decision. They are not regarded as actions in turn."""
    entered: bool = False
    """Whether an action in turn put chips in. Blinds and antes do not count."""
    mishaps: tuple[Mishap, ...] = ()
    street_acts: tuple[int, ...] = ()
    """The number of actions that had been taken by the time each street closed."""
    out: tuple[CardOutOfPlay, ...] = ()
    prepared: tuple[StreetPrepared, ...] = ()
    """How streets will be dealt if not in the usual way. If a street has two entries, the later one counts."""
    voided: bool = False
    """Whether the hand is over because the deal does not count."""
    forfeited: tuple[tuple[int, int], ...] = ()
    """Chips forfeited to the pot, each as if a folded player had paid from the first number up to the second."""
    prices: tuple[int, ...] = ()
    """Every bet and raise on the street in order, as totals. Before the flop, the largest blind is the first."""
    caller: int = -1
    """The index of the player who called last on this street; -1 if there is none."""

    @property
    def pot(self) -> int:
        """All chips in the middle and in front of players that have not been awarded yet."""
        chips = sum(self.paid) + sum(self.antes) - self.awarded
        return chips + sum([end - start for start, end in self.forfeited]) if self.forfeited else chips


Value = TypeVar("Value")

OVER_CARDS = "values that no card changes"
"""The attribute under which a hand keeps the values that no card changes. No cached function has this name."""


def cached(function: Callable[[Hand], Value], *, over_cards: bool = False) -> Callable[[Hand], Value]:
    """Call the function only once for each hand, which never changes, and keep the value in the hand's `__dict__`."""
    name = function.__name__

    @wraps(function)
    def look_up(hand: Hand) -> Value:
        values = hand.__dict__.setdefault(OVER_CARDS, {}) if over_cards else hand.__dict__
        if name in values:
            known: Value = values[name]
            return known
        value = values[name] = function(hand)
        return value

    return look_up


def cached_over_cards(function: Callable[[Hand], Value]) -> Callable[[Hand], Value]:
    """Like `cached`, for values that no card affects. `with_card` shares them with the next hand state."""
    return cached(function, over_cards=True)


def with_card(hand: Hand, **cards: Any) -> Hand:
    """The hand with one more card face up. The card does not move any chips or take a hand out of play."""
    after = replace(hand, **cards)
    after.__dict__[OVER_CARDS] = hand.__dict__.setdefault(OVER_CARDS, {})
    return after


def index_of(hand: Hand, seat: int) -> int:
    """The index of a physical seat in this deal; -1 if it was not dealt in."""
    try:
        return hand.deal.seats.index(seat)
    except ValueError:
        return -1


def is_street_open(hand: Hand) -> bool:
    """Whether the cards of this street are dealt, so that chips put in now are bets of this street."""
    return hand.street < SHOWDOWN and len(hand.board) >= BOARD_CARDS[hand.street]


def new_hand(deal: HandStarted) -> Hand:
    """The hand at the start of a deal, before antes and blinds."""
    count = len(deal.seats)
    nothing = (0,) * count
    price = max(deal.blinds, default=0)
    return Hand(
        deal=deal,
        stacks=deal.stacks,
        bets=nothing,
        paid=nothing,
        antes=nothing,
        live=(True,) * count,
        acted=(-1,) * count,
        price=price,
        increment=max(price, deal.terms.big),
        street=0,
        last=_before_opener(deal, price),
        aggressor=-1,
        board=(),
        tabled=((),) * count,
        mucked=(False,) * count,
        prices=(price,) if price else (),
    )


def _before_opener(deal: HandStarted, price: int) -> int:
    """The index of the player before the `opener` if one is set; otherwise, that of the last player with the largest
    blind."""
    if deal.opener in deal.seats:
        return deal.seats.index(deal.opener) - 1
    return max((index for index, blind in enumerate(deal.blinds) if blind == price > 0), default=-1)


def apply(hand: Hand, event: Event) -> Hand:
    """The hand after an event. Raises `ChipsNotConserved` if chips were created or lost."""
    after: Hand = event.change(hand)
    if after.stacks is hand.stacks and after.paid is hand.paid:
        return after  # no chips moved
    if sum(after.stacks) + after.pot != sum(after.deal.stacks):
        left, dealt = sum(after.stacks) + after.pot, sum(after.deal.stacks)
        raise ChipsNotConserved("hand-chips-differ", hand=hand.deal.hand, event=str(event), chips=left, dealt=dealt)
    if min(after.stacks) < 0:
        raise ChipsNotConserved("hand-chips-negative", hand=hand.deal.hand, event=str(event))
    return after


def with_value(row: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    changed = list(row)
    changed[index] = value
    return tuple(changed)


def position(hand: Hand, seat: int) -> int:
    """The index of a seat that was dealt in. Raises `ChipsNotConserved` for any other seat, because the record must
    have been altered."""
    index = index_of(hand, seat)
    if index < 0:
        raise ChipsNotConserved("hand-without-seat", hand=hand.deal.hand, seat=seat)
    return index


def put_in(hand: Hand, index: int, chips: int) -> dict[str, Any]:
    """The fields of the hand that change if the player puts these chips in."""
    return {
        "stacks": with_value(hand.stacks, index, hand.stacks[index] - chips),
        "bets": with_value(hand.bets, index, hand.bets[index] + chips),
        "paid": with_value(hand.paid, index, hand.paid[index] + chips),
    }
