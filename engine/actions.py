"""The actions that a table can receive, listed for msgspec. Defines the dealer's touches and repairs, which
`engine.game` decides. All other actions are defined together with their rules, and each module of
`engine.table.actions` lists its own. An action is not yet a fact, because the engine may refuse it."""

import msgspec

from engine.event import Action, PlayOn
from engine.hand.actions import (
    Bet,
    Call,
    Check,
    CorrectBets,
    Declare,
    Fold,
    ForfeitChips,
    KillHand,
    Muck,
    Push,
    RaiseTo,
    SeeCard,
)
from engine.hand.state import BOARD
from engine.table.actions import chips, hands, penalties, people, setup, staff, time_chips
from engine.table.state import RoomAction


class Straddle(PlayOn, frozen=True, tag="straddle"):
    """In the hand just dealt, before anyone has acted, the player to the left of the big blind posts twice the big
    blind."""


class PutIn(PlayOn, frozen=True, tag="put-in"):
    """The seat has put in chips: a total of `to` for the street, or exactly the amount to call if `to` is 0. Live seats
    passed over since the last turn are taken to have folded if they owed chips and to have checked if they did not."""

    seat: int
    to: int = 0


class ComeTo(PlayOn, frozen=True, tag="come-to"):
    """It is now the seat's turn. Live seats passed over are taken to have folded if they owed chips and to have checked
    if they did not."""

    seat: int


class CloseStreet(PlayOn, frozen=True, tag="close-street"):
    """Betting on the street is over, as if the next card had been read. No screen sends it: the first card of the next
    street ends the betting. Journals of version 0.2 and earlier contain it, and repairing such a hand repeats it."""


class HandOver(PlayOn, frozen=True, tag="hand-over"):
    """The hand is over. Players who have yet to act fold or muck, and decided pots are pushed. With `start`, the next
    hand is dealt in the same step if possible."""

    start: bool = True


class Answer(Action, frozen=True, tag="answer", omit_defaults=True):
    """The answer to the table's question: the seats of the callers or of the winners. With a `floor` reason, it decides
    hands that were not read, whether or not there is an open question. Without `start`, the next hand is not dealt even
    if HAND OVER asked for it."""

    seats: tuple[int, ...]
    floor: str = ""
    start: bool = True


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
    """This action happened before the action on the line."""

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


__all__ = [
    "BOARD", "Act", "Action", "DropAct", "InsertBefore", "LineRepair", "PlayOn", "ReplaceAct", "RoomAction",
    "TableAction",
]  # fmt: skip

TableAction = (
    Fold | Check | Call | Bet | RaiseTo | KillHand | ForfeitChips | CorrectBets | SeeCard | Muck | Push | Declare
    | PutIn | ComeTo | CloseStreet | HandOver | Answer | Amend | Straddle | Undo | Redo
    | chips.Actions | hands.Actions | penalties.Actions | people.Actions | setup.Actions | staff.Actions
    | time_chips.Actions
)  # fmt: skip
