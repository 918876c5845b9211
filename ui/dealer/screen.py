"""The dealer's screen: draws what it is shown and asks for what is touched. Knows no rules, no disk and no network.

One thread: every method is called on Qt's.
"""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.actions import Push, StartHand, TableAction
from engine.public import PublicTable
from engine.replay import Game
from ui.dealer.around import LevelTime, Link, Reader, Refusal, Surroundings, after, settle
from ui.dealer.pages.page import Page, Sight
from ui.dealer.port import Port
from ui.dealer.shown import View
from ui.dealer.taps import Ask, Leaf, PushAndStart, Tap, Turn
from ui.dealer.tones import Beep, Tones
from ui.dealer.view import view
from ui.dealer.widgets.glass import Glass
from ui.dealer.widgets.ink import Ink
from ui.dealer.widgets.touch import Touch
from ui.look import Look
from ui.words import ENGLISH, Words

DEBOUNCE_MS = 150
SHORTCUTS = {
    "f": "fold",
    "c": "check-call",
    "r": "bet-raise",
    "n": "next-hand",
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

    def __init__(
        self, port: Port, look: Look, now_ms: Callable[[], int], words: Words = ENGLISH, tones: Tones | None = None
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._port = port
        self._now_ms = now_ms
        self._words = words
        self._tones = tones or Beep()
        self._ink = Ink(look)
        self._glass: Glass | None = None
        self._felt = QPixmap()
        self._table: PublicTable | None = None
        self._game = Game()
        self._page: Page | None = None
        self._follows: tuple[()] | tuple[Page | None] = ()
        self._around = Surroundings()
        self._view: View | None = None
        self._pressed: tuple[Touch, Tap | None, int, Page | None] | None = None
        self._last_touch = ("", -DEBOUNCE_MS)
        self._asking: Touch | None = None
        self._start_follows = False

    # What the program tells

    def show_table(self, table: PublicTable, game: Game) -> None:
        """Show the table as it is now, as the public sees it and as it is. May be called from within `port.ask`."""
        before = self._sight()
        self._around = settle(self._around, self._table, table)
        self._table, self._game = table, game
        after_it = self._sight()
        if self._follows:
            self._page, self._follows = self._follows[0], ()
        elif self._page and not (before and after_it and self._page.stays(before, after_it)):
            self._page = None
        self._asking = None
        self._draw()
        if self._start_follows:
            QTimer.singleShot(0, self, self._start_next)

    def show_level(self, level: LevelTime | None) -> None:
        """Show the room's level and what is left of it; call it as the seconds pass."""
        self._show(replace(self._around, level=level))

    def show_link(self, link: Link | None) -> None:
        """Show how the line to the clock is; None where there is no clock."""
        self._show(replace(self._around, link=link))

    def show_reader(self, reader: Reader | None) -> None:
        """Show how the card reader is; None where there is none."""
        self._show(replace(self._around, reader=reader))

    def refuse(self, why: str, clause: str = "") -> None:
        """Say why what was asked, or a card that was read, changes nothing."""
        self._start_follows = False
        self._follows = ()
        if self._asking:
            self._asking.flash_refused()
            self._asking = None
        self._tones.refused()
        self._show(replace(self._around, refusal=Refusal(why, clause)))

    # What the dealer does

    def press(self, touch: Touch) -> None:
        """A finger came down on a target: what it means is what is on the screen now."""
        if self._view:
            self._pressed = (touch, touch.tile.tap, self._view.mark, self._page)

    def release(self, touch: Touch) -> None:
        """The finger went up on the same target."""
        pressed, self._pressed = self._pressed, None
        name, now_ms = touch.tile.name, self._now_ms()
        bounced = name == self._last_touch[0] and now_ms - self._last_touch[1] < DEBOUNCE_MS
        if pressed is None or pressed[0] is not touch or bounced:
            return
        self._last_touch = (name, now_ms)
        _, tap, seen, page = pressed
        # What a page's button means goes with the page: a stale one must not open what is past.
        if tap is None or (isinstance(tap, Turn) and page is not self._page):
            self.miss(touch)
            return
        self._tones.accepted()
        self._asking = touch if isinstance(tap, Ask | PushAndStart) else None
        self._do(tap, seen)

    def miss(self, touch: Touch) -> None:
        """The touch does nothing now: seen and heard, nothing asked."""
        touch.flash_refused()
        self._tones.refused()

    def _do(self, tap: Tap, seen: int) -> None:
        self._around = after(self._around, tap)
        if isinstance(tap, Turn):
            self._page = _page(tap.page)
        elif not isinstance(tap, Ask):
            self._page = None
        # A page stays until the table has answered: a refusal is read on it.
        self._follows = (_page(tap.then),) if isinstance(tap, Ask) else ()
        self._draw()
        self._start_follows = isinstance(tap, PushAndStart)  # any other touch calls off a start that waits for its push
        match tap:
            case Ask(action):
                self._ask(action, seen)
            case PushAndStart():
                self._ask(Push(), seen)
                self._start_next()

    def _ask(self, action: TableAction, seen: int) -> None:
        self._port.ask(action, seen)

    def _start_next(self) -> None:
        """The second half of `PushAndStart`, once the pots are pushed."""
        if not self._start_follows or self._table is None or self._table.playing:
            return
        self._start_follows = False
        if self._table.can_start:
            self._ask(StartHand(), self._table.mark)
        else:
            self.refuse(self._table.start_problem)

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
        sight = self._sight()
        assert sight is not None
        self._view = view(sight, self._page)
        if self._glass is None or self._glass.seat_count != len(self._table.seats):
            self._lay_out(len(self._table.seats))
        if self._glass:
            self._glass.show_view(self._view)

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
        """The target that a key stands for; Escape closes whichever pad is open."""
        text = event.text().lower()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return "undo" if event.key() == ord("Z") else ""
        return f"{self._around.pad}-close" if text == ESCAPE and self._around.pad else SHORTCUTS.get(text, "")


def _page(leaf: Leaf | None) -> Page | None:
    """Every leaf is a page; taps do not know what pages are made of."""
    assert leaf is None or isinstance(leaf, Page), leaf
    return leaf
