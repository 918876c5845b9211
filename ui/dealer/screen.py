"""The dealer's screen: draws what it is shown and asks for what is touched. Knows no rules, no disk and no network.

One thread: every method is called on Qt's.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.actions import SeeCard, TableAction
from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from ui.dealer.model.cards import Decks, Enrolling, Missed, OddCard
from ui.dealer.model.practice import Narration
from ui.dealer.model.reader_texts import felt_word
from ui.dealer.model.readers import Area, CameraNow, PictureTouch, Readers, Watching
from ui.dealer.model.sign_in import Staff, signed
from ui.dealer.model.surroundings import (
    Coming,
    LevelDoubt,
    LevelTime,
    Link,
    Reader,
    Refusal,
    Surroundings,
    after,
    settle,
)
from ui.dealer.model.taps import Ask, Enrol, GoOn, Leaf, MarkPlaces, Tap, TellLevel, Turn, Unlock
from ui.dealer.model.values import View
from ui.dealer.pages.breaks import resting
from ui.dealer.pages.level import asking_level
from ui.dealer.pages.page import Page, Sight
from ui.dealer.pages.people.signin_pin import PinPage, authorised
from ui.dealer.port import Port
from ui.dealer.tones import Beep, Tones
from ui.dealer.view.screen import view
from ui.dealer.widgets.failed import Failed
from ui.dealer.widgets.glass import Glass
from ui.dealer.widgets.ink import Ink
from ui.dealer.widgets.palm import Palm
from ui.dealer.widgets.touch import Touch
from ui.look import Look
from ui.words import Words
from ui.words.languages import words_in

DEBOUNCE_MS = 150
AGAIN_MS = 400
"""A finger that comes down again so soon where it was means what was there: people tap twice to be sure."""
OVER_AGAIN_MS = 1000
"""No hand is over so soon after the last, and no winner read."""
SHORTCUTS = {
    "f": "fold",
    "k": "check",
    "n": "hand-over",
    "\r": "amount-ok",
    "\b": "clear",
    **{digit: f"key-{digit}" for digit in "0123456789"},
}
"""By the text that a key gives."""
ESCAPE = "\x1b"


class Screen(QWidget):
    """The whole glass of one table. Empty until the first `show_table`.

    `now_ms` is any clock that never goes back; `port` hears what is asked, with the mark that was on the screen when
    the finger came down.
    """

    touched = Signal(str)
    """A touch was taken, on the target of this name; before what comes of it."""

    def __init__(
        self, port: Port, look: Look, now_ms: Callable[[], int], words: Words | None = None, tones: Tones | None = None
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._port = port
        self._now_ms = now_ms
        self._words = words or words_in("en")
        self._tones = tones or Beep()
        self._look = look
        self._ink = Ink(look)
        self._palm: Palm | None = None
        self._glass: Glass | None = None
        self._felt = QPixmap()
        self._table: PublicTable | None = None
        self._game = Game()
        self._page: Page | None = None
        self._follows: tuple[()] | tuple[Page | None] = ()
        self._around = Surroundings()
        self._watching: Watching | None = None
        self._view: View | None = None
        self._pressed: tuple[Touch, Tap | None, int, Page | None] | None = None
        self._last_touch = ("", -OVER_AGAIN_MS)
        self._last_at = QPoint()
        self._turned_ms = -DEBOUNCE_MS
        self._pointed: Touch | None = None
        self._asking: Touch | None = None

    # What the program tells

    def show_table(self, table: PublicTable, game: Game) -> None:
        """Show the table as it is now, as the public sees it and as it is. May be called from within `port.ask`."""
        before, opened = self._sight(), self._page
        self._around = settle(self._around, self._table, table)
        self._table, self._game = table, game
        after_it = self._sight()
        if self._follows:
            self._page, self._follows = self._follows[0], ()
        elif self._page and not (before and after_it and self._page.stays(before, after_it)):
            self._page = None
        self._asking = None
        if self._page and after_it and self._page.over(after_it):
            self._page = None
        self._page = asking_level(before, after_it, resting(before, after_it, self._page))
        if (opened is None) != (self._page is None):
            self._turned_ms = self._now_ms()
        self._draw()

    def show_level(self, level: LevelTime | None) -> None:
        """Show the room's level and what is left of it; call it as the seconds pass."""
        before = self._sight()
        self._around = replace(self._around, level=level)
        self._page = resting(before, self._sight(), self._page)
        self._draw()

    def show_level_doubt(self, doubt: LevelDoubt | None) -> None:
        """Ask which of two levels it is; None once that is known."""
        if doubt == self._around.doubt:
            return
        before = self._sight()
        self._around = replace(self._around, doubt=doubt)
        self._page = asking_level(before, self._sight(), self._page)
        self._draw()

    def show_link(self, link: Link | None) -> None:
        """Show how the line to the clock is; None where there is no clock."""
        self._show(replace(self._around, link=link))

    def show_reader(self, reader: Reader | None) -> None:
        """Show how the card reader is; None where there is none."""
        self._show(replace(self._around, reader=reader))

    def show_readers(self, readers: Readers) -> None:
        """How each reader is and what it read; what the felt says of them follows from it."""
        word = felt_word(readers.readers, self._words)
        self._show(replace(self._around, readers=readers, reader=word))

    def show_camera(self, camera: CameraNow | None) -> None:
        """What the camera sees whose page is open."""
        self._show(replace(self._around, camera=camera))

    def show_staff(self, staff: tuple[Staff, ...]) -> None:
        """Who signs with a PIN; nobody where none are used."""
        self._show(replace(self._around, staff=staff))

    def show_floor_call(self, floor_ms: int | None) -> None:
        """Show how long ago the floor was called; None while it is not. Call it as the seconds pass."""
        if floor_ms != self._around.floor_ms:
            self._show(replace(self._around, floor_ms=floor_ms))

    def show_coming(self, coming: tuple[Coming, ...], starting_stack: int) -> None:
        """Who is on the way here, and what a new player begins with."""
        self._show(replace(self._around, coming=coming, starting_stack=starting_stack))

    def show_missed(self, missed: Missed | None) -> None:
        """Ask for a card that should have been read by now; None while none is missed. Call it as the seconds pass."""
        if missed != self._around.missed:
            self._show(replace(self._around, missed=missed))

    def show_decks(self, decks: Decks) -> None:
        """The decks of this table, and those that were begun."""
        self._show(replace(self._around, decks=decks))

    def show_enrolment(self, enrolling: Enrolling | None) -> None:
        """How far the deck is that is being enrolled; None while none is."""
        self._show(replace(self._around, enrolling=enrolling))

    def show_told(self, told: Narration | None) -> None:
        """In practice, what happens at the table."""
        self._show(replace(self._around, told=told))

    def open(self, page: Page | None) -> None:
        """Show a page that nobody asked for by a touch."""
        self._page = page
        self._turned_ms = self._now_ms()
        self._draw()

    def aimed(self, card: Card) -> TableAction:
        """What it says that the reader sees this card: of the place or the line that the card pad is open for, else
        wherever one is due. To be asked of the table next."""
        sight = self._sight()
        ask = self._page.read(sight, card) if self._page and sight else None
        if ask is None:
            return SeeCard(card)
        self._follows = (_page(ask.then),)
        return ask.action

    def refuse(self, why: Message | str, clause: str = "") -> None:
        """Say why what was asked, or a card that was read, changes nothing."""
        self._follows = ()
        if self._asking:
            self._asking.flash_refused()
            self._asking = None
        self._tones.refused()
        self._show(replace(self._around, refusal=Refusal(why, clause), odd=None))

    def show_odd(self, odd: OddCard) -> None:
        """Say that a card or a code was read that changes nothing, and show where it is."""
        self._follows = ()
        self._tones.refused()
        self._show(replace(self._around, odd=odd, refusal=None))

    def fail(self) -> None:
        """Say that the screen is no longer to be believed. Nothing can be touched after it."""
        failed = Failed(self._ink, "failed", self)
        failed.setGeometry(self.rect())
        failed.show_value(self._words.failed)
        failed.raise_()
        failed.show()
        failed.repaint()

    # What the dealer does

    def press(self, touch: Touch) -> None:
        """A finger came down on a target: what it means is what is on the screen now."""
        if self._view is None:
            return
        now_ms = self._now_ms()
        if now_ms - self._turned_ms < DEBOUNCE_MS:  # what lay here a moment ago is what the finger meant
            self._pressed = None
            return
        if self._comes_again(touch, now_ms):
            self._pressed = None
            return
        self._last_at = touch.mapTo(self, touch.pressed_at or touch.rect().center())
        tap = touch.tile.tap
        self._pressed = (touch, tap, self._view.mark, self._page)
        if isinstance(tap, Turn) and tap.slides and not self._bounces(touch.tile.name, now_ms):
            self._take(touch)
            self._do(tap, self._view.mark)

    def release(self, touch: Touch) -> None:
        """The finger went up on the same target."""
        pressed, self._pressed = self._pressed, None
        name, now_ms = touch.tile.name, self._now_ms()
        if pressed is None or pressed[0] is not touch or self._bounces(name, now_ms):
            return
        self._last_touch = (name, now_ms)
        _, tap, seen, page = pressed
        if isinstance(tap, Turn) and tap.slides:
            return  # its page is open since the finger came down
        # What a page's button means goes with the page: a stale one must not open what is past.
        if tap is None or (isinstance(tap, Turn | Unlock) and page is not self._page):
            self.miss(touch)
            return
        self._take(touch)
        self._asking = touch if isinstance(tap, Ask) else None
        self._do(tap, seen)

    def slide(self, touch: Touch, at: QPoint) -> None:
        """The finger that opened a page moves over it: the cell below it shows that it would be chosen."""
        self._point_at(self._cell_below(touch, at))

    def lift(self, touch: Touch, at: QPoint) -> None:
        """It goes up over a cell of the page that it opened: one gesture for the seat and the amount."""
        pressed, cell = self._pressed, self._cell_below(touch, at)
        self._point_at(None)
        if pressed is None or not (isinstance(pressed[1], Turn) and pressed[1].slides):
            return
        self._pressed = None
        if cell is None or not isinstance(cell.tile.tap, Ask):
            return
        self._last_touch = (cell.tile.name, self._now_ms())
        self._take(cell)
        self._asking = cell
        self._do(cell.tile.tap, pressed[2])

    def _cell_below(self, touch: Touch, at: QPoint) -> Touch | None:
        pressed = self._pressed
        if pressed is None or pressed[0] is not touch or not (isinstance(pressed[1], Turn) and pressed[1].slides):
            return None
        below = self.childAt(self.mapFromGlobal(at))
        here = isinstance(below, Touch) and below.tile.tap != pressed[1] and below.isEnabled()
        return below if isinstance(below, Touch) and here else None

    def _point_at(self, cell: Touch | None) -> None:
        if self._pointed and self._pointed is not cell:
            self._pointed.setDown(False)
        if cell:
            cell.setDown(True)
        self._pointed = cell

    def _take(self, touch: Touch) -> None:
        self._tones.accepted()
        self.touched.emit(touch.tile.name)

    def _bounces(self, name: str, now_ms: int) -> bool:
        return name == self._last_touch[0] and now_ms - self._last_touch[1] < DEBOUNCE_MS

    def _comes_again(self, touch: Touch, now_ms: int) -> bool:
        """Whether this is the second tap of two, and what it would press is no longer what the first one did."""
        last, since_ms = self._last_touch[0], now_ms - self._last_touch[1]
        if touch.tile.name == last:
            return last == "hand-over" and since_ms < OVER_AGAIN_MS
        return since_ms < AGAIN_MS and touch.rect().contains(touch.mapFrom(self, self._last_at))

    def miss(self, touch: Touch) -> None:
        """The touch does nothing now: seen and heard, nothing asked."""
        touch.flash_refused()
        self._tones.refused()

    def _do(self, tap: Tap, seen: int) -> None:
        if isinstance(tap, Ask) and tap.needs:
            tap = authorised(tap, self._around.staff)
        self._around = after(self._around, tap)
        opened = self._page
        if isinstance(tap, Turn):
            page = _page(tap.page)
            self._page = page.opened(self._port) if page else None
        elif isinstance(tap, Enrol):
            self._page = _page(tap.page)
        elif not isinstance(tap, Ask | Unlock | GoOn | MarkPlaces):
            self._page = None
        # A page stays until the table has answered: a refusal is read on it.
        self._follows = (_page(tap.then),) if isinstance(tap, Ask) else ()
        if (opened is None) != (self._page is None):
            self._turned_ms = self._now_ms()
        self._draw()
        match tap:
            case Ask(action):
                self._ask(action, seen)
            case Unlock():
                self._unlock(tap)
            case TellLevel(by_day):
                self._port.tell_level(by_day)
            case MarkPlaces(camera, places):
                self._mark(camera, places)
            case Enrol(do, what):
                self._port.enrol(do, what)

    def _ask(self, action: TableAction, seen: int) -> None:
        self._port.ask(action, seen)

    def _mark(self, camera: str, places: tuple[tuple[str, Area], ...]) -> None:
        if why := self._port.mark_places(camera, places):
            self.refuse(why)
        elif self._page:
            self._page = self._page.kept()
            self._draw()

    def on_picture(self, touch: PictureTouch) -> None:
        """A finger on the picture of the open page."""
        sight = self._sight()
        if self._page and sight:
            self._page = self._page.touched(touch, sight)
            self._draw()

    def _unlock(self, tap: Unlock) -> None:
        """Ask for what a right PIN signs for, on the table as it is now; the page says what was wrong with another."""
        answer = self._port.unlock(tap.role, tap.pin, tap.name)
        if not isinstance(self._page, PinPage) or self._table is None:
            return  # what it was to sign for is past
        if answer.name:
            self._do(Ask(signed(tap.ask.action, answer.name, tap.role), tap.ask.then), self._table.mark)
            return
        self._page = self._page.refused(answer)
        self._tones.refused()
        self._draw()

    # Drawing

    def _sight(self) -> Sight | None:
        """All that is known now; None before the first table."""
        return Sight(self._table, self._game, self._around, self._words) if self._table else None

    def _show(self, around: Surroundings) -> None:
        self._around = around
        self._draw()

    def _draw(self) -> None:
        if self._table is None:
            return
        if self._around.enrolling and not (self._page and self._page.enrols):
            self._port.enrol("leave", "")  # what is read now are cards again
        sight = self._sight()
        assert sight is not None
        self._view = view(sight, self._page)
        if self._glass is None or self._glass.seat_count != len(self._table.seats):
            self._lay_out(len(self._table.seats))
        if self._glass:
            self._glass.show_view(self._view)
        self._watch()

    def _watch(self) -> None:
        """Tell the program once whether a page watches the readers, and which one no longer does."""
        watching = self._page.watches() if self._page else None
        if watching != self._watching:
            self._watching = watching
            self._port.watch_readers(watching)

    def _lay_out(self, seat_count: int) -> None:
        if self._glass:
            self._glass.remove()
        self._glass = Glass(self, self._ink, seat_count, self)
        self._place()

    def _place(self) -> None:
        self._ink.fit(self.width(), self.height())
        self._felt = QPixmap()
        if self._glass:
            self._glass.place(self.width(), self.height())
        self.update()

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        window = self.window().windowHandle()
        if window and self._palm is None:
            self._palm = Palm(self._look.px_per_mm, self)
            window.installEventFilter(self._palm)

    def resizeEvent(self, _: QResizeEvent) -> None:  # noqa: N802
        self._place()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        if self._felt.isNull():
            self._felt = self._paint_felt()
        painter = QPainter(self)  # clipped to the region that changed
        painter.drawPixmap(0, 0, self._felt)
        painter.end()

    def _paint_felt(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        felt = QPixmap(self.size() * ratio)
        felt.setDevicePixelRatio(ratio)
        felt.fill(self._ink.colour(self._ink.theme.room))
        if self._glass:
            painter = QPainter(felt)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._glass.paint_felt(painter)
            painter.end()
        return felt

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        name = "" if event.isAutoRepeat() else self._shortcut(event)
        touch = self._glass.touch(name) if self._glass and name else None
        if touch is None:
            super().keyPressEvent(event)
        elif touch.isEnabled() and touch.isVisible():
            touch.click()
        else:
            self.miss(touch)

    def _shortcut(self, event: QKeyEvent) -> str:
        """The target that a key stands for: C and R those of the seat whose turn it is; Escape closes the page."""
        text = event.text().lower()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return "undo" if event.key() == ord("Z") else ""
        if text in ("c", "r") and self._table and self._table.legal.seat:
            zone = "raise" if text == "r" and self._table.legal.call else "seat"
            return f"{zone}-{self._table.legal.seat}"
        return "page-close" if text == ESCAPE else SHORTCUTS.get(text, "")


def _page(leaf: Leaf | None) -> Page | None:
    """Every leaf is a page; taps do not know what pages are made of."""
    assert leaf is None or isinstance(leaf, Page), leaf
    return leaf
