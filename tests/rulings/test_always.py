"""Laws that hold for any motion at any moment of any hand, by every book."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action
from engine.books.rulebook import CHOICES, RuleBook
from engine.hand.betting import actor
from engine.hand.rules import apply, decide, legal
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.motion import Motion, Ruling, aloud
from engine.rulings.rule import rule, settle
from engine.table.state import is_playing
from tests.kit.randomplay import BOOKS, chips_in, hands, tables, unseen
from tests.kit.sizes import size
from tests.rulings.ruled import after, bet_then, clauses
from tests.said import SPOKEN, assert_said

pytestmark = pytest.mark.fuzz

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 25, daily=10)
MOTIONS = 12
"""Tried at each moment of a hand."""

WORDS = (
    "", "", "", "call", "check", "fold", "raise", "bet", "all in", "raise {}", "bet {}", "{}", "{}", "raise {} more",
    "five", "raise five", "pot", "if you bet i call", "call and raise {}", "bananas", "two hundred", "1.5k",
)  # fmt: skip
seeds = st.integers(0, 2**32 - 1)
play = settings(max_examples=max(1, EXAMPLES // 5))


def moments(dice: Random, book: RuleBook) -> Iterator[Hand]:
    """Every moment of two random hands."""
    for step in hands(tables(dice, book=book), 2):
        hand = step.after.table.hand
        if hand and is_playing(step.after.table):
            yield hand


def random_chips(dice: Random, hand: Hand, place: int) -> tuple[int, ...]:
    """Chips of a few kinds: near the call, near the stack, or any; sometimes an impossible amount."""
    unit = hand.deal.terms.chip
    behind = hand.stacks[place]
    about = dice.choice((hand.price, 2 * hand.price, behind, behind // 2, dice.randint(1, 50) * unit))
    whole = about // unit * unit
    parts = dice.randint(0, 4)
    small = [unit * dice.choice((1, 1, 2, 5)) for _ in range(parts)]
    chips = [chip for chip in (whole - sum(small), *small) if chip > 0]
    return tuple(chips + [dice.choice((-unit, 0, 1, 10**9))] * (dice.random() < 0.02))


def random_motion(dice: Random, hand: Hand) -> Motion:
    """Something that a player may have said and done, or something impossible."""
    turn = actor(hand)
    place = turn if turn >= 0 and dice.random() < 0.7 else dice.randrange(len(hand.stacks))
    chips = random_chips(dice, hand, place)
    more: dict[str, Any] = {"chips": chips}
    if dice.random() < 0.2:
        cut = dice.randint(0, len(chips))
        more = {"motions": tuple(part for part in (chips[:cut], chips[cut:]) if part)}
    if hand.bets[place] and dice.random() < 0.3:
        more["prior"] = dice.choice(((hand.bets[place],), (hand.deal.terms.chip, hand.bets[place])))
        more["pulled"] = more["prior"][: dice.randint(0, 2)]
    rare: list[dict[str, Any]] = [
        {"splashed": True}, {"chips_first": True}, {"out_of_turn": True}, {"behind": 100},
        {"exposed": tuple(dice.sample(unseen(hand), 2))}, {"shown_to": (hand.deal.seats[0],)},
    ]  # fmt: skip
    if dice.random() < 0.4:
        more |= dice.choice(rare)
    said = dice.choice(WORDS).format(dice.choice((hand.price, 2 * hand.price, sum(chips), dice.randint(0, 3_000))))
    return Motion(hand.deal.seats[place], said, **more)


def rulings(dice: Random, book: RuleBook) -> Iterator[tuple[Hand, Motion, Ruling]]:
    """Random motions at every moment of random hands that the rules accept."""
    for hand in moments(dice, book):
        for _ in range(MOTIONS):
            motion = random_motion(dice, hand)
            try:
                ruling = rule(hand, motion, book)
            except Refused:
                continue
            yield hand, motion, ruling


books = pytest.mark.parametrize("name", BOOKS)


@books
@play
@given(seeds)
def test_a_ruling_can_be_applied_and_the_hand_then_shows_its_total(name, seed):
    """
    The actions are accepted, no chip is made or lost, and the seat has `to` in front.
    """
    book = BOOKS[name]
    for hand, motion, ruling in rulings(Random(seed), book):
        if ruling.actions or not ruling.act:
            assert bet_then(hand, motion.seat, ruling, book) == ruling.to
        done = after(hand, ruling, book)
        assert sum(done.stacks) + done.pot == sum(hand.deal.stacks)


@books
@play
@given(seeds)
def test_every_option_of_a_ruling_is_accepted(name, seed):
    """The floor's alternatives are accepted too."""
    book = BOOKS[name]
    for hand, _, ruling in rulings(Random(seed), book):
        for option in ruling.options:
            done = hand
            for action in option.actions:
                done = carried_out(done, action, book)


