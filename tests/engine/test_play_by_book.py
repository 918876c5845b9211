"""The laws of play hold for every shipped book, in limit and pot-limit too, and with straddles."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Straddle, Undo
from engine.events import HandStarted
from engine.game.game import replay
from engine.hand.betting import CAPPED, bet_unit, full_bets
from engine.hand.rules import legal
from engine.table.actions.hands import StartHand
from engine.table.state import chips_at, is_playing
from tests.engine.test_play import accepts, asks
from tests.kit.randomplay import BOOKS, Habits, ask, hands, tables
from tests.kit.sizes import size

pytestmark = pytest.mark.fuzz

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 25)

by_every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
play = settings(max_examples=max(3, EXAMPLES // 5), deadline=None)
seeds = st.integers(0, 2**32 - 1)


@by_every_book
@play
@given(seeds)
def test_no_chip_is_made_or_lost_and_the_record_restores_the_table(book, seed):
    """Also after undo. Nobody ever bets more than they have or less than nothing."""
    record = []
    for step in hands(tables(Random(seed), habits=Habits(kill=0.02, undo=0.03), book=book), 6):
        record += step.record
        table = step.after.table
        in_play = table.hand.pot if is_playing(table) and table.hand else 0
        assert sum(chips_at(table, seat) for seat in range(1, len(table.seats) + 1)) + in_play == table.issued

    assert replay(record) == step.after


@by_every_book
@play
@given(seeds)
def test_legal_and_decide_never_disagree(book, seed):
    """Everything that the buttons offer is accepted, and nothing else, for every seat, amount, card and moment."""
    for step in hands(tables(Random(seed), book=book), 1):
        hand = step.after.table.hand
        if hand and is_playing(step.after.table):
            may = legal(hand, book)
            assert may.seat or may.due or may.push or may.award
            for action, offered in asks(hand, may):
                assert accepts(hand, action, book) == offered, (action, may)


@by_every_book
@play
@given(seeds)
def test_undo_restores_exactly_the_table_before(book, seed):
    """The same table, whatever the action was."""
    for step in hands(tables(Random(seed), book=book), 3):
        if isinstance(step.action, StartHand) or is_playing(step.before.table):
            assert ask(step.after, Undo(confirmed=True)).after.table == step.before.table


@by_every_book
@play
@given(seeds)
def test_every_bet_and_raise_keeps_to_the_books_form(book, seed):
    """
    In limit by one bet, and capped. Doubled or by the last increment, unless all-in. Never above the pot in pot-limit.
    """
    for step in hands(tables(Random(seed), book=book), 8):
        before, after = step.before.table.hand, step.after.table.hand
        if not (before and after and len(after.prices) > len(before.prices) and is_playing(step.before.table)):
            continue
        place = after.aggressor
        price, to = before.price, after.price
        by_limit = book.betting.value == "fixed-limit"
        if book.cap.value == "three-raises" or (by_limit and after.live.count(True) > 2):
            assert full_bets(after, book)[1] <= CAPPED
        if after.stacks[place]:
            unit = bet_unit(before, book)
            assert to - price >= (price if book.min_raise.value == "double" else 0)
            assert to - price >= (0 if by_limit else unit)
            assert to - full_bets(before, book)[0] == unit or to - price == unit or not by_limit
        if book.betting.value == "pot-limit":
            deal = before.deal
            dead = deal.terms.small if deal.small not in deal.seats else 0
            assert to <= price + before.pot + (price - before.bets[place]) + sum(deal.blinds) + dead


def deals(book, seed, count):
    """The deals of one random table whose players sit down and leave all the time."""
    for step in hands(tables(Random(seed), book=book, habits=Habits(move=0.2)), count):
        if not isinstance(step.action, Straddle):  # it deals the same hand again
            yield from (event for event in step.events if isinstance(event, HandStarted))


@by_every_book
@play
@given(seeds)
def test_nobody_has_the_big_blind_twice_in_a_row(book, seed):
    """However the button moves, and also when three players become two."""
    assert all(now.big != was.big for was, now in pairwise(deals(book, seed, 30)))


@pytest.mark.parametrize("book", [BOOKS["house"], BOOKS["tda"]], ids=["stays", "dead"])
@play
@given(seeds)
def test_the_big_blind_skips_nobody(book, seed):
    """It goes to the next player of those who were dealt in before, whoever busts."""
    for was, now in pairwise(deals(book, seed, 30)):
        steps = {seat: (seat - was.big) % 64 for seat in now.seats if seat in was.seats and seat != was.big}
        assert [seat for seat in steps if steps[seat] < (now.big - was.big) % 64] == []
