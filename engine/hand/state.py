"""The state of one deal, and how each event changes it.

This layer does the chip arithmetic: it accepts whatever physically happened and does not know what is allowed. Players
are indexed from 0, clockwise, starting with the first seat dealt in to the left of the button. Seats have their
physical numbers, from 1.
"""

from collections.abc import Callable
from functools import wraps
from itertools import pairwise
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.cards import Card
from engine.events import (
    ActionHeld,
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    BoardDealt,
    BoardReturned,
    Called,
    CardOutOfPlay,
    CardTabled,
    Checked,
    ChipsForfeited,
    ChipsMoved,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandRevived,
    HandStarted,
    HandVoided,
    Mishap,
    MishapDeclared,
    Overruled,
    PotAwarded,
    Raised,
    StreetClosed,
    StreetPrepared,
    UncalledReturned,
)
from engine.message import message

STREETS = ("preflop", "flop", "turn", "river", "showdown")
STREET_NAMES = (message("preflop"), message("flop"), message("turn"), message("river"), message("showdown"))
SHOWDOWN = 4
BOARD_CARDS = (0, 3, 4, 5, 5)
"""How many cards are on the board during the betting on each street."""


class ChipsNotConserved(BadInput):
    """Chips were created or lost because of a bug or an altered record. The table must freeze, and the floor must be
    called."""


class Hand(msgspec.Struct, frozen=True, dict=True):
    """The state of one deal at one moment. Tuples are indexed by the player's position in the deal; amounts are in
    chips."""

    deal: HandStarted
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """The chips in front of each player on this street that have not been gathered yet."""
    paid: tuple[int, ...]
    """The bets and blinds of the whole hand, including those still in front of the players, less the chips that were
    returned. Antes are kept separately."""
    antes: tuple[int, ...]
    live: tuple[bool, ...]
    acted: tuple[int, ...]
    """The bet that each player last answered on this street; -1 before the player's first action."""
    price: int
    """The total that each player must match on this street. A short blind does not lower it."""
    increment: int
    """The largest full bet or raise on the street, which is the minimum raise."""
    street: int
    """The street, as an index into `STREETS`."""
    last: int
    """The index of the player from whom the turn passes clockwise to the first player who owes an action. This is the
    player who bet or raised last, otherwise the opening blind, otherwise -1. For this reason, an out-of-turn fold or
    call that counts does not change whose turn it is."""
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
    """How streets will be dealt if they are not dealt in the usual way. If a street has two entries, the later one
    counts."""
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


def cached(function: Callable[[Hand], Value]) -> Callable[[Hand], Value]:
    """Compute the function only once for each hand. A hand never changes, so the value is kept in the hand's
    `__dict__`."""
    name = function.__name__

    @wraps(function)
    def look_up(hand: Hand) -> Value:
        values = hand.__dict__
        if name in values:
            known: Value = values[name]
            return known
        value = values[name] = function(hand)
        return value

    return look_up


def cached_over_cards(function: Callable[[Hand], Value]) -> Callable[[Hand], Value]:
    """Like `cached`, but for values that are not affected by cards. `_with_card` shares them with the next hand
    state."""
    name = function.__name__

    @wraps(function)
    def look_up(hand: Hand) -> Value:
        values = hand.__dict__.setdefault(OVER_CARDS, {})
        if name in values:
            known: Value = values[name]
            return known
        value = values[name] = function(hand)
        return value

    return look_up


def _with_card(hand: Hand, **cards: Any) -> Hand:
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
    """The index of the player before the one who opens. This is the player before the `opener` if one is set, otherwise
    the last player with the largest blind."""
    if deal.opener in deal.seats:
        return deal.seats.index(deal.opener) - 1
    return max((index for index, blind in enumerate(deal.blinds) if blind == price > 0), default=-1)


def apply(hand: Hand, event: Event) -> Hand:
    """The hand after an event. Raises `ChipsNotConserved` if chips were created or lost."""
    after = CHANGES[type(event)](hand, event)
    if after.stacks is hand.stacks and after.paid is hand.paid:
        return after  # no chips moved
    if sum(after.stacks) + after.pot != sum(after.deal.stacks):
        left, dealt = sum(after.stacks) + after.pot, sum(after.deal.stacks)
        raise ChipsNotConserved("hand-chips-differ", hand=hand.deal.hand, event=str(event), chips=left, dealt=dealt)
    if min(after.stacks) < 0:
        raise ChipsNotConserved("hand-chips-negative", hand=hand.deal.hand, event=str(event))
    return after


