"""An independent settlement of pots, computed only from a hand's events. It is simple and slow, and shares no code with
the first.

A ledger keeps each player's chips, each chip level is a small pot of its own, and five cards are compared by counting.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from engine.cards import Card
from engine.events import (
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    BoardDealt,
    BoardReturned,
    Called,
    CardTabled,
    ChipsForfeited,
    ChipsMoved,
    Event,
    Folded,
    HandKilled,
    HandMucked,
    HandRevived,
    HandStarted,
    Raised,
    StreetClosed,
    UncalledReturned,
)

Chips = Mapping[int, int]
"""By seat."""


class PencilNotes(NamedTuple):
    """The notes of a bystander with a pencil on one hand. Seats run clockwise, starting left of the button."""

    seats: tuple[int, ...]
    antes: Chips
    bets: Chips
    """Of the whole hand, blinds among them, less what went back."""
    street: Chips
    """Those of them since the last card of the board."""
    surrendered: tuple[tuple[int, int], ...] = ()
    """Chips that went to the pot and count for nobody: from above the one level up to the other."""
    out: frozenset[int] = frozenset()
    mucked: frozenset[int] = frozenset()
    tabled: Mapping[int, tuple[Card, ...]] = {}
    board: tuple[Card, ...] = ()
    brought: Chips = MappingProxyType({})
    """Each player's chips as the hand began, less those that the player surrendered."""

    @property
    def live(self) -> list[int]:
        """The seats that did not fold, in order."""
        return [seat for seat in self.seats if seat not in self.out]

    def has_more(self, seat: int) -> bool:
        """Whether chips are left behind."""
        return self.brought.get(seat, 0) > self.antes[seat] + self.bets[seat]


def ledger_of(events: Iterable[Event]) -> PencilNotes:
    """The ledger of a hand from its first event on."""
    ledger = PencilNotes((), {}, {}, {})
    for event in events:
        ledger = take(ledger, event)
    return ledger


def take(ledger: PencilNotes, event: Event) -> PencilNotes:
    """The ledger with one more line."""
    match event:
        case HandStarted():
            ledger = begun(event)
        case AntePosted():
            ledger = ledger._replace(antes=plus(ledger.antes, event.seat, event.chips))
        case BlindPosted() | Called():
            ledger = put_in(ledger, event.seat, event.chips)
        case BetMade() | Raised():
            ledger = put_in(ledger, event.seat, event.to - ledger.street[event.seat])
        case UncalledReturned():
            ledger = put_in(ledger, event.seat, -event.chips)
        case BetsCorrected():
            for seat, chips in zip(event.seats, event.chips, strict=True):
                ledger = put_in(ledger, seat, chips)
        case ChipsMoved():
            ledger = ledger._replace(bets=plus(ledger.bets, event.seat, event.chips))
        case ChipsForfeited():
            bottom = ledger.bets[event.seat]
            ledger = ledger._replace(
                surrendered=(*ledger.surrendered, (bottom, bottom + event.chips)),
                brought=plus(ledger.brought, event.seat, -event.chips),
            )
        case StreetClosed():
            ledger = ledger._replace(street=dict.fromkeys(ledger.seats, 0))
        case _:
            ledger = seen(ledger, event)
    return ledger


def seen(ledger: PencilNotes, event: Event) -> PencilNotes:
    """The ledger after an event that moves no chip."""
    match event:
        case Folded() | HandKilled():
            ledger = ledger._replace(out=ledger.out | {event.seat})
        case HandMucked():
            ledger = ledger._replace(mucked=ledger.mucked | {event.seat})
        case HandRevived():
            ledger = ledger._replace(out=ledger.out - {event.seat}, mucked=ledger.mucked - {event.seat})
        case CardTabled():
            cards = (*ledger.tabled.get(event.seat, ()), event.card)
            ledger = ledger._replace(tabled={**ledger.tabled, event.seat: cards})
        case BoardDealt():
            # A bet corrected after the street was closed does not count on the next street.
            ledger = ledger._replace(board=(*ledger.board, event.card), street=dict.fromkeys(ledger.seats, 0))
        case BoardReturned():
            ledger = ledger._replace(board=tuple(card for card in ledger.board if card not in event.cards))
    return ledger


def begun(deal: HandStarted) -> PencilNotes:
    seats = tuple(sorted(deal.seats, key=lambda seat: (seat - deal.button - 1) % 64))
    nothing = dict.fromkeys(seats, 0)
    return PencilNotes(seats, nothing, nothing, nothing, brought=dict(zip(deal.seats, deal.stacks, strict=True)))


