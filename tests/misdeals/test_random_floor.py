"""Laws that hold whatever goes wrong and whatever the floor orders: random tables, irregularities, overrides and
penalties."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Declare, Undo
from engine.events import AntePosted, BlindPosted, Event, FloorOrder, HandEnded, HandStarted
from engine.game.game import apply, replay, undo_is_for_floor
from engine.hand.misdeals.rules import remedy
from engine.hand.rules import legal
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import Overrule, StartHand
from engine.table.actions.people import LeaveSeat, SeatTaken, TakeSeat
from engine.table.actions.setup import SetLevel, TableOpened
from engine.table.state import book_of, chips_at, is_playing
from kiosk.clock.tables.audit import AssignedSeat, AuditedTable, Seating, audit_record
from kiosk.protocol.codec import decode_event, encode_event
from kiosk.storage.chain import START, chain
from tests.kit.randomfloor import FLOOR, KINDS, ended, play, random_mishap
from tests.kit.randomplay import BOOKS, Habits, ask
from tests.kit.sizes import size
from tests.said import assert_said

pytestmark = pytest.mark.fuzz

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 25)

seeds = st.integers(0, 2**32 - 1)
books = st.sampled_from(sorted(BOOKS))
fuzz = settings(max_examples=EXAMPLES, deadline=None)
UNDOING = Habits(undo=0.05)


@fuzz
@given(seeds, books)
def test_no_chip_is_made_or_lost_whatever_the_floor_orders(seed, name):
    """
    After every event, stacks and pots are the chips brought, less the chips taken away, plus the named differences.
    """
    brought = 0
    for step in play(seed, habits=UNDOING, book=BOOKS[name]):
        game = step.before
        for event in step.record:
            game = apply(game, event)
            table = game.table
            in_play = table.hand.pot if is_playing(table) and table.hand else 0
            assert sum(chips_at(table, seat) for seat in range(1, len(table.seats) + 1)) + in_play == table.issued
        if isinstance(step.action, TakeSeat):
            brought += step.action.chips
        if isinstance(step.action, LeaveSeat):
            brought -= step.before.table.issued - step.after.table.issued
        assert step.after.table.issued + step.after.table.removed - step.after.table.adjusted == brought


@fuzz
@given(seeds, books)
def test_the_record_with_all_its_mishaps_restores_the_table(seed, name):
    """Also after encoding and decoding."""
    record: list[Event] = []
    for step in play(seed, habits=UNDOING, book=BOOKS[name]):
        record += [decode_event(encode_event(event)) for event in step.record]

    assert replay(record) == step.after


@fuzz
@given(seeds, books)
def test_undo_takes_back_whatever_the_floor_did(seed, name):
    """Each step exactly, with everything that followed, and with the floor's reason if the next hand has gone on."""
    for step in play(seed, book=BOOKS[name]):
        if not isinstance(step.action, TakeSeat | LeaveSeat | SetLevel) and step.after.undo_stack:
            floor = "so ruled" if undo_is_for_floor(step.after) else ""
            undone = ask(step.after, Undo(confirmed=True, floor=floor)).after

            assert undone.table == step.before.table
            assert undone.undo_stack == step.before.undo_stack[-len(undone.undo_stack) :] if undone.undo_stack else True


@fuzz
@given(seeds, books)
def test_the_table_can_always_go_on(seed, name):
    """The game goes on by every book.

    A player is to act, a card is due, the pots can be pushed, or the floor must award a pot that no player can win.
    Between hands, the next hand can be dealt or a player can be seated.
    """
    for step in play(seed, 4, book=BOOKS[name]):
        table = step.after.table
        public(step.after)
        if table.hand and is_playing(table):
            assert len(table.hand.street_acts) == table.hand.street
            may = legal(table.hand, book_of(table))
            assert may.seat or may.due or may.push or may.award


