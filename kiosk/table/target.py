"""What the tournament wants of a table, kept beside its journal: restarted while the clock is away, it still knows."""

import logging
from collections.abc import Iterator
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
from kiosk.table.towards import steps_towards

log = logging.getLogger(__name__)


class TargetFollower:
    """The newest target of a sitting. `path` is the journal's."""

    def __init__(self, path: Path) -> None:
        self._path = target_path(path)
        self.target: TableTarget | None = read_target(path)
        self.names = self.kept_names = names_in(self.target)
        """By player, those it tells; and those that are on disk, which a record may rely on."""
        self._refused: list[tuple[Action, object]] = []
        """Steps that the table's rules did not allow, and at which moment: tried again once that is another."""
        self._planned: list[tuple[int, Action]] = []
        """Who was to leave after which hand: the dealer may take that back, as anything in a hand."""

    def receive(self, target: TableTarget) -> None:
        """Keep it if it is newer, or tells other names: one that comes twice, late or after a week changes nothing."""
        if self.target is None or target.rev > self.target.rev or _is_renamed(self.target, target):
            self.target, self.names = target, names_in(target)
            with suppress(Fault):  # the journal is on the same disk and will report it; the clock sends it again
                write_atomic(self._path, msgspec.json.encode(target))
                self.kept_names = self.names

    def steps(self, table: Table, begun: frozenset[str], lost_all: frozenset[str]) -> Iterator[Action]:
        """What the table can do towards it now, but for what its rules have just refused."""
        if self.target is None:
            return
        for step in steps_towards(self.target, table, begun, lost_all):
            if (step, _moment(table)) not in self._refused and (table.hands, step) not in self._planned:
                yield step

    def due(
        self, table: Table, begun: frozenset[str], lost_all: frozenset[str]
    ) -> tuple[LeaveSeat | TakeSeat | BuyChips, ...]:
        """Who leaves or sits down, and which chips are handed out, once the hand in play is over; but for what the
        table's rules have refused before."""
        if self.target is None or not is_playing(table):
            return ()
        refused = [one for one, _ in self._refused]
        steps = steps_towards(self.target, replace(table, hand=None), begun, lost_all)
        return tuple(one for one in steps if isinstance(one, LeaveSeat | TakeSeat | BuyChips) and one not in refused)

    def done(self, step: Action, table: Table) -> None:
        """A step was taken, in the table before it."""
        if isinstance(step, PlanLeave):
            self._planned.append((table.hands, step))

    def refused(self, step: Action, table: Table, why: str) -> bool:
        """The table's rules do not allow it now; returns whether that is news."""
        before = [(other, moment) for other, moment in self._refused if other != step]
        is_news = len(before) == len(self._refused)
        self._refused = [*before, (step, _moment(table))]
        if self.target and is_news:
            log.info("target %d: %s is refused: %s", self.target.rev, type(step).__name__, why)  # names nobody
        return is_news


def _moment(table: Table) -> object:
    """What may make possible what was not."""
    return table.hands, is_playing(table), table.race is None, tuple([seat and seat.player for seat in table.seats])


def _is_renamed(one: TableTarget, other: TableTarget) -> bool:
    """Whether only names differ."""
    return one.rev == other.rev and one != other and unnamed(one) == unnamed(other)
