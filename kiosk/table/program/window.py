"""One table on its screen: the host decides, the screen draws. Loads most of the table's program, once the opening
frame is on the screen."""

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from shiboken6 import Shiboken

from engine.actions import TableAction
from hardware.readers import plugged, unlisted
from hardware.readers.kind import Plugged
from kiosk.faults import Fault
from kiosk.protocol.staff import Role
from kiosk.table.host import TableHost
from kiosk.table.program.screen_display import ScreenDisplay
from kiosk.table.readers.states import shown_unlisted
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.seating.dealer_notes import DealerNotes
from kiosk.table.services import machine_services
from kiosk.table.settings import TableSettings
from kiosk.times import monotonic_ms
from ui.dealer import pages
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import Area, ReaderWatch
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Owed
from ui.dealer.model.taps import RoomRequest, SeatHere
from ui.dealer.screen import Screen
from ui.look import Look
from ui.words.languages import words_in

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from engine.message import Message
    from ui.dealer.sound.speaker import Speaker
    from ui.dealer.sound.voice import SpeechProgram


BELOW_PAINTING = -2
"""Qt posts paint events at -1, its lowest priority (`Qt.EventPriority`)."""
PICTURE_MS = 200
"""How often a camera's picture is refreshed: often enough to see a hand move cards."""


class ReaderWatcher(QObject):
    """Serves the pages about readers while they are open: looks for possible readers, and shows a camera's picture."""

    def __init__(
        self,
        settings: TableSettings,
        readers: TableReaders,
        display: ScreenDisplay,
        look_for: Callable[[], tuple[Plugged, ...]] | None,
        parent: QObject,
    ) -> None:
        """`look_for` replaces the search for possible readers on this machine."""
        super().__init__(parent)
        self._addresses = [reader.url for reader in settings.readers]
        self._readers = readers
        self._display = display
        self._look_for = look_for or plugged
        self._watching: ReaderWatch | None = None
        self._picture = QTimer(self)
        self._picture.timeout.connect(self._show_camera)

    def watch(self, watching: ReaderWatch | None) -> None:
        """Serve a page from now on; None if none of these pages is open."""
        self._watching = watching
        QTimer.singleShot(0, self, self.look_around)  # the page is painted first
        if watching and watching.camera:
            self._show_camera()
            self._picture.start(PICTURE_MS)
        else:
            self._picture.stop()
            self._display.show_camera(None)

    def stop(self) -> None:
        self._picture.stop()

    def look_around(self) -> None:
        """While the readers page is open, look for possible readers that are not in the settings."""
        if self._watching and not self._watching.camera:
            self._display.show_unlisted(shown_unlisted(unlisted(self._look_for(), self._addresses)))

    def _show_camera(self) -> None:
        # Imported late: a table without a camera does not wait for OpenCV.
        from kiosk.table.readers.camera_view import shown_camera  # noqa: PLC0415

        if self._watching is None:
            return
        address = self._watching.camera
        seeing = self._readers.seeing(address)
        places = self._readers.places_of(address)
        self._display.show_camera(
            shown_camera(address, seeing, places, self._readers.phone_at(address)) if seeing else None
        )
        self._display.notify_watchers()


class AfterPainting(QObject):
    """Runs calls, in the order in which they were made, once everything that is waiting to be painted in a shown window
    has been painted."""

    def __init__(self, call: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._call = call
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), BELOW_PAINTING)

    def customEvent(self, _: QEvent) -> None:  # noqa: N802  Qt's name
        self._call()


class IdleLoader(QTimer):
    """Imports modules one at a time while the program is idle, so that a touch has to wait for one import at most."""

    def __init__(self, names: Iterable[str], parent: QObject) -> None:
        super().__init__(parent)
        self._names = iter(names)
        self.timeout.connect(self._load)
        self.start(0)

    def _load(self) -> None:
        name = next(self._names, "")
        if name:
            import_module(name)
        else:
            self.stop()


def page_modules() -> list[str]:
    """All pages, including those that no screen has needed yet. Pages in folders of their own come first, because the
    module that lists all pages imports them."""
    names = [module.name for module in pkgutil.walk_packages(pages.__path__, f"{pages.__name__}.")]
    return sorted(names, key=lambda name: -name.count("."))


class Wake(QObject):
    """Carries a call from any thread to Qt's."""

    called = Signal()


