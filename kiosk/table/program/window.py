"""One table on its screen: the host decides, the screen draws.

Loads most of the table's program, once the opening frame is on the screen.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from shiboken6 import Shiboken

from engine.actions import TableAction
from engine.cards import Card
from engine.game.game import Game
from engine.public import PublicTable
from hardware.readers import plugged, unlisted
from hardware.readers.kind import Plugged
from kiosk.faults import Fault
from kiosk.protocol.staff import Role
from kiosk.table.host import TableHost
from kiosk.table.people.profiles import Profiles
from kiosk.table.people.sign_in import SignInAttempt
from kiosk.table.program.idle import AfterPainting, IdleLoader, page_modules
from kiosk.table.readers.view import shown_unlisted
from kiosk.table.seating.owed_chips import OwedChips
from kiosk.table.services import machine_services
from kiosk.table.settings import TableSettings
from kiosk.times import monotonic_ms
from ui.dealer.model.cards import EnrollDo, OddCard
from ui.dealer.model.practice import Narration
from ui.dealer.model.profile import Profile
from ui.dealer.model.reader_texts import reader_status
from ui.dealer.model.readers import Area, CameraNow, ReaderWatch, Unlisted
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Owed, Surroundings
from ui.dealer.model.taps import Aim, Follows, RoomRequest, SeatHere
from ui.dealer.screen import Screen
from ui.look import Look
from ui.words import Words
from ui.words.languages import words_in

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from engine.message import Message
    from ui.dealer.sound.speaker import Speaker


PICTURE_MS = 200
"""How often a camera's picture is refreshed: often enough to see a hand move cards."""


class Wake(QObject):
    """Carries a call from any thread to Qt's."""

    called = Signal()


