"""Repairs in the middle of a hand: one recorded touch is changed, or a straddle is added to the deal, and the hand is
replayed from there."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.actions import (
    BOARD,
    Act,
    Action,
    Amend,
    Answer,
    Bet,
    Call,
    Check,
    CloseStreet,
    DropAct,
    Fold,
    InsertBefore,
    Muck,
    PutIn,
    RaiseTo,
    ReplaceAct,
    SeeCard,
)
from engine.events import (
    Amended,
    Asked,
    BoardDealt,
    Called,
    CardHeld,
    CardTabled,
    Event,
    HandStarted,
    PlayEvent,
    RecordEvent,
    TakenBack,
)
from engine.game.lines import is_inferred
from engine.game.rerun import RerunStep
from engine.game.timeline import Fact, GameState, HandTimeline, facts_of
from engine.hand.state import Hand
from engine.refused import Refused
from engine.table import state as table_state
from engine.table.actions.hands import HandReported, ReportHand, StartHand
from engine.table.actions.people import CallClock
from engine.table.actions.time_chips import UseTimeChip
from engine.table.next_deal import is_straddled, straddle_deal_problem, straddled, straddler
from engine.table.rules import deal_again
from engine.table.state import Table, is_playing

ANYWHERE = -1
AnyDeal = HandStarted | HandReported
ACTS: dict[str, type[Act]] = {
    "fold": Fold, "check": Check, "call": Call, "bet": Bet, "raise": RaiseTo, "put-in": PutIn, "card": SeeCard,
    "muck": Muck,
}  # fmt: skip


class RecordedTouch(msgspec.Struct, frozen=True, gc=False):
    """One action as recorded: its mark, its hand and all events that followed."""

    mark: int
    hand: int
    order: Action
    facts: tuple[Fact, ...]

    @property
    def own(self) -> int:
        """The index of the event that the action entered directly rather than by inference; -1 if there is none."""
        entered = [
            index
            for index, fact in enumerate(self.facts)
            if isinstance(fact.event, PlayEvent) and not is_inferred(fact.event)
        ]
        return entered[-1] if entered else -1

    @property
    def played(self) -> Action:
        """The action as it was understood. A call remains a call, whatever the bet is, and a card goes to the seat or
        board where it was dealt."""
        match self.order, self.facts[self.own].event if self.own >= 0 else None:
            case PutIn(), Called(seat):
                return PutIn(seat)
            case SeeCard(card, _, floor), BoardDealt():
                return SeeCard(card, BOARD, floor)
            case SeeCard(), CardTabled(seat, card, floor):
                return SeeCard(card, seat, floor)
        return self.order

    @property
    def deal(self) -> HandStarted | None:
        return next((fact.event for fact in self.facts if isinstance(fact.event, HandStarted)), None)


class RepairPlan(msgspec.Struct, frozen=True, gc=False):
    """A planned repair: the mark to go back to, the mark of the `touch` that contains the line, the actions to replay,
    and the event that records it."""

    to: int
    touch: int
    steps: tuple[RerunStep, ...]
    amended: Amended


def plan(state: GameState, action: Amend) -> RepairPlan:
    """Plan the repair of a line. Raises `Refused` if it cannot be repaired."""
    touches = touches_of(state)
    marks = [{touch.mark, *(fact.mark for fact in touch.facts)} for touch in touches]
    at = next((index for index, held in enumerate(marks) if action.mark in held), -1)
    if at < 0:
        raise Refused("line-gone")
    first, changed = _changed(touches, at, action)
    facts = facts_of(state)
    behind = sum(1 for fact in facts if fact.mark > action.mark)
    to = touches[first].mark if first < len(touches) else facts[-1].mark + 1
    return RepairPlan(to, to, rerun_steps(changed), _amended(action, behind))


def is_other_deal(before: Sequence[Fact], again: Sequence[Event]) -> bool:
    """Whether a later hand would now be dealt differently: with different blinds, or with a new player dealt in."""
    deals = [fact.event for fact in before if isinstance(fact.event, AnyDeal)]
    known = {seat for deal in deals for seat in deal.seats}
    for other in again:
        deal = next((deal for deal in deals if isinstance(other, AnyDeal) and deal.hand == other.hand), None)
        if isinstance(other, AnyDeal) and deal and _differs(other, deal, known):
            return True
    return False


def _differs(other: AnyDeal, deal: AnyDeal, known: set[int]) -> bool:
    if isinstance(other, HandStarted) and isinstance(deal, HandStarted) and is_straddled(other) != is_straddled(deal):
        return True
    return other.terms != deal.terms or not known.issuperset(other.seats)


def touches_of(state: GameState) -> list[RecordedTouch]:
    """The actions since the last hand began that can be replayed."""
    table = _start(state)
    touches: list[RecordedTouch] = []
    order: Action = StartHand()
    asked = inside = -1  # the marks of the action and of its last event
    for fact in facts_of(state):
        event = fact.event
        if isinstance(event, Asked):
            order, asked, inside = event.action, fact.mark, fact.mark + event.events
            continue
        if asked >= 0 and fact.mark == asked + 1:
            touches.append(RecordedTouch(asked, table.hands, order, (fact,)))
        elif isinstance(event, HandStarted | HandReported) and fact.mark > inside:
            touches.append(RecordedTouch(fact.mark, table.hands, _deal(event), (fact,)))
        elif touches:
            last = touches[-1]
            touches[-1] = msgspec.structs.replace(last, facts=(*last.facts, fact))
        if not isinstance(event, RecordEvent):
            table = table_state.apply(table, event)
    return touches


def _deal(event: HandStarted | HandReported) -> Action:
    """The action that repeats a deal, used for the oldest event that can be repaired and for a straddle."""
    if isinstance(event, HandReported):
        return ReportHand(event.pots, event.out)
    return StartHand(straddle=is_straddled(event))


def _start(state: GameState) -> Table:
    timelines = [timeline for timeline in (state.last, state.timeline) if timeline is not None]
    if not timelines or timelines[-1].start is None:
        raise Refused("no-hand-to-repair")
    known = [timeline.start for timeline in timelines if timeline.start is not None]
    return known[0]


def _changed(touches: list[RecordedTouch], at: int, action: Amend) -> tuple[int, list[RecordedTouch | RerunStep]]:
    """The index of the first touch to replay, and all touches from there on, with the change applied."""
    at, action = _where_read(touches, at, action)
    touch = touches[at]
    line = next((number for number, fact in enumerate(touch.facts) if fact.mark == action.mark), touch.own)
    inferred = 0 <= line < len(touch.facts) and is_inferred(touch.facts[line].event)
    match action.change:
        case InsertBefore(act):
            where = at if line <= touch.own or touch.own < 0 else at + 1
            return where, [_new(act, touch), *touches[where:]]
        case ReplaceAct(act) if inferred:
            return at, [_new(act, touch), *touches[at:]]
        case ReplaceAct(act) if line == touch.own >= 0:
            return at, [_new(act, touch), *touches[at + 1 :]]
        case DropAct() if line == touch.own >= 0:
            return at, list(touches[at + 1 :])
        case DropAct() if inferred:
            raise Refused("line-inferred")
    raise Refused("line-follows")


def _where_read(touches: list[RecordedTouch], at: int, action: Amend) -> tuple[int, Amend]:
    """The index of the touch to correct, and the repair. A card placed by an answer is corrected where it was read."""
    line = next((fact.event for fact in touches[at].facts if fact.mark == action.mark), None)
    if isinstance(touches[at].order, Answer) and isinstance(line, BoardDealt | CardTabled):
        for index in reversed(range(at)):
            for fact in touches[index].facts:
                if isinstance(fact.event, CardHeld) and fact.event.card == line.card:
                    return index, msgspec.structs.replace(action, mark=fact.mark)
    return at, action


def _new(act: Act, touch: RecordedTouch) -> RerunStep:
    if getattr(act, "floor", ""):
        raise Refused("repair-with-floor")
    return RerunStep(act, touch.hand)


def rerun_steps(changed: Sequence[RecordedTouch | RerunStep]) -> tuple[RerunStep, ...]:
    """The actions to replay, with each answer placed before its question."""
    steps: list[RerunStep] = []
    asked = -1  # the mark at which the open question was asked
    for touch in changed:
        if isinstance(touch.order, SeeCard | CloseStreet):
            asked = len(steps) if asked < 0 else asked
        elif not isinstance(touch.order, Answer):
            asked = -1
        if isinstance(touch, RerunStep):
            steps.append(touch)
            continue
        calls = [fact.event for fact in touch.facts if isinstance(fact.event, Called) and fact.event.inferred]
        callers = tuple(call.seat for call in calls)
        answered = isinstance(touch.order, Answer) and bool(callers) and asked >= 0
        if answered:  # the answer itself is needed only if the question was open before the repair
            steps[asked:asked] = [RerunStep(PutIn(seat), touch.hand, optional=True) for seat in callers]
            asked = -1
        timed = isinstance(touch.order, CallClock | UseTimeChip)  # after the repair it may be another player's turn
        optional = answered or timed
        steps.append(RerunStep(touch.played, touch.hand, callers, optional, touch.deal))
    return tuple(steps)


def _amended(action: Amend, behind: int) -> Amended:
    change = action.change
    if isinstance(change, DropAct):
        return Amended(action.mark, "drop", behind=behind)
    act = change.action
    name: Any = next(name for name, kind in ACTS.items() if isinstance(act, kind))
    seat = ANYWHERE if act.seat is None else act.seat
    card = act.card if isinstance(act, SeeCard) else None
    to = act.to if isinstance(act, Bet | RaiseTo | PutIn) else 0
    how: Any = "replace" if isinstance(change, ReplaceAct) else "insert"
    return Amended(action.mark, how, name, seat, to, card, behind=behind)


def straddle(state: GameState) -> list[Event]:
    """The events of a straddle. Raises `Refused`."""
    timeline, deal, hand = _just_dealt(state)
    if timeline.start is None:
        raise Refused("straddle-too-late")
    if problem := straddle_deal_problem(timeline.start, deal):
        raise problem
    if not hand.live[deal.seats.index(straddler(deal))]:
        raise Refused("seat-folded", seat=straddler(deal))
    mark = timeline.facts[0].mark
    behind = sum(1 for fact in facts_of(state) if fact.mark > mark)
    again = deal_again(timeline.start, straddled(deal))
    return [Amended(mark, "straddle", behind=behind), TakenBack(mark), *again]


def may_straddle(state: GameState) -> int:
    """The seat that may straddle in the hand just dealt; 0 if no seat may."""
    try:
        straddle(state)
        return straddler(_just_dealt(state)[1])
    except Refused:
        return 0


def _just_dealt(state: GameState) -> tuple[HandTimeline, HandStarted, Hand]:
    """The hand in play if only its deal has been recorded. Raises `Refused` otherwise."""
    timeline, hand = state.timeline, state.table.hand
    deal = timeline.facts[0].event if timeline is not None else None
    if timeline is None or hand is None or not isinstance(deal, HandStarted) or not is_playing(state.table):
        raise Refused("no-hand-in-play")
    if is_straddled(deal):
        raise Refused("straddled-already")
    if hand.acts or hand.board or any(hand.tabled) or hand.mishaps or hand.forfeited or state.waiting.kind:
        raise Refused("straddle-too-late")
    return timeline, deal, hand
