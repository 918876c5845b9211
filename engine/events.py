"""What has happened at a table: plain facts in the words of the record.

Old records open for ever: kinds and fields are added, never changed. A new field has a default.
"""

from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.motion import Motion


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
    """The seat gave up its hand in turn. Nobody tapped it where it is `inferred` from what was tapped next."""

    seat: int
    floor: str = ""
    inferred: bool = False


class Checked(Event, frozen=True, tag="checked"):
    """The seat passed; `inferred` as a fold is."""

    seat: int
    floor: str = ""
    inferred: bool = False


class Called(Event, frozen=True, tag="called"):
    """The seat added `chips` to match the bet, or all it had; `inferred` as a fold is."""

    seat: int
    chips: int
    floor: str = ""
    inferred: bool = False


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
    """The seat gave up its claim at the showdown; `inferred` where its hand was not read when the hand was over."""

    seat: int
    floor: str = ""
    inferred: bool = False


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


class ActionHeld(Event, frozen=True, tag="action-held"):
    """The seat acted out of turn: it waits for its turn, and binds then if the bet to it has not changed."""

    motion: Motion


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


class Touched(Event, frozen=True, tag="touched"):
    """One touch of which several facts came: the next `events` of the record. What was touched, and the seats, the
    total or the card that it named; `start` where the next hand was to follow; the `motion` that was ruled on."""

    what: Literal["put-in", "come-to", "card", "close-street", "hand-over", "answer", "ruling"]
    seat: int = 0
    to: int = 0
    events: int = 0
    card: Card | None = None
    seats: tuple[int, ...] = ()
    start: bool = False
    floor: str = ""
    motion: Motion | None = None
    option: int = -1


class Amended(Event, frozen=True, tag="amended"):
    """The line at `mark` of this table's record was repaired: the next `events` of the record take back what followed
    and tell it anew. `act` happened instead of it, or before it; a seat of -1 leaves open where the card lay. `behind`
    lines stood after it."""

    mark: int
    how: Literal["drop", "replace", "insert"]
    act: Literal["", "fold", "check", "call", "bet", "raise", "put-in", "card", "muck"] = ""
    seat: int = 0
    to: int = 0
    card: Card | None = None
    floor: str = ""
    events: int = 0
    behind: int = 0


class CardHeld(Event, frozen=True, tag="card-held"):
    """A card was seen while it is not known who called: it lies where it was due, or at `seat`, once that is told."""

    card: Card
    seat: int | None = None


class QuestionPut(Event, frozen=True, tag="question-put"):
    """The dealer said that the street or the hand is over, and must now say who called or who won. With `start` the
    next hand follows the answer."""

    kind: Literal["who-called", "who-won"]
    start: bool = False


DeckAsker = Literal["dealer", "floor", "player"]
"""Who asks for another deck: a dealer changes them by turns."""


class DeckChanged(Event, frozen=True, tag="deck-changed"):
    """Another deck is in play from the next hand on. `asked` says who wanted it, `seat` which player."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0


class TakenBack(Event, frozen=True, tag="taken-back"):
    """Everything after the first `to` events of this table's record no longer counts. With the `floor`'s reason where
    it was too late for the dealer."""

    to: int
    floor: str = ""


class TableOpened(Event, frozen=True, tag="table-opened"):
    """A table with empty seats, playing by `book`."""

    table: int
    event: str
    book: RuleBook
    seat_count: int


class SeatTaken(Event, frozen=True, tag="seat-taken"):
    """A player sat down with chips, carried here from table `came_from` where that is not 0."""

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A player left with `chips`, for table `to` where that is not 0: busted when none."""

    seat: int
    player: str
    chips: int
    to: int = 0


class LeavePlanned(Event, frozen=True, tag="leave-planned"):
    """The player leaves before the next hand, for table `to` where that is not 0; or, with `goes` false, stays after
    all."""

    seat: int
    to: int = 0
    goes: bool = True


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


Role = Literal["dealer", "floor"]
FloorReason = Literal["", "ruling", "misdeal", "chips", "seat", "other"]


