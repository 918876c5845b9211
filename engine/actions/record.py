"""What may be asked of the record: repair, undo and redo."""

import msgspec

from engine.actions.base import Action
from engine.actions.hand import Bet, Call, Check, Fold, Muck, PutIn, RaiseTo, SeeCard

Act = Fold | Check | Call | Bet | RaiseTo | PutIn | SeeCard | Muck
"""What a seat or a card did, in the middle of a hand."""


class Change(msgspec.Struct, frozen=True, tag_field="change"):
    """The family of what can be repaired in a line of the hand."""


class DropAct(Change, frozen=True, tag="drop"):
    """It did not happen."""


class ReplaceAct(Change, frozen=True, tag="replace"):
    """This happened instead."""

    action: Act


class InsertBefore(Change, frozen=True, tag="insert"):
    """This happened before it."""

    action: Act


class Amend(Action, frozen=True, tag="amend"):
    """Repair the line of the hand that the record holds at `mark`; what followed is played again as it was tapped. Once
    there is substantial action in the next hand, the floor's reason is needed."""

    mark: int
    change: DropAct | ReplaceAct | InsertBefore
    floor: str = ""


class Undo(Action, frozen=True, tag="undo"):
    """Take back the last thing asked, with all that followed from it; `confirmed` where the book first asks whether it
    was a wrong tap. Once there is substantial action in the next hand, the floor's reason is needed."""

    confirmed: bool = False
    floor: str = ""


class Redo(Action, frozen=True, tag="redo"):
    """Do again what was last taken back."""
