"""A dealer who makes no mistake and touches only money, cards and HAND OVER; and tables for that dealer."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.actions import BOARD, Action, Answer, ComeTo, Fold, HandOver, KillHand, Muck, PutIn, SeeCard
from engine.books.rulebook import RuleBook
from engine.cards import parse_cards
from engine.events import (
    Amended,
    BetMade,
    Blinds,
    BoardDealt,
    Called,
    CardHeld,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandKilled,
    HandMucked,
    HandStarted,
    QuestionPut,
    Raised,
    Touched,
)
from engine.game.game import Game, apply, decide
from engine.hand.betting import actor
from engine.hand.state import index_of
from engine.public import PublicTable, public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import SeatTaken, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel, TableOpened
from engine.table.state import chips_at
from tests.kit.randomplay import TDA, ask

MARKS = (Touched, Amended, CardHeld, QuestionPut)
DONE = (Folded, Checked, Called, BetMade, Raised, BoardDealt, CardTabled, HandMucked, HandKilled)
"""A player's act, or a card."""


def seated(*stacks: int, button: int = 0, by: RuleBook = TDA, big: int = 100) -> Game:
    """A table with these stacks in seats 1, 2 ... and the first hand dealt; the button in the last seat."""
    return after(Game(), *opening(*stacks, button=button, by=by, big=big))


def opening(*stacks: int, button: int = 0, by: RuleBook = TDA, big: int = 100) -> list[Action]:
    """The requests to such a table."""
    return [
        OpenTable(1, "Open", by, 10),
        *(TakeSeat(seat, f"p{seat}", f"Player {seat}", chips) for seat, chips in enumerate(stacks, 1)),
        SetLevel(Blinds(1, big // 2, big, chip=25)),
        PlaceButton(button or len(stacks)),
        StartHand(),
    ]


def after(game: Game, *orders: Action) -> Game:
    """The game after these actions. Raises `Refused`."""
    for order in orders:
        game = ask(game, order).after
    return game


def board(cards: str) -> list[SeeCard]:
    """Cards as a reader sends them, without their places."""
    return [SeeCard(card) for card in parse_cards(cards)]


def tabled(seat: int, cards: str) -> list[SeeCard]:
    return [SeeCard(card, seat) for card in parse_cards(cards)]


def chips(game: Game, seat: int) -> int:
    """The seat's chips behind."""
    return chips_at(game.table, seat)


def did(game: Game) -> list[Event]:
    """The acts of the hand, without how they were tapped."""
    return [plain(line.event) for line in public(game).lines if isinstance(line.event, DONE)]


def plain(event: Event) -> Event:
    """The fact without the mark that it was inferred."""
    changes: dict[str, Any] = {name: False for name in ("inferred",) if hasattr(event, name)}
    return replace(event, **changes)


def inferred(game: Game) -> list[Event]:
    """The acts that nobody touched."""
    return [line.event for line in public(game).lines if line.inferred]


def at(table: PublicTable, event: Event) -> int:
    """The mark of the line with this event."""
    (mark,) = [line.mark for line in table.lines if plain(line.event) == event]
    return mark


def dealt(events: Sequence[Event], book: RuleBook) -> tuple[Game, list[Event]]:
    """A table where this hand was just dealt, and the play that followed."""
    deal = events[0]
    assert isinstance(deal, HandStarted)
    opened: list[Event] = [TableOpened(1, "Corpus", book, max(10, *deal.seats))]
    sat = [SeatTaken(seat, f"p{seat}", f"Player {seat}", chips)
           for seat, chips in zip(deal.seats, deal.stacks, strict=True)]  # fmt: skip
    first = next((number for number, event in enumerate(events) if isinstance(event, DONE)), len(events))
    game = Game()
    for event in [*opened, *sat, *events[:first]]:
        game = apply(game, event)
    return game, [event for event in events[first:] if isinstance(event, DONE)]


def tap(game: Game, done: Iterable[Event], lazy: bool = False) -> Game:
    """The hand as tapped by a dealer who knows the play and makes no mistake, HAND OVER last.

    A `lazy` dealer does not even tap the call that a card of the board will imply.
    """
    done = list(done)
    for number, event in enumerate(done):
        for order in _touches(game, event, done[number + 1 :], lazy):
            game = ask(game, order).after
    while public(game).playing:
        game = ask(game, HandOver(start=False)).after
    return game


def _touches(game: Game, event: Event, then: Sequence[Event], lazy: bool) -> list[Action]:
    touches: list[Action] = []
    match event:
        case Called() if not (lazy and _goes_without_saying(game, event, then)):
            touches = [PutIn(event.seat)]
        case BetMade() | Raised():
            touches = [PutIn(event.seat, event.to)]
        case BoardDealt():
            touches = _answered(game, SeeCard(event.card, BOARD))
        case CardTabled():
            touches = _answered(game, SeeCard(event.card, event.seat))
        case Folded():
            touches = _folded_for_nothing(game, event.seat)
        case HandKilled():
            touches = [KillHand(event.seat, event.why)]
        case HandMucked() if event.floor:
            touches = [Muck(event.seat, event.floor)]
    return touches


def _folded_for_nothing(game: Game, seat: int) -> list[Action]:
    """A fold with nothing to call is tapped, because nothing implies it."""
    hand = game.table.hand
    assert hand is not None
    if hand.bets[index_of(hand, seat)] < hand.price:
        return []
    return [Fold(seat)] if hand.deal.seats[actor(hand)] == seat else [ComeTo(seat), Fold(seat)]


def _goes_without_saying(game: Game, event: Called, then: Sequence[Event]) -> bool:
    """Whether the seat is the only one that can have called, and a card of the board implies it."""
    mine = [offer for offer in public(game).offers if offer.call]
    return (
        len(mine) == 1
        and mine[0].seat == event.seat
        and sum(seat.live for seat in public(game).seats) == 2
        and isinstance(next(iter(then), None), BoardDealt | Checked)
    )


def _answered(game: Game, card: SeeCard) -> list[Action]:
    """The card, and the answer if it asks a question: every caller was tapped, so nobody called."""
    if isinstance(decide(game, card)[0], CardHeld):
        return [card, Answer(())]
    return [card]
