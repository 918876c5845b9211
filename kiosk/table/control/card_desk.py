"""Acts on the messages of a table's readers, and on what the dealer does with the readers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.message import message
from engine.table.state import is_playing
from hardware.camera.settings import Area
from hardware.reading.reading import Health, ReaderMessage
from kiosk.table.control.line_reports import LineReports
from kiosk.table.control.orders import TableOrders
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.control.sittings import TableSittings
from kiosk.table.display import TableDisplay
from kiosk.table.readers.card_readings import CardReadings
from kiosk.table.readers.table_readers import TableReaders
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.readers import ReaderWatch

if TYPE_CHECKING:
    from kiosk.table.decks.faces import FaceCheck, FaceLook


@dataclass(frozen=True, eq=False)
class CardDesk:
    readers: TableReaders
    cards: CardReadings
    sittings: TableSittings
    orders: TableOrders
    reports: LineReports
    updates: ScreenUpdates
    face: TableDisplay

    def receive(self, received: "ReaderMessage | FaceLook | FaceCheck") -> None:
        if not isinstance(received, ReaderMessage):
            if self.readers.learning:
                self.readers.learning.receive(received)
            self.updates.show()
            return
        order = self.cards.receive(received, self.sittings.now.game)
        if isinstance(received, Health):
            self.reports.report()
        if self.cards.watched or self.cards.is_enrolling or isinstance(received, Health):
            self.updates.show()
        if order:
            self.orders.play(order)

    def enroll(self, do: EnrollDo, what: str = "") -> None:
        if do == "begin" and is_playing(self.sittings.now.game.table):
            self.face.refuse(message("enroll-between-hands"), "")
        else:
            self.cards.enroll(do, what)
            self.updates.show()

    def watch(self, watching: ReaderWatch | None) -> None:
        self.cards.watched = watching is not None
        self.readers.learn(watching.camera if watching and watching.learns else "")
        self.updates.show()

    def learn(self, do: LearnDo) -> None:
        if self.readers.learning:
            self.readers.learning.order(do)
        self.updates.show()

    def mark_places(self, camera: str, places: dict[str, Area]) -> None:
        self.readers.mark_places(camera, places)
        self.updates.show()

    def scanned_without_reader(self, _code: str) -> None:
        self.cards.scanned_without_reader(self.sittings.now.game)