class TableWindow:
    """One table on its screen, and the screen's port. Raises `Fault` in the same cases as `TableHost`."""

    def __init__(
        self,
        settings: TableSettings,
        look: Look,
        touch_ms: Callable[[], int] | None = None,
        plugged: Callable[[], tuple[Plugged, ...]] | None = None,
        is_heard: bool = False,
    ) -> None:
        """`touch_ms` replaces the time source for touches that do not come from a person, and `plugged` the search for
        possible readers. `is_heard` means that the table makes sounds if the machine can."""
        words = words_in(settings.language)
        self._is_heard = is_heard
        self._speaker: Speaker | None = None
        self._voice: SpeechProgram | None = None
        self._wake = Wake()
        self.screen = Screen(self, look, touch_ms or monotonic_ms, words)
        self.screen.setWindowTitle(words.table.format(table=settings.table))
        self.display = ScreenDisplay(self.screen, settings)
        self.host = TableHost(settings, self.display, machine_services(self._wake.called.emit))
        self._watcher = ReaderWatcher(settings, self.host.readers, self.display, plugged, self.screen)
        self._notes = DealerNotes(Path(settings.journal))
        self.screen.owed_changed.connect(self._keep_owed)
        self.screen.out_confirmed.connect(self._keep_out_seen)
        self._wake.called.connect(self._take_posts, Qt.ConnectionType.QueuedConnection)
        self._second = QTimer(self.screen)
        self._second.timeout.connect(self._tick)

    def start(self) -> None:
        """Show the table. Once it is painted, start the readers and the link, and load the other pages."""
        self.host.show()
        if any(found := self._notes.of(self.host.sitting, self.host.game)):
            self.screen.resume(*found)
        AfterPainting(self._connect, self.screen)
        self._second.start(1000)

    def stop(self) -> None:
        self._second.stop()
        self._watcher.stop()
        self.host.stop()
        if self._speaker:
            self._speaker.stop()
        if self._voice:
            self._voice.stop()
        # Screen and window refer to each other: Python would free the screen only after Qt has ended, which crashes.
        Shiboken.delete(self.screen)

    # The screen's port

    def ask(self, action: TableAction, seen: int) -> None:
        self.host.orders.ask(action, seen)

    def ask_room(self, ask: RoomRequest) -> None:
        self.host.orders.ask_room(ask)

    def seat_here(self, ask: SeatHere) -> None:
        self.host.orders.seat_here(ask)

    def join_room(self) -> None:
        self.host.change.join_room()

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        return self.host.pins.enter(role, pin, name)

    def resolve_level(self, by_day: bool) -> None:
        self.host.levels.resolve(by_day)

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        return self.host.last_hands(count)

    def enroll(self, do: EnrollDo, what: str) -> None:
        self.host.cards.enroll(do, what)

    def watch_readers(self, watching: ReaderWatch | None) -> None:
        """Show readings without playing their cards while a page watches the readers. Readings that came before are
        still played."""
        self.host.take_posts()
        self.host.cards.watch(watching)
        self._watcher.watch(watching)

    def learn(self, do: LearnDo) -> None:
        self.host.cards.learn(do)

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> "Message | None":
        try:
            self.host.cards.mark_places(camera, dict(places))
        except Fault as fault:
            return fault.message
        return None

    def prefer(self, profile: Profile) -> None:
        self.display.prefer(profile)

    def turn_table(self, left_seat: int) -> None:
        self.display.turn_table(left_seat)

    # The program

    def _keep_owed(self, owed: Owed, mark: int) -> None:
        self._notes.keep_owed(self.host.sitting, mark, owed)

    def _keep_out_seen(self, mark: int) -> None:
        self._notes.keep_out_seen(self.host.sitting, mark)

    def _connect(self) -> None:
        self._listen_to_keys()
        self.host.connect()
        if self._is_heard:
            self._make_sounds()
        IdleLoader(page_modules(), self.screen)

    def _make_sounds(self) -> None:
        """Start making sounds. Until then, there is only the machine's beep."""
        # Imported late: the first frame does not wait for them.
        from ui.dealer.sound.speaker import Speaker  # noqa: PLC0415
        from ui.dealer.sound.voice import SpeechProgram  # noqa: PLC0415

        self._speaker = Speaker()
        self._speaker.start()
        self.screen.hear(self._speaker)
        self._voice = SpeechProgram()
        self.screen.speak_with(self._voice)

    def _listen_to_keys(self) -> None:
        """Keep a scanner's keys out of the screen's fields, even without a reader or before its device opens."""
        # Imported late: the filter handles every event in Qt's style, which has sixteen enumerations.
        from kiosk.table.readers.scanner_keys import ScanFilter  # noqa: PLC0415

        keys = self.host.readers.screen_keys
        post, settings = (keys.scanned, keys.keys) if keys else (self.host.cards.scanned_without_reader, None)
        application = QCoreApplication.instance()
        assert application
        application.installEventFilter(ScanFilter(post, settings, self.screen))

    def _take_posts(self) -> None:
        if Shiboken.isValid(self.screen):  # a reader may have called just before the end
            self.host.take_posts()

    def _tick(self) -> None:
        self._watcher.look_around()
        self.host.tick()