class DealerSignedIn(Event, frozen=True, tag="dealer-signed-in"):
    """Who deals from now on, in place of whoever did."""

    name: str


class DealerSignedOut(Event, frozen=True, tag="dealer-signed-out"):
    """The dealer has left; until another signs in it is not known who deals."""

    name: str


class FloorCalled(Event, frozen=True, tag="floor-called"):
    """The table waits for the floor, or says now why it does."""

    why: FloorReason = ""


class FloorCame(Event, frozen=True, tag="floor-came"):
    """The floor is at the table."""

    by: str


class FloorCallWithdrawn(Event, frozen=True, tag="floor-call-withdrawn"):
    """The table no longer waits for the floor, though nobody came."""


class PinEntered(Event, frozen=True, tag="pin-entered"):
    """A PIN for this role was keyed: whose it was, or nobody's where `name` is empty."""

    role: Role
    name: str


Mode = Literal["readers", "pad", "winners", "counts"]
"""How far a table tells of its hands: cards read and acts tapped; cards keyed; who won how much; only that it was
played. From the top of the ladder down."""


class Told(msgspec.Struct, frozen=True):
    """A pot as the dealer told it: how many chips, and who won it."""

    chips: int
    seats: tuple[int, ...]


class ModeSet(Event, frozen=True, tag="mode-set"):
    """From here on hands are told in this way, no longer as `before`; a hand in play is given up where it must be."""

    mode: Mode
    before: Mode
    why: str = ""


class HandTold(Event, frozen=True, tag="hand-told"):
    """A hand was played, and of its chips only this was told. Its place in the order of hands, its positions and who
    was dealt in are as in `HandStarted`. Whoever is `out` left what they had with the first winner."""

    hand: int
    button: int
    small: int
    big: int
    terms: Blinds
    seats: tuple[int, ...]
    pots: tuple[Told, ...] = ()
    out: tuple[int, ...] = ()


class StacksCounted(Event, frozen=True, tag="stacks-counted"):
    """All stacks were counted: `seats`, which had `before` by the record, have `stacks`; together the same."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]


class RaceOpened(Event, frozen=True, tag="race-opened"):
    """Chips of `odd` go out of play, `chip` is the smallest that stays. Each of `seats`, from seat 1, is dealt so many
    `cards`, one for each odd chip left over; the highest win one of `prizes` chips each."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    prizes: int


class RaceCardDealt(Event, frozen=True, tag="race-card"):
    """A card of the chip race."""

    seat: int
    card: Card


class ChipsRaced(Event, frozen=True, tag="chips-raced"):
    """Chips of `odd` are out of play: `seats`, which had `before`, have `after`; `winners` won a chip of `chip` each.
    The table holds `difference` chips more than it did: what was rounded, and what kept players in."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    difference: int
    winners: tuple[int, ...] = ()


TableEvent = (
    HandStarted | AntePosted | BlindPosted | Folded | Checked | Called | BetMade | Raised | HandKilled
    | ChipsForfeited | BetsCorrected | UncalledReturned | StreetClosed | BoardDealt | CardTabled | HandMucked
    | PotAwarded | HandEnded
    | ActionHeld | Overruled | HandRevived | ChipsMoved | StacksSet | ButtonMoved
    | AwayMarked | PlayerPenalised | PenaltyLifted | PlayerDisqualified | StackRemoved
    | MishapDeclared | HandVoided | BoardReturned | CardOutOfPlay | StreetPrepared
    | ModeSet | HandTold | StacksCounted | RaceOpened | RaceCardDealt | ChipsRaced
    | Touched | Amended | CardHeld | QuestionPut
    | TakenBack | TableOpened | SeatTaken | SeatLeft | LeavePlanned | ButtonPlaced | ButtonDrawn | LevelSet
    | DealerSignedIn | DealerSignedOut | FloorCalled | FloorCame | FloorCallWithdrawn | PinEntered | DeckChanged
)  # fmt: skip
