"""One table on its screen: the host decides, the screen draws.

Most of what a table's program loads is loaded from here, once its opening frame is on the glass.
"""

import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from shiboken6 import Shiboken

from engine.actions import TableAction
from engine.cards import Card
from engine.game.game import Game
from engine.public import PublicTable
from engine.tournament.level_clock import LevelClock, is_running, remaining_ms
from engine.tournament.structure import Break, blinds, next_index
from kiosk.boot import boot_id
from kiosk.faults import Fault
from kiosk.protocol import messages as wire
from kiosk.protocol.messages import ClockState
from kiosk.protocol.staff import Member, Role
from kiosk.table.host import Hands, TableHost
from kiosk.table.link.items import Away
from kiosk.table.readers.scanner_keys import ScanFilter
from kiosk.table.readers.states import ReaderState
from kiosk.table.readers.view import shown_readers
from kiosk.table.settings import TableSettings
from ui.dealer.model.cards import Decks, EnrolDo, Enrolling, Missed, OddCard
from ui.dealer.model.readers import Area, Watching
from ui.dealer.model.sign_in import PinAnswer, Staff
from ui.dealer.model.surroundings import Coming, LevelDoubt, LevelTime, Link
from ui.dealer.screen import Screen
from ui.look import Look
from ui.words.languages import words_in

if TYPE_CHECKING:
    from engine.history.recall import Recalled
    from engine.message import Message
    from hardware.discover import Plugged


PICTURE_MS = 200
"""How often a camera's picture is shown anew: for a hand that moves cards, not for a film."""


class Wake(QObject):
    """Carries a call from any thread to Qt's."""

    called = Signal()


