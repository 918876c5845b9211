"""What has happened at a table: plain facts in the words of the record.

Old records open for ever: kinds and fields are added, never changed. A new field has a default.
"""

from typing import Literal

import msgspec

from engine.cards import Card
from engine.rulebook import RuleBook


class Blinds(msgspec.Struct, frozen=True):
    """What a hand is played for: the level's number from 1, the amounts in chips, who pays the ante, and the smallest
    chip in play (the unit of odd chips)."""

    level: int
    small: int
    big: int
    ante: int = 0
    ante_form: Literal["none", "each", "big-blind"] = "none"
    chip: int = 1


MishapKind = Literal[
    "first-card-exposed", "second-card-exposed", "card-exposed", "cards-exposed",
    "seat-missed", "extra-card", "extra-cards", "too-few-cards", "button-short", "wrong-seat", "not-entitled",
    "boxed-card", "boxed-cards", "foreign-card", "duplicate-card",
    "flop-too-many", "premature-flop", "premature-turn", "premature-river", "missing-burn", "extra-burn",
]  # fmt: skip


StreetName = Literal["flop", "turn", "river"]


class Mishap(msgspec.Struct, frozen=True):
    """What went wrong in dealing: the seat it concerns, 0 where none or unknown, and the cards as far as they are
    known."""

    kind: MishapKind
    seat: int = 0
    cards: tuple[Card, ...] = ()


class Order(msgspec.Struct, frozen=True, tag_field="order"):
    """The family of what the floor can order against what came about by itself."""


class Shares(msgspec.Struct, frozen=True):
    """What each of `seats` gets of one pot; the main pot is number 0."""

    pot: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]


class AwardPots(Order, frozen=True, tag="award-pots"):
    """Every pot goes where the floor says, and the hand is over."""

    pots: tuple[Shares, ...]


class MakeLive(Order, frozen=True, tag="make-live"):
    """A hand that was folded, killed or mucked plays on."""

    seat: int


class MakeDead(Order, frozen=True, tag="make-dead"):
    """A live hand is dead; its chips stay in the pot."""

    seat: int


class MoveChips(Order, frozen=True, tag="move-chips"):
    """So many chips go from the seat to the pot as if it had bet them on a street that is over; below 0, back."""

    seat: int
    chips: int


class VoidHand(Order, frozen=True, tag="void-hand"):
    """The hand does not count: everything goes back and it is dealt again."""


class SetStacks(Order, frozen=True, tag="set-stacks"):
    """Between hands each of `seats` has `stacks`. All together they change by `difference`: chips miscounted, found or
    missing; 0 where chips only move, to correct what an earlier hand (`hand`, 0 for none) gave the wrong player."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    difference: int = 0
    hand: int = 0


class MoveButton(Order, frozen=True, tag="move-button"):
    """Between hands: the next hand's button is at this seat, the blinds at the next two players."""

    seat: int


class LiftPenalty(Order, frozen=True, tag="lift-penalty"):
    """The seat misses no more hands."""

    seat: int


FloorOrder = AwardPots | MakeLive | MakeDead | MoveChips | VoidHand | SetStacks | MoveButton | LiftPenalty


class Event(msgspec.Struct, frozen=True, tag_field="is"):
    """The family of all events. A `floor` reason: the floor let stand what the rule book would have refused."""


class HandStarted(Event, frozen=True, tag="hand-started"):
    """A deal begins. Arrays are by place: clockwise, the first dealt seat left of the button first.

    `antes` and `blinds` are the nominal amounts each place owes, straddles among the blinds; what was really posted
    follows as events. `antes_matched` means that a short ante wins only its match of the others' antes; otherwise all
    antes belong to the main pot. The seats of the button and the small blind may be empty; `small` and `big` are 0
    where a history does not tell, `small` also where none is posted. `opener` is the seat that acts first before the
    flop, 0 for the one left of the largest blind.
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


class AntePosted(Event, frozen=True, tag="ante-posted"):
    """The seat paid this ante."""

    seat: int
    chips: int


class BlindPosted(Event, frozen=True, tag="blind-posted"):
    """The seat posted this blind or straddle."""

    seat: int
    chips: int


class Folded(Event, frozen=True, tag="folded"):
    """The seat gave up its hand in turn."""

    seat: int
    floor: str = ""


class Checked(Event, frozen=True, tag="checked"):
    """The seat passed."""

    seat: int
    floor: str = ""


class Called(Event, frozen=True, tag="called"):
    """The seat added `chips` to match the bet, or all it had."""

    seat: int
    chips: int
    floor: str = ""


class BetMade(Event, frozen=True, tag="bet"):
    """The seat opened with `to` chips."""

    seat: int
    to: int
    floor: str = ""


class Raised(Event, frozen=True, tag="raised"):
    """The seat raised to a total of `to` for the street."""

    seat: int
    to: int
    floor: str = ""


class HandKilled(Event, frozen=True, tag="hand-killed"):
    """The floor declared the seat's hand dead; `follows` where nobody asked and it followed from what was."""

    seat: int
    why: str
    follows: bool = False


class ChipsForfeited(Event, frozen=True, tag="chips-forfeited"):
    """The seat surrendered `chips` to the pot; they do not count towards its bet."""

    seat: int
    chips: int
    floor: str = ""


class BetsCorrected(Event, frozen=True, tag="bets-corrected"):
    """The floor had `seats` add `chips` each to a bet found too small, on this street or the one just closed."""

    seats: tuple[int, ...]
    chips: tuple[int, ...]
    floor: str


class UncalledReturned(Event, frozen=True, tag="uncalled-returned"):
    """The part of the last bet that nobody matched went back to the seat."""

    seat: int
    chips: int


