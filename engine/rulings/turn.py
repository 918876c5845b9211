"""Rulings on action out of turn, on skipped players, and on a wrong bet that is found after others have acted on it."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.hand.actions import CorrectBets, Fold, KillHand, is_correctable
from engine.hand.betting import actor
from engine.hand.misdeals.remedy import is_substantial
from engine.hand.state import Hand, index_of, is_street_open
from engine.message import message
from engine.refused import Refused
from engine.rulings.motion import BindingAct, HeldMotion, Motion, Option, Ruling
from engine.rulings.spot import Spot, spot_of


def early(hand: Hand, motion: Motion, in_turn: Ruling, book: RuleBook) -> Ruling:
    """The ruling on an action before the seat's turn. `in_turn` is the ruling that the action would get in turn. A fold
    is binding; anything else is held or is not binding."""
    first = hand.deal.seats[actor(hand)]
    if in_turn.act == "fold":
        clause = book.fold_out_of_turn.clause
        fold = Fold(motion.seat, "reason-folded-out-of-turn")
        return replace(in_turn, clause=clause, why=message("early-fold-binds"), actions=(fold,))
    bet = hand.bets[index_of(hand, motion.seat)]
    # If nothing would be binding in turn either, an open choice is offered when it is the seat's turn.
    if not in_turn.act and not in_turn.actions:
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
    """The ruling on a skipped seat. `then` is the hand at the seat's turn, and `now` is the hand when the player speaks
    up."""
    bet = now.bets[index_of(now, seat)]
    clause = book.skipped.clause
    entered = sum(now.paid) > sum(then.paid)
    if not is_substantial(now.acts - then.acts, entered, book):
        return Ruling("", bet, 0, clause, message("skipped-in-time", seat=seat), floor=True)
    dead = Option(message("option-hand-dead"), (KillHand(seat, "reason-skipped"),))
    choices = (dead, Option(message("option-no-raise")))
    return Ruling("", bet, 0, clause, message("skipped-too-late", seat=seat), floor=True, options=choices)


def found_late(then: Hand, made: int, now: Hand, seat: int, book: RuleBook) -> Ruling:
    """The ruling on the seat's bet or raise to `made`. `then` is the hand at the seat's turn, and `now` is the hand
    when the bet is found to be too small or above the limit. Raises `Refused` if it was neither."""
    index = index_of(then, seat)
    spot = spot_of(then, index, book)
    least = min(spot.full, spot.all_in)
    if not spot.closed and made > spot.most:
        return _too_large(spot, then, made, now, book)
    if spot.closed or not spot.price < made < least:
        raise Refused("no-wrong-bet", book.late_error.clause, seat=seat)
    act, clause = _act(spot), book.late_error.clause
    adds = _adds(then, made, least - made, now) if _same_street(then, now) else {}
    if not adds:
        return Ruling(act, made, 0, clause, message("small-bet-stands", made=made))
    why = message("small-bet-corrected", made=made, least=least)
    return Ruling(act, least, 0, clause, why, floor=True, actions=(_correction(now, adds, "reason-bet-too-small"),))


def _too_large(spot: Spot, then: Hand, made: int, now: Hand, book: RuleBook) -> Ruling:
    """A bet that was too large is reduced for everyone who put in more than the limit (TDA 2024 rule 52-B), unless it
    was raised or the street is over."""
    act, most, clause = _act(spot), spot.most, book.late_error.clause_of("above")
    street = _street(then, now)
    if not _same_street(then, now) or max(street) > made:
        return Ruling(act, made, 0, clause, message("large-bet-stands", made=made, most=most))
    backs = {index: most - total for index, total in enumerate(street) if total > most and now.live[index]}
    why = message("large-bet-corrected", made=made, most=most)
    return Ruling(act, most, made - most, clause, why, floor=True,
                  actions=(_correction(now, backs, "reason-bet-above-limit"),))  # fmt: skip


def _act(spot: Spot) -> BindingAct:
    return "bet" if spot.opens else "raise"


def _correction(now: Hand, chips: dict[int, int], reason: str) -> CorrectBets:
    return CorrectBets(tuple(now.deal.seats[index] for index in chips), tuple(chips.values()), reason)


def _same_street(then: Hand, now: Hand) -> bool:
    """Whether both hands are on the same street, and no cards of the next one have been dealt."""
    return is_correctable(now) and now.board == then.board


def _street(then: Hand, now: Hand) -> list[int]:
    """The chips that each player has put in on the street, by player index."""
    return [now.paid[index] - then.paid[index] + then.bets[index] for index in range(len(now.paid))]


def _adds(then: Hand, made: int, missing: int, now: Hand) -> dict[int, int]:
    """The chips that each player who bet or called `made` must add, as far as their stack allows. Empty if the bet has
    been raised."""
    street = _street(then, now)
    if max(street) > made:
        return {}
    matched = [index for index, total in enumerate(street) if total == made and now.live[index] and now.stacks[index]]
    adds = {index: min(missing, now.stacks[index]) for index in matched}
    if is_street_open(now):
        return adds
    # The street is closed and nobody else will act on it, so nobody adds more than another player can match.
    matching = sorted(adds.values())[-2:-1]
    return {index: min(chips, matching[0]) for index, chips in adds.items()} if matching else {}
