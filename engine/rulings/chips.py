"""The actions that a ruling can produce, each limited to what the seat's chips and the betting form allow, and the
meaning of chips put out silently. Knows nothing about words."""

from msgspec.structs import replace

from engine.event import Action
from engine.hand.actions import Bet, Call, Check, Fold, ForfeitChips, RaiseTo
from engine.message import Message, message
from engine.rulings.motion import BindingAct, Motion, Option, Ruling, act_told
from engine.rulings.spot import Spot

TINY = 10
"""The smallest chip counts as tiny if a call needs more than this many of them. TDA rule 41 does not give a number."""


def fold(spot: Spot, out: int, clause: str, why: Message, floor: str = "") -> Ruling:
    """The seat folds. Chips put out with the fold are returned. `out` is the total in front of the seat."""
    return Ruling("fold", spot.bet, max(0, out - spot.bet), clause, why, bool(floor), (Fold(spot.seat, floor),))


def check_or_call(spot: Spot, out: int, clause: str, why: Message) -> Ruling:
    """The seat matches the price or calls all-in for less. If there is nothing to match, it checks."""
    to = max(spot.bet, min(spot.price, spot.all_in))
    back = max(0, out - to)
    if spot.owed:
        return Ruling("call", to, back, clause, why, actions=(Call(spot.seat),))
    return Ruling("check", to, back, clause, why, actions=(Check(spot.seat),))


def wager(spot: Spot, to: int, out: int, clause: str, why: Message) -> Ruling:
    """The seat bets or raises to `to`, or to the nearest allowed total. If the betting is closed to the seat, it calls
    or checks. If chips cannot make the total, the floor decides and is offered the nearest totals."""
    if spot.closed:
        return check_or_call(spot, out, spot.closed.clause, message("no-raise", why=spot.closed.why))
    right = min(max(to, spot.full), spot.most)
    if not spot.is_in_chips(right):
        unpaid = message("said-not-in-chips", said=right, chip=spot.unit)
        near = tuple(
            Option(act_told(_act(spot, there), there), (_action(spot, there),)) for there in spot.nearest(right)
        )
        return Ruling("", spot.bet, 0, spot.book.odd_chips.clause, unpaid, floor=True, options=near)
    act = _act(spot, right)
    return Ruling(
        act, right, max(0, out - right), clause, _changed(spot, to, right, why), actions=(_action(spot, right),)
    )


def _act(spot: Spot, to: int) -> BindingAct:
    return "all-in" if to == spot.all_in else "bet" if spot.opens else "raise"


def _action(spot: Spot, to: int) -> Action:
    return Bet(spot.seat, to) if spot.opens else RaiseTo(spot.seat, to)


def _changed(spot: Spot, asked: int, right: int, why: Message) -> Message:
    if right > asked:
        if right == spot.full:
            return message("at-least", why=why, least=spot.full)
        return message("at-least-with-last-chips", why=why, least=spot.full)
    if right in (asked, spot.all_in):
        return why
    if spot.book.betting.value == "fixed-limit":
        return message("limit-is-fixed", why=why)
    pot = right - spot.price
    if spot.owed:
        return message("at-most-call-and-pot", why=why, call=spot.owed, pot=pot)
    return message("at-most-pot", why=why, pot=pot)


def laid_out(spot: Spot, motion: Motion) -> int:
    """The chips in front of the seat after the motion: what is left of an earlier bet, plus the new ones."""
    return _left_out(spot, motion) + sum(motion.chips)


def _left_out(spot: Spot, motion: Motion) -> int:
    return (sum(motion.prior) or spot.bet) - sum(motion.pulled)


def silent(spot: Spot, motion: Motion) -> Ruling:
    """The action implied by chips put in without a declaration."""
    out = laid_out(spot, motion)
    if spot.owed and out < spot.price:
        return _short(spot, motion, out)
    if spot.opens and len(motion.chips) == 1 and out >= spot.full:
        return wager(spot, out, out, _one_chip(spot), message("one-chip-is-bet"))
    if _prior_counts(spot, motion) and not _always_calls(spot, motion):
        return by_half(spot, out, out, spot.book.prior_chips.clause)
    return by_half(spot, out, out, spot.book.min_bet.clause) if spot.opens else _new_chips(spot, motion, out)


def _one_chip(spot: Spot) -> str:
    rule, betting = spot.book.oversized_chip, spot.book.betting.value
    if betting == "fixed-limit":
        return rule.clause_of("limit")
    if betting == "pot-limit":
        return rule.clause
    if spot.street == 0:
        return rule.clause_of("before-flop")
    return rule.clause_of("first-in" if spot.opens else "facing")


