"""A step of a table: an action that was asked for, and the state before it."""

import msgspec

from engine.actions import TableAction
from engine.events import Event
from engine.game.timeline import GameState
from engine.table.state import Table


class Step(msgspec.Struct, frozen=True, gc=False):
    """The state when the record held `mark` events, the `action` that followed, and the action's first event."""

    mark: int
    state: GameState
    event: Event
    action: TableAction

    @property
    def table(self) -> Table:
        return self.state.table
