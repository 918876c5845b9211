"""What the tournament wants of a table, kept beside its journal: restarted while the clock is away, it still knows."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from engine.actions import Action
from engine.table.state import Table
from engine.tournament.targets import TableTarget
from kiosk.faults import Fault
from kiosk.storage.files import write_atomic
from kiosk.table.towards import steps_towards

log = logging.getLogger(__name__)


class TargetFollower:
    """The newest target of a sitting. `path` is the journal's."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}.target")
        self.target: TableTarget | None = _read(self._path)
        self._refused: list[Action] = []

    def receive(self, target: TableTarget) -> None:
        """Keep it if it is newer: one that comes twice, late or after a week changes nothing."""
        if self.target is None or target.rev > self.target.rev:
            self.target = target
            self._refused.clear()
            with suppress(Fault):  # the journal is on the same disk and will report it; the clock sends it again
                write_atomic(self._path, msgspec.json.encode(target))

    def steps(self, table: Table, begun: frozenset[str]) -> Iterator[Action]:
        """What the table can do towards it now, but for what its rules have refused before."""
        if self.target is None:
            return
        for step in steps_towards(self.target, table, begun):
            if step not in self._refused:
                yield step

    def refused(self, step: Action, why: str) -> None:
        """The table's rules do not allow it: not tried again for this target."""
        if self.target:
            log.info("target %d: %s is refused: %s", self.target.rev, step, why)
            self._refused.append(step)

    def seat_of(self, player: str) -> int:
        """The seat that the player belongs in; 0 if the target does not say."""
        roster = self.target.roster if self.target else ()
        return next((place.seat for place in roster if str(place.entry) == player), 0)


def _read(path: Path) -> TableTarget | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=TableTarget)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
