"""A whole table as a state machine: play, rulings, misdeals, overrides, penalties, undo, levels, seats taken and left,
and senseless requests, in any order and by every book. The laws hold after each step.
"""

import os
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import actions, events
from engine.actions import Action, Push, Undo
from engine.cards import DECK
from engine.events import (
    Blinds,
    Event,
    FloorOrder,
    FloorReason,
    HandStarted,
    Mishap,
    MishapKind,
    PotAwarded,
    Role,
    Shares,
    TakenBack,
)
from engine.game.game import Game, apply, decide, replay, step
from engine.hand.rules import legal
from engine.hand.state import Hand
from engine.history.record import surviving
from engine.public import public
from engine.refused import Refused
from engine.rulings.motion import HeldMotion
from engine.rulings.rule import rule as ruled
from engine.rulings.rule import settle as settle_held
from engine.table.actions.chips import ChipsRaced
from engine.table.actions.hands import ReportHand, StacksSet, StartHand
from engine.table.actions.people import LeaveSeat, SeatLeft, SeatTaken, StackRemoved, TakeSeat, TakeSeats
from engine.table.actions.setup import DrawButton, OpenTable, PlaceButton, SetLevel, StopPlay
from engine.table.actions.staff import CallFloor, MeetFloor, NotePin, SignIn, SignOut, WithdrawCall
from engine.table.next_deal import staying
from engine.table.state import book_of, chips_at, is_playing, players
from engine.terms import ReportedPot
from kiosk.protocol.codec import decode_event, encode_event
from tests.engine.test_play import accepts, asks, forced
from tests.kit.randomfloor import floor_action
from tests.kit.randomplay import BOOKS, Habits, next_action, opening, random_level
from tests.kit.sizes import size
from tests.proofs.settlement import PencilNotes, ledger_of, settle
from tests.proofs.test_settlement import pushed, rare
from tests.rulings.test_always import random_motion

pytestmark = [pytest.mark.slow, pytest.mark.fuzz]

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 25)
STEPS = int(os.environ.get("KIOSK_FUZZ_STEPS", "30"))
SAMPLE = 12
"""How many of the possible requests about a hand are tried against `legal` after each step."""

# Senseless requests: any seat, any amount, any card, any order.
numbers = st.integers(-3, 12) | st.integers(-(10**6), 10**6)
seats = st.integers(-1, 12)
words = st.sampled_from(("", " ", "so it was ruled"))
cards = st.sampled_from(DECK)
few = st.integers(0, 3)


def rows(of: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=4).map(tuple)


MEANT: dict[str, st.SearchStrategy[Any]] = {
    "seat": seats, "seats": rows(seats), "to": numbers, "chips": numbers, "stacks": rows(numbers), "card": cards,
    "cards": rows(cards), "floor": words, "why": words, "by": words, "player": words, "name": words, "event": words,
    "hands": few, "rounds": few, "away": st.booleans(), "straddle": st.booleans(), "table": few, "hand": numbers,
    "goes": st.booleans(), "came_from": few,
    "seat_count": seats, "book": st.sampled_from(sorted(BOOKS)).map(lambda name: BOOKS[name]), "difference": numbers,
    "blinds": st.builds(Blinds, numbers, numbers, numbers, numbers, st.sampled_from(("none", "each", "big-blind"))),
    "mishap": st.builds(Mishap, st.sampled_from(get_args(MishapKind)), seats, rows(cards)),
    "pots": rows(st.builds(Shares, few, rows(seats), rows(numbers))),
}  # fmt: skip
"""A field of an action or an order, and its possible values."""
SPECIAL: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    actions.SeeCard: {"seat": seats | st.none()},
    actions.CorrectBets: {"chips": rows(numbers)},
    CallFloor: {"why": st.sampled_from(get_args(FloorReason))},
    NotePin: {"role": st.sampled_from(get_args(Role))},
    actions.Declare: {"by": st.sampled_from(("dealer", "floor", "player"))},
    TakeSeats: {"players": rows(st.builds(TakeSeat, seats, words, words, numbers, few, st.booleans()))},
    ReportHand: {"pots": rows(st.builds(ReportedPot, numbers, rows(seats)))},
}

STAFFED = SignIn | SignOut | CallFloor | MeetFloor | WithdrawCall | NotePin


def anything(kind: Any) -> st.SearchStrategy[Any]:
    """One action or order with anything in its fields."""
    names = kind.__struct_fields__
    fields = {name: MEANT[name] for name in names if name in MEANT} | SPECIAL.get(kind, {})
    if "order" in names:
        fields["order"] = st.one_of([anything(order) for order in get_args(FloorOrder)])
    return st.builds(kind, **fields)


