"""What may be asked of a table. An order, never a fact: the engine may refuse it."""

from typing import Literal

import msgspec

from engine.cards import Card
from engine.events import Blinds, FloorOrder, Mishap
from engine.rulebook import RuleBook

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


class Undo(Action, frozen=True, tag="undo"):
    """Take back the last thing asked, with all that followed from it; `confirmed` where the book first asks whether it
    was a wrong tap."""

    confirmed: bool = False


class OpenTable(Action, frozen=True, tag="open-table"):
    """A table begins: its number, the event, the rule book it plays by and how many seats it has."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class TakeSeat(Action, frozen=True, tag="take-seat"):
    """A player sits down with chips; dealt in from the next hand."""

    seat: int
    player: str
    name: str
    chips: int


class LeaveSeat(Action, frozen=True, tag="leave-seat"):
    """A player leaves the table with their chips, between hands."""

    seat: int


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


class ChangeDeck(Action, frozen=True, tag="change-deck"):
    """Between hands: the deck of this name is in play from now on."""

    deck: str


TableAction = (
    Fold | Check | Call | Bet | RaiseTo | KillHand | ForfeitChips | CorrectBets | SeeCard | Muck | Push | Declare
    | Overrule | MarkAway | Penalise | Disqualify
    | StartHand | Undo | OpenTable | TakeSeat | LeaveSeat | PlaceButton | DrawButton | SetLevel
    | ChangeDeck
)  # fmt: skip
