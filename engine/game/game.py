"""Turns events into state, with undo and redo: a table and its record so far.

The state is the fold of its events. `TakenBack` returns to the exact value before the last action, and nothing is
deleted. The dealer cannot undo a decision by the room, such as a new level or a player sitting down; such a decision
survives an undo. A step is an `Asked` action with all its events. A repair replays actions, so the step of a repair
contains further actions, each with its events.
"""

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from engine.actions import Action, Amend, PlayOn, Redo, RoomAction, Straddle, TableAction, Undo
from engine.bad_input import BadInput
from engine.events import (
    Amended,
    Asked,
    AwardLast,
    AwardPots,
    Blinds,
    DealEvent,
    Event,
    Folded,
    HandStarted,
    RoomEvent,
    TakenBack,
)
from engine.game import amending, awarding, touches
from engine.game.amending import RepairPlan, straddle
from engine.game.bet_sizes import BetSizes
from engine.game.held_motion import check_held_motions
from engine.game.rerun import RerunStep, as_dealt, at_level, deal_before, deal_of, level_dealt, play_again, without_deal
from engine.game.steps import Step
from engine.game.timeline import GameState, HandTimeline, after_leaving, apply_fact, decided_by_room, facts_of, state_at
from engine.hand.misdeals.remedy import substantial_action
from engine.hand.overrides import check_named
from engine.refused import Refused
from engine.table import rules as table_rules
from engine.table.actions.hands import Overrule
from engine.table.actions.people import SeatChanged, SeatLeft
from engine.table.state import Table, book_of, is_playing


class BadRecord(BadInput):
    """A record that cannot have been written by any table. Either someone changed it or a program has a bug."""


class UndoneStep(msgspec.Struct, frozen=True, gc=False):
    """A step that was taken back, with its first event and its action."""

    event: Event
    action: TableAction
    level: Blinds | None = None
    """The level of the hand that the step began, if it is no longer the one in effect."""
    deal: HandStarted | None = None
    """The hand that the step began, if nothing else followed it."""
    rests: bool = False
    """Whether the step began no hand."""


class Game(msgspec.Struct, frozen=True, gc=False):
    """A table, the number of events in its record, and the steps that can be redone or, within the last two hands,
    undone."""

    state: GameState = GameState()
    mark: int = 0
    undo_stack: tuple[Step, ...] = ()
    pending: int = 0
    """The number of events in the open step that are still to come."""
    step: int = 0
    redo_stack: tuple[UndoneStep, ...] = ()
    """Steps that can be redone, the next one last."""
    sealed: int = 0
    """Only the floor may take back steps at or before this mark, because there has been substantial action since
    then."""

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def taken_back(self) -> tuple[Event, ...]:
        """The first events of the steps that can be redone. The next one to redo is last."""
        return tuple([each.event for each in self.redo_stack])

    @property
    def bet_sizes(self) -> BetSizes:
        return self.state.bet_sizes


def step(game: Game, action: Action) -> list[Event]:
    """The events to record: `Asked` with the action, which a redo repeats, and then what follows from it."""
    if not isinstance(action, Redo):
        facts = decide(game, action)
        return [Asked(cast("TableAction", action), len(facts)), *facts]
    order, level = _redo_action(game), _redo_level(game)
    others = _decide_at(game, order, level)
    facts = _deal_before(game, others)
    return [Asked(order, len(facts), level, facts != others), *facts]


def decide(game: Game, action: Action) -> list[Event]:
    """The events that follow from an action. If it raises `Refused`, nothing has changed."""
    match action:
        case Undo():
            return _undo(game, action)
        case Redo():
            return _deal_before(game, _decide_at(game, _redo_action(game), _redo_level(game)))
        case Amend() | Straddle() | Overrule(order=AwardLast()):
            return _record_again(game, action)
    waiting = game.state.waiting
    if waiting.kind and isinstance(action, PlayOn):
        raise Refused("say-who-called" if waiting.kind == "who-called" else "say-who-won")
    if touches.is_touch(game.table, action):
        events = touches.decide(game.table, waiting, action)
    else:
        events = table_rules.decide(game.table, action)
        if waiting.held:
            touches.keep_held(game.table, events)
    check_held_motions(game.table, game.undo_stack, events)
    return events


