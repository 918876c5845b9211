"""Pause one table, for a reason that its screen shows. It finishes its hand and waits until the director resumes play
there."""

from collections.abc import Sequence
from typing import ClassVar

from engine.names import one_line
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.context import Context
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.seating.seat_rules import open_sitting
from engine.tournament.rules.stop_rules import is_stopped, stop_after_hand, with_stop
from engine.tournament.state import Event, StateChange, Tournament


class PauseTable(TournamentActionBase, frozen=True, tag="pause-table"):
    """The table stops after this hand and shows the `reason`, if there is one. With `on` false, it resumes play."""

    right = "run"
    sitting: int
    on: bool = True
    reason: str = ""

    LONGEST_REASON: ClassVar[int] = 60

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        table = open_sitting(tournament, self.sitting).table
        if self.on == is_stopped(tournament, self.sitting, "paused"):
            raise Refused("table-paused-already" if self.on else "table-not-paused", table=table)
        if not self.on:
            return [TablePaused(self.sitting, None)]
        reason = one_line(self.reason)[: self.LONGEST_REASON]
        return [TablePaused(self.sitting, stop_after_hand(self.sitting, "paused", context.tables, reason))]


class TablePaused(Event, frozen=True, tag="table-paused"):
    """The table stops at this point (`stop`). If it is None, the table plays on."""

    sitting: int
    stop: Stop | None

    def change(self, tournament: Tournament) -> StateChange:
        return with_stop(tournament, self.sitting, "paused", self.stop)
