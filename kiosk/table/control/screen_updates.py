"""Shows a table and its surroundings on its screen."""

from collections.abc import Iterator
from contextlib import contextmanager

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


class ScreenUpdates:
    """Collects what the screen shows from the parts of the program that know it."""

    def __init__(  # noqa: PLR0913, PLR0917  everything that the screen shows
        self,
        face: TableDisplay,
        sittings: TableSittings,
        tournament: TournamentSide,
        staff: TableStaff,
        disk: TableDisk,
        readers: TableReaders,
    ) -> None:
        self._face = face
        self._sittings = sittings
        self._tournament = tournament
        self._staff = staff
        self._disk = disk
        self._readers = readers
        self._then: Follows = ()
        """The page that follows the action in progress, if a card was read for it."""

    def show(self) -> None:
        sitting = self._sittings.now
        surroundings = sitting.surroundings()
        surroundings = replace(
            surroundings,
            plays_alone=plays_alone(sitting.game.table),
            called=self._tournament.is_called(sitting),
            leaves=self._tournament.leaves(sitting),
            staff=tuple(Staff(one.name, one.role) for one in self._staff.members),
            booking=self._tournament.shown(surroundings.booking, sitting),
            disk=self._disk.shown,
        )
        surroundings = self._readers.shown(surroundings, sitting.game.table)
        self._face.show(sitting.table, sitting.game, surroundings, self._then)

    @contextmanager
    def followed_by(self, then: Follows) -> Iterator[None]:
        self._then = then
        try:
            yield
        finally:
            self._then = ()
