"""One table's program without its screen: connects a sitting to the readers, the clock and a display. Runs on the
thread that created it; the readers and the connection to the clock post messages to it, and `take_posts` processes them
on the same thread. A failing reader, network or clock never stops a table; a failing disk freezes it."""

import logging
import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from engine.game.game import Game
from engine.message import Message
from hardware.reading.reading import ReaderMessage
from kiosk.faults import Fault
from kiosk.table.battery import BatteryWatch
from kiosk.table.control.card_desk import CardDesk
from kiosk.table.control.clock_events import ClockEvents, SittingChange
from kiosk.table.control.line_reports import LineReports
from kiosk.table.control.orders import TableLevels, TableOrders
from kiosk.table.control.pins import KeyedPins
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.control.sittings import TableSittings
from kiosk.table.control.write_gate import WriteGate
from kiosk.table.display import TableDisplay
from kiosk.table.link.events import LinkEvent
from kiosk.table.link.line import ClockLine, MakeLine
from kiosk.table.people.sign_in import TableStaff
from kiosk.table.readers.card_readings import CardReadings
from kiosk.table.readers.table_readers import TableReaders, decks_of
from kiosk.table.recovery.disk import TableDisk
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import ActiveSitting
from kiosk.table.tournament_side import TournamentSide

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from kiosk.table.decks.faces import FaceCheck, FaceLook

log = logging.getLogger(__name__)

T = TypeVar("T")


class Inbox(Generic[T]):
    """Items that were posted but not yet taken, in order. Posting to an empty inbox calls `wake` on the posting
    thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._items: dict[Hashable, T] = {}

    def post(self, item: T, latest: Hashable = None) -> None:
        """Add an item, from any thread. Of several items with the same `latest`, only the newest is kept. A reader that
        reports its health ten times a second to a busy owner thus takes up only one item."""
        key = object() if latest is None else latest
        with self._lock:
            was_empty = not self._items
            self._items.pop(key, None)
            self._items[key] = item
        if was_empty:
            self._wake()

    def take(self) -> list[T]:
        with self._lock:
            items, self._items = self._items, {}
        return list(items.values())


class Post(NamedTuple):
    """A message, and the sitting that was open when it was posted. Unread link events from an earlier sitting are
    ignored."""

    sitting: ActiveSitting
    message: "ReaderMessage | LinkEvent | FaceLook | FaceCheck"


class TableHost:
    """The program of one table. Raises `Fault` if the journal, the staff, a deck or a reader's script cannot be
    used."""

    def __init__(
        self, settings: TableSettings, face: TableDisplay, services: Services, make_line: MakeLine = ClockLine
    ) -> None:
        """`make_line` creates the connection to the clock: a WebSocket, unless both run in one process."""
        journal, now_ms = Path(settings.journal), services.monotonic_ms
        self.number = settings.table
        self._face = face
        self._inbox: Inbox[Post] = Inbox(services.wake)
        decks = decks_of(settings, self._say, now_ms)
        self.readers = TableReaders(settings, decks, now_ms, self.post, services.open_reader)
        line = make_line(settings, services, self.post)
        self._line = line
        staff = TableStaff(settings.staff, journal, now_ms)
        self._disk = TableDisk(journal, services)
        tournament = TournamentSide(settings, line, face, services.version)
        self.sittings = TableSittings(settings, services, self._disk, self._committed)
        self._updates = ScreenUpdates(face, self.sittings, tournament, staff, self._disk, self.readers)
        self._reports = LineReports(line, self.readers, BatteryWatch(services.battery, now_ms), self._disk, face)
        self._gate = WriteGate(face, self._disk, self._reports, self._updates)
        self._cards = CardReadings(self.readers, decks, face)
        self.orders = TableOrders(
            settings.table, face, self.sittings, self._gate, tournament, self._cards, self._updates
        )
        self.pins = KeyedPins(staff, line, now_ms, self.sittings, self.orders, face)
        self.levels = TableLevels(self.sittings, self._gate, self.orders, self._updates)
        self.change = SittingChange(
            self.sittings, self._gate, tournament, self.orders, self.pins, self._reports, self._updates
        )
        self.cards = CardDesk(self.readers, self._cards, self.sittings, self.orders, self._reports, self._updates, face)
        self._clock = ClockEvents(
            self.sittings, self._gate, self.pins, tournament, self.orders, self.change, self.levels, face
        )

    @property
    def game(self) -> Game:
        return self.sittings.now.game

    @property
    def sitting(self) -> str:
        """The sitting's id; empty for the journal that the settings name."""
        return self.sittings.now.name

    @property
    def is_frozen(self) -> bool:
        return self._gate.is_frozen

    def has_room(self) -> bool:
        """Reserve the disk space again. Returns whether there was room for it."""
        return self._disk.hold()

    def start(self) -> None:
        self.show()
        self.connect()

    def show(self) -> None:
        self.tick()
        for problem in self.readers.problems:
            self._say(problem.message)

    def connect(self) -> None:
        self.readers.start()
        self._reports.open(self.sittings.now.opened)
        log.info("table %d continues at record %d", self.number, self.game.mark)

    def stop(self) -> None:
        self.readers.stop()
        self._reports.close()
        self.sittings.now.close()

    def post(self, message: "ReaderMessage | LinkEvent | FaceLook | FaceCheck", latest: Hashable = None) -> None:
        """Post a message for `take_posts` from any thread; of those with the same `latest`, only the newest is kept."""
        self._inbox.post(Post(self.sittings.now, message), latest)

    def take_posts(self) -> None:
        for sitting, message in self._inbox.take():
            if not isinstance(message, LinkEvent):
                self.cards.receive(message)
            elif sitting is self.sittings.now:
                self._clock.receive(message)

    def tick(self) -> None:
        """Called once a second: show the level clock, and begin the next level even while the clock is unreachable."""
        self.take_posts()
        self._cards.tick()
        if not self.is_frozen:
            with self._gate.freezing():
                self.sittings.now.check_record()
        self._reports.look()
        self.pins.check_late()
        self.levels.follow()
        self.change.settle()

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands in the journal, newest first. They are reread each time, and no clock is needed."""
        from engine.history.recall import recall  # noqa: PLC0415  only when it is asked for

        try:
            return recall(self.sittings.now.events(), count)
        except Fault as fault:
            self._say(fault.message)
            return ()

    def _committed(self) -> None:
        self._updates.show()
        self._line.offer()

    def _say(self, why: Message) -> None:
        self._face.refuse(why, "")
