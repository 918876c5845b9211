"""From a fact back to what must have been asked: for who checks a record, and for who does something again."""

from collections.abc import Callable
from typing import Any

from engine.actions import (
    BOARD,
    Action,
    Answer,
    ApplyRuling,
    Bet,
    Call,
    CallFloor,
    ChangeDeck,
    Check,
    CloseRace,
    CloseStreet,
    ComeTo,
    CorrectBets,
    CountStacks,
    Declare,
    Disqualify,
    DrawButton,
    Fold,
    ForfeitChips,
    HandOver,
    KillHand,
    LeaveSeat,
    MarkAway,
    MeetFloor,
    Muck,
    NotePin,
    OpenRace,
    OpenTable,
    Overrule,
    Penalise,
    PlaceButton,
    PlanLeave,
    Push,
    PutIn,
    RaiseTo,
    SeeCard,
    SetLevel,
    SetMode,
    SignIn,
    SignOut,
    StartHand,
    TakeSeat,
    TellHand,
    Undo,
)
from engine.events import (
    ActionHeld,
    AwayMarked,
    BetMade,
    BetsCorrected,
    BoardDealt,
    ButtonDrawn,
    ButtonPlaced,
    Called,
    CardHeld,
    CardTabled,
    Checked,
    ChipsForfeited,
    ChipsRaced,
    DealerSignedIn,
    DealerSignedOut,
    DeckChanged,
    Event,
    FloorCalled,
    FloorCame,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandStarted,
    HandTold,
    LeavePlanned,
    LevelSet,
    MishapDeclared,
    ModeSet,
    Overruled,
    PinEntered,
    PlayerDisqualified,
    PlayerPenalised,
    PotAwarded,
    QuestionPut,
    RaceCardDealt,
    RaceOpened,
    Raised,
    SeatLeft,
    SeatTaken,
    StacksCounted,
    TableOpened,
    TakenBack,
    Touched,
)
from engine.table.state import Table


def order_of(event: Event, table: Table) -> Action | None:
    """What was asked of the table when this fact was the first to follow; None for a consequence.

    An `Amended` line is named by where it lies: see `engine.game.amending`.
    """
    if isinstance(event, PotAwarded | HandEnded) and table.hand and table.hand.awarded:
        return None  # the pots are pushed together, and that ends the hand
    if isinstance(event, HandStarted) and table.redeal:
        return StartHand()  # as it was dealt before, a straddle included
    order = _ORDERS.get(type(event))
    return order(event) if order else None


STEPS = (
    HandStarted, Folded, Checked, Called, BetMade, Raised, HandKilled, ChipsForfeited, BetsCorrected, BoardDealt,
    CardTabled, HandMucked, PotAwarded,
    MishapDeclared, ActionHeld, Overruled, AwayMarked, LeavePlanned, PlayerPenalised, PlayerDisqualified,
    CardHeld, QuestionPut, ModeSet, HandTold, StacksCounted, RaceOpened, RaceCardDealt, ChipsRaced,
    DeckChanged,
)  # fmt: skip
"""The first facts of what a dealer asks for; those between are consequences."""
_STEPS = frozenset(STEPS)


def opens_step(event: Event, table: Table) -> bool:
    """Whether the fact is the first of what somebody asked of the table, and can be taken back."""
    if type(event) not in _STEPS and not isinstance(event, HandEnded):
        return False
    # The pots are pushed together: the first opens the step, or the end of a hand that has none: a walk with no small
    # blind.
    if isinstance(event, (PotAwarded, HandEnded)):
        follows = isinstance(event, PotAwarded) and event.follows
        return not follows and table.hand is not None and table.hand.awarded == 0
    if isinstance(event, HandKilled):
        return not event.follows
    return True


def _touch(event: Touched) -> Action | None:
    if event.what == "card":
        return SeeCard(event.card, event.seat) if event.card is not None else None
    if event.what == "ruling":
        return ApplyRuling(event.motion, event.option) if event.motion is not None else None
    touches: dict[str, Action] = {
        "put-in": PutIn(event.seat, event.to),
        "come-to": ComeTo(event.seat),
        "close-street": CloseStreet(),
        "hand-over": HandOver(event.start),
        "answer": Answer(event.seats, event.floor),
    }
    return touches[event.what]


_ORDERS: dict[type[Event], Callable[[Any], Action | None]] = {
    TableOpened: lambda event: OpenTable(event.table, event.event, event.book, event.seat_count),
    SeatTaken: lambda event: TakeSeat(event.seat, event.player, event.name, event.chips, event.came_from),
    SeatLeft: lambda event: LeaveSeat(event.seat, event.to),
    LeavePlanned: lambda event: PlanLeave(event.seat, event.to, event.goes),
    DealerSignedIn: lambda event: SignIn(event.name),
    DealerSignedOut: lambda _: SignOut(),
    FloorCalled: lambda event: CallFloor(event.why),
    FloorCame: lambda event: MeetFloor(event.by),
    PinEntered: lambda event: NotePin(event.role, event.name),
    ButtonPlaced: lambda event: PlaceButton(event.seat),
    ButtonDrawn: lambda event: DrawButton(event.seats, event.cards),
    LevelSet: lambda event: SetLevel(event.blinds),
    DeckChanged: lambda event: ChangeDeck(event.deck, event.asked, event.seat),
    HandStarted: lambda event: StartHand(straddle=max(event.blinds) > event.terms.big),
    Folded: lambda event: Fold(event.seat, event.floor),
    Checked: lambda event: Check(event.seat, event.floor),
    Called: lambda event: Call(event.seat, event.floor),
    BetMade: lambda event: Bet(event.seat, event.to, event.floor),
    Raised: lambda event: RaiseTo(event.seat, event.to, event.floor),
    HandKilled: lambda event: KillHand(event.seat, event.why),
    BoardDealt: lambda event: SeeCard(event.card, BOARD),
    CardTabled: lambda event: SeeCard(event.card, event.seat, event.floor),
    CardHeld: lambda event: SeeCard(event.card, event.seat),
    QuestionPut: lambda event: CloseStreet() if event.kind == "who-called" else HandOver(event.start),
    Touched: _touch,
    ChipsForfeited: lambda event: ForfeitChips(event.seat, event.chips, event.floor),
    BetsCorrected: lambda event: CorrectBets(event.seats, event.chips, event.floor),
    HandMucked: lambda event: Muck(event.seat, event.floor),
    PotAwarded: lambda _: Push(),
    HandEnded: lambda _: Push(),  # with nothing in the pot: a walk, and no small blind
    MishapDeclared: lambda event: Declare(event.mishap, event.by),
    ActionHeld: lambda event: ApplyRuling(event.motion),
    Overruled: lambda event: Overrule(event.by, event.why, event.order),
    AwayMarked: lambda event: MarkAway(event.seat, event.away),
    PlayerPenalised: lambda event: Penalise(event.seat, event.by, event.why, event.hands, event.rounds),
    PlayerDisqualified: lambda event: Disqualify(event.seat, event.by, event.why),
    ModeSet: lambda event: SetMode(event.mode, event.why),
    HandTold: lambda event: TellHand(event.pots, event.out),
    StacksCounted: lambda event: CountStacks(event.seats, event.stacks),
    RaceOpened: lambda event: OpenRace(event.odd, event.chip),
    RaceCardDealt: lambda event: SeeCard(event.card, event.seat),
    ChipsRaced: lambda _: CloseRace(),
    TakenBack: lambda event: Undo(confirmed=True, floor=event.floor),  # or the table would have refused
}
