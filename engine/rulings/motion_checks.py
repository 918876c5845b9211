"""Checks whether a motion is possible at all. These checks refuse impossible motions, but they do not rule on
anything."""

from collections import Counter

from engine.books.rulebook import RuleBook
from engine.hand.actions.cards import SeeCard
from engine.hand.betting import actor
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.motion import Motion


def index_in(hand: Hand, seat: int, book: RuleBook) -> int:
    """The index of a seat that was dealt in. Raises `Refused` if it was not, or if the hand is over."""
    index = index_of(hand, seat)
    if index < 0:
        raise Refused("seat-not-in-hand", book.in_turn.clause, seat=seat)
    if hand.over:
        raise Refused("hand-is-over", book.corrections.clause)
    return index


def check_can_act(hand: Hand, index: int, book: RuleBook) -> None:
    """Raises `Refused` for a player who has folded or is all-in, or while nobody can bet."""
    seat = hand.deal.seats[index]
    if not hand.live[index]:
        raise Refused("seat-folded", book.in_turn.clause, seat=seat)
    if hand.stacks[index] == 0:
        raise Refused("seat-all-in", book.in_turn.clause, seat=seat)
    if actor(hand) < 0:
        raise Refused("betting-closed", book.in_turn.clause)


def check_chips(hand: Hand, index: int, motion: Motion, book: RuleBook) -> None:
    """Raises `Refused` for chips that are not in play or that the seat may not move."""
    seat, unit = hand.deal.seats[index], hand.deal.terms.chip
    for chip in (*motion.moved, *motion.chips, *motion.prior, *motion.pulled):
        if chip <= 0 or chip % unit:
            raise Refused("no-such-chip", book.odd_chips.clause, chip=chip, smallest=unit)
    if motion.motions and motion.chips not in ((), motion.motions[0], motion.moved):
        raise Refused("chips-not-of-motions", book.string_bet.clause)
    _prior_there(hand, index, motion, book)
    out = (sum(motion.prior) or hand.bets[index]) - sum(motion.pulled) + sum(motion.moved)
    all_in = hand.bets[index] + hand.stacks[index]
    if out > all_in:
        raise Refused("more-than-seat-has", book.chips_behind.clause, seat=seat, chips=all_in, told=out)


def _prior_there(hand: Hand, index: int, motion: Motion, book: RuleBook) -> None:
    seat, bet = hand.deal.seats[index], hand.bets[index]
    clause = book.prior_chips.clause
    if motion.prior and (not bet or sum(motion.prior) < bet):
        raise Refused("other-bet-in-front", clause, seat=seat, bet=bet, told=sum(motion.prior))
    if Counter(motion.pulled) - Counter(motion.prior):
        raise Refused("pulled-chips-unknown", clause)


def check_alone(motion: Motion, clause: str) -> None:
    """Raises `Refused` for words or chips given together with an irregularity, because each is ruled on separately."""
    if motion.said or motion.moved or motion.prior or motion.pulled:
        raise Refused("rule-one-by-one", clause)


def check_cards(hand: Hand, motion: Motion, book: RuleBook) -> None:
    """Raises `Refused` for cards that the seat cannot hold and for viewers who are not in the hand."""
    check_alone(motion, book.show_one.clause)
    known = hand.tabled[index_of(hand, motion.seat)]
    if len({*known, *motion.exposed}) > 2 or len(set(motion.exposed)) < len(motion.exposed):
        raise Refused("seat-holds-two-cards", book.show_one.clause, seat=motion.seat)
    for card in motion.exposed:
        SeeCard(card, motion.seat, "exposed").decide(hand, book)
    for seat in motion.shown_to:
        index_in(hand, seat, book)