def decide_asked(game: Game, asked: Asked) -> list[Event]:
    """The events that follow from a recorded action. Raises `Refused`."""
    facts = _decide_at(game, asked.action, asked.level if asked.level == _redo_level(game) else None)
    return _deal_before(game, facts) if asked.dealt else facts


def _deal_before(game: Game, facts: list[Event]) -> list[Event]:
    """The events of the step that `Redo` repeats, with the hand that it originally dealt, or without a hand if it dealt
    none. Raises `Refused`."""
    undone = game.redo_stack[-1] if game.redo_stack else None
    if undone and undone.rests:
        return without_deal(facts)
    return deal_before(game.table, facts, undone.deal if undone else None)


def _decide_at(game: Game, action: Action, level: Blinds | None) -> list[Event]:
    """The events that follow if this level is pending for the next hand."""
    return decide(msgspec.structs.replace(game, state=at_level(game.state, level)), action)


def _redo_level(game: Game) -> Blinds | None:
    return game.redo_stack[-1].level if game.redo_stack else None


def _undo(game: Game, action: Undo) -> list[Event]:
    if not game.undo_stack:
        clause = book_of(game.table).corrections.clause
        raise Refused("chips-came-since" if game.state.closed else "nothing-to-take-back", clause)
    if undo_asks(game) and not action.confirmed:
        raise Refused("fold-stands", book_of(game.table).fold_undo.clause)
    to = game.undo_stack[-1].mark
    return [TakenBack(to, _floor_for(game, to, action.floor))]


def _floor_for(game: Game, to: int, floor: str) -> str:
    if to > sealed(game):
        return ""
    if not floor:
        raise Refused("substantial-action", book_of(game.table).corrections.clause)
    return floor


def _redo_action(game: Game) -> TableAction:
    if not game.redo_stack:
        raise Refused("nothing-to-redo")
    order = _order(game, game.redo_stack[-1])
    if order is None:
        raise Refused("cannot-redo")
    return order


def _order(game: Game, undone: UndoneStep) -> TableAction | None:
    """The action of an undone step; None if it repaired a line that is gone. A repair refers to its line by the line's
    current mark."""
    if not isinstance(undone.action, Amend) or not isinstance(undone.event, Amended):
        return undone.action
    facts = facts_of(game.state)
    if undone.event.behind >= len(facts):
        return None
    return msgspec.structs.replace(undone.action, mark=facts[len(facts) - 1 - undone.event.behind].mark)


def _record_again(game: Game, action: Amend | Straddle | Overrule) -> list[Event]:
    match action:
        case Amend():
            return _amend(game, action)
        case Overrule(order=AwardLast() as order):
            return _award_again(game, action, order)
    return straddle(game.state)


def _amend(game: Game, action: Amend) -> list[Event]:
    plan = amending.plan(game.state, action)
    floor = _floor_for(game, plan.touch, action.floor) or action.floor
    facts = _again(game, plan, plan.steps)
    if amending.is_other_deal(facts_of(game.state), facts):
        facts = _again(game, plan, as_dealt(plan.steps))
    return [msgspec.structs.replace(plan.amended, floor=floor), *facts]


def _award_again(game: Game, action: Overrule, order: AwardLast) -> list[Event]:
    check_named(action.by, action.why, book_of(game.table))
    if game.state.closed is not None:
        return awarding.settle(game.table, game.state.closed, action, order)
    plan = awarding.plan(game.state, action, AwardPots(order.pots))
    _check_disputable(game, plan.touch)
    facts = _again(game, plan, as_dealt(plan.steps))
    return [plan.amended, *facts]


