"""Laws that hold in any play: random tables, 2 to 10 players, every ante, busts, newcomers, kills, undo."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import BOARD, Action, Bet, Call, Check, Fold, KillHand, Muck, Push, RaiseTo, SeeCard, Undo
from engine.books.rulebook import RuleBook
from engine.events import (
    Called,
    Event,
    HandStarted,
    PotAwarded,
)
from engine.game.game import Game, apply, replay
from engine.game.game import decide as decide_game
from engine.hand.rules import LegalActions, decide, legal, start
from engine.hand.rules import play as play_hand
from engine.hand.smallest_chip import is_bet_in_chips
from engine.hand.state import ChipsNotConserved, Hand
from engine.hand.state import apply as apply_to_hand
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import SetLevel
from engine.table.state import book_of, chips_at, is_playing, players
from tests.kit.randomplay import TDA, Habits, PlayStep, ask, hands, next_action, tables, unseen
from tests.kit.sizes import size

pytestmark = pytest.mark.fuzz

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 25)

seeds = st.integers(0, 2**32 - 1)
play = settings(max_examples=EXAMPLES, deadline=None)


def table_of(seed: int, count: int = 6, **habits: float) -> Iterator[PlayStep]:
    """Every step of one random table until `count` hands are over."""
    return hands(tables(Random(seed), habits=Habits(**habits)), count)


def felts(seed: int, count: int = 3) -> Iterator[Hand]:
    """Every moment of a few random hands."""
    for step in table_of(seed, count, kill=0.03):
        if is_playing(step.after.table) and step.after.table.hand:
            yield step.after.table.hand


@play
@given(seeds)
def test_no_chip_is_made_or_lost(seed):
    """After every event, stacks and pots together are the chips brought to the table."""
    for step in table_of(seed, undo=0.02):
        game = step.before
        for event in step.record:
            game = apply(game, event)
            table = game.table
            in_play = table.hand.pot if is_playing(table) and table.hand else 0
            assert sum(chips_at(table, seat) for seat in range(1, len(table.seats) + 1)) + in_play == table.issued


@play
@given(seeds)
def test_the_record_restores_the_table(seed):
    """Replaying all events, undone ones included, gives the same table with the same undo stack."""
    record: list[Event] = []
    for step in table_of(seed, undo=0.05):
        record += step.record

    assert replay(record) == step.after
    assert step.after.mark == len(record)


@play
@given(seeds)
def test_undo_restores_exactly_the_table_before_any_action(seed):
    """Whatever the dealer asks, UNDO returns the same table, including the older part of the undo stack."""
    for step in table_of(seed):
        if isinstance(step.action, StartHand) or is_playing(step.before.table):
            undone = ask(step.after, Undo()).after

            assert undone.table == step.before.table
            assert undone.undo_stack == step.before.undo_stack[-len(undone.undo_stack) :] if undone.undo_stack else True


@play
@given(seeds)
def test_undo_goes_back_step_by_step_to_the_start_of_the_last_hand(seed):
    """Undoing again and again, with the floor if it goes back that far, passes the same tables in reverse order."""
    steps = list(table_of(seed, 3))
    game = steps[-1].after
    for step in reversed(steps):
        if isinstance(step.action, TakeSeat | LeaveSeat | SetLevel):  # not the dealer's to undo
            break
        if game.undo_stack:
            game = ask(game, Undo(floor="the count was wrong")).after
            assert game.table == step.before.table


def amounts(hand: Hand, may: LegalActions) -> set[int]:
    """Totals around every bound, and some that are absurd."""
    around = (0, hand.price, hand.increment, hand.price + hand.increment, may.least, may.most, sum(hand.deal.stacks))
    return {amount + off for amount in around for off in (-1, 0, 1)}


def asks(hand: Hand, may: LegalActions) -> Iterator[tuple[Action, bool]]:
    """Every request about a hand, and whether `legal` offers it."""
    for seat in (*hand.deal.seats, 11):
        mine = seat == may.seat
        yield Fold(seat), mine and may.fold
        yield Check(seat), mine and may.check
        yield Call(seat), mine and may.call > 0
        for to in amounts(hand, may):
            fits = mine and may.most > 0 and may.least <= to <= may.most and in_chips(hand, may, to)
            yield Bet(seat, to), fits and may.opens
            yield RaiseTo(seat, to), fits and not may.opens
        yield Muck(seat), seat in may.muck
        yield KillHand(seat, "away"), seat in may.kill
    for where in (BOARD, *hand.deal.seats, None):
        offered = where in may.due or where in may.asked or (where is None and bool(may.due))
        yield SeeCard(unseen(hand)[0], where), offered
    for card in (*hand.board, *(card for cards in hand.tabled for card in cards)):
        yield SeeCard(card), False
    yield Push(), may.push


def in_chips(hand: Hand, may: LegalActions, to: int) -> bool:
    """Whether the smallest chip in play makes this total."""
    bet = hand.bets[hand.deal.seats.index(may.seat)]
    return is_bet_in_chips(hand.deal.terms.chip, to, bet, (may.least, may.most))


def accepts(hand: Hand, action: Action, book: RuleBook = TDA) -> bool:
    try:
        decide(hand, action, book)
    except Refused:
        return False
    return True


@play
@given(seeds)
def test_legal_and_decide_never_disagree(seed):
    """Everything offered is accepted, and everything else is refused: for every seat, amount, card and moment."""
    for hand in felts(seed, 2):
        may = legal(hand, TDA)
        for action, offered in asks(hand, may):
            assert accepts(hand, action) == offered, (action, may)


@play
@given(seeds)
def test_playing_an_action_is_deciding_it_and_applying_the_events(seed):
    """The hand returned with the facts is the same as the one from the facts only."""
    for step in table_of(seed):
        before, after = step.before.table.hand, step.after.table.hand
        if before and is_playing(step.before.table) and not isinstance(step.action, SetLevel | TakeSeat | LeaveSeat):
            events, hand = play_hand(before, step.action, TDA)

            assert events == decide(before, step.action, TDA) == step.events[: len(events)]
            assert hand == reduce(apply_to_hand, events, before) == after


@play
@given(seeds)
def test_a_hand_never_gets_stuck(seed):
    """There is always a next act until the pots are pushed.

    A player may act, a card is due, the pots can be pushed, or the floor must award a pot that no remaining player can
    win.
    """
    for hand in felts(seed):
        may = legal(hand, TDA)

        assert may.seat or may.due or may.push or may.award
        assert not (may.seat and may.push)


def forced(hand: Hand, dice: Random) -> Action:
    """Any act by any player, for the floor to let stand."""
    seat = dice.choice(hand.deal.seats)
    to = dice.choice((dice.randint(0, max(hand.deal.stacks)), hand.price + 1, hand.stacks[0]))
    return dice.choice(
        (
            Fold(seat, "so"),
            Check(seat, "so"),
            Call(seat, "so"),
            Bet(seat, to, "so"),
            RaiseTo(seat, to, "so"),
            Muck(seat, "so"),
            KillHand(seat, "so"),
        )
    )


@play
@given(seeds)
def test_a_hand_goes_on_to_its_end_whatever_the_floor_lets_stand(seed):
    """Acts against the book are refused only if they are impossible. No chip is lost and the hand never gets stuck."""
    dice = Random(seed)
    game = Game()
    for step in hands(tables(dice), 2):
        game = step.after
    while game.table.hands < 6:
        game = ask(game, next_action(game, dice)).after
        hand = game.table.hand
        if is_playing(game.table) and hand and dice.random() < 0.4:
            with suppress(Refused):
                game = ask(game, forced(hand, dice)).after


def between(seats: Iterable[int], start: int, end: int) -> list[int]:
    """The seats clockwise strictly after `start` and before `end`."""
    ring = [*range(start + 1, 12), *range(1, start + 1)]
    return [seat for seat in ring[: ring.index(end)] if seat in seats]


@play
@given(seeds)
def test_nobody_skips_the_big_blind_or_pays_it_twice_in_a_row(seed):
    """
    The big blind goes to the next player, hand by hand, whoever busts, leaves or sits down.
    """
    was = ("", 0)
    for step in table_of(seed, 25, move=0.2):
        deal = step.events[0]
        if isinstance(deal, HandStarted):
            payer = step.before.table.seats[deal.big - 1]
            assert payer is not None
            if was[1]:
                assert payer.player != was[0]
                assert between(players(step.before.table), was[1], deal.big) == []
            was = (payer.player, deal.big)


@play
@given(seeds)
def test_the_button_and_the_small_blind_follow_one_seat_behind(seed):
    """
    The small blind is where the big blind was and the button where the small blind was, player or not; heads-up the
    button has the small blind.
    """
    was: HandStarted | None = None
    for step in table_of(seed, 25, move=0.2):
        deal = step.events[0]
        if isinstance(deal, HandStarted):
            seated = players(step.before.table)
            if len(seated) == 2:
                assert deal.button == deal.small
            elif was:
                assert deal.small == was.big
                assert deal.button == was.small or was.small in (deal.big, deal.small)
            assert len({deal.small, deal.big}) == 2
            was = deal


@play
@given(seeds)
def test_everybody_seated_is_dealt_in_unless_between_the_button_and_the_small_blind(seed):
    """
    The first seat dealt is the first left of the button, and the button, if anybody sits there, is last.
    """
    for step in table_of(seed, 15, move=0.3):
        deal = step.events[0]
        if isinstance(deal, HandStarted):
            waits = between(players(step.before.table), deal.button, deal.small) if deal.button != deal.small else []
            order = [s for s in between(players(step.before.table), deal.button, deal.button) if s not in waits]
            order += [deal.button] if deal.button in players(step.before.table) else []
            assert list(deal.seats) == order or len(order) < 3


@play
@given(seeds)
def test_a_refusal_changes_nothing(seed):
    """Values are never altered: the game before a refusal is the game after it."""
    for step in table_of(seed, 1):
        mark, past, table = step.after.mark, step.after.undo_stack, step.after.table
        for action in (Fold(1), Push(), StartHand(), Undo(), SeeCard(unseen(table.hand)[0])) if table.hand else ():
            with suppress(Refused):
                decide_game(step.after, action)
        assert (step.after.mark, step.after.undo_stack, step.after.table) == (mark, past, table)


def test_a_record_with_an_extra_chip_is_rejected():
    """An event that creates chips stops the table."""
    steps = list(table_of(7, 1))
    started = next(step for step in steps if isinstance(step.events[0], HandStarted))
    hand = started.after.table.hand
    assert hand is not None
    seat = hand.deal.seats[0]

    with pytest.raises(ChipsNotConserved):
        apply(started.after, Called(seat, hand.stacks[0] + 1))
    with pytest.raises(ChipsNotConserved):
        apply(started.after, PotAwarded(0, 5, (seat,), (6,)))


def test_the_same_seed_plays_the_same_hands():
    """A failure found with a seed can be reproduced."""
    assert [step.events for step in table_of(3)] == [step.events for step in table_of(3)]
    assert start(next(hand for hand in felts(3)).deal, TDA)[0] == next(hand for hand in felts(3)).deal
    assert book_of(next(table_of(3)).after.table) == TDA