def plus(chips: Chips, seat: int, more: int) -> Chips:
    return {**chips, seat: chips[seat] + more}


def put_in(ledger: PencilNotes, seat: int, chips: int) -> PencilNotes:
    return ledger._replace(bets=plus(ledger.bets, seat, chips), street=plus(ledger.street, seat, chips))


class PencilPot(NamedTuple):
    """The players who contest these chips, in order."""

    contest: list[int]
    chips: int


def pots(ledger: PencilNotes, antes_matched: bool) -> list[PencilPot]:
    """Chip by chip: all players who put in a first chip pay into the first small pot, all who put in a second into the
    second, and so on.

    The live players among them contest it; if there are none, the live players with chips behind do. Adjacent small
    pots that the same seats contest are one pot.
    """
    put, surrendered = ledger.bets, ledger.surrendered
    small: list[PencilPot] = []
    if antes_matched:  # an ante is the first chips that a player put in
        put = {seat: put[seat] + ledger.antes[seat] for seat in ledger.seats}
        nominal = max(ledger.antes.values())
        surrendered = tuple((bottom + nominal, top + nominal) for bottom, top in surrendered)
    else:
        small.append(PencilPot(ledger.live, sum(ledger.antes.values())))
    for level in range(1, max([*put.values(), *(top for _, top in surrendered)]) + 1):
        payers = [seat for seat in ledger.seats if put[seat] >= level]
        strangers = [bottom for bottom, top in surrendered if bottom < level <= top]
        live = [seat for seat in payers if seat not in ledger.out]
        contest = live or [seat for seat in ledger.live if ledger.has_more(seat)]
        small.append(PencilPot(contest, len(payers) + len(strangers)))
    return stacked(small)


def stacked(small: list[PencilPot]) -> list[PencilPot]:
    """Neighboring small pots that the same seats contest are one. A small pot without chips is dropped."""
    one: list[PencilPot] = []
    for pot in small:
        if one and one[-1].contest == pot.contest:
            one[-1] = PencilPot(pot.contest, one[-1].chips + pot.chips)
        elif pot.chips:
            one.append(pot)
    return one


def settle(ledger: PencilNotes, antes_matched: bool, unit: int, one_each: bool) -> list[dict[int, int]]:
    """Each winner's share of each pot, the main pot first."""
    return [
        dealt_out(pot.chips, winners(ledger, pot.contest), unit, one_each) for pot in pots(ledger, antes_matched)
    ]  # fmt: skip


def winners(ledger: PencilNotes, contest: list[int]) -> list[int]:
    """The best hands of those who did not muck. If one claim is left in the whole hand, nobody need show."""
    claims = [seat for seat in ledger.live if seat not in ledger.mucked]
    left = [seat for seat in contest if seat in claims]
    if len(claims) == 1:
        return left
    worths = {seat: worth(frozenset((*ledger.tabled[seat], *ledger.board))) for seat in left}
    return [seat for seat in left if worths[seat] == max(worths.values())]


def dealt_out(chips: int, winners: list[int], unit: int, one_each: bool) -> dict[int, int]:
    """Unit by unit around the winners.

    The rest after the last full round goes one each, or all to the first; anything below a unit goes to the first.
    """
    shares = dict.fromkeys(winners, 0)
    whole = chips // unit
    for turn in range(whole):
        in_last_round = turn >= whole - whole % len(winners)
        shares[winners[0] if in_last_round and not one_each else winners[turn % len(winners)]] += unit
    shares[winners[0]] += chips % unit
    return shares


@lru_cache(maxsize=50_000)
def worth(cards: frozenset[Card]) -> tuple[int, list[int]]:
    """The best of all five-card hands. Higher is better."""
    return max(five(cards) for cards in combinations(cards, 5))


SHAPES: tuple[list[int], ...] = ([1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1], [])
"""How often each rank occurs, by category. Straights and flushes are not of this kind."""


def five(cards: Iterable[Card]) -> tuple[int, list[int]]:
    """The category of five cards and their ranks, the most frequent first."""
    ranks = Counter("23456789TJQKA".index(str(card)[0]) for card in cards)
    order = sorted(ranks.elements(), key=lambda rank: (ranks[rank], rank), reverse=True)
    if order == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    straight = len(ranks) == 5 and order[0] - order[4] == 4
    flush = len({str(card)[1] for card in cards}) == 1
    category = {(True, True): 8, (False, True): 5, (True, False): 4}.get((straight, flush))
    return category or SHAPES.index(sorted(ranks.values(), reverse=True)), order