def award_problem(game: Game) -> Refused | None:
    """Why the pots of the last hand cannot be awarded again; None if the floor may award them again."""
    if game.state.closed is not None:
        return None
    try:
        _check_disputable(game, awarding.pushed_in(game.state).mark)
    except Refused as refused:
        return refused
    return None


def _check_disputable(game: Game, push: int) -> None:
    """Raises `Refused` if there is now substantial action after this push. If that action was a mistake and has been
    taken back, the pots can be disputed again."""
    if push <= _final(game):
        raise Refused("substantial-action", book_of(game.table).corrections.clause)


def _again(game: Game, plan: RepairPlan, steps: Sequence[RerunStep]) -> list[Event]:
    """Replay these steps from the start of the plan. Raises `Refused`."""
    state = state_at(game.state, plan.to)
    if state is None:
        raise Refused("table-changed-since")
    again = msgspec.structs.replace(game, state=state, mark=game.mark + 3, undo_stack=(), redo_stack=(), sealed=0)
    return [TakenBack(plan.to), *play_again(again, steps, step, apply)]


def is_mid_step(game: Game) -> bool:
    """Whether the record ends inside a step, or between the pushes of two pots, as can happen in a copy of a record."""
    hand = game.table.hand
    return game.pending > 0 or (hand is not None and not hand.over and hand.awarded > 0)


def in_repair(game: Game) -> bool:
    """Whether the record ends inside a repair, in which actions are replayed."""
    return game.pending > 0 and bool(game.undo_stack) and isinstance(game.undo_stack[-1].event, Amended)


def redo_event(game: Game) -> Event | None:
    """The first event of a `Redo`; None if it would be refused, for example because the room has changed an earlier
    state."""
    if is_mid_step(game):
        return None
    try:
        return decide(game, Redo())[0]
    except Refused:
        return None


def undo_asks(game: Game) -> bool:
    """Whether `Undo` must be confirmed because the last action implied a fold and the book makes folds final."""
    if not game.undo_stack or book_of(game.table).fold_undo.value != "confirmed":
        return False
    since = game.undo_stack[-1].mark
    return any(fact.mark >= since and isinstance(fact.event, Folded) for fact in facts_of(game.state))


def undo_is_for_floor(game: Game) -> bool:
    return bool(game.undo_stack) and game.undo_stack[-1].mark <= sealed(game)


def sealed(game: Game) -> int:
    """The mark up to which only the floor can take anything back. Action that has become substantial remains so even if
    part of it is taken back."""
    return max(game.sealed, _final(game))


def _final(game: Game) -> int:
    """The mark at which the last hand ended, if there is now substantial action in the hand in play; otherwise -1."""
    hand, timeline = game.table.hand, game.state.timeline
    if hand is None or timeline is None or not substantial_action(hand, book_of(game.table)):
        return -1
    return timeline.sealed


def apply(game: Game, event: Event) -> Game:
    """The game after an event. Raises `BadRecord` or `ChipsNotConserved` for a record that no table can have
    written."""
    if isinstance(event, TakenBack):
        return _take_back(game, event)
    if isinstance(event, RoomEvent):
        return _decided_by_room(game, event)
    if isinstance(event, Asked) and not in_repair(game):
        return _asked(game, event)
    mark, undo_stack, pending, step, redo_stack = game.mark, game.undo_stack, game.pending, game.step, game.redo_stack
    if isinstance(event, DealEvent) and game.state.timeline:
        undo_stack = _still_open(undo_stack, game.state.timeline)
    if pending:
        pending -= 1
        undo_stack = _with_first_event(undo_stack, event)
    state = apply_fact(game.state, mark, event, step)
    if isinstance(event, SeatLeft) and event.chips:
        step, redo_stack, state = mark + 1, (), after_leaving(state, awarding.last_awarded(state))
        undo_stack = (msgspec.structs.replace(undo_stack[-1], mark=step, state=state),) if pending else ()
    if isinstance(event, SeatChanged):  # hands that were played in other seats can be read and undone, not corrected
        redo_stack, state = (), after_leaving(state, awarding.last_awarded(state))
    return Game(state, mark + 1, undo_stack, pending, step, redo_stack, game.sealed)


