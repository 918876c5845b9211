"""The dealer's procedure for an irregularity whose steps include betting, until its last street is dealt."""

from collections.abc import Sequence

import msgspec

from engine.events import MishapDeclared, MishapKind
from engine.game.steps import Step
from engine.hand.betting import actor
from engine.hand.misdeals.rules import remedy
from engine.hand.showdown import is_decided
from engine.hand.state import BOARD_CARDS, STREETS, StreetPrepared
from engine.message import Message
from engine.table.state import Table, book_of, is_playing

BETTING = "step-finish-betting"
"""The step that players take at the table, not the dealer."""


class OpenRepair(msgspec.Struct, frozen=True):
    """All steps of the procedure. While the betting has to be finished first, `next` is the step that follows it."""

    kind: MishapKind
    street: str
    steps: tuple[Message, ...]
    next: Message | None = None


def open_repair(table: Table, steps: Sequence[Step]) -> OpenRepair | None:
    """The last procedure that is not finished yet; None if there is none. `steps` lead to this `table`."""
    now = table.hand
    declared = next((step for step in reversed(steps) if isinstance(step.event, MishapDeclared)), None)
    if now is None or declared is None or not is_playing(table) or is_decided(now):
        return None
    then, event = declared.table.hand, declared.event
    if then is None or not isinstance(event, MishapDeclared) or then.deal.hand != now.deal.hand:
        return None
    found = remedy(then, event.mishap, book_of(declared.table))
    codes = [step.code for step in found.steps]
    prepared = [STREETS.index(one.street) for one in found.events if isinstance(one, StreetPrepared)]
    if BETTING not in codes or not prepared or len(now.board) >= BOARD_CARDS[max(prepared)]:
        return None
    goes_on = now.street == then.street and len(now.board) == len(then.board) and actor(now) >= 0
    following = found.steps[codes.index(BETTING) + 1] if goes_on else None
    return OpenRepair(event.mishap.kind, STREETS[now.street], found.steps, following)
