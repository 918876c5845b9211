"""The tournament's target for a table, stored beside its journal for a restart while the clock is unreachable."""

import logging
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from engine.actions import Action, BuyChips, LeaveSeat, PlanLeave, TakeSeat
from engine.table.state import Table, is_playing
from engine.tournament.targets import TableTarget, unnamed
from kiosk.faults import Fault
from kiosk.protocol.numbered import names_in, read_target, target_path
from kiosk.storage.files import write_atomic
from kiosk.table.seating.sitting_players import SittingPlayers
from kiosk.table.seating.target_steps import steps_towards

log = logging.getLogger(__name__)


class TargetFollower:
    """A sitting's newest target. `path` is the journal's."""

    def __init__(self, path: Path, players: SittingPlayers) -> None:
        self._path = target_path(path)
        self._players = players
        self.target: TableTarget | None = read_target(path)
        self.names = self.kept_names = names_in(self.target)
        """The names in the target, by player; and those that are on disk, which a record may rely on."""
        self._refused: list[tuple[Action, object]] = []
        """Steps that the table's rules refused, and the state of the table at each refusal. They are tried again once
        that state has changed.
        """
        self._planned: list[tuple[int, Action]] = []
        """The players who were to leave after a hand, and which hand it was. The dealer may undo that, like anything
        else in a hand.
        """

    def receive(self, target: TableTarget) -> None:
        """Keep the target if it is newer or has different names. A target that arrives twice or late, even after a
        week, does not change anything.
        """
        target = _with_known_names(target, self.target)
        if self.target is None or target.rev > self.target.rev or _is_renamed(self.target, target):
            self.target, self.names = target, names_in(target)
            with suppress(Fault):  # the journal is on the same disk and will report it; the clock sends it again
                write_atomic(self._path, msgspec.json.encode(target))
                self.kept_names = self.names

    def next_step(self, table: Table) -> Action | None:
        """The first step toward the target that the table can take now, except those that its rules have just refused.
        Raises `Fault`.
        """
        if self.target is None:
            return None
        for step in steps_towards(self.target, table, self._players.sat, self._players.lost_all):
            if (step, _moment(table)) not in self._refused and (table.hands, step) not in self._planned:
                return step
        return None

    def due(self, table: Table) -> tuple[LeaveSeat | TakeSeat | BuyChips, ...]:
        """The players who leave or sit down, and the chips handed out, once the hand in play is over, except for what
        the table's rules have already refused.
        """
        if self.target is None or not is_playing(table):
            return ()
        refused = [one for one, _ in self._refused]
        steps = steps_towards(self.target, replace(table, hand=None), self._players.sat, self._players.lost_all)
        return tuple(one for one in steps if isinstance(one, LeaveSeat | TakeSeat | BuyChips) and one not in refused)

    def done(self, step: Action, table: Table) -> None:
        """Note that a step was taken. `table` is the table before it."""
        if isinstance(step, PlanLeave):
            self._planned.append((table.hands, step))

    def refused(self, step: Action, table: Table, why: str) -> bool:
        """Note that the table's rules do not allow the step now. Returns whether this is a new refusal."""
        before = [(other, moment) for other, moment in self._refused if other != step]
        is_news = len(before) == len(self._refused)
        self._refused = [*before, (step, _moment(table))]
        if self.target and is_news:
            log.info("target %d: %s is refused: %s", self.target.rev, type(step).__name__, why)  # without names
        return is_news


def _moment(table: Table) -> object:
    """The state that may make a refused step possible when it changes."""
    return table.hands, is_playing(table), table.race is None, tuple([seat and seat.player for seat in table.seats])


def _with_known_names(target: TableTarget, before: TableTarget | None) -> TableTarget:
    """The target with the names of entries that the clock no longer knows, because its disk lost them. They may still
    sit here, and the records have only their numbers."""
    known = {one.entry for one in target.names}
    lost = tuple(one for one in before.names if one.entry not in known) if before and known else ()
    return replace(target, names=(*target.names, *lost)) if lost else target


def _is_renamed(one: TableTarget, other: TableTarget) -> bool:
    """Whether only names differ."""
    return one.rev == other.rev and one != other and unnamed(one) == unnamed(other)
