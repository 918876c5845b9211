"""What may be asked of a table. An order, never a fact: the engine may refuse it."""

from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.events import Blinds, DeckAsker, FloorOrder, FloorReason, Mishap, Mode, Role, Told
from engine.motion import Motion

BOARD = 0
"""The place of a card that lies on the board; players' seats count from 1."""


class Action(msgspec.Struct, frozen=True, tag_field="ask"):
    """The family of all actions. `seat` is the physical seat, from 1. A `floor` reason, where there is one, asks for
    a fact that the rule book would refuse to be let stand, and is recorded with it."""


class Fold(Action, frozen=True, tag="fold"):
    """The seat gives up its hand."""

    seat: int
    floor: str = ""


class Check(Action, frozen=True, tag="check"):
    """The seat passes with nothing to call."""

    seat: int
    floor: str = ""


class Call(Action, frozen=True, tag="call"):
    """The seat matches the bet, or puts in its last chips for less."""

    seat: int
    floor: str = ""


class Bet(Action, frozen=True, tag="bet"):
    """The seat opens the betting of a street with `to` chips."""

    seat: int
    to: int
    floor: str = ""


class RaiseTo(Action, frozen=True, tag="raise-to"):
    """The seat raises to a total of `to` chips for the street."""

    seat: int
    to: int
    floor: str = ""


class KillHand(Action, frozen=True, tag="kill-hand"):
    """The floor declares a hand dead, at any time; chips put in stay in the pot."""

    seat: int
    why: str


class ForfeitChips(Action, frozen=True, tag="forfeit-chips"):
    """The seat surrenders chips to the pot that do not count towards its bet: splashed, or left behind in a fold."""

    seat: int
    chips: int
    floor: str = ""


class CorrectBets(Action, frozen=True, tag="correct-bets"):
    """The floor has each of `seats` add its `chips` to a bet found too small before the next street is dealt."""

    seats: tuple[int, ...]
    chips: tuple[int, ...]
    floor: str


class SeeCard(Action, frozen=True, tag="see-card"):
    """A card is seen: on the board (`seat` is `BOARD`), tabled by a seat, or wherever one is due (None).

    With a `floor` reason a seat's card is shown to all although none is due from it yet.
    """

    card: Card
    seat: int | None = None
    floor: str = ""


class Muck(Action, frozen=True, tag="muck"):
    """A live seat gives up its claim at the showdown without showing."""

    seat: int
    floor: str = ""


class Push(Action, frozen=True, tag="push"):
    """The dealer pushes the pots as shown. The hand is over."""


class Declare(Action, frozen=True, tag="declare"):
    """Something went wrong in dealing: what the rule book says becomes of the hand is done. Players may not."""

    mishap: Mishap
    by: Literal["dealer", "floor", "player"] = "dealer"


class ApplyRuling(Action, frozen=True, tag="apply-ruling"):
    """What a player said and did with chips is ruled on by the book, and done; `option` counts the ways from which the
    ruling lets the floor or the player choose, -1 for what the book says by itself."""

    motion: Motion
    option: int = -1


class Overrule(Action, frozen=True, tag="overrule"):
    """The floor orders something against what came about by itself: who (`by`), why, and what."""

    by: str
    why: str
    order: FloorOrder


class MarkAway(Action, frozen=True, tag="mark-away"):
    """A player is away from the table from the next hand on, or is back."""

    seat: int
    away: bool = True


class Penalise(Action, frozen=True, tag="penalise"):
    """A player is to miss so many hands and rounds from the next hand on; none of either is a warning."""

    seat: int
    by: str
    why: str
    hands: int = 0
    rounds: int = 0


class Disqualify(Action, frozen=True, tag="disqualify"):
    """A player is out of the event: their hand is dead and their chips leave play."""

    seat: int
    by: str
    why: str


class StartHand(Action, frozen=True, tag="start-hand"):
    """The next hand is dealt: button, blinds and antes move and are posted, at the level waiting. With a `straddle` the
    player left of the big blind posts twice as much."""

    straddle: bool = False


class PutIn(Action, frozen=True, tag="put-in"):
    """Chips went in front of the seat: a total of `to` for the street, 0 for what it takes to call. Live seats passed
    over since the turn folded if they owe, checked if they do not."""

    seat: int
    to: int = 0


