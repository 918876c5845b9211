"""Action out of turn and skipped players: actions that are held, are binding, or come too late."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.hand.actions.betting import Fold
from engine.hand.actions.floor import KillHand
from engine.hand.betting import actor
from engine.hand.misdeals.action import is_substantial
from engine.hand.state import Hand, index_of
from engine.message import message
from engine.rulings.motion import HeldMotion, Motion, Option, Ruling


def early(hand: Hand, motion: Motion, in_turn: Ruling, book: RuleBook) -> Ruling:
    """The ruling on action before the seat's turn, which is ruled on as if it were in turn. A fold is binding. Anything
    else is held or is not binding."""
    first = hand.deal.seats[actor(hand)]
    if in_turn.act == "fold":
        clause = book.fold_out_of_turn.clause
        fold = Fold(motion.seat, message("folded-out-of-turn").code)
        return replace(in_turn, clause=clause, why=message("early-fold-binds"), actions=(fold,))
    bet = hand.bets[index_of(hand, motion.seat)]
    if (
        not in_turn.act and not in_turn.actions
    ):  # nothing would be binding in turn either; an open choice is offered when it is the seat's turn
        return replace(in_turn, actions=(), options=())
    clause = book.out_of_turn.clause
    if book.out_of_turn.value == "not-binding":
        return Ruling("", bet, sum(motion.moved), clause, message("early-not-binding", first=first))
    held = HeldMotion(motion, hand.street, hand.price, in_turn)
    why = message("early-binds-if-unchanged", first=first)
    return replace(in_turn, clause=clause, why=why, actions=(), options=(), held=held)


def is_changed(held: HeldMotion, hand: Hand) -> bool:
    """Whether the action to a player who acted early has changed. A check, a call or a fold does not change it."""
    return (hand.street, hand.price) != (held.street, held.price)


def bound(held: HeldMotion, book: RuleBook) -> Ruling:
    """The turn has come and the action has not changed, so the out-of-turn action is binding."""
    why = message("early-and-unchanged", why=held.binds.why)
    return replace(held.binds, clause=book.out_of_turn.clause, why=why)


def released(held: HeldMotion, hand: Hand, book: RuleBook) -> Ruling:
    """The bet has changed. The out-of-turn action is not binding, the chips are returned, and every option is open."""
    motion = held.motion
    bet = hand.bets[index_of(hand, motion.seat)]
    why = message("early-and-changed", seat=motion.seat, before=held.price, now=hand.price)
    return Ruling("", bet, sum(motion.moved), book.out_of_turn.clause, why)


def skipped(then: Hand, now: Hand, seat: int, book: RuleBook) -> Ruling:
    """The ruling on a skipped seat. `then` is the hand when it was the seat's turn, and `now` is the hand when the
    player speaks up."""
    bet = now.bets[index_of(now, seat)]
    clause = book.skipped.clause
    entered = sum(now.paid) > sum(then.paid)
    if not is_substantial(now.acts - then.acts, entered, book):
        return Ruling("", bet, 0, clause, message("skipped-in-time", seat=seat), floor=True)
    dead = Option(message("option-hand-dead"), (KillHand(seat, message("skipped").code),))
    choices = (dead, Option(message("option-no-raise")))
    return Ruling("", bet, 0, clause, message("skipped-too-late", seat=seat), floor=True, options=choices)