any_action = st.one_of([anything(kind) for kind in get_args(actions.TableAction)])
dice = st.integers(0, 2**32 - 1).map(Random)


class TableMachine(RuleBasedStateMachine):
    """One table, a shadow fed only from decoded events, and a pencil ledger of the surviving events."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game()
        self.shadow = Game()
        self.record: list[Event] = []
        self.standing: list[tuple[int, Event]] = []
        self.held: HeldMotion | None = None

    @property
    def hand(self) -> Hand:
        assert self.game.table.hand is not None
        return self.game.table.hand

    @property
    def playing(self) -> bool:
        return is_playing(self.game.table)

    def ask(self, action: Action) -> bool:
        """Whether the action was accepted. Anything else than acceptance or `Refused` is a failure."""
        granted = answer(self.game, action)
        if isinstance(granted, Refused):
            assert granted.code
            return False
        before = self.game
        for event in granted:
            self.happen(event)
        self.pots_are_as_settled(action, granted)
        self.undo_would_give_back(before, action)
        return True

    def happen(self, event: Event) -> None:
        self.record.append(event)
        # An undo may reverse another undo, whose events then count again.
        self.standing = (
            surviving(self.record) if isinstance(event, TakenBack) else [*self.standing, (self.game.mark, event)]
        )
        self.game = apply(self.game, event)
        decoded = decode_event(encode_event(event))
        assert decoded == event
        self.shadow = apply(self.shadow, decoded)
        self.no_chip_is_made_or_lost()

    def ledger(self) -> PencilNotes:
        return ledger_of(event for _, event in self.standing[self.started() :])

    def started(self) -> int:
        """The place where the hand in play, or the last one, begins among the surviving events."""
        starts = [index for index, (_, event) in enumerate(self.standing) if isinstance(event, HandStarted)]
        return starts[-1] if starts else len(self.standing)

    def no_chip_is_made_or_lost(self) -> None:
        """Counted from the seats and a ledger of the pots: chips brought and found, less chips taken away."""
        table = self.game.table
        found = sum(chips_at(table, seat) for seat in range(1, len(table.seats) + 1))
        if self.playing:
            ledger = self.ledger()
            pots = (event for _, event in self.standing[self.started() :] if isinstance(event, PotAwarded))
            found += sum(ledger.bets.values()) + sum(ledger.antes.values()) - sum(sum(pot.shares) for pot in pots)
            found += sum(top - bottom for bottom, top in ledger.surrendered)
        assert found == sum(brought(event) for _, event in self.standing) == table.issued
        assert all(seat.chips >= 0 for seat in table.seats if seat)

    def pots_are_as_settled(self, action: Action, granted: list[Event]) -> None:
        if isinstance(action, Push) and granted:
            deal, book = self.hand.deal, book_of(self.game.table)
            shares = settle(self.ledger(), deal.antes_matched, deal.terms.chip, book.odd_chips.value == "one-each")
            assert pushed(granted) == shares

    def undo_would_give_back(self, before: Game, action: Action) -> None:
        """Undo restores the exact table and undo stack, whatever a dealer or the floor asked."""
        seating = TakeSeat | TakeSeats | LeaveSeat
        by_room = isinstance(action, seating | SetLevel | StopPlay | PlaceButton | DrawButton | STAFFED)
        if by_room or isinstance(action, Undo | OpenTable) or not self.game.undo_stack:
            return
        if isinstance(action, StartHand | ReportHand) and staying(before.table) != players(before.table):
            return  # a player who leaves before the deal takes the chips along for good
        (taken_back,) = decide(self.game, Undo(confirmed=True, floor="the count was wrong"))
        undone = apply(self.game, taken_back)
        assert undone.table == before.table
        assert undone.undo_stack == before.undo_stack[len(before.undo_stack) - len(undone.undo_stack) :]

    @initialize(name=st.sampled_from(sorted(BOOKS)), count=st.integers(2, 10), dice=dice)
    def open(self, name: str, count: int, dice: Random) -> None:
        for action in opening(dice, count, BOOKS[name]):
            assert self.ask(action)

    @rule(dice=dice, count=st.integers(1, 25))
    def play(self, dice: Random, count: int) -> None:
        """Choices that the buttons offer, one after another, are accepted. A stopped table goes on first."""
        if self.game.table.stop:
            assert self.ask(StopPlay(None))
        for _ in range(count):
            assert self.ask(next_action(self.game, dice, Habits(kill=0.01, undo=0.02)))

    @rule(dice=dice, count=st.integers(1, 4))
    def floor(self, dice: Random, count: int) -> None:
        """Mishaps, overrides, absence, penalties, disqualification, sensible or not."""
        for _ in range(count):
            self.ask(floor_action(self.game, dice))

    @precondition(lambda self: not self.game.table.hands)
    @rule(dice=dice)
    def draw_the_button(self, dice: Random) -> None:
        """One card to every player."""
        there = players(self.game.table)
        assert self.ask(DrawButton(there, tuple(dice.sample(DECK, len(there))))) == bool(there)

    @precondition(lambda self: self.playing and not self.game.state.waiting.kind)  # a question is answered first
    @rule(dice=dice)
    def ruling(self, dice: Random) -> None:
        """A ruling on words and chips is accepted, as is one of the floor's alternatives."""
        motion = random_motion(dice, self.hand)
        try:
            ruling = ruled(self.hand, motion, book_of(self.game.table))
        except Refused:
            return
        self.held = ruling.held or self.held
        ways = [ruling.actions, *(option.actions for option in ruling.options)]
        assert all(self.ask(action) for action in dice.choice(ways))

    @precondition(lambda self: self.playing and self.held is not None and not self.game.state.waiting.kind)
    @rule()
    def settle_what_was_held(self) -> None:
        """Action out of turn, when its turn has come."""
        assert self.held is not None
        try:
            ruling = settle_held(self.held, self.hand, book_of(self.game.table))
        except Refused:
            return
        self.held = None
        assert all(self.ask(action) for action in ruling.actions)

    @precondition(lambda self: self.playing)
    @rule(dice=dice)
    def let_stand(self, dice: Random) -> None:
        """Acts that the book would refuse and the floor allows."""
        self.ask(dice.choice((forced(self.hand, dice), rare(self.game, dice))))

    @rule(action=any_action)
    def anything(self, action: Action) -> None:
        """Senseless requests."""
        self.ask(action)

    @rule(count=st.integers(1, 8))
    def undo(self, count: int) -> None:
        """Several times in a row."""
        for _ in range(count):
            self.ask(Undo(confirmed=True))

    @rule(dice=dice)
    def new_level(self, dice: Random) -> None:
        table = self.game.table
        number = table.blinds.level + 1 if table.blinds and table.blinds.level < 20 else 1
        assert self.ask(SetLevel(random_level(dice, number, book=book_of(table))))

    @rule(seat=st.integers(1, 10), chips=st.integers(1, 10_000))
    def sit_down(self, seat: int, chips: int) -> None:
        self.ask(TakeSeat(seat, f"n{self.game.mark}", "Newcomer", chips))

    @rule(seat=st.integers(1, 10))
    def leave(self, seat: int) -> None:
        self.ask(LeaveSeat(seat))

    @invariant()
    def the_wire_gives_the_same_table(self) -> None:
        """The shadow, fed event by event from encoded and decoded events, equals the table."""
        assert self.shadow == self.game

    @invariant()
    def somebody_knows_what_comes_next(self) -> None:
        """The screens can show the table, and a hand can go on."""
        if self.game.table.book is None:
            return
        public(self.game)
        if self.playing:
            may = legal(self.hand, book_of(self.game.table))
            assert may.seat or may.due or may.push

    @invariant()
    def legal_is_decide(self) -> None:
        """Everything offered is accepted and nothing else, for a sample."""
        if self.playing:
            book = book_of(self.game.table)
            may = legal(self.hand, book)
            every = list(asks(self.hand, may))
            for action, offered in Random(self.game.mark).sample(every, min(SAMPLE, len(every))):
                assert accepts(self.hand, action, book) == offered, (action, may)

    def teardown(self) -> None:
        """The table can be rebuilt from only its record."""
        assert replay(self.record) == self.game


def answer(game: Game, action: Action) -> list[Event] | Refused:
    """The resulting events, or the refusal."""
    try:
        return step(game, action)
    except Refused as refused:
        return refused


def brought(event: Event) -> int:
    """The number of chips by which the table is richer."""
    match event:
        case SeatTaken():
            return event.chips
        case SeatLeft() | StackRemoved():
            return -event.chips
        case StacksSet():
            return sum(event.stacks) - sum(event.before)
        case ChipsRaced():
            return sum(event.after) - sum(event.before)
    return 0


def kinds(family: Any) -> set[str]:
    return {kind.__name__ for kind in get_args(family)}


def leaves(family: type[Any]) -> set[str]:
    """The kinds of a family that are not families themselves, and so have a name on the wire."""
    below = family.__subclasses__()
    named = set() if below else {family.__name__}
    return named.union(*[leaves(kind) for kind in below])


def test_the_machine_tries_every_action_and_every_event_has_a_name_on_the_wire():
    """A kind that is added to the actions or events is in the machine."""
    assert kinds(events.AnyEvent) == leaves(Event)
    assert kinds(actions.TableAction) == leaves(Action)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None)
