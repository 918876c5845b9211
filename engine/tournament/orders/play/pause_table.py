"""Pause one table, for a reason that its screen shows. It finishes its hand and waits until the director resumes play
there."""

from collections.abc import Sequence
from typing import ClassVar

from engine.names import one_line
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.context import Context
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.seat_rules import open_sitting
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import TableFacts


class PauseTable(TournamentActionBase, frozen=True, tag="pause-table"):
    """The table stops after this hand and shows the `reason`, if there is one. With `on` false, it resumes play."""

    right = "run"
    sitting: int
    on: bool = True
    reason: str = ""

    LONGEST_REASON: ClassVar[int] = 60

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        table = open_sitting(tournament, self.sitting).table
        if self.on == (self.sitting in tournament.paused):
            raise Refused("table-paused-already" if self.on else "table-not-paused", table=table)
        if not self.on:
            return [TablePaused(self.sitting, None)]
        hands = context.tables.get(self.sitting, TableFacts(self.sitting)).hands
        reason = one_line(self.reason)[: self.LONGEST_REASON]
        return [TablePaused(self.sitting, Stop("paused", hands, reason))]


class TablePaused(Event, frozen=True, tag="table-paused"):
    """The table stops there. If it is None, the table plays on."""

    sitting: int
    stop: Stop | None

    def change(self, tournament: Tournament) -> StateChange:
        others = {one: stop for one, stop in tournament.paused.items() if one != self.sitting}
        paused = others if self.stop is None else {**others, self.sitting: self.stop}
        return StateChange(fields={"paused": paused})