def _with(row: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    changed = list(row)
    changed[index] = value
    return tuple(changed)


def _index(hand: Hand, seat: int) -> int:
    """The index of a seat that was dealt in. Raises `ChipsNotConserved` for any other seat, because the record must
    have been altered."""
    try:
        return hand.deal.seats.index(seat)
    except ValueError:
        raise ChipsNotConserved("hand-without-seat", hand=hand.deal.hand, seat=seat) from None


def _put_in(hand: Hand, index: int, chips: int) -> dict[str, Any]:
    return {
        "stacks": _with(hand.stacks, index, hand.stacks[index] - chips),
        "bets": _with(hand.bets, index, hand.bets[index] + chips),
        "paid": _with(hand.paid, index, hand.paid[index] + chips),
    }


def _ante_posted(hand: Hand, event: AntePosted) -> Hand:
    index = _index(hand, event.seat)
    return replace(
        hand,
        stacks=_with(hand.stacks, index, hand.stacks[index] - event.chips),
        antes=_with(hand.antes, index, hand.antes[index] + event.chips),
    )


def _blind_posted(hand: Hand, event: BlindPosted) -> Hand:
    return replace(hand, **_put_in(hand, _index(hand, event.seat), event.chips))


def _folded(hand: Hand, event: Folded) -> Hand:
    live = _with(hand.live, _index(hand, event.seat), False)
    return replace(hand, live=live, acts=hand.acts + 1, early=hand.early + (event.floor != ""))


def _checked(hand: Hand, event: Checked) -> Hand:
    acted = _with(hand.acted, _index(hand, event.seat), hand.price)
    return replace(hand, acted=acted, acts=hand.acts + 1, early=hand.early + (event.floor != ""))


def _called(hand: Hand, event: Called) -> Hand:
    index = _index(hand, event.seat)
    return replace(
        hand,
        acted=_with(hand.acted, index, hand.price),
        caller=index,
        acts=hand.acts + 1,
        early=hand.early + (event.floor != ""),
        entered=hand.entered or not event.floor,
        **_put_in(hand, index, event.chips),
    )


def _bet_or_raised(hand: Hand, event: BetMade | Raised) -> Hand:
    index = _index(hand, event.seat)
    # An all-in below a full bet or raise leaves the increment unchanged (TDA 2024 rule 47-A: the last full one counts).
    return replace(
        hand,
        price=event.to,
        prices=(*hand.prices, event.to),
        increment=max(hand.increment, event.to - hand.price),
        acted=_with(hand.acted, index, event.to),
        last=index,
        aggressor=index,
        acts=hand.acts + 1,
        early=hand.early + (event.floor != ""),
        entered=hand.entered or not event.floor,
        **_put_in(hand, index, event.to - hand.bets[index]),
    )


def _hand_killed(hand: Hand, event: HandKilled) -> Hand:
    return replace(hand, live=_with(hand.live, _index(hand, event.seat), False))


def _hand_revived(hand: Hand, event: HandRevived) -> Hand:
    index = _index(hand, event.seat)
    return replace(hand, live=_with(hand.live, index, True), mucked=_with(hand.mucked, index, False))


def _chips_moved(hand: Hand, event: ChipsMoved) -> Hand:
    index = _index(hand, event.seat)
    stacks = _with(hand.stacks, index, hand.stacks[index] - event.chips)
    return replace(hand, stacks=stacks, paid=_with(hand.paid, index, hand.paid[index] + event.chips))


def _unchanged(hand: Hand, _: Overruled | ActionHeld) -> Hand:
    return hand


def _chips_forfeited(hand: Hand, event: ChipsForfeited) -> Hand:
    index = _index(hand, event.seat)
    start = hand.paid[index]
    return replace(
        hand,
        stacks=_with(hand.stacks, index, hand.stacks[index] - event.chips),
        forfeited=(*hand.forfeited, (start, start + event.chips)),
    )


def _bets_corrected(hand: Hand, event: BetsCorrected) -> Hand:
    is_open = is_street_open(hand)
    for seat, chips in zip(event.seats, event.chips, strict=True):
        index = _index(hand, seat)
        changes = _put_in(hand, index, chips)
        if is_open:
            highest = hand.bets[index] == hand.price and chips < 0
            price = changes["bets"][index] if highest else max(hand.price, changes["bets"][index])
            prices = (*hand.prices[:-1], price)
            acted = _with(hand.acted, index, price)
            hand = replace(hand, price=price, prices=prices, acted=acted, increment=_largest(hand, prices), **changes)
        else:
            hand = replace(hand, stacks=changes["stacks"], paid=changes["paid"])
    return hand


def _largest(hand: Hand, prices: tuple[int, ...]) -> int:
    """The largest full bet or raise on the street, given these totals."""
    steps = [now - before for before, now in pairwise((0, *prices))]
    return max(hand.deal.terms.big, min(hand.increment, max(steps)))


def _uncalled_returned(hand: Hand, event: UncalledReturned) -> Hand:
    index = _index(hand, event.seat)
    return replace(hand, returned=(index, event.chips), **_put_in(hand, index, -event.chips))


def _street_closed(hand: Hand, _: StreetClosed) -> Hand:
    count = len(hand.stacks)
    ended = hand.street + 1 == SHOWDOWN
    return replace(
        hand,
        street=hand.street + 1,
        bets=(0,) * count,
        acted=(-1,) * count,
        price=0,
        increment=hand.deal.terms.big,
        last=-1,
        aggressor=hand.aggressor if ended else -1,
        prices=(),
        caller=hand.caller if ended else -1,
        street_acts=(*hand.street_acts, hand.acts),
    )


def _board_dealt(hand: Hand, event: BoardDealt) -> Hand:
    return _with_card(hand, board=(*hand.board, event.card))


def _board_returned(hand: Hand, event: BoardReturned) -> Hand:
    """The hand after cards were returned. Their street is again waiting for its cards."""
    board = tuple([card for card in hand.board if card not in event.cards])
    due = next((street for street, cards in enumerate(BOARD_CARDS) if cards > len(board)), SHOWDOWN)
    street = min(hand.street, due)
    return replace(hand, board=board, street=street, street_acts=hand.street_acts[:street])


def _card_out_of_play(hand: Hand, event: CardOutOfPlay) -> Hand:
    return replace(hand, out=(*hand.out, event))


def _street_prepared(hand: Hand, event: StreetPrepared) -> Hand:
    return replace(hand, prepared=(*hand.prepared, event))


def _mishap_declared(hand: Hand, event: MishapDeclared) -> Hand:
    return replace(hand, mishaps=(*hand.mishaps, event.mishap))


def _hand_voided(hand: Hand, event: HandVoided) -> Hand:
    if event.stacks != hand.deal.stacks:
        raise ChipsNotConserved("hand-voided-differs", hand=hand.deal.hand, stacks=event.stacks, dealt=hand.deal.stacks)
    nothing = (0,) * len(hand.stacks)
    return replace(
        hand, stacks=event.stacks, bets=nothing, paid=nothing, antes=nothing, forfeited=(),
        over=True, voided=True,
    )  # fmt: skip


def _card_tabled(hand: Hand, event: CardTabled) -> Hand:
    index = _index(hand, event.seat)
    return _with_card(hand, tabled=_with(hand.tabled, index, (*hand.tabled[index], event.card)))


def _hand_mucked(hand: Hand, event: HandMucked) -> Hand:
    return replace(hand, mucked=_with(hand.mucked, _index(hand, event.seat), True))


def _pot_awarded(hand: Hand, event: PotAwarded) -> Hand:
    stacks = list(hand.stacks)
    for seat, share in zip(event.seats, event.shares, strict=True):
        stacks[_index(hand, seat)] += share
    return replace(hand, stacks=tuple(stacks), awarded=hand.awarded + event.chips)


def _hand_ended(hand: Hand, event: HandEnded) -> Hand:
    if hand.pot or event.stacks != hand.stacks:
        raise ChipsNotConserved(
            "hand-ended-differs", hand=hand.deal.hand, pot=hand.pot, stacks=hand.stacks, recorded=event.stacks
        )
    return replace(hand, over=True)


CHANGES: dict[type[Event], Callable[[Hand, Any], Hand]] = {
    AntePosted: _ante_posted,
    BlindPosted: _blind_posted,
    Folded: _folded,
    Checked: _checked,
    Called: _called,
    BetMade: _bet_or_raised,
    Raised: _bet_or_raised,
    HandKilled: _hand_killed,
    ChipsForfeited: _chips_forfeited,
    BetsCorrected: _bets_corrected,
    UncalledReturned: _uncalled_returned,
    StreetClosed: _street_closed,
    BoardDealt: _board_dealt,
    BoardReturned: _board_returned,
    CardOutOfPlay: _card_out_of_play,
    StreetPrepared: _street_prepared,
    MishapDeclared: _mishap_declared,
    CardTabled: _card_tabled,
    HandMucked: _hand_mucked,
    PotAwarded: _pot_awarded,
    HandEnded: _hand_ended,
    HandVoided: _hand_voided,
    Overruled: _unchanged,
    ActionHeld: _unchanged,
    HandRevived: _hand_revived,
    ChipsMoved: _chips_moved,
}
"""The function for each event in a hand. A `match` over all of them would be about 5% slower."""
