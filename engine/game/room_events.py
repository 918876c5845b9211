"""Decisions by the room in the middle of a hand. They apply to every state on the undo stack, so undo cannot take them
back."""

from collections.abc import Sequence

import msgspec

from engine.events import ChipsBought, Event, LevelSet, SeatTaken
from engine.game.timeline import GameState, HandTimeline
from engine.table import state as table_state
from engine.table.state import Table, is_playing


def decided_by_room(now: GameState, pasts: Sequence[GameState], event: Event) -> tuple[GameState, list[GameState]]:
    """The state after the event, and the earlier states, oldest first, in which the event is possible. If it is
    impossible in a state, that state and all states before it are dropped."""
    revised: dict[int, HandTimeline | None] = {}
    decided: dict[int, Table | None] = {}

    def before(table: Table) -> Table | None:
        if id(table) not in decided:  # all steps of a hand share the table at its start
            decided[id(table)] = _as_if_before(table, event, now.table.hands)
        return decided[id(table)]

    def with_start(timeline: HandTimeline | None) -> HandTimeline | None:
        if timeline is not None and id(timeline) not in revised:
            start = before(timeline.start) if timeline.start else None
            revised[id(timeline)] = msgspec.structs.replace(timeline, start=start)
        return revised[id(timeline)] if timeline is not None else None

    def again(state: GameState, table: Table) -> GameState:
        timeline, last = with_start(state.timeline), with_start(state.last)
        return msgspec.structs.replace(state, table=table, timeline=timeline, last=last)

    kept: list[GameState] = []
    for past in reversed(pasts):
        table = before(past.table)
        if table is None:
            break
        kept.append(again(past, table))
    return again(now, table_state.apply(now.table, event)), kept[::-1]


def _as_if_before(table: Table, event: Event, hands: int) -> Table | None:
    """The table as it would have been earlier if the room had already decided this; None if that is impossible."""
    if isinstance(event, SeatTaken) and table.seats[event.seat - 1] is not None:
        return None
    if isinstance(event, ChipsBought) and not _could_be_bought(table, event, hands):
        return None
    after = table_state.apply(table, event)
    if isinstance(event, LevelSet) and hands:  # the chips in play were those of the first hand's level
        return msgspec.structs.replace(after, chip=table.chip)
    return after


def _could_be_bought(table: Table, event: ChipsBought, hands: int) -> bool:
    """Whether the chips could have been bought in this state. They could not have been bought before or during the hand
    after which they were handed out, because that hand was dealt without them."""
    seat = table.seats[event.seat - 1] if event.seat <= len(table.seats) else None
    between = table.hands == hands and not is_playing(table) and not table.redeal
    return between and seat is not None and seat.player == event.player
