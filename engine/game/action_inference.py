"""Infer the action from its first event, for records without `Asked` and for lines to repair."""

from typing import assert_never

from engine.actions import (
    BOARD,
    Answer,
    ApplyRuling,
    Bet,
    BuyChips,
    Call,
    CallClock,
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
    Penalize,
    PlaceButton,
    PlanLeave,
    Push,
    PutIn,
    RaiseTo,
    ReportCount,
    ReportHand,
    SeeCard,
    SetLevel,
    SetMode,
    SignIn,
    SignOut,
    StartHand,
    StopPlay,
    TableAction,
    TakeSeat,
    Undo,
    WithdrawCall,
)
from engine.events import (
    ActionHeld,
    Amended,
    Asked,
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
    ChipsBought,
    ChipsForfeited,
    ChipsRaced,
    ClockCalled,
    Consequence,
    CountReported,
    DealerSignedIn,
    DealerSignedOut,
    DeckChanged,
    Event,
    FloorCalled,
    FloorCallWithdrawn,
    FloorCame,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandReported,
    HandStarted,
    LeavePlanned,
    LevelSet,
    MishapDeclared,
    ModeSet,
    Overruled,
    PinEntered,
    PlayerDisqualified,
    PlayerPenalized,
    PotAwarded,
    QuestionPut,
    RaceCardDealt,
    RaceOpened,
    Raised,
    RoomEvent,
    SeatLeft,
    SeatTaken,
    StacksCounted,
    StopSet,
    TableOpened,
    TakenBack,
    Touched,
)
from engine.table.state import Table


def _sat_down(event: SeatTaken, table: Table) -> TakeSeat:
    """The action of a player who sat down. A player recorded as coming from this same table came from its last
    sitting."""
    redrawn = 0 < event.came_from == table.number
    return TakeSeat(event.seat, event.player, event.name, event.chips, event.came_from, redrawn, event.purchase)


def infer_action(event: Event, table: Table) -> TableAction | None:  # noqa: PLR0911, PLR0912 one return for each event
    """The action whose first event this is; None if the event is only a consequence.

    An `Amended` line is named by its position; see `engine.game.amending`.
    """
    match event:
        case Asked():  # nearly every other record
            return event.action
        case PotAwarded() | HandEnded() if table.hand and table.hand.awarded:
            return None  # the pots are pushed together, which ends the hand
        case HandStarted() if table.redeal:
            return StartHand()  # the same deal again, including any straddle
        case Touched():
            return _touch(event)
        case TableOpened():
            return OpenTable(event.table, event.event, event.book, event.seat_count)
        case SeatTaken():
            return _sat_down(event, table)
        case ChipsBought() | SeatLeft() | LeavePlanned():
            return _at_seat(event)
        case DealerSignedIn():
            return SignIn(event.name)
        case DealerSignedOut():
            return SignOut()
        case FloorCalled():
            return CallFloor(event.why)
        case FloorCame():
            return MeetFloor(event.by)
        case FloorCallWithdrawn():
            return WithdrawCall()
        case PinEntered():
            return NotePin(event.role, event.name)
        case ButtonPlaced():
            return PlaceButton(event.seat)
        case ButtonDrawn():
            return DrawButton(event.seats, event.cards)
        case LevelSet() | StopSet():
            return StopPlay(event.stop) if isinstance(event, StopSet) else SetLevel(event.blinds)
        case DeckChanged():
            return ChangeDeck(event.deck, event.asked, event.seat)
        case HandStarted():
            return StartHand(straddle=max(event.blinds) > event.terms.big)
        case Folded():
            return Fold(event.seat, event.floor)
        case Checked():
            return Check(event.seat, event.floor)
        case Called():
            return Call(event.seat, event.floor)
        case BetMade():
            return Bet(event.seat, event.to, event.floor)
        case Raised():
            return RaiseTo(event.seat, event.to, event.floor)
        case HandKilled():
            return KillHand(event.seat, event.why)
        case BoardDealt():
            return SeeCard(event.card, BOARD)
        case CardTabled():
            return SeeCard(event.card, event.seat, event.floor)
        case CardHeld():
            return SeeCard(event.card, event.seat)
        case QuestionPut():
            return CloseStreet() if event.kind == "who-called" else HandOver(event.start)
        case ChipsForfeited():
            return ForfeitChips(event.seat, event.chips, event.floor)
        case BetsCorrected():
            return CorrectBets(event.seats, event.chips, event.floor)
        case HandMucked():
            return Muck(event.seat, event.floor)
        case PotAwarded() | HandEnded():  # with nothing in the pot, as in a walk without a small blind
            return Push()
        case MishapDeclared():
            return Declare(event.mishap, event.by)
        case ActionHeld():
            return ApplyRuling(event.motion)
        case Overruled():
            return Overrule(event.by, event.why, event.order)
        case AwayMarked():
            return MarkAway(event.seat, event.away)
        case ClockCalled():
            return CallClock(event.seat, event.on)
        case PlayerPenalized():
            return Penalize(event.seat, event.by, event.why, event.hands, event.rounds)
        case PlayerDisqualified():
            return Disqualify(event.seat, event.by, event.why)
        case ModeSet():
            return SetMode(event.mode, event.why)
        case HandReported():
            return ReportHand(event.pots, event.out)
        case StacksCounted() | CountReported():
            return _count(event)
        case RaceOpened():
            return OpenRace(event.odd, event.chip, event.lying, event.brought)
        case RaceCardDealt():
            return SeeCard(event.card, event.seat)
        case ChipsRaced():
            return CloseRace()
        case TakenBack():  # otherwise the table would have refused the action
            return Undo(confirmed=True, floor=event.floor)
        case Consequence() | Amended():
            return None
    assert_never(event)


def opens_step(event: Event, table: Table) -> bool:
    """Whether the event is the first event of an action that can be taken back."""
    match event:
        # The pots are pushed together. The first push opens the step. In a hand without pots, which is a walk with no
        # small blind, the end of the hand opens it.
        case PotAwarded(follows=False) | HandEnded():
            return table.hand is not None and table.hand.awarded == 0
        case HandKilled() | PotAwarded():
            return not event.follows
        case Consequence() | RoomEvent() | SeatLeft() | TakenBack():
            return False
    return True


def _at_seat(event: ChipsBought | SeatLeft | LeavePlanned) -> TableAction:
    match event:
        case ChipsBought():
            return BuyChips(event.seat, event.player, event.chips, event.purchase)
        case SeatLeft():
            return LeaveSeat(event.seat, event.to)
        case LeavePlanned():
            return PlanLeave(event.seat, event.to, event.goes)


def _count(event: StacksCounted | CountReported) -> TableAction:
    match event:
        case StacksCounted():
            return CountStacks(event.seats, event.stacks)
        case CountReported():
            return ReportCount(event.seats, event.counted)


def _touch(event: Touched) -> TableAction | None:  # noqa: PLR0911 one return for each touch
    match event.what:
        case "card":
            return SeeCard(event.card, event.seat) if event.card is not None else None
        case "ruling":
            return ApplyRuling(event.motion, event.option) if event.motion is not None else None
        case "put-in":
            return PutIn(event.seat, event.to)
        case "come-to":
            return ComeTo(event.seat)
        case "close-street":
            return CloseStreet()
        case "hand-over":
            return HandOver(event.start)
        case "answer":
            return Answer(event.seats, event.floor)