class StreetClosed(Event, frozen=True, tag="street-closed"):
    """The betting of a street is complete and its bets are gathered into the pots."""


class BoardDealt(Event, frozen=True, tag="board-dealt"):
    """One card of the board."""

    card: Card


class CardTabled(Event, frozen=True, tag="card-tabled"):
    """One hole card that the seat has tabled, or that the floor had shown to all before the showdown."""

    seat: int
    card: Card
    floor: str = ""


class HandMucked(Event, frozen=True, tag="hand-mucked"):
    """The seat gave up its claim at the showdown."""

    seat: int
    floor: str = ""


class PotAwarded(Event, frozen=True, tag="pot-awarded"):
    """One pot was pushed: `pot` 0 is the main pot; `seats` received `shares`, in the same order. It `follows` where the
    floor overruled who wins."""

    pot: int
    chips: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]
    why: str
    follows: bool = False


class HandEnded(Event, frozen=True, tag="hand-ended"):
    """All pots are pushed; `seats` hold `stacks`."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class MishapDeclared(Event, frozen=True, tag="mishap-declared"):
    """The dealer or the floor declared what went wrong; `remedy` is what the rule book answered. What it does to the
    hand follows as events."""

    mishap: Mishap
    by: str
    remedy: Literal["misdeal", "repair", "play-on", "floor"]
    clause: str


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """The deal does not count: every chip went back and `seats` hold `stacks`, as before it. It is dealt again."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    why: str


class BoardReturned(Event, frozen=True, tag="board-returned"):
    """These cards no longer lie on the board."""

    cards: tuple[Card, ...]


class CardOutOfPlay(Event, frozen=True, tag="card-out-of-play"):
    """The card cannot come until the cards of street `until` are due, or not at all in this hand."""

    card: Card
    until: Literal["flop", "turn", "river", "never"] = "never"


class StreetPrepared(Event, frozen=True, tag="street-prepared"):
    """How the cards of `street` will be dealt, where it is not as usual."""

    street: StreetName
    reshuffle: bool
    burn: bool


class Overruled(Event, frozen=True, tag="overruled"):
    """The floor overruled what came about by itself: who, why and what. What it does follows as events."""

    by: str
    why: str
    order: FloorOrder


class HandRevived(Event, frozen=True, tag="hand-revived"):
    """The seat's dead hand is live again."""

    seat: int


class ChipsMoved(Event, frozen=True, tag="chips-moved"):
    """So many chips went from the seat to the gathered pot; below 0, back."""

    seat: int
    chips: int


class StacksSet(Event, frozen=True, tag="stacks-set"):
    """Each of `seats`, which had `before`, has `stacks`; the table holds `difference` chips more than it did."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]
    difference: int


class ButtonMoved(Event, frozen=True, tag="button-moved"):
    """The next hand's button is at this seat, whoever's turn it would have been."""

    seat: int


class AwayMarked(Event, frozen=True, tag="away-marked"):
    """The player is away from the table, or back: while away they are dealt in, post, and their hands are killed."""

    seat: int
    away: bool


class PlayerPenalised(Event, frozen=True, tag="player-penalised"):
    """The player misses `misses` hands more, dealt in and killed like one who is away: `hands`, and `rounds` of as many
    hands as there were players. None of either is a warning."""

    seat: int
    player: str
    hands: int
    rounds: int
    misses: int
    by: str
    why: str


class PenaltyLifted(Event, frozen=True, tag="penalty-lifted"):
    """The seat misses no more hands."""

    seat: int


class PlayerDisqualified(Event, frozen=True, tag="player-disqualified"):
    """The player is out of the event. What they still have leaves play at the end of the hand."""

    seat: int
    player: str
    by: str
    why: str


class StackRemoved(Event, frozen=True, tag="stack-removed"):
    """A disqualified player's chips left play, and the seat is free."""

    seat: int
    player: str
    chips: int


class DeckChanged(Event, frozen=True, tag="deck-changed"):
    """Another deck is in play from the next hand on."""

    deck: str


class TakenBack(Event, frozen=True, tag="taken-back"):
    """Everything after the first `to` events of this table's record no longer counts."""

    to: int


class TableOpened(Event, frozen=True, tag="table-opened"):
    """A table with empty seats, playing by `book`."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """A player sat down with chips."""

    seat: int
    player: str
    name: str
    chips: int


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A player left with `chips`: busted when none."""

    seat: int
    player: str
    chips: int


class ButtonPlaced(Event, frozen=True, tag="button-placed"):
    """The button was given to this seat for the first hand."""

    seat: int


class ButtonDrawn(Event, frozen=True, tag="button-drawn"):
    """The button for the first hand fell to `seat` by the highest of the `cards` dealt to `seats`."""

    seat: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class LevelSet(Event, frozen=True, tag="level-set"):
    """This level waits for the next hand."""

    blinds: Blinds


TableEvent = (
    HandStarted | AntePosted | BlindPosted | Folded | Checked | Called | BetMade | Raised | HandKilled
    | ChipsForfeited | BetsCorrected | UncalledReturned | StreetClosed | BoardDealt | CardTabled | HandMucked
    | PotAwarded | HandEnded
    | Overruled | HandRevived | ChipsMoved | StacksSet | ButtonMoved
    | AwayMarked | PlayerPenalised | PenaltyLifted | PlayerDisqualified | StackRemoved
    | MishapDeclared | HandVoided | BoardReturned | CardOutOfPlay | StreetPrepared
    | TakenBack | TableOpened | SeatTaken | SeatLeft | ButtonPlaced | ButtonDrawn | LevelSet | DeckChanged
)  # fmt: skip
