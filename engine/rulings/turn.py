"""Action out of turn and players who were skipped: what waits, what binds, what comes too late."""

from msgspec.structs import replace

from engine.actions import Fold, KillHand
from engine.books.rulebook import RuleBook
from engine.hand.betting import actor
from engine.hand.misdeals.action import is_substantial
from engine.hand.state import Hand, place_of
from engine.rulings.aloud import aloud
from engine.rulings.motion import Held, Motion, Option, Ruling


def early(hand: Hand, motion: Motion, in_turn: Ruling, book: RuleBook) -> Ruling:
    """Action before the seat's turn, judged as if it were in turn: a fold binds, the rest waits or does not bind."""
    first = f"seat {hand.deal.seats[actor(hand)]} acts first"
    if in_turn.act == "fold":
        clause = book.fold_out_of_turn.clause
        fold = Fold(motion.seat, f"folded out of turn: {clause}")
        return replace(in_turn, clause=clause, why="a fold out of turn binds", actions=(fold,))
    bet = hand.bets[place_of(hand, motion.seat)]
    clause = book.out_of_turn.clause
    if book.out_of_turn.value == "not-binding":
        return Ruling("", bet, sum(motion.moved), clause, f"out of turn and not binding; {first}")
    held = Held(motion, hand.street, hand.price, in_turn)
    why = f"out of turn, and binds if the bet to the seat does not change; {first}"
    return replace(in_turn, clause=clause, why=why, actions=(), options=(), held=held)


def is_changed(held: Held, hand: Hand) -> bool:
    """Whether the action to a player who acted early has changed: a check, a call or a fold does not change it."""
    return (hand.street, hand.price) != (held.street, held.price)


def bound(held: Held, book: RuleBook) -> Ruling:
    """The turn has come and nothing changed: what was done out of turn binds."""
    why = f"done out of turn, and the bet did not change; {held.binds.why}"
    return replace(held.binds, clause=book.out_of_turn.clause, why=why)


def released(held: Held, hand: Hand, book: RuleBook) -> Ruling:
    """The action changed: what was done out of turn does not bind, the chips go back and every choice is open."""
    motion = held.motion
    bet = hand.bets[place_of(hand, motion.seat)]
    why = f"the bet to seat {motion.seat} changed from {held.price:,} to {hand.price:,}: every choice is open again"
    return Ruling("", bet, sum(motion.moved), book.out_of_turn.clause, why)


def skipped(then: Hand, now: Hand, seat: int, book: RuleBook) -> Ruling:
    """What becomes of a seat that was skipped: `then` was its turn, `now` it speaks up."""
    bet = now.bets[place_of(now, seat)]
    clause = book.skipped.clause
    entered = sum(now.paid) > sum(then.paid)
    if not is_substantial(now.acts - then.acts, entered, book):
        why = f"seat {seat} spoke in time: what was done after it goes back, and it acts now"
        return aloud(Ruling("", bet, 0, clause, why, floor=True))
    why = f"seat {seat} spoke too late: what was done after it stands, and the floor rules on its hand"
    choices = (Option("the hand is dead", (KillHand(seat, why),)), Option("it may call or check, not raise"))
    return aloud(Ruling("", bet, 0, clause, why, floor=True, options=choices))