class TableWindow:
    """One table on its screen: the host decides, the screen draws. Raises `Fault` in the same cases as `TableHost`."""

    def __init__(
        self,
        settings: TableSettings,
        look: Look,
        touch_ms: Callable[[], int] | None = None,
        plugged: Callable[[], tuple[Plugged, ...]] | None = None,
        is_heard: bool = False,
    ) -> None:
        """`touch_ms` replaces the debounce time of touches if the touches do not come from a person. `plugged` replaces
        the search for possible readers on this machine. `is_heard` says that the table makes sounds if the machine can.
        """
        self._settings = settings
        self._is_heard = is_heard
        self._speaker: Speaker | None = None
        self._words = words_in(settings.language)
        self._profiles = Profiles(settings)
        self._shown: tuple[PublicTable, Game, Surroundings] | None = None
        """The values that the host showed last."""
        self._camera: CameraNow | None = None
        self._narration: Narration | None = None
        self.reads = False
        """Whether all readers work, according to their last reports."""
        self._watching: ReaderWatch | None = None
        self._look_for = plugged
        self._unlisted: tuple[Unlisted, ...] = ()
        self._watchers: list[Callable[[], None]] = []
        self._wake = Wake()
        self.screen = Screen(self, look, touch_ms or monotonic_ms, self._words)
        self.screen.setWindowTitle(self._words.table.format(table=settings.table))
        self.host = TableHost(settings, self, machine_services(self._wake.called.emit))
        self._owed = OwedChips(Path(settings.journal))
        self.screen.owed_changed.connect(self._keep_owed)
        self._wake.called.connect(self._take_posts, Qt.ConnectionType.QueuedConnection)
        self._picture = QTimer(self.screen)
        self._picture.timeout.connect(self._show_camera)
        self._second = QTimer(self.screen)
        self._second.timeout.connect(self._tick)

    def start(self) -> None:
        """Show the table from its journal. Once that is painted, start the readers and the link, and load the other
        pages.
        """
        self.host.show()
        if owed := self._owed.of(self.host.sitting, self.host.game):
            self.screen.remind(owed)
        AfterPainting(self._connect, self.screen)
        self._second.start(1000)

    def stop(self) -> None:
        """End the threads and close the journal."""
        self._second.stop()
        self._picture.stop()
        self.host.stop()
        if self._speaker:
            self._speaker.stop()
        # Screen and window refer to each other: Python would free the screen only after Qt has ended, which crashes.
        Shiboken.delete(self.screen)

    @property
    def only_shows(self) -> bool:
        """Whether another kiosk is writing for the table."""
        link = self._shown[2].link if self._shown else None
        return link is not None and link.lost

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` on Qt's thread after the screen has changed."""
        self._watchers.append(watcher)

    def _keep_owed(self, owed: Owed, mark: int) -> None:
        self._owed.keep(self.host.sitting, mark, owed)

    def ask(self, action: TableAction, seen: int) -> None:
        """Part of the screen's port: order an action of the table."""
        self.host.ask(action, seen)

    def ask_room(self, ask: RoomRequest) -> None:
        """Part of the screen's port: send a request to the room."""
        self.host.ask_room(ask)

    def seat_here(self, ask: SeatHere) -> None:
        """Part of the screen's port: seat players for a game without a clock."""
        self.host.seat_here(ask)

    def join_room(self) -> None:
        """Part of the screen's port: go to the clock's tournament."""
        self.host.join_room()

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        """Part of the screen's port: check a PIN for this role."""
        return _said(self.host.unlock(role, pin, name))

    def enroll(self, do: EnrollDo, what: str) -> None:
        """Part of the screen's port: enroll a deck."""
        self.host.enroll(do, what)

    def watch_readers(self, watching: ReaderWatch | None) -> None:
        """Part of the screen's port: show readings without playing them, while a page watches the readers."""
        self._watching = watching
        QTimer.singleShot(0, self.screen, self._look_around)  # the page is painted first
        self.host.watch_readers(watching is not None)
        if watching and watching.camera:
            self._show_camera()
            self._picture.start(PICTURE_MS)
        else:
            self._picture.stop()
            self._camera = None
            self._show()

    @property
    def surroundings(self) -> Surroundings:
        """The surroundings as the host last showed them."""
        return self._shown[2] if self._shown else Surroundings()

    @property
    def words(self) -> Words:
        """The language in use now."""
        return self._words

    def prefer(self, profile: Profile) -> None:
        """Part of the screen's port: save the dealer's preferences. The screen follows them even if they cannot be
        saved."""
        dealer = self._shown[0].dealer if self._shown else ""
        try:
            self._profiles.keep(dealer, profile)
        except Fault as fault:
            self.screen.refuse(fault.message)
        self._show()

    def turn_table(self, left_seat: int) -> None:
        """Part of the screen's port: put this seat to the dealer's left. The table is turned even if that cannot be
        saved."""
        try:
            self._profiles.turn(left_seat)
        except Fault as fault:
            self.screen.refuse(fault.message)
        self._show()

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> "Message | None":
        """Part of the screen's port: save a camera's outlines. Returns the problem if that fails."""
        try:
            self.host.mark_places(camera, dict(places))
        except Fault as fault:
            return fault.message
        return None

    def resolve_level(self, by_day: bool) -> None:
        """Part of the screen's port: answer which level it is."""
        self.host.resolve_level(by_day)

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The hands for the screen's history, from the table's own journal."""
        return self.host.last_hands(count)

    def show(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        """The host's display: this method and the next six."""
        before, self._shown = self._shown, (table, game, surroundings)
        self.reads = bool(surroundings.readers.readers) and not any(
            each.problem for each in surroundings.readers.readers
        )
        self._show(then)
        if before is None or _news(before[0], before[2]) != _news(table, surroundings):
            self.notify_watchers()

    def aimed(self, card: Card) -> Aim:
        return self.screen.aimed(card)

    def take_card(self, card: Card) -> bool:
        return self.screen.take_card(card)

    def refuse(self, why: "Message", clause: str) -> None:
        self.screen.refuse(why, clause)

    def tell(self, what: "Message") -> None:
        self.screen.tell(what)

    def pin_checked(self, entered: SignInAttempt) -> None:
        self.screen.pin_checked(_said(entered))

    def show_odd(self, odd: OddCard) -> None:
        self.screen.show_odd(odd)
        self.notify_watchers()

    def show_narration(self, narration: Narration) -> None:
        """In practice: show what happens at the table."""
        self._narration = narration
        self._show()

    def notify_watchers(self) -> None:
        """Call all watchers."""
        for watcher in self._watchers:
            watcher()

    def _show(self, then: Follows = ()) -> None:
        """Show what the host showed last, with what only the window knows."""
        if self._shown is None:
            return
        table, game, surroundings = self._shown
        readers = replace(surroundings.readers, unlisted=self._unlisted)
        profile = self._profiles.of(table.dealer)
        self._words = words_in(profile.language)
        reader = reader_status(readers.readers, self._words)
        self.screen.present(
            table,
            game,
            replace(
                surroundings,
                readers=readers,
                reader=reader,
                camera=self._camera,
                narration=self._narration,
                profile=profile,
                left_seat=self._profiles.left_seat,
            ),
            then,
        )

    def _connect(self) -> None:
        self._listen_to_keys()
        self.host.connect()
        if self._is_heard:
            self._make_sounds()
        IdleLoader(page_modules(), self.screen)

    def _make_sounds(self) -> None:
        """Start making sounds. Until then, there is only the machine's beep."""
        from ui.dealer.sound.speaker import Speaker  # noqa: PLC0415  the first frame does not wait for it

        self._speaker = Speaker()
        self._speaker.start()
        self.screen.hear(self._speaker)

    def _listen_to_keys(self) -> None:
        """Keep what a scanner types out of the screen's fields, even if no reader is set for it or its device is not
        open yet.
        """
        # Imported late: the filter handles every event in Qt's style, which has sixteen enumerations.
        from kiosk.table.readers.scanner_keys import ScanFilter  # noqa: PLC0415

        keys = self.host.screen_keys
        post, settings = (keys.scanned, keys.keys) if keys else (self.host.scanned_without_reader, None)
        application = QCoreApplication.instance()
        assert application
        application.installEventFilter(ScanFilter(post, settings, self.screen))

    def _look_around(self) -> None:
        """While the readers page is open, look for possible readers that are not in the settings."""
        if self._watching is None or self._watching.camera:
            return
        addresses = [reader.url for reader in self._settings.readers]
        found = shown_unlisted(unlisted((self._look_for or plugged)(), addresses))
        if found != self._unlisted:
            self._unlisted = found
            self._show()

    def _show_camera(self) -> None:
        """Show the current picture of the camera whose page is open."""
        # Imported late: a table without a camera does not wait for OpenCV.
        from kiosk.table.readers.camera_view import shown_camera  # noqa: PLC0415

        if self._watching is None:
            return
        address = self._watching.camera
        seeing = self.host.readers.seeing(address)
        places = self.host.readers.places_of(address)
        self._camera = shown_camera(address, seeing, places) if seeing else None
        self._show()
        self.notify_watchers()

    def _take_posts(self) -> None:
        if Shiboken.isValid(self.screen):  # a reader may have called just before the end
            self.host.take_posts()

    def _tick(self) -> None:
        self._look_around()
        self.host.tick()


def _said(entered: SignInAttempt) -> PinAnswer:
    return PinAnswer(entered.name, entered.wait_ms, entered.asked, entered.is_away)


def _news(table: PublicTable, surroundings: Surroundings) -> object:
    """The values that watchers are notified about: everything except the passing of time."""
    link = surroundings.link and replace(surroundings.link, away_ms=0)
    problems = tuple(each.problem for each in surroundings.readers.readers)
    return table.mark, link, problems, surroundings.coming, surroundings.enrolling, surroundings.disk