class TableWindow:
    """One table on its screen: the host decides, the screen draws. Raises `Fault` as `TableHost` does."""

    def __init__(
        self,
        settings: TableSettings,
        look: Look,
        touch_ms: Callable[[], int] | None = None,
        plugged: "Callable[[], tuple[Plugged, ...]] | None" = None,
    ) -> None:
        """`touch_ms` is the time by which touches are told from bounces, where no person touches; `plugged` tells what
        could be a reader on this machine, where that is not looked for."""
        self._settings = settings
        self._away_since_ms: int | None = None
        self._away: Away | None = None
        self._waiting = 0
        self.reads = False
        """Whether the reader said last that it is connected."""
        self._watching: Watching | None = None
        self._look_for = plugged
        self._unlisted: tuple[Plugged, ...] = ()
        self._watchers: list[Callable[[], None]] = []
        self._wake = Wake()
        self.screen = Screen(self, look, touch_ms or monotonic_ms, words_in(settings.language))
        self.screen.setWindowTitle(f"Table {settings.table}")
        self.host = TableHost(settings, self, Hands(monotonic_ms, wall_ms, Random(), self._wake.called.emit, boot_id()))
        self._wake.called.connect(self._take_posts, Qt.ConnectionType.QueuedConnection)
        if settings.clock:
            self.screen.show_link(Link(False, 0, 0))
        self._listen_to_keys()
        self._picture = QTimer(self.screen)
        self._picture.timeout.connect(self._show_camera)
        self._second = QTimer(self.screen)
        self._second.timeout.connect(self._tick)

    def start(self) -> None:
        """Show the table as its journal left it; once that is painted, begin to read and to connect."""
        self.host.show()
        QTimer.singleShot(0, self.screen, self.host.connect)
        self._second.start(1000)

    def stop(self) -> None:
        """End the threads and let go of the journal."""
        self._second.stop()
        self._picture.stop()
        self.host.stop()
        # Screen and window know each other, so Python would let go of the screen only after Qt has ended: a crash.
        Shiboken.delete(self.screen)

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call it, on Qt's thread, after anything new is on the screen."""
        self._watchers.append(watcher)

    def ask(self, action: TableAction, seen: int) -> None:
        """The screen's port."""
        self.host.ask(action, seen)

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        """The screen's port."""
        entered = self.host.unlock(role, pin, name)
        return PinAnswer(entered.name, entered.wait_ms)

    def enrol(self, do: EnrolDo, what: str) -> None:
        """The screen's port."""
        self.host.enrol(do, what)

    def watch_readers(self, watching: Watching | None) -> None:
        """The screen's port."""
        self._watching = watching
        self._look_around()
        self.host.watch_readers(watching is not None)
        if watching and watching.camera:
            self._show_camera()
            self._picture.start(PICTURE_MS)
        else:
            self._picture.stop()
            self.screen.show_camera(None)

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> str:
        """The screen's port."""
        try:
            self.host.mark_places(camera, dict(places))
        except Fault as fault:
            return f"{fault.what}: {fault.fix}"
        return ""

    def tell_level(self, by_day: bool) -> None:
        """The screen's port."""
        self.host.tell_level(by_day)

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The screen's memory: the table's own record."""
        return self.host.last_hands(count)

    def show_table(self, table: PublicTable, game: Game) -> None:
        """The host's face: this and what follows."""
        # Before it is open a table does not know its number; the settings do.
        self.screen.show_table(replace(table, table=self._settings.table), game)
        self._tell_watchers()

    def show_room(self, room: ClockState, clock: LevelClock, now_ms: int) -> None:
        entry = room.structure.entries[clock.index]
        left_ms, is_break = remaining_ms(clock, now_ms), isinstance(entry, Break)
        structure = room.structure
        following = next_index(structure, clock.index)
        self.screen.show_level(
            LevelTime(
                entry.name,
                left_ms,
                is_running(clock),
                is_break,
                structure.chips,
                entry.colour_up if isinstance(entry, Break) else (),
                None if following is None else blinds(structure, following),
            )
        )

    def show_level_doubt(self, doubt: LevelDoubt | None) -> None:
        self.screen.show_level_doubt(doubt)

    def show_link(self, away: Away | None, behind: int) -> None:
        if away is None:
            self._away_since_ms = None
        elif self._away_since_ms is None:
            self._away_since_ms = monotonic_ms()
        self._away = away
        self._waiting = behind
        self._show_link()
        self._tell_watchers()

    def show_readers(self, readers: tuple[ReaderState, ...], now_ms: int) -> None:
        self.reads = bool(readers) and not any(reader.problem for reader in readers)
        self.screen.show_readers(shown_readers(readers, self._unlisted, now_ms))
        self._tell_watchers()

    def aimed(self, card: Card) -> TableAction:
        return self.screen.aimed(card)

    def refuse(self, why: "Message | str", clause: str) -> None:
        self.screen.refuse(why, clause)

    def show_odd(self, odd: OddCard) -> None:
        self.screen.show_odd(odd)
        self._tell_watchers()

    def show_missed(self, missed: Missed | None) -> None:
        self.screen.show_missed(missed)

    def show_decks(self, decks: Decks) -> None:
        self.screen.show_decks(decks)

    def show_enrolment(self, enrolling: Enrolling | None) -> None:
        self.screen.show_enrolment(enrolling)
        self._tell_watchers()

    def show_staff(self, staff: tuple[Member, ...]) -> None:
        self.screen.show_staff(tuple(Staff(member.name, member.role) for member in staff))

    def show_floor_call(self, floor_ms: int | None) -> None:
        self.screen.show_floor_call(floor_ms)

    def show_coming(self, coming: tuple[wire.Coming, ...], starting_stack: int) -> None:
        players = tuple(Coming(one.player, one.name, one.chips, one.came_from) for one in coming)
        self.screen.show_coming(players, starting_stack)
        self._tell_watchers()

    def _listen_to_keys(self) -> None:
        """What a scanner types at the screen is no touch and fills in nothing, also where no reader is set for it, or
        its device is not held yet."""
        keys = self.host.screen_keys
        post, settings = (keys.scanned, keys.keys) if keys else (self.host.scanned_unheld, None)
        application = QCoreApplication.instance()
        assert application
        application.installEventFilter(ScanFilter(post, settings, self.screen))

    def _look_around(self) -> None:
        """While the page of the readers is open, what could be one and is not in the settings."""
        if self._watching is None or self._watching.camera:
            return
        # Only here: it loads the serial port's library, and few evenings ask for it.
        from hardware.discover import plugged, unlisted  # noqa: PLC0415

        self._unlisted = unlisted((self._look_for or plugged)(), [reader.url for reader in self._settings.readers])

    def _show_camera(self) -> None:
        """What the camera sees whose page is open; the screen has it anew a few times a second."""
        # Only here: a table without a camera does not wait for OpenCV.
        from kiosk.table.readers.camera_view import shown_camera  # noqa: PLC0415

        if self._watching is None:
            return
        address = self._watching.camera
        seeing = self.host.seeing(address)
        places = self.host.places_of(address)
        self.screen.show_camera(shown_camera(address, seeing, places) if seeing else None)
        self._tell_watchers()

    def _tell_watchers(self) -> None:
        for watcher in self._watchers:
            watcher()

    def _show_link(self) -> None:
        since_ms = self._away_since_ms
        away_ms = 0 if since_ms is None else monotonic_ms() - since_ms
        trouble = f"{self._away.why}: {self._away.fix}" if self._away else ""
        refused = self._away is not None and self._away.refused
        self.screen.show_link(Link(since_ms is None, away_ms, self._waiting, trouble, refused))

    def _take_posts(self) -> None:
        if Shiboken.isValid(self.screen):  # a reader may have called just before the end
            self.host.take_posts()

    def _tick(self) -> None:
        self._look_around()
        self.host.tick()
        if self._away_since_ms is not None:
            self._show_link()


def monotonic_ms() -> int:
    """This machine's time, which no clock setting moves."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """The time of day, for the record only."""
    return time.time_ns() // 1_000_000
