"""Whether a motion can have happened at all. Refuses what cannot; judges nothing."""

from collections import Counter

from engine.actions import SeeCard
from engine.books.rulebook import RuleBook
from engine.hand.betting import actor
from engine.hand.dealing import judge
from engine.hand.state import Hand, place_of
from engine.refused import Refused
from engine.rulings.motion import Motion


def place_in(hand: Hand, seat: int, book: RuleBook) -> int:
    """The place of a seat that was dealt in. Raises `Refused`."""
    place = place_of(hand, seat)
    if place < 0:
        raise Refused(f"seat {seat} is not in this hand", book.in_turn.clause)
    if hand.over:
        raise Refused("the hand is over", book.corrections.clause)
    return place


def can_act(hand: Hand, place: int, book: RuleBook) -> None:
    """Refuses a place that has folded, is all-in, or when nobody can bet."""
    seat = hand.deal.seats[place]
    if not hand.live[place]:
        raise Refused(f"seat {seat} has folded", book.in_turn.clause)
    if hand.stacks[place] == 0:
        raise Refused(f"seat {seat} is all-in", book.in_turn.clause)
    if actor(hand) < 0:
        raise Refused("no betting now: the street is closed", book.in_turn.clause)


def chips_there(hand: Hand, place: int, motion: Motion, book: RuleBook) -> None:
    """Refuses chips that are not in play or not the seat's to move."""
    seat, unit = hand.deal.seats[place], hand.deal.terms.chip
    for chip in (*motion.moved, *motion.chips, *motion.prior, *motion.pulled):
        if chip <= 0 or chip % unit:
            raise Refused(f"there is no chip of {chip:,} in play: the smallest is {unit:,}", book.odd_chips.clause)
    if motion.motions and motion.chips not in ((), motion.motions[0], motion.moved):
        raise Refused("the chips are not those of the motions", book.string_bet.clause)
    _prior_there(hand, place, motion, book)
    out = (sum(motion.prior) or hand.bets[place]) - sum(motion.pulled) + sum(motion.moved)
    all_in = hand.bets[place] + hand.stacks[place]
    if out > all_in:
        raise Refused(f"seat {seat} has {all_in:,} for this street in all, not {out:,}", book.chips_behind.clause)


def _prior_there(hand: Hand, place: int, motion: Motion, book: RuleBook) -> None:
    seat, bet = hand.deal.seats[place], hand.bets[place]
    clause = book.prior_chips.clause
    if motion.prior and (not bet or sum(motion.prior) < bet):
        raise Refused(f"seat {seat} has {bet:,} in front, not {sum(motion.prior):,}", clause)
    if Counter(motion.pulled) - Counter(motion.prior):
        raise Refused("only chips of the earlier bet can be taken back: say which lay there", clause)


def by_itself(motion: Motion, clause: str) -> None:
    """Refuses words and chips beside what is ruled on for itself."""
    if motion.said or motion.moved or motion.prior or motion.pulled:
        raise Refused("rule on this and on the words and chips one after the other", clause)


def cards_there(hand: Hand, motion: Motion, book: RuleBook) -> None:
    """Refuses cards that the seat cannot hold, and seats that are not there to see them."""
    by_itself(motion, book.show_one.clause)
    known = hand.tabled[place_of(hand, motion.seat)]
    if len({*known, *motion.exposed}) > 2 or len(set(motion.exposed)) < len(motion.exposed):
        raise Refused(f"seat {motion.seat} holds two cards", book.show_one.clause)
    for card in motion.exposed:
        judge(hand, SeeCard(card, motion.seat, "exposed"), book)
    for seat in motion.shown_to:
        place_in(hand, seat, book)
