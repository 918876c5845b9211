"""A whole table that is tapped as a dealer taps it: money, cards, HAND OVER, answers, repairs in the middle, undo and
redo across hands, with the room and the floor in between. The laws hold after each step.
"""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engine.actions import (
    BOARD,
    Action,
    Amend,
    Answer,
    Bet,
    Call,
    Check,
    CloseStreet,
    ComeTo,
    DropAct,
    Fold,
    HandOver,
    InsertBefore,
    Muck,
    PutIn,
    RaiseTo,
    Redo,
    ReplaceAct,
    SeeCard,
    Undo,
)
from engine.cards import DECK
from engine.events import CardHeld, Event, RoomEvent, TakenBack
from engine.game.game import Game, apply, replay
from engine.history.record import surviving
from engine.public import PublicTable, public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import SetLevel, StopPlay
from engine.table.state import book_of, chips_at, is_playing, players
from kiosk.protocol.codec import decode_event, encode_event
from tests.kit.randomfloor import floor_action
from tests.kit.randomplay import BOOKS, Habits, next_action, opening, random_level, unseen
from tests.proofs.test_machine import EXAMPLES, STEPS, answer, any_action, brought

pytestmark = pytest.mark.fuzz

FLOOR = "the count was wrong"
dice = st.integers(0, 2**32 - 1).map(Random)


