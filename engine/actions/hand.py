"""Actions during the play of a hand."""

from typing import Literal

from engine.actions.base import Action, PlayOn
from engine.cards import Card
from engine.motion import Motion
from engine.terms import Mishap

BOARD = 0
"""The seat number for the board. Players' seats are numbered from 1."""


class Fold(PlayOn, frozen=True, tag="fold"):
    """The seat folds its hand."""

    seat: int
    floor: str = ""


class Check(PlayOn, frozen=True, tag="check"):
    """The seat checks because there is nothing to call."""

    seat: int
    floor: str = ""


class Call(PlayOn, frozen=True, tag="call"):
    """The seat matches the bet, or calls all-in for less."""

    seat: int
    floor: str = ""


class Bet(PlayOn, frozen=True, tag="bet"):
    """The seat opens the betting on a street with `to` chips."""

    seat: int
    to: int
    floor: str = ""


class RaiseTo(PlayOn, frozen=True, tag="raise-to"):
    """The seat raises to a total of `to` chips for the street."""

    seat: int
    to: int
    floor: str = ""


class KillHand(Action, frozen=True, tag="kill-hand"):
    """The floor declares a hand dead. It can do so at any time, and chips already put in stay in the pot."""

    seat: int
    why: str


class ForfeitChips(PlayOn, frozen=True, tag="forfeit-chips"):
    """The seat forfeits chips to the pot that do not count toward its bet, such as splashed chips or chips left behind
    in a fold."""

    seat: int
    chips: int
    floor: str = ""


class CorrectBets(PlayOn, frozen=True, tag="correct-bets"):
    """Before the next street is dealt, the floor has each of `seats` add its `chips` to a bet that was found to be too
    small. A negative number takes chips back from a bet that was found to be too large."""

    seats: tuple[int, ...]
    chips: tuple[int, ...]
    floor: str


class SeeCard(Action, frozen=True, tag="see-card"):
    """A card is seen on the board (`seat` is `BOARD`), in front of a seat that tables it, or wherever a card is due
    (`seat` is None).

    With a `floor` reason, a seat's card is shown to everyone before it is due.
    """

    card: Card
    seat: int | None = None
    floor: str = ""


class Muck(PlayOn, frozen=True, tag="muck"):
    """A live seat mucks at the showdown without showing and gives up its claim to the pot."""

    seat: int
    floor: str = ""


class Push(PlayOn, frozen=True, tag="push"):
    """The dealer pushes the pots as shown, and the hand is over."""


class Declare(Action, frozen=True, tag="declare"):
    """Declare a dealing error and apply the rule book's remedy. A player may not declare one."""

    mishap: Mishap
    by: Literal["dealer", "floor", "player"] = "dealer"


class ApplyRuling(PlayOn, frozen=True, tag="apply-ruling"):
    """Rule on a player's words and chips by the book, and apply the ruling. `option` is the index, from 0, of the
    choice that the floor or the player made; -1 means the book's own ruling."""

    motion: Motion
    option: int = -1


class StartHand(Action, frozen=True, tag="start-hand", omit_defaults=True):
    """Deal the next hand at the pending level. The button moves, and blinds and antes are posted. With a `straddle`,
    the player to the left of the big blind posts twice the big blind.

    `without` lists the arriving players for whom the dealer is not waiting. The table's program does not deal a hand
    without an arriving player who is not listed.
    """

    straddle: bool = False
    without: tuple[str, ...] = ()


class Straddle(PlayOn, frozen=True, tag="straddle"):
    """In the hand just dealt, before anyone has acted, the player to the left of the big blind posts twice the big
    blind."""


class PutIn(PlayOn, frozen=True, tag="put-in"):
    """The seat has put out chips: a total of `to` for the street, or exactly the amount to call if `to` is 0. Live
    seats passed over since the last turn are taken to have folded if they owed chips and to have checked if they did
    not."""

    seat: int
    to: int = 0


class ComeTo(PlayOn, frozen=True, tag="come-to"):
    """It is now the seat's turn. Live seats passed over are taken to have folded if they owed chips and to have checked
    if they did not."""

    seat: int


class CloseStreet(PlayOn, frozen=True, tag="close-street"):
    """Betting on the street is over, as if the next card had been read."""


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
