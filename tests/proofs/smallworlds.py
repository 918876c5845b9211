"""Small worlds: every line of betting between a few players with a few chips, walked to its end.

The betting does not look at the cards, so it is walked once. At its end every way in which the hands may compare is
settled, including ties.
"""

from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, Push, RaiseTo, SeeCard
from engine.books.rulebook import RuleBook
from engine.cards import Card, parse_cards
from engine.events import Event, PotAwarded
from engine.hand.rules import LegalActions, apply, decide, legal
from engine.hand.showdown import awards
from engine.hand.state import SHOWDOWN, Hand
from tests.kit.story import Story
from tests.proofs.settlement import PencilNotes, ledger_of, settle, take

Form = Literal["none", "each", "big-blind"]
ANTES: dict[Form, int] = {"none": 0, "each": 1, "big-blind": 2}
BLINDS = (1, 2)
BOARD_OF_NOTHING = parse_cards("2c4d6h8sTc")
SUITS = "cdhs"
BEST_CARDS = "AKQJ"
"""The ranks that a hand may have, to compare with others.

Each hand is one of these and a three: with the board above, it has that high card and nothing more.
"""


class WalkTotals(NamedTuple):
    """How much of a world was walked: moments of the betting, ways on from them, ends, and showdowns settled."""

    moments: int
    moves: int
    ends: int
    settled: int
    """Ways in which the hands of a showdown compare, each of chips that lay so for the first time."""


class LedgerState(NamedTuple):
    """The hand, and the ledger that is kept next to it."""

    hand: Hand
    ledger: PencilNotes


def worlds(players: int, most: int) -> Iterator[tuple[tuple[int, ...], Form]]:
    """Stacks of 1 to `most` chips for 2 to `players` players, with each form of ante."""
    for count in range(2, players + 1):
        for form in ANTES:
            for stacks in product(range(1, most + 1), repeat=count):
                yield stacks, form


class Walk:
    """Every line of one world after another, by one book. A moment that was already reached is not walked again."""

    def __init__(self, book: RuleBook, settles_by: tuple[RuleBook, ...]) -> None:
        self.book = book
        self.settles_by = settles_by
        self.moves = self.ends = self.settled = 0
        self._seen: set[Hand] = set()
        self._settled: set[object] = set()
        self._moments = 0

    @property
    def found(self) -> WalkTotals:
        return WalkTotals(self._moments + len(self._seen), self.moves, self.ends, self.settled)

    def world(self, stacks: tuple[int, ...], form: Form) -> None:
        """Walk one world. Raises `AssertionError` if the two accounts differ or the hand gets stuck."""
        story = Story(*stacks, blinds=BLINDS, ante=ANTES[form], form=form, by=self.book)
        self._moments += len(self._seen)
        self._seen.clear()
        todo = [LedgerState(story.hand, ledger_of([story.hand.deal, *story.events]))]
        while todo:
            moment = todo.pop()
            agree(moment)
            if (key := self._essence(moment.hand)) not in self._seen:
                self._seen.add(key)
                todo += self._on_from(moment)

    def _essence(self, hand: Hand) -> Hand:
        """The state that the rest of the hand depends on, without how the hand got there.

        The number of raises is left out unless raises are capped.
        """
        prices = hand.prices if "three-raises" in self.book.cap.value and self._may_cap else ()
        bare = replace(hand, acts=0, entered=False, street_acts=(), caller=-1, returned=(-1, 0), prices=prices)
        return replace(bare, board=tuple(BOARD_OF_NOTHING[: len(hand.board)]))

    @property
    def _may_cap(self) -> bool:
        return self.book.cap.value == "three-raises" or self.book.betting.value == "fixed-limit"

    def _on_from(self, moment: LedgerState) -> list[LedgerState]:
        may = legal(moment.hand, self.book)
        assert may.seat or may.due or may.push, f"a dead end: {moment.hand}"
        if may.seat:
            asks = moves(may)
        elif may.due and may.due[0] == BOARD:
            asks = [SeeCard(BOARD_OF_NOTHING[len(moment.hand.board)], BOARD)]
        else:
            self._end(moment)
            return []
        self.moves += len(asks)
        return [after(moment, action, self.book) for action in asks]

    def _end(self, moment: LedgerState) -> None:
        """The betting is over: settle it once as it is played on, and in every way in which the hands may compare."""
        self.ends += 1
        hand = moment.hand
        play_out(moment, self.book)
        key = (hand.paid, hand.antes, hand.live, hand.deal.antes_matched)
        if key in self._settled:
            return
        self._settled.add(key)
        live = [place for place, is_live in enumerate(hand.live) if is_live]
        for ranks in rankings(len(live)):
            self.settled += 1
            shown = show(moment, dict(zip(live, ranks, strict=True)))
            for book in self.settles_by:
                pushed = {a.pot: dict(zip(a.seats, a.shares, strict=True)) for a in awards(shown.hand, book)}
                assert [pushed[pot] for pot in sorted(pushed)] == second(shown, book), (shown, book.id)


