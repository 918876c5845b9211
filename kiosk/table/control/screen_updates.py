"""Shows a table and its surroundings, such as arriving players, on the table's screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from msgspec.structs import replace

from kiosk.table.control.sittings import TableSittings
from kiosk.table.display import TableDisplay
from kiosk.table.people.sign_in import TableStaff
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.recovery.disk import TableDisk
from kiosk.table.seating.requests import plays_alone
from kiosk.table.tournament_side import TournamentSide
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.taps import Follows


@dataclass(eq=False)
class ScreenUpdates:
    face: TableDisplay
    sittings: TableSittings
    tournament: TournamentSide
    staff: TableStaff
    disk: TableDisk
    readers: TableReaders
    _then: Follows = field(default=(), init=False)
    """The page to show after the action in progress, if that action came from a card that was read."""

    def show(self) -> None:
        sitting = self.sittings.now
        surroundings = sitting.surroundings()
        surroundings = replace(
            surroundings,
            plays_alone=plays_alone(sitting.game.table),
            called=self.tournament.is_called(sitting),
            leaves=self.tournament.leaves(sitting),
            staff=tuple(Staff(one.name, one.role) for one in self.staff.members),
            booking=self.tournament.shown(surroundings.booking, sitting),
            disk=self.disk.shown,
            update=self.tournament.available_update(sitting),
        )
        surroundings = self.readers.shown(surroundings, sitting.game.table)
        self.face.show(sitting.table, sitting.game, surroundings, self._then)

    @contextmanager
    def followed_by(self, then: Follows) -> Iterator[None]:
        self._then = then
        try:
            yield
        finally:
            self._then = ()