class ComeTo(Action, frozen=True, tag="come-to"):
    """It is the seat's turn: live seats passed over folded if they owe, checked if they do not."""

    seat: int


class CloseStreet(Action, frozen=True, tag="close-street"):
    """The betting of the street is over, as if the next card had been seen."""


class HandOver(Action, frozen=True, tag="hand-over"):
    """The hand is over: what is silent folds or mucks, what is decided is pushed. With `start` the next hand is dealt
    in the same step where it can be."""

    start: bool = True


class Answer(Action, frozen=True, tag="answer"):
    """What the table was asked: who called, or who won. A `floor` reason decides on hands that nobody has read, asked
    or not."""

    seats: tuple[int, ...]
    floor: str = ""


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


class OpenTable(Action, frozen=True, tag="open-table"):
    """A table begins: its number, the event, the rule book it plays by and how many seats it has."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class TakeSeat(Action, frozen=True, tag="take-seat"):
    """A player sits down with chips; dealt in from the next hand. `came_from` is the table they were moved from, 0 for
    none."""

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0


class LeaveSeat(Action, frozen=True, tag="leave-seat"):
    """A player leaves the table with their chips, between hands; for table `to`, 0 where it is none."""

    seat: int
    to: int = 0


class PlanLeave(Action, frozen=True, tag="plan-leave"):
    """A player leaves as soon as this hand is over, before the next one is dealt; or stays after all."""

    seat: int
    to: int = 0
    goes: bool = True


class PlaceButton(Action, frozen=True, tag="place-button"):
    """The button for the first hand lies at this seat."""

    seat: int


class DrawButton(Action, frozen=True, tag="draw-button"):
    """One card was dealt to each of `seats` for the first button: the highest has it."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class SetLevel(Action, frozen=True, tag="set-level"):
    """The room's level has changed; the table takes it up at its next hand."""

    blinds: Blinds


class SignIn(Action, frozen=True, tag="sign-in"):
    """This dealer deals from now on."""

    name: str


class SignOut(Action, frozen=True, tag="sign-out"):
    """The dealer leaves."""


class CallFloor(Action, frozen=True, tag="call-floor"):
    """The floor is needed; a second call says why."""

    why: FloorReason = ""


class MeetFloor(Action, frozen=True, tag="meet-floor"):
    """The floor is at the table: who."""

    by: str


class WithdrawCall(Action, frozen=True, tag="withdraw-call"):
    """The floor is not needed any more."""


class NotePin(Action, frozen=True, tag="note-pin"):
    """A PIN for this role was keyed: whose it is, or nobody's."""

    role: Role
    name: str = ""


class SetMode(Action, frozen=True, tag="set-mode"):
    """From now on the table's hands are told in this way."""

    mode: Mode
    why: str = ""


class TellHand(Action, frozen=True, tag="tell-hand"):
    """A hand was played: who won how much of it, and who went out. No pots where hands are only counted."""

    pots: tuple[Told, ...] = ()
    out: tuple[int, ...] = ()


class CountStacks(Action, frozen=True, tag="count-stacks"):
    """The dealer has counted every stack."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class OpenRace(Action, frozen=True, tag="open-race"):
    """Chips of `odd` are to go out of play; the smallest that stays is `chip`."""

    odd: int
    chip: int


class CloseRace(Action, frozen=True, tag="close-race"):
    """The chips are exchanged and raced as shown."""


class ChangeDeck(Action, frozen=True, tag="change-deck"):
    """Between hands: the deck of this name is in play from now on. Where a player asked for it, `seat` is theirs."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0


TableAction = (
    Fold | Check | Call | Bet | RaiseTo | KillHand | ForfeitChips | CorrectBets | SeeCard | Muck | Push | Declare
    | ApplyRuling | Overrule | MarkAway | Penalise | Disqualify
    | SetMode | TellHand | CountStacks | OpenRace | CloseRace
    | PutIn | ComeTo | CloseStreet | HandOver | Answer | Amend
    | StartHand | Undo | Redo | OpenTable | TakeSeat | LeaveSeat | PlanLeave | PlaceButton | DrawButton | SetLevel
    | SignIn | SignOut | CallFloor | MeetFloor | WithdrawCall | NotePin | ChangeDeck
)  # fmt: skip
