"""What the room decides in the middle of a hand: it holds in every past too, so that no undo takes it back."""

from collections.abc import Sequence

import msgspec

from engine.events import Event, LevelSet, SeatTaken
from engine.game.timeline import GameState, HandTimeline
from engine.table import state as one_table
from engine.table.state import Table


def decided_by_room(now: GameState, pasts: Sequence[GameState], event: Event) -> tuple[GameState, list[GameState]]:
    """The scene after it, and the pasts, oldest first, in which it can have happened: a gap closes all before it."""
    told: dict[int, HandTimeline | None] = {}
    decided: dict[int, Table | None] = {}
    dealt = now.table.hands > 0

    def before(table: Table) -> Table | None:
        if id(table) not in decided:  # every step of a hand remembers the one table that it began with
            decided[id(table)] = _as_if_before(table, event, dealt)
        return decided[id(table)]

    def retold(timeline: HandTimeline | None) -> HandTimeline | None:
        if timeline is not None and id(timeline) not in told:
            told[id(timeline)] = msgspec.structs.replace(
                timeline, start=before(timeline.start) if timeline.start else None
            )
        return told[id(timeline)] if timeline is not None else None

    def again(state: GameState, table: Table) -> GameState:
        return GameState(table, state.waiting, retold(state.timeline), retold(state.last), state.bet_sizes)

    kept: list[GameState] = []
    for past in reversed(pasts):
        table = before(past.table)
        if table is None:
            break
        kept.append(again(past, table))
    return again(now, one_table.apply(now.table, event)), kept[::-1]


def _as_if_before(table: Table, event: Event, dealt: bool) -> Table | None:
    """An earlier table as if the room had decided this before; None where it could not have."""
    if isinstance(event, SeatTaken) and table.seats[event.seat - 1] is not None:
        return None
    after = one_table.apply(table, event)
    if isinstance(event, LevelSet) and dealt:  # the chips in play were those of the first hand's level
        return msgspec.structs.replace(after, chip=table.chip)
    return after
