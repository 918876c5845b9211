"""What may be asked of a deal."""

from typing import Literal

from engine.actions.base import Action, PlayOn
from engine.cards import Card
from engine.motion import Motion
from engine.terms import Mishap

BOARD = 0
"""The place of a card that lies on the board; players' seats count from 1."""


class Fold(PlayOn, frozen=True, tag="fold"):
    """The seat gives up its hand."""

    seat: int
    floor: str = ""


class Check(PlayOn, frozen=True, tag="check"):
    """The seat passes with nothing to call."""

    seat: int
    floor: str = ""


class Call(PlayOn, frozen=True, tag="call"):
    """The seat matches the bet, or puts in its last chips for less."""

    seat: int
    floor: str = ""


class Bet(PlayOn, frozen=True, tag="bet"):
    """The seat opens the betting of a street with `to` chips."""

    seat: int
    to: int
    floor: str = ""


class RaiseTo(PlayOn, frozen=True, tag="raise-to"):
    """The seat raises to a total of `to` chips for the street."""

    seat: int
    to: int
    floor: str = ""


class KillHand(Action, frozen=True, tag="kill-hand"):
    """The floor declares a hand dead, at any time; chips put in stay in the pot."""

    seat: int
    why: str


class ForfeitChips(PlayOn, frozen=True, tag="forfeit-chips"):
    """The seat surrenders chips to the pot that do not count towards its bet: splashed, or left behind in a fold."""

    seat: int
    chips: int
    floor: str = ""


class CorrectBets(PlayOn, frozen=True, tag="correct-bets"):
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


class Muck(PlayOn, frozen=True, tag="muck"):
    """A live seat gives up its claim at the showdown without showing."""

    seat: int
    floor: str = ""


class Push(PlayOn, frozen=True, tag="push"):
    """The dealer pushes the pots as shown. The hand is over."""


class Declare(Action, frozen=True, tag="declare"):
    """Something went wrong in dealing: what the rule book says becomes of the hand is done. Players may not."""

    mishap: Mishap
    by: Literal["dealer", "floor", "player"] = "dealer"


class ApplyRuling(PlayOn, frozen=True, tag="apply-ruling"):
    """What a player said and did with chips is ruled on by the book, and done; `option` counts the ways from which the
    ruling lets the floor or the player choose, -1 for what the book says by itself."""

    motion: Motion
    option: int = -1


class StartHand(Action, frozen=True, tag="start-hand"):
    """The next hand is dealt: button, blinds and antes move and are posted, at the level waiting. With a `straddle` the
    player left of the big blind posts twice as much."""

    straddle: bool = False


class PutIn(PlayOn, frozen=True, tag="put-in"):
    """Chips went in front of the seat: a total of `to` for the street, 0 for what it takes to call. Live seats passed
    over since the turn folded if they owe, checked if they do not."""

    seat: int
    to: int = 0


class ComeTo(PlayOn, frozen=True, tag="come-to"):
    """It is the seat's turn: live seats passed over folded if they owe, checked if they do not."""

    seat: int


class CloseStreet(PlayOn, frozen=True, tag="close-street"):
    """The betting of the street is over, as if the next card had been seen."""


class HandOver(PlayOn, frozen=True, tag="hand-over"):
    """The hand is over: what is silent folds or mucks, what is decided is pushed. With `start` the next hand is dealt
    in the same step where it can be."""

    start: bool = True


class Answer(Action, frozen=True, tag="answer"):
    """What the table was asked: who called, or who won. A `floor` reason decides on hands that nobody has read, asked
    or not."""

    seats: tuple[int, ...]
    floor: str = ""
