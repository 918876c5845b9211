"""Turns a touch into its events, including the implied ones."""

from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from typing import Any

from msgspec.structs import replace

from engine.actions import BOARD, Action, Answer, Bet, Call, CloseStreet, ComeTo, HandOver, PutIn, RaiseTo, SeeCard
from engine.books.rulebook import RuleBook
from engine.events import Called, CardHeld, CardTabled, Event, MishapDeclared, QuestionPut, Touched
from engine.game.questions import Waiting, called, close, ending, won
from engine.game.timeline import is_betting
from engine.hand.betting import actor, claims, has_all_in, passed_over
from engine.hand.dealing import refuse_seen
from engine.hand.showdown import is_decided
from engine.hand.state import BOARD_CARDS, SHOWDOWN, STREET_NAMES, Hand, index_of
from engine.refused import Refused
from engine.table import rules as table_rules
from engine.table.actions.hands import StartHand
from engine.table.actions.people import after_hand
from engine.table.next_deal import start_problem, staying
from engine.table.state import Table, apply, book_of, is_playing, players

HOLE_CARDS = 2


def decide(table: Table, waiting: Waiting, action: Action) -> list[Event]:
    """The events that follow from a touch. If it raises `Refused`, nothing has changed."""
    return _TOUCHES[type(action)](table, waiting, action)


def is_touch(table: Table, action: Action) -> bool:
    """Whether the action may imply more events than those that the rules of the hand would produce."""
    if isinstance(action, SeeCard):
        return is_betting(table) and not action.floor and table.race is None
    return type(action) in _TOUCHES


class _Facts:
    def __init__(self, table: Table, events: list[Event] | None = None) -> None:
        self.table = table
        self.events: list[Event] = []
        self.take(events or [])

    @property
    def hand(self) -> Hand:
        return _hand(self.table)

    def take(self, events: list[Event]) -> None:
        for event in events:
            self.table = apply(self.table, event)
        self.events += events

    def ask(self, action: Action) -> None:
        """Decide an action by the rules of the hand. Raises `Refused`."""
        self.take(table_rules.decide(self.table, action))


def _hand(table: Table) -> Hand:
    if table.hand is None or not is_playing(table):
        raise Refused("no-hand-in-play")
    return table.hand


def touched(touch: Touched, facts: list[Event]) -> list[Event]:
    return [replace(touch, events=len(facts)), *facts]


def keep_held(table: Table, events: list[Event]) -> None:
    """Raises `Refused` if events that do not come from a touch would close the street while cards are waiting for an
    answer."""
    if isinstance(events[0], MishapDeclared):
        return  # the remedy covers every card
    after = reduce(apply, events, table)
    if after.hand is not None and is_playing(after) and actor(after.hand) < 0 and not is_decided(after.hand):
        raise Refused("say-who-called")


def _put_in(table: Table, _: Waiting, action: PutIn) -> list[Event]:
    facts = _Facts(table, passed_over(_hand(table), action.seat))
    passed = len(facts.events)
    facts.ask(_act(facts.hand, action))
    if not passed:
        return facts.events
    return touched(Touched("put-in", action.seat, action.to), facts.events)


def _act(hand: Hand, action: PutIn) -> Action:
    index = hand.deal.seats.index(action.seat)
    all_in = hand.bets[index] + hand.stacks[index]
    if action.to and action.to < hand.price and action.to != all_in:
        raise Refused("less-than-call", price=hand.price, chips=action.to)
    if not action.to and hand.bets[index] >= hand.price:
        raise Refused("how-much")
    if action.to <= hand.price and hand.bets[index] < hand.price:
        return Call(action.seat)
    return RaiseTo(action.seat, action.to) if hand.price else Bet(action.seat, action.to)


def _come_to(table: Table, _: Waiting, action: ComeTo) -> list[Event]:
    passed = passed_over(_hand(table), action.seat)
    if not passed:
        raise Refused("their-turn-already", seat=action.seat)
    return touched(Touched("come-to", action.seat), passed)