@fuzz
@given(seeds, books)
def test_the_hand_after_a_misdeal_is_the_same_hand(seed, name):
    """
    The same number, button, blinds, level and players, unless one of them is gone or the floor moved the button.
    """
    voided: HandStarted | None = None
    for step in play(seed, 10, often=0.2, book=BOOKS[name]):
        started = step.events[0]
        if voided and isinstance(started, HandStarted):
            assert (started.hand, started.terms) == (voided.hand, voided.terms)
            if step.before.table.redeal and step.before.table.redeal.exact:
                assert (started.button, started.small, started.big) == (voided.button, voided.small, voided.big)
                assert (started.seats, started.blinds, started.antes) == (voided.seats, voided.blinds, voided.antes)
        hand = step.after.table.hand
        voided = hand.deal if hand and hand.voided and step.after.table.redeal else None


@fuzz
@given(seeds, books)
def test_absent_players_post_and_their_hands_are_killed(seed, name):
    """They pay like everybody else. One of them keeps a hand only if nobody else is there."""
    for step in play(seed, 10, often=0.2, book=BOOKS[name]):
        if isinstance(step.action, StartHand) and step.after.table.hand:
            table, hand = step.before.table, step.after.table.hand
            missing = {n for n, there in enumerate(table.seats, 1) if there and (there.away or there.misses)}
            gone = missing & set(hand.deal.seats)
            live = {seat for place, seat in enumerate(hand.deal.seats) if hand.live[place]}
            assert live & gone == (live if len(gone) == len(hand.deal.seats) else set())
            paid = {event.seat for event in step.events if isinstance(event, AntePosted | BlindPosted)}
            owed = zip(hand.deal.seats, hand.deal.antes, hand.deal.blinds, strict=True)
            assert paid == {seat for seat, ante, blind in owed if ante or blind}


@fuzz
@given(seeds, books)
def test_a_penalty_is_served_by_hands_that_end(seed, name):
    """One hand less for each hand that ended, none for a voided hand."""
    for step in play(seed, 10, often=0.2, book=BOOKS[name]):
        if isinstance(step.action, Undo) or not ended(step):
            continue
        for number, was in enumerate(step.before.table.seats, 1):
            now = step.after.table.seats[number - 1]
            if was and now and number in step.before.table.missing:
                served = any(isinstance(event, HandEnded) for event in step.events)
                assert now.misses == max(0, was.misses - served)


@pytest.mark.parametrize("name", sorted(BOOKS))
@pytest.mark.parametrize("seed", range(3))
def test_the_clock_audits_the_floors_orders_without_a_finding(seed, name):
    """From only the record, the same engine makes the same decisions."""
    record: list[Event] = []
    for step in play(seed, 20, often=0.2, habits=Habits(undo=0.05, move=0), book=BOOKS[name]):
        if step.before.table.hands and isinstance(step.action, TakeSeat):
            break
        record += step.record
    given_out = tuple(
        AssignedSeat(event.seat, event.player, event.name, event.chips)
        for event in record
        if isinstance(event, SeatTaken)
    )
    opened = record[1]
    assert isinstance(opened, TableOpened)
    audited = AuditedTable(Seating(1, opened.event, "tda", opened.seat_count, 1, given_out), opened.book)

    for line in chain(START, 1, 0, [encode_event(event) for event in record]):
        audited = audit_record(audited, line)

    assert audited.flags == ()


@fuzz
@given(seeds, books)
def test_every_remedy_and_refusal_has_a_text(seed, name):
    """The reason and each step, or the reason why it is impossible, in every language."""
    dice = Random(seed)
    for step in play(seed, book=BOOKS[name]):
        hand = step.after.table.hand
        if hand is None:
            continue
        mishap = random_mishap(step.after, dice.randint(0, len(step.after.table.seats)), dice)
        try:
            found = remedy(hand, mishap, BOOKS[name])
        except Refused as refused:
            assert_said(refused.message)
        else:
            for message in (found.why, *found.steps):
                assert_said(message)


@pytest.mark.slow
def test_every_mishap_order_and_penalty_is_accepted_at_least_once():
    """An action that is always refused is never tested."""
    missing = {*KINDS, *get_args(FloorOrder), *FLOOR}
    for seed in range(2_000):
        for step in play(seed, 4, often=0.6):
            action = step.action
            missing.discard(type(action))
            missing.discard(action.mishap.kind if isinstance(action, Declare) else None)
            missing.discard(type(action.order) if isinstance(action, Overrule) else None)
        if not missing:
            break

    assert missing == set()
