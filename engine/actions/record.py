"""Actions on the record: repair, undo and redo. `engine.game` decides them."""

import msgspec

from engine.action import Action
from engine.actions.touches import PutIn
from engine.hand.actions.betting import Bet, Call, Check, Fold, RaiseTo
from engine.hand.actions.cards import SeeCard
from engine.hand.actions.showdown import Muck

Act = Fold | Check | Call | Bet | RaiseTo | PutIn | SeeCard | Muck
"""An action that a repair can insert into a hand."""


class LineRepair(msgspec.Struct, frozen=True, gc=False, tag_field="change"):
    """The base class of repairs to a line of the hand."""


class DropAct(LineRepair, frozen=True, tag="drop"):
    """The recorded action did not happen."""


class ReplaceAct(LineRepair, frozen=True, tag="replace"):
    """This action happened instead."""

    action: Act


class InsertBefore(LineRepair, frozen=True, tag="insert"):
    """This action happened before the one on the line."""

    action: Act


class Amend(Action, frozen=True, tag="amend"):
    """Repair the line of the hand at `mark` in the record. The later actions are replayed from the taps that recorded
    them. Once there has been substantial action in the next hand, the floor must give a reason."""

    mark: int
    change: DropAct | ReplaceAct | InsertBefore
    floor: str = ""


class Undo(Action, frozen=True, tag="undo"):
    """Take back the last action and everything that followed from it. Set `confirmed` if the dealer has confirmed a
    mistaken tap, which some rule books require. Once there has been substantial action in the next hand, the floor must
    give a reason."""

    confirmed: bool = False
    floor: str = ""


class Redo(Action, frozen=True, tag="redo"):
    """Repeat the action that was last taken back."""
