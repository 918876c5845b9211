"""Events in a deal."""

from typing import Literal

from engine.cards import Card
from engine.events.base import Consequence, DealEvent, FloorInHand, HandEvent, PlayEvent
from engine.motion import Motion
from engine.terms import Blinds, Mishap, StreetName


class HandStarted(DealEvent, frozen=True, tag="hand-started"):
    """A deal begins. Arrays are indexed by player, clockwise from the first seat dealt in to the left of the button.

    `antes` and `blinds` are the nominal amounts that each player owes, with straddles among the blinds. The amounts
    actually posted follow as events. `antes_matched` means that a player with a short ante can win only a matching part
    of the others' antes; otherwise all antes belong to the main pot.

    The seats of the button and the small blind may be empty. `small` and `big` are 0 if a history does not give them,
    and `small` is also 0 if no small blind is posted. `opener` is the seat that acts first before the flop; 0 means the
    one to the left of the largest blind.
    """

    hand: int
    button: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    antes_matched: bool
    terms: Blinds
    small: int = 0
    big: int = 0
    opener: int = 0


class AntePosted(HandEvent, Consequence, frozen=True, tag="ante-posted"):
    """The seat paid this ante."""

    seat: int
    chips: int


class BlindPosted(HandEvent, Consequence, frozen=True, tag="blind-posted"):
    """The seat posted this blind or straddle."""

    seat: int
    chips: int


class Folded(HandEvent, PlayEvent, frozen=True, tag="folded"):
    """The seat folded in turn. If `inferred` is set, nobody tapped the fold and the program inferred it from the next
    tap."""

    seat: int
    floor: str = ""
    inferred: bool = False


class Checked(HandEvent, PlayEvent, frozen=True, tag="checked"):
    """The seat checked. `inferred` has the same meaning as for a fold."""

    seat: int
    floor: str = ""
    inferred: bool = False


class Called(HandEvent, PlayEvent, frozen=True, tag="called"):
    """The seat added `chips` to match the bet, or put in all it had. `inferred` has the same meaning as for a fold."""

    seat: int
    chips: int
    floor: str = ""
    inferred: bool = False


class BetMade(HandEvent, PlayEvent, frozen=True, tag="bet"):
    """The seat opened with `to` chips."""

    seat: int
    to: int
    floor: str = ""


class Raised(HandEvent, PlayEvent, frozen=True, tag="raised"):
    """The seat raised to a total of `to` for the street."""

    seat: int
    to: int
    floor: str = ""


KillCause = Literal["", "away", "penalty", "disqualified", "not-dealt", "short-of-cards", "overruled", "others-won"]


class HandKilled(FloorInHand, frozen=True, tag="hand-killed"):
    """The seat's hand is dead. Either the floor declared it dead or, if `follows` is set, it is dead as a result of
    `cause`.

    `why` is the reason that a person gave. A hand killed by a penalty counts as one of the `misses` hands that the seat
    must sit out.
    """

    seat: int
    why: str = ""
    follows: bool = False
    cause: KillCause = ""
    misses: int = 0


class ChipsForfeited(HandEvent, frozen=True, tag="chips-forfeited"):
    """The seat forfeited `chips` to the pot. They do not count toward its bet."""

    seat: int
    chips: int
    floor: str = ""


class BetsCorrected(HandEvent, frozen=True, tag="bets-corrected"):
    """The floor had each of `seats` add `chips` to a bet that was found to be too small, on this street or the one just
    closed."""

    seats: tuple[int, ...]
    chips: tuple[int, ...]
    floor: str


class UncalledReturned(HandEvent, Consequence, frozen=True, tag="uncalled-returned"):
    """The part of the last bet that nobody matched was returned to the seat."""

    seat: int
    chips: int


class StreetClosed(HandEvent, Consequence, frozen=True, tag="street-closed"):
    """Betting on a street is complete, and its bets are gathered into the pots."""


class BoardDealt(HandEvent, PlayEvent, frozen=True, tag="board-dealt"):
    """One card was dealt to the board."""

    card: Card


class CardTabled(HandEvent, PlayEvent, frozen=True, tag="card-tabled"):
    """A hole card that the seat tabled, or that the floor ordered to be shown to everyone before showdown."""

    seat: int
    card: Card
    floor: str = ""


class HandMucked(HandEvent, PlayEvent, frozen=True, tag="hand-mucked"):
    """The seat gave up its claim at the showdown. `inferred` is set if its cards had not been read when the hand
    ended."""

    seat: int
    floor: str = ""
    inferred: bool = False


class PotAwarded(HandEvent, frozen=True, tag="pot-awarded"):
    """One pot was pushed. `pot` 0 is the main pot, and `seats` received `shares`, in the same order.

    `follows` is set if the floor overruled the result or the winner was only reported; `floor` is the reason if the
    floor decided. The reason that a hand won is not recorded, because it can be worked out from the hand.
    """

    pot: int
    chips: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]
    follows: bool = False
    floor: str = ""


class HandEnded(HandEvent, frozen=True, tag="hand-ended"):
    """All pots have been pushed, and `seats` now hold `stacks`."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class MishapDeclared(HandEvent, frozen=True, tag="mishap-declared"):
    """The dealer or the floor declared an irregularity. `remedy` is the rule book's remedy, and its effects on the hand
    follow as events."""

    mishap: Mishap
    by: Literal["dealer", "floor", "player"]
    remedy: Literal["misdeal", "repair", "play-on", "floor"]
    clause: str


class HandVoided(HandEvent, Consequence, frozen=True, tag="hand-voided"):
    """The deal does not count. Every chip was returned, and `seats` hold the same `stacks` as before the deal. The hand
    is dealt again. The reason is the irregularity, the order or the mode change recorded before this event."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class BoardReturned(HandEvent, Consequence, frozen=True, tag="board-returned"):
    """These cards are no longer on the board."""

    cards: tuple[Card, ...]


class CardOutOfPlay(HandEvent, Consequence, frozen=True, tag="card-out-of-play"):
    """The card cannot be dealt until the cards of street `until` are due, or cannot be dealt at all in this hand."""

    card: Card
    until: Literal["flop", "turn", "river", "never"] = "never"


class StreetPrepared(HandEvent, Consequence, frozen=True, tag="street-prepared"):
    """How the cards of `street` will be dealt if they are not dealt in the usual way."""

    street: StreetName
    reshuffle: bool
    burn: bool


class ActionHeld(HandEvent, frozen=True, tag="action-held"):
    """The seat acted out of turn. The action is held until the seat's turn, and is then binding if the bet has not
    changed."""

    motion: Motion