class TappingMachine(RuleBasedStateMachine):
    """One table, and a shadow fed only from decoded events."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game()
        self.shadow = Game()
        self.record: list[Event] = []
        self.decided_by_room = 0
        """The mark of the last thing that the room decided."""

    @property
    def seen(self) -> PublicTable:
        return public(self.game)

    @property
    def playing(self) -> bool:
        return is_playing(self.game.table)

    def ask(self, action: Action) -> bool:
        """Whether the action was accepted. Anything else than acceptance or `Refused` is a failure."""
        granted = answer(self.game, action)
        if isinstance(granted, Refused):
            assert granted.code
            return False
        for event in granted:
            if isinstance(event, RoomEvent):
                self.decided_by_room = self.game.mark
            self.game = apply(self.game, event)
            self.record.append(event)
            self.shadow = apply(self.shadow, decode_event(encode_event(event)))
        assert self.game.pending == 0
        return True

    @invariant()
    def no_chip_is_made_or_lost(self) -> None:
        """Counted from the seats and the pots: the surviving events that brought or took chips."""
        table = self.game.table
        found = sum(chips_at(table, seat) for seat in range(1, len(table.seats) + 1))
        if self.playing and table.hand is not None:
            found += table.hand.pot
        assert found == sum(brought(event) for _, event in surviving(self.record)) == table.issued

    @initialize(name=st.sampled_from(sorted(BOOKS)), count=st.integers(2, 10), dice=dice)
    def open(self, name: str, count: int, dice: Random) -> None:
        for action in opening(dice, count, BOOKS[name]):
            assert self.ask(action)

    @rule(dice=dice, count=st.integers(1, 12))
    def touch(self, dice: Random, count: int) -> None:
        """Choices that the screen offers, one tap after another, are accepted."""
        for _ in range(count):
            order = touch(self.game, dice)
            if order is None:
                return
            assert self.ask(order), (order, self.seen)

    @rule(dice=dice, count=st.integers(1, 6))
    def say_all(self, dice: Random, count: int) -> None:
        """Explicit play goes on as usual if no question is open. A stopped table goes on first."""
        if self.game.table.stop:
            assert self.ask(StopPlay(None))
        for _ in range(count):
            if self.seen.question is None:
                assert self.ask(next_action(self.game, dice, Habits(kill=0.02, undo=0.02)))

    @rule(dice=dice)
    def repair(self, dice: Random) -> None:
        """Repair any line with anything. An accepted repair is one step, and UNDO and REDO are exact."""
        if not self.seen.lines:
            return
        before = self.game
        order = repair(self.seen, dice)
        if self.ask(order):
            self.there_and_back(before)

    def there_and_back(self, before: Game) -> None:
        """Undo restores the exact value, and redo the same table."""
        after = self.game
        assert self.ask(Undo(confirmed=True, floor=FLOOR))
        assert self.game.state == before.state
        assert self.game.undo_stack == before.undo_stack[len(before.undo_stack) - len(self.game.undo_stack) :]
        assert self.ask(Redo())
        assert self.game.table == after.table
        assert self.seen.question == public(after).question

    @rule(count=st.integers(1, 12), again=st.integers(0, 12), floor=st.sampled_from(("", FLOOR)))
    def back_and_forth(self, count: int, again: int, floor: str) -> None:
        """Undo step by step, and redo through the same tables."""
        games = [self.game]
        while len(games) <= count and self.ask(Undo(confirmed=True, floor=floor)):
            games.append(self.game)
        for game in list(reversed(games[:-1]))[:again]:
            offered = self.seen.redo
            assert self.ask(Redo()) == (offered is not None)
            if offered is None or game.undo_stack[-1].mark < self.decided_by_room:
                return  # the room has set a level or seated a player since
            assert self.game.table == game.table

    @precondition(lambda self: self.game.undo_stack)
    @rule()
    def undo_is_exact(self) -> None:
        after = self.game
        step = self.game.undo_stack[-1]
        assert self.ask(Undo(confirmed=True, floor=FLOOR))
        assert self.game.state == step.state
        if self.seen.redo is None:
            return
        assert self.ask(Redo())
        assert self.game.table == after.table or step.mark < self.decided_by_room

    @rule(dice=dice, count=st.integers(1, 3))
    def floor(self, dice: Random, count: int) -> None:
        """Mishaps, overrides, absence, penalties, disqualification, sensible or not."""
        for _ in range(count):
            if (action := floor_action(self.game, dice)) is not None:
                self.ask(action)

    @rule(action=any_action)
    def anything(self, action: Action) -> None:
        """Senseless requests."""
        self.ask(action)

    @rule(dice=dice)
    def room(self, dice: Random) -> None:
        """A new level, or a player sits down or leaves."""
        table = self.game.table
        number = table.blinds.level + 1 if table.blinds and table.blinds.level < 20 else 1
        assert self.ask(SetLevel(random_level(dice, number, book=book_of(table))))
        self.ask(TakeSeat(dice.randint(1, 10), f"n{self.game.mark}", "Newcomer", dice.randint(1, 10_000)))
        if dice.random() < 0.2 and len(players(table)) > 2:
            self.ask(LeaveSeat(dice.choice(players(table))))

    @invariant()
    def the_wire_gives_the_same_table(self) -> None:
        """The shadow, fed event by event from encoded and decoded events, equals the table."""
        assert self.shadow == self.game

    @invariant()
    def what_is_offered_is_what_is_granted(self) -> None:
        """A tap at any seat, HAND OVER and REDO are accepted exactly if the screen offers them."""
        if self.game.table.book is None:
            return
        seen = self.seen
        offers = {offer.seat: offer for offer in seen.offers}
        for seat in Random(self.game.mark).sample(range(1, len(seen.seats) + 1), 2):
            offer = offers.get(seat)
            assert self.grants(PutIn(seat)) == bool(offer and offer.call)
            if offer and offer.most:
                assert self.grants(PutIn(seat, offer.most))
                assert self.grants(PutIn(seat, offer.least))
            assert self.grants(ComeTo(seat)) == bool(offer and (offer.folds or offer.checks))
        assert self.grants(HandOver()) == (seen.ends != "")
        assert self.grants(CloseStreet()) == bool(offers)
        assert not seen.question or self.playing
        assert self.grants(Redo()) == (seen.redo is not None)
        assert self.grants(Undo(confirmed=True, floor=FLOOR)) == (seen.last is not None)
        assert seen.last is None or self.grants(Undo(confirmed=True)) != seen.undo_floor

    def grants(self, action: Action) -> bool:
        return not isinstance(answer(self.game, action), Refused)

    @invariant()
    def the_past_is_short(self) -> None:
        """The undo stack covers only this hand and the last one."""
        starts = [line for line in self.seen.lines if type(line.event).__name__ == "HandStarted"]
        assert len(starts) <= 1

    def teardown(self) -> None:
        """The table can be rebuilt from only its record, and also from the part of the record that is still
        in force.
        """
        assert replay(self.record) == self.game
        still = [event for _, event in surviving(self.record)]
        assert not any(isinstance(event, TakenBack) for event in still)
        # The smallest chip in play depends on whether a level was set before the first hand, or in one since undone.
        assert replace(replay(still).table, chip=0) == replace(self.game.table, chip=0)


def touch(game: Game, dice: Random) -> Action | None:
    """Something that the screen offers now."""
    seen, hand = public(game), game.table.hand
    if seen.question:
        return Answer(tuple(dice.sample(seen.question.seats, answers(seen, dice))))
    orders: list[Action] = []
    for offer in seen.offers:
        if offer.call:
            orders.append(PutIn(offer.seat))
        if offer.most:
            some = dice.randint(offer.least, offer.most)
            chip = hand.deal.terms.chip if hand else 1
            to = dice.choice((offer.least, offer.most, max(offer.least, some - some % chip)))
            orders.append(PutIn(offer.seat, to))
        if offer.folds or offer.checks:
            orders.append(ComeTo(offer.seat))
    if seen.offers:
        orders.append(CloseStreet())
    if seen.ends:
        orders.append(HandOver(dice.random() < 0.8))
    unread = any(seat.live and len(seat.cards) < 2 for seat in seen.seats)
    if hand is not None and seen.playing and (seen.legal.due or (seen.offers and (unread or len(seen.board) < 5))):
        orders += [SeeCard(dice.choice(unseen(hand)), where) for where in (None, None, None, *seen.legal.due)]
    if not seen.playing and seen.can_start:
        orders.append(StartHand())
    return dice.choice(orders) if orders else None


def answers(seen: PublicTable, dice: Random) -> int:
    """How many seats are named. Any number may have called, but only at the showdown can more than one have won."""
    assert seen.question is not None
    if seen.question.kind == "who-called":
        return dice.randint(0, len(seen.question.seats))
    return dice.randint(1, len(seen.question.seats)) if seen.street == "showdown" else 1


def repair(seen: PublicTable, dice: Random) -> Amend:
    """A repair, of one of the last lines more often than of an early one."""
    line = dice.choice(seen.lines[dice.randrange(len(seen.lines)) :])
    seat = dice.choice([seat.seat for seat in seen.seats if seat.dealt] or [1])
    to = dice.choice((seen.price, 2 * seen.price, seen.pot, dice.randint(1, 10_000)))
    card = dice.choice(DECK)
    place = dice.choice((None, BOARD, seat))
    money = (Call(seat), Bet(seat, to), RaiseTo(seat, to), PutIn(seat), PutIn(seat, to))
    act = dice.choice((*money, Fold(seat), Check(seat), Muck(seat), SeeCard(card, place)))
    change = dice.choice((DropAct(), ReplaceAct(act), InsertBefore(act)))
    return Amend(line.mark, change, dice.choice(("", FLOOR)))


def test_a_held_card_survives_a_power_cut() -> None:
    """A card read while the question is open is in the record."""
    assert decode_event(encode_event(CardHeld(DECK[7]))) == CardHeld(DECK[7])


TestTapping = TappingMachine.TestCase
TestTapping.settings = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None)