def _close_street(table: Table, _: Waiting, __: CloseStreet) -> list[Event]:
    hand = _hand(table)
    if actor(hand) < 0:
        raise Refused("betting-closed")
    closed = close(hand)
    return [QuestionPut("who-called")] if closed is None else touched(Touched("close-street"), closed)


def _see(table: Table, waiting: Waiting, action: SeeCard) -> list[Event]:
    """Seeing a card closes the street. If the callers are not known, the card is held."""
    hand = _hand(table)
    if waiting.kind == "who-won":
        raise Refused("say-who-won")
    closed = None if waiting.kind else close(hand)
    if closed is None:
        return [_held(hand, waiting, action, book_of(table))]
    facts = _Facts(table, closed)
    facts.ask(action)
    card = facts.events[len(closed)]
    if isinstance(card, CardTabled) and any(isinstance(event, Called) for event in closed):
        return [_held(hand, waiting, action, book_of(table))]  # a player whose bet was not called may show too
    where = card.seat if isinstance(card, CardTabled) else BOARD
    return touched(Touched("card", where, card=action.card), facts.events)


def _held(hand: Hand, waiting: Waiting, action: SeeCard, book: RuleBook) -> CardHeld:
    """Hold a card until the question is answered. Raises `Refused` for a card that is already on the table, or for more
    cards than can be due."""
    refuse_seen(hand, action.card, book)
    if any(held.card == action.card for held in waiting.held):
        raise Refused("card-waits")
    there = [held for held in waiting.held if (held.seat or BOARD) == (action.seat or BOARD)]
    if len(there) >= _room(hand, action.seat):
        raise Refused("called-before-street", street=STREET_NAMES[hand.street + 1])
    return CardHeld(action.card, action.seat)


def _room(hand: Hand, seat: int | None) -> int:
    """How many cards can be due at the seat or on the board once the street is closed. Raises `Refused` if none can."""
    last = hand.street == SHOWDOWN - 1
    if seat:
        if index_of(hand, seat) in claims(hand) and (last or has_all_in(hand)):
            return HOLE_CARDS
        raise Refused("no-card-due-there")
    if not last:
        return BOARD_CARDS[hand.street + 1] - len(hand.board)
    if seat == BOARD:
        raise Refused("board-complete")
    return HOLE_CARDS


def _hand_over(table: Table, _: Waiting, action: HandOver) -> list[Event]:
    now = ending(_hand(table), book_of(table))
    if now.does == "ask":
        return [QuestionPut("who-won", action.start)]
    if now.does == "muck":
        return touched(Touched("hand-over"), now.events)
    return _ended(table, now.events, Touched("hand-over"), action.start)


def _ended(table: Table, events: list[Event], touch: Touched, start: bool) -> list[Event]:
    """The events that end a hand, the departures that follow, and the next hand if it was requested and can start."""
    facts = _Facts(table, [*events, *after_hand(table, events[-1])])
    # A player who leaves takes their chips. That cannot be undone, but it must be possible to undo the end of the hand.
    stays = staying(facts.table) == players(facts.table)
    if start and stays and start_problem(facts.table) is None:
        facts.ask(StartHand())
    return touched(touch, facts.events)


def _answer(table: Table, waiting: Waiting, action: Answer) -> list[Event]:
    hand, book = _hand(table), book_of(table)
    touch = Touched("answer", seats=action.seats)
    if waiting.kind == "who-called":
        facts = _Facts(table, called(hand, action.seats))
        for held in waiting.held:
            with suppress(Refused):  # the card is dropped because nobody called, or because this seat did not show it
                facts.ask(SeeCard(held.card, held.seat))
        return touched(touch, facts.events)
    if waiting.kind != "who-won" and not action.floor:
        raise Refused("nothing-asked")
    events = won(hand, action.seats, book, action.floor)
    return _ended(table, events, touch, waiting.start and action.start)


_TOUCHES: dict[type[Action], Callable[[Table, Waiting, Any], list[Event]]] = {
    PutIn: _put_in,
    ComeTo: _come_to,
    CloseStreet: _close_street,
    SeeCard: _see,
    HandOver: _hand_over,
    Answer: _answer,
}