def _always_calls(spot: Spot, motion: Motion) -> bool:
    """Whether one chip before the flop is a call (or a check for the big blind), whatever is already in front."""
    to_the_letter = spot.book.oversized_chip.value == "call-before-flop" and spot.street == 0
    return to_the_letter and len(motion.chips) == 1 and not motion.pulled


def _prior_counts(spot: Spot, motion: Motion) -> bool:
    """Whether an earlier bet counts together with the new chips, because it covers the call or some of it was taken
    back."""
    left, before = _left_out(spot, motion), sum(motion.prior) or spot.bet
    if spot.book.prior_chips.value == "combined-where-they-covered" and before >= spot.price:
        return before > 0  # TDA 46-C: this also applies if all of them were taken back
    return left > 0 and (left >= spot.price or bool(motion.pulled))


def _new_chips(spot: Spot, motion: Motion, out: int) -> Ruling:
    """The ruling on new chips that reach the price, whether or not an untouched earlier bet is next to them."""
    if out == spot.price:
        return check_or_call(spot, out, spot.book.calling.clause, message("exactly-call"))
    if len(motion.chips) == 1:
        return check_or_call(spot, out, _one_chip(spot), message("oversized-chip-calls"))
    if out - min(motion.chips) < spot.price:
        why = message("all-chips-needed-to-call", chip=min(motion.chips))
        return check_or_call(spot, out, spot.book.multiple_chips.clause, why)
    return by_half(spot, out, out, spot.book.multiple_chips.clause)


def by_half(spot: Spot, total: int, out: int, clause: str) -> Ruling:
    """Half or more of the chips still needed for a full bet or raise counts as a full bet or raise. Less is a call or a
    check."""
    half = spot.book.half_rule
    if total >= spot.full:
        there = min(total, spot.all_in)
        full = message("full-bet", chips=there) if spot.opens else message("full-raise", chips=there)
        return wager(spot, total, out, clause, full)
    if total >= spot.all_in:
        return wager(spot, total, out, clause, message("last-chips"))
    if spot.opens and half.value == "half-completes-a-raise":
        return wager(spot, total, out, half.clause_of("open"), message("bet-is-at-least", least=spot.full))
    if total >= spot.half:
        enough = message("half-of-bet", chips=total) if spot.opens else message("half-of-raise", chips=total)
        return wager(spot, total, out, half.clause_of("half"), enough)
    little = message("too-little-to-bet", chips=total) if spot.opens else message("too-little-to-raise", chips=total)
    return check_or_call(spot, out, half.clause_of("less"), little)


def _short(spot: Spot, motion: Motion, out: int) -> Ruling:
    if out == spot.all_in:
        return check_or_call(spot, out, spot.book.calling.clause, message("last-chips"))
    if motion.pulled:
        return pulled_back(spot, out)
    if motion.chips == (spot.unit,) and spot.owed > TINY * spot.unit:
        return _call_or_forfeit(spot, sum(motion.chips), out, spot.book.calling.clause, message("tiny-chip"))
    return under_call(spot, sum(motion.chips), out)


def pulled_back(spot: Spot, out: int) -> Ruling:
    """A player who has taken back a chip from an earlier bet may no longer fold."""
    return check_or_call(spot, out, spot.book.prior_chips.clause, message("earlier-chips-taken-back"))


def under_call(spot: Spot, chips: int, out: int) -> Ruling:
    """Too few chips count as a full call, or the floor decides whether the player folds and forfeits `chips`."""
    clause = spot.book.under_call.clause
    if spot.heads_up or spot.answered <= 1:
        why = message("too-few-heads-up") if spot.heads_up else message("too-few-for-opening-bet")
        return check_or_call(spot, out, clause, why)
    why = message("too-few-after-raise")
    covered = [price for price in spot.prices if spot.bet < price <= spot.bet + chips]
    if covered and spot.book.under_call.value == "call-or-forfeit-of-the-bet-covered":
        chips = max(covered) - spot.bet  # TDA 51, example 4 of its addendum
    else:
        chips -= chips % spot.unit  # the chips in play may not be able to make an announced amount
    return _call_or_forfeit(spot, chips, out, clause, why)


def _call_or_forfeit(spot: Spot, chips: int, out: int, clause: str, why: Message) -> Ruling:
    call = check_or_call(spot, out, clause, why)
    fold = Fold(spot.seat)
    forfeit = Option(message("option-forfeit"), (ForfeitChips(spot.seat, chips, "reason-too-few-chips"), fold))
    leave = forfeit if chips else Option(message("option-fold"), (fold,))
    return replace(call, floor=True, options=(Option(message("option-call"), (Call(spot.seat),)), leave))