def carried_out(hand: Hand, action: Action, book: RuleBook) -> Hand:
    """The hand after one action. Raises `Refused`."""
    for event in decide(hand, action, book):
        hand = apply(hand, event)
    return hand


@books
@play
@given(seeds)
def test_a_ruling_never_returns_more_chips_than_were_put_out(name, seed):
    """Change that is due from an earlier bet is included. Chips that were announced in full stay."""
    book = BOOKS[name]
    for hand, motion, ruling in rulings(Random(seed), book):
        bet = hand.bets[index_of(hand, motion.seat)]
        change = max(0, sum(motion.prior) - bet)
        assert 0 <= ruling.returned <= sum(motion.moved) + change
        if ruling.act:
            out = (sum(motion.prior) or bet) - sum(motion.pulled) + sum(motion.moved)
            assert ruling.returned == max(0, out - ruling.to)


@books
@play
@given(seeds)
def test_every_ruling_names_a_clause_of_its_book_and_says_why(name, seed):
    """The clause is one of the book's, and the reason is one sentence in every language."""
    book = BOOKS[name]
    named = {clause for choice in CHOICES for clause in clauses(getattr(book, choice))}
    for _, _, ruling in rulings(Random(seed), book):
        assert ruling.clause in named
        for each in (aloud(ruling), *(option.says for option in ruling.options)):
            assert_said(each)
        for words in SPOKEN:
            said = words.sentence(aloud(ruling))
            assert said[0].isupper() or said[0].isdigit()
            assert said.endswith(".")


@books
@play
@given(seeds)
def test_every_reason_on_record_is_a_code_that_has_a_text(name, seed):
    """The record has no sentence of one release or language."""
    for _, _, ruling in rulings(Random(seed), BOOKS[name]):
        for action in (*ruling.actions, *(action for option in ruling.options for action in option.actions)):
            if reason := getattr(action, "floor", "") or getattr(action, "why", ""):
                assert all(reason in words.reasons for words in SPOKEN), reason


@books
@play
@given(seeds)
def test_every_refusal_has_a_text(name, seed):
    """Every impossible motion gets a refusal in every language."""
    book, dice = BOOKS[name], Random(seed)
    for hand in moments(dice, book):
        for _ in range(MOTIONS):
            motion = random_motion(dice, hand)
            try:
                rule(hand, motion, book)
            except Refused as refused:
                assert_said(refused.message)


@books
@play
@given(seeds)
def test_only_a_fold_or_the_floor_needs_a_reason(name, seed):
    """An action that the book allows needs no floor. It is one of the legal actions."""
    book = BOOKS[name]
    for hand, motion, ruling in rulings(Random(seed), book):
        may = legal(hand, book)
        if ruling.act and ruling.actions and not ruling.floor and may.seat == motion.seat:
            (action,) = ruling.actions
            assert getattr(action, "floor", None) == ""
            assert type(action) in {type(ask) for ask in chips_in(may, Random(0))}
            assert ruling.act not in ("bet", "raise") or may.least <= ruling.to <= may.most


@books
@play
@given(seeds)
def test_held_action_binds_exactly_when_the_bet_to_the_player_is_the_same(name, seed):
    """When the turn comes, the action stands as it was held, or nothing binds and the chips go back."""
    book = BOOKS[name]
    dice = Random(seed)
    for hand, motion, ruling in rulings(dice, book):
        if ruling.held is None:
            continue
        now = hand
        while actor(now) >= 0 and now.street == hand.street and now.deal.seats[actor(now)] != motion.seat:
            now = carried_out(now, dice.choice(chips_in(legal(now, book), dice, now.deal.terms.chip)), book)
        if actor(now) < 0 or now.street != hand.street:
            continue
        settled = settle(ruling.held, now, book)
        if now.price == hand.price:
            assert (settled.act, settled.to) == (ruling.act, ruling.to) or not legal(now, book).most
            assert bet_then(now, motion.seat, settled, book) == settled.to
        else:
            assert (settled.act, settled.returned) == ("", sum(motion.moved))