def rankings(count: int) -> Iterator[tuple[int, ...]]:
    """Every way in which this many hands compare, the best being 0: (0, 1, 0) is a tie of the first and the last."""
    for ranks in product(range(count), repeat=count):
        if set(ranks) == set(range(max(ranks) + 1)):
            yield ranks


def moves(may: LegalActions) -> list[Action]:
    """Everything that the seat whose turn it is may do, with every amount."""
    to = range(may.least, may.most + 1) if may.most else ()
    asks: list[Action] = [Fold(may.seat)] * may.fold + [Check(may.seat)] * may.check + [Call(may.seat)] * (may.call > 0)
    return asks + [Bet(may.seat, chips) if may.opens else RaiseTo(may.seat, chips) for chips in to]


def agree(moment: LedgerState) -> None:
    """The ledger and the hand agree, and no chip is made or lost."""
    hand, ledger = moment
    seats = hand.deal.seats
    assert hand.paid == tuple(ledger.bets[seat] for seat in seats)
    assert hand.bets == tuple(ledger.street[seat] for seat in seats)
    assert hand.antes == tuple(ledger.antes[seat] for seat in seats)
    assert [seat for place, seat in enumerate(seats) if hand.live[place]] == ledger.live
    assert sum(hand.stacks) + sum(ledger.bets.values()) + sum(ledger.antes.values()) == sum(hand.deal.stacks)
    assert min(hand.stacks) >= 0


def after(moment: LedgerState, action: Action, book: RuleBook) -> LedgerState:
    """One request, applied to the hand and to the ledger."""
    hand, ledger = moment
    for event in decide(hand, action, book):
        hand, ledger = apply(hand, event), take(ledger, event)
    return LedgerState(hand, ledger)


def hole(place: int, rank: int) -> tuple[Card, Card]:
    """The cards of a place whose hand is the best (0), the second best, and so on; the same rank ties."""
    return Card(f"{BEST_CARDS[rank]}{SUITS[place]}"), Card(f"3{SUITS[place]}")


def show(moment: LedgerState, ranks: dict[int, int]) -> LedgerState:
    """The showdown, if the live hands compare like this."""
    hand, ledger = moment
    tabled = {place: hole(place, rank) for place, rank in ranks.items()}
    rows = tuple(tabled.get(place, ()) for place in range(len(hand.live)))
    seats = hand.deal.seats
    return LedgerState(
        replace(hand, street=SHOWDOWN, board=BOARD_OF_NOTHING, tabled=rows),
        ledger._replace(board=BOARD_OF_NOTHING, tabled={seats[place]: cards for place, cards in tabled.items()}),
    )


def second(moment: LedgerState, book: RuleBook) -> list[dict[int, int]]:
    """The result of the second settlement."""
    deal = moment.hand.deal
    return settle(moment.ledger, deal.antes_matched, deal.terms.chip, book.odd_chips.value == "one-each")


def play_out(moment: LedgerState, book: RuleBook) -> None:
    """Table the hands that are due, deal the board and push. The pots come as settled, and nothing is left."""
    events: list[Event] = []
    while not moment.hand.over:
        may = legal(moment.hand, book)
        action: Action = Push()
        if not may.push:
            where = may.due[0]
            place = where - 1
            cards = hole(place, place % 2) if where != BOARD else BOARD_OF_NOTHING
            lying = moment.hand.tabled[place] if where != BOARD else moment.hand.board
            action = SeeCard(cards[len(lying)], where)
        expected = second(moment, book) if may.push else []
        events = decide(moment.hand, action, book)
        moment = after(moment, action, book)
    pushed = {e.pot: dict(zip(e.seats, e.shares, strict=True)) for e in events if isinstance(e, PotAwarded)}
    assert [pushed[pot] for pot in sorted(pushed)] == expected
    assert sum(moment.hand.stacks) == sum(moment.hand.deal.stacks)