def _asked(game: Game, event: Asked) -> Game:
    """Begin a step unless the action cannot be undone or is itself an undo."""
    if isinstance(event.action, RoomAction | Undo):
        return msgspec.structs.replace(game, mark=game.mark + 1)
    undo_stack = (*game.undo_stack, Step(game.mark, game.state, event, event.action))
    state = apply_fact(game.state, game.mark, event, game.mark)
    redo_stack = _still_undone(game, event.action)
    return Game(state, game.mark + 1, undo_stack, event.events, game.mark, redo_stack, game.sealed)


def _with_first_event(undo_stack: tuple[Step, ...], event: Event) -> tuple[Step, ...]:
    if undo_stack and isinstance(undo_stack[-1].event, Asked):
        return (*undo_stack[:-1], msgspec.structs.replace(undo_stack[-1], event=event))
    return undo_stack


def replay(events: Iterable[Event]) -> Game:
    game = Game()
    for event in events:
        game = apply(game, event)
    return game


def _take_back(game: Game, event: TakenBack) -> Game:
    if game.pending:  # in a repair, the hand is recorded again from there
        state = state_at(game.state, event.to)
        undo_stack, pending, redo_stack = game.undo_stack, game.pending - 1, game.redo_stack
    else:
        index = next((index for index, step in enumerate(game.undo_stack) if step.mark == event.to), -1)
        state = game.undo_stack[index].state if index >= 0 else None
        undo_stack, pending = game.undo_stack[: max(index, 0)], 0
        redo_stack = (*game.redo_stack, *[_undone(game.state, step) for step in reversed(game.undo_stack[index:])])
    if state is None:
        raise BadRecord("no-event-to-take-back", table=game.table.number, event=event.to)
    before = sealed(game)
    if event.to <= before:
        before = state.timeline.sealed if state.timeline else 0
    return Game(state, game.mark + 1, undo_stack, pending, game.step, redo_stack, before)


def _undone(state: GameState, step: Step) -> UndoneStep:
    deal = deal_of(state, step.mark)
    again = deal if isinstance(deal, HandStarted) and not isinstance(step.event, Amended) else None
    rests = deal is None and not isinstance(step.event, Amended)
    return UndoneStep(step.event, step.action, level_dealt(state, step.mark), again, rests)


def _still_undone(game: Game, action: TableAction) -> tuple[UndoneStep, ...]:
    redo_stack = game.redo_stack
    order = _order(game, redo_stack[-1]) if redo_stack else None
    return redo_stack[:-1] if order is not None and order == action else ()


def _still_open(undo_stack: tuple[Step, ...], timeline: HandTimeline) -> tuple[Step, ...]:
    """The steps since `timeline` began. Once a new hand begins, the hand before the last one can no longer be
    undone."""
    return tuple([step for step in undo_stack if step.mark >= timeline.began])


def _decided_by_room(game: Game, event: Event) -> Game:
    """Apply a decision by the room to every state on the undo stack, and drop those that it contradicts. If none of the
    last hand can be replayed after that, the floor can still award its pots differently."""
    now, pasts = decided_by_room(game.state, [step.state for step in game.undo_stack], event)
    if not pasts and not is_playing(now.table) and awarding.last_awarded(now) is None:
        now = msgspec.structs.replace(now, closed=awarding.last_awarded(game.state))
    steps = game.undo_stack[len(game.undo_stack) - len(pasts) :]
    undo_stack = tuple([msgspec.structs.replace(step, state=state) for step, state in zip(steps, pasts, strict=True)])
    return msgspec.structs.replace(game, state=now, mark=game.mark + 1, undo_stack=undo_stack)
