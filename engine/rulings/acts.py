"""The actions that a ruling can produce, each limited to what the seat's chips and the betting form allow.

Computes the chips; the caller passes the reason.
"""

from engine.action import Action
from engine.hand.actions.betting import Bet, Call, Check, Fold, RaiseTo
from engine.message import Message, message
from engine.rulings.aloud import act_told
from engine.rulings.motion import BindingAct, Option, Ruling
from engine.rulings.spot import Spot


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
    """The seat bets or raises to `to`, which is increased to the minimum or reduced to the maximum if necessary.

    If the betting is closed to the seat, the action is a call or a check under the clause that closes it. If the chips
    in play cannot make the total, the floor decides and is offered the nearest totals.
    """
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
    """The reason for the ruling, together with why the total is not the one requested."""
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
