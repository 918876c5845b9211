"""Draws the dealer's screen and requests whatever is touched. Knows nothing about the rules, and uses neither the disk
nor the network.

There is only one thread: every method is called on Qt's. Drawing does not request anything. The needs of a page are a
value, which is requested once the page has been drawn.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.actions import Answer, HandOver, Push, SeeCard
from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from ui.dealer.model.cards import OddCard
from ui.dealer.model.profile import Profile, worn
from ui.dealer.model.readers import Area, PictureTouch
from ui.dealer.model.sign_in import PinAnswer, signed
from ui.dealer.model.surroundings import FoldedOut, Notice, Owed, RefusalNotice, Surroundings, after, settle, updated
from ui.dealer.model.taps import (
    Aim,
    Ask,
    AskRoom,
    Continue,
    Enroll,
    Follows,
    JoinRoom,
    MarkPlaces,
    OpenPage,
    Prefer,
    SeatHere,
    SeeNotice,
    ShowPot,
    Tap,
    TellLevel,
    TurnTable,
    Unlock,
    WatchReaders,
)
from ui.dealer.model.values import SheetView, View, WinnerView
from ui.dealer.pages.moved import corrected, together
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.signin_pin import PinPage, authorised
from ui.dealer.pages.turning import Wants, orders, page_after, page_of, wants
from ui.dealer.port import Port
from ui.dealer.shortcuts import shortcut
from ui.dealer.sound.tones import Beep, FilteredTones, Tones, of_change, of_touch
from ui.dealer.touch_input import TouchContext, TouchInput
from ui.dealer.view.screen import view
from ui.dealer.view.stage.awards import award_line
from ui.dealer.view.stage.out import WINS_MS, folded_out, unexpired
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.failed import Failed
from ui.dealer.widgets.painting.canvas import Canvas
from ui.dealer.widgets.palm import PalmFilter
from ui.dealer.widgets.parts import ScreenParts
from ui.look import Look
from ui.words import Words
from ui.words.languages import words_in

if TYPE_CHECKING:
    from ui.dealer.widgets.practice import PracticeParts


class Screen(QWidget):
    """The whole screen of one table. Empty until the first `show`.

    `now_ms` is any clock that never goes backward. `port` receives the touches, with the mark that was on the screen
    when the finger came down.
    """

    touched = Signal(str)
    """Emitted when a touch was accepted on the target of this name, before the touch takes effect."""
    owed_changed = Signal(object, int)
    """Emitted when corrections require these chips to be moved, or when the dealer has confirmed that, as of this
    mark."""

    def __init__(
        self, port: Port, look: Look, now_ms: Callable[[], int], words: Words | None = None, tones: Tones | None = None
    ) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._port = port
        self._words = words or words_in("en")
        self._tones = FilteredTones(tones or Beep())
        self._look = look
        self._canvas = Canvas(look)
        self._input = TouchInput(self, self, self._tones, now_ms)
        self._now_ms = now_ms
        self._wins_timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._wins_timer.timeout.connect(self._pass_wins)
        self._palm_filter: PalmFilter | None = None
        self._parts: ScreenParts | None = None
        self._practice: PracticeParts | None = None
        self._felt = QPixmap()
        self._table: PublicTable | None = None
        self._game = Game()
        self._surroundings = Surroundings()
        self._page: Page | None = None
        self._wants = Wants()
        self._view: View | None = None
        self._follows: Follows = ()
        """The page that follows the pending order."""
        self._asking: TouchTarget | None = None

    # What is on it

    @property
    def words(self) -> Words:
        """The language of the screen."""
        return self._words

    @property
    def game(self) -> Game:
        """The game that the screen was last given."""
        return self._game

    @property
    def surroundings(self) -> Surroundings:
        """The surroundings as the screen shows them."""
        return self._surroundings

    @property
    def page(self) -> Page | None:
        """The open page."""
        return self._page

    @property
    def drawn(self) -> View | None:
        """Every label and button as it is drawn now; None before the first table is shown."""
        return self._view

    # Called by the program

    def present(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        """Show the table, as the public sees it and in full, with its surroundings. `then` is the page that follows if
        a card was read for the open page. May be called from within `port.ask`.
        """
        before = self._context()
        self._wear(surroundings.profile, surroundings.left_seat)
        self._sound(table, surroundings)
        self._surroundings = updated(self._surroundings, surroundings)
        self._note_won(game)
        self._note_corrected(game)
        if table != self._table:
            self._surroundings = settle(self._surroundings, self._table, table)
            then, self._follows = self._follows or then, ()
            self._asking = None
            if self._parts:
                self._parts.still()
        self._table, self._game = table, game
        self._turn_to(page_after(before, self._context_of(table), self._page, then))
        self._update()

    def open(self, page: Page | None) -> None:
        """Show a page without a touch."""
        self._page = page
        self._input.page_turned()
        self._update()

    def remind(self, owed: Owed) -> None:
        """Show again which chips are to be moved, as they were shown before the program ended."""
        self._surroundings = replace(self._surroundings, notice=Notice(owed))
        self._update()

    def aimed(self, card: Card) -> Aim:
        """The order that reading this card means: for the place or line whose card pad is open, or else for any place
        where a card is due. This does not change anything.
        """
        context = self._context()
        ask = self._page.read(context, card) if self._page and context else None
        return Aim(ask.action, (ask.then,)) if ask else Aim(SeeCard(card))

    def take_card(self, card: Card) -> bool:
        """Whether the open page takes a card that was read. If so, the page shows it."""
        context = self._context()
        page = self._page.taken(context, card) if self._page and context else None
        if page is not None and page != self._page:
            self._turn_to(page)
            self._update()
        return page is not None

    def refuse(self, why: Message, clause: str = "") -> None:
        """Show why an order, or a card that was read, changes nothing."""
        if self._asking:
            self._asking.flash_refused()
            self._asking = None
        self._tones.play("refused")
        self._surroundings = replace(self._surroundings, refusal=RefusalNotice(why, clause), odd=None)
        self._update()

    def tell(self, what: Message) -> None:
        """Show news from the room until something changes."""
        self._surroundings = replace(self._surroundings, refusal=RefusalNotice(what, is_news=True), odd=None)
        self._update()

    def pin_checked(self, answer: PinAnswer) -> None:
        """Show the answer about a PIN, unless the question that it was to sign no longer matters."""
        page = self._page
        if isinstance(page, PinPage) and page.asked and page.asked == answer.asked:
            self._take_pin(page, answer)

    def show_odd(self, odd: OddCard) -> None:
        """Show a card or code that was read but changes nothing, and its place."""
        self._tones.play("refused")
        self._surroundings = replace(self._surroundings, odd=odd, refusal=None)
        self._update()

    def fail(self) -> None:
        """Show that the screen can no longer be trusted. Nothing can be touched after that."""
        failed = Failed(self._canvas, "failed", self)
        failed.setGeometry(self.rect())
        failed.show_value(self._words.failed)
        failed.raise_()
        failed.show()
        failed.repaint()

    def hear(self, tones: Tones) -> None:
        """Play sounds through this object from now on."""
        self._tones.tones = tones

    # Called by touches

    @property
    def shown(self) -> TouchContext | None:
        """The state of the screen when a touch comes."""
        return TouchContext(self._view.mark, self._page) if self._view else None

    def act(self, touch: TouchTarget, tap: Tap, seen: int) -> None:
        """Carry out an accepted touch."""
        if self._parts:
            self._parts.still()
        if self._table and (sound := of_touch(tap, self._table, self._surroundings.pot)):
            self._tones.play(sound)
        self.touched.emit(touch.tile.name)
        self._asking = touch if isinstance(tap, Ask) else None
        self._do(tap, seen)

    def on_picture(self, touch: PictureTouch) -> None:
        """A touch on the picture of the open page."""
        context = self._context()
        if self._page and context:
            self._page = self._page.touched(touch, context)
            self._update()

    def _do(self, tap: Tap, seen: int) -> None:
        if isinstance(tap, Ask) and tap.needs:
            tap = authorised(tap, self._surroundings.staff)
        self._surroundings = after(self._surroundings, tap)
        if isinstance(tap, SeeNotice):
            self.owed_changed.emit((), self._game.mark)
        page = self._page
        if isinstance(tap, OpenPage):
            page = page_of(tap.page)
            page = page.opened(self._port) if page else None
        elif isinstance(tap, Enroll | Prefer | TurnTable):
            page = page_of(tap.page)
        # A page stays until the table has answered, because a refusal is read on it.
        elif not isinstance(tap, Ask | Unlock | Continue | MarkPlaces | SeatHere):
            page = None
        pushed, sheet = self._pushed_by(tap), self._view.sheet if self._view else None
        self._turn_to(page)
        if not isinstance(tap, Ask):  # the answer is drawn as it comes
            self._update()
        drawn, mark = self._view, self._table.mark if self._table else 0
        self._carry_out(tap, seen)
        is_done = self._table is not None and self._table.mark > mark
        if pushed and sheet and is_done and sheet.at + 1 < len(sheet.awards):
            self._note_pushed(sheet)
        if self._view is drawn and isinstance(tap, Ask):
            self._update()
        if self._parts and pushed and (self._view is None or self._view.sheet is None or isinstance(tap, ShowPot)):
            gains: dict[int, int] = {}
            for winner in pushed:
                gains[winner.seat] = gains.get(winner.seat, 0) + winner.amount
            self._parts.send({seat: (chips, f"+{self._words.amount(chips)}") for seat, chips in gains.items()})

    def _pushed_by(self, tap: Tap) -> tuple[WinnerView, ...]:
        """The seats that get chips through this touch, as the screen shows them."""
        shown = self._view.sheet if self._view else None
        if shown is None:
            return ()
        if isinstance(tap, ShowPot):
            return shown.now.winners if tap.pot > shown.at else ()
        return shown.left() if isinstance(tap, Ask) and isinstance(tap.action, HandOver | Push | Answer) else ()

    def _carry_out(self, tap: Tap | WatchReaders, seen: int = 0) -> None:
        """Carry out what a tap, or a page that has opened or closed, asks of the program."""
        match tap:
            case Ask():
                self._ask(tap, seen)
            case Unlock():
                self._unlock(tap)
            case AskRoom(ask):
                self._port.ask_room(ask)
            case TellLevel(by_day):
                self._port.resolve_level(by_day)
            case SeatHere():
                self._port.seat_here(tap)
            case JoinRoom():
                self._port.join_room()
            case MarkPlaces(camera, places):
                self._mark(camera, places)
            case Prefer(profile):
                self._port.prefer(profile)
            case TurnTable(left_seat):
                self._port.turn_table(left_seat)
            case Enroll(do, what):
                self._port.enroll(do, what)
            case WatchReaders(watching):
                self._port.watch_readers(watching)

    def _ask(self, ask: Ask, seen: int) -> None:
        """Ask the port. The answer comes before this returns; if there is no answer, nothing waits for one."""
        self._follows = (ask.then,)
        self._port.ask(ask.action, seen)
        self._follows, self._asking = (), None

    def _mark(self, camera: str, places: tuple[tuple[str, Area], ...]) -> None:
        if why := self._port.mark_places(camera, places):
            self.refuse(why)
        elif self._page:
            self._page = self._page.kept()
            self._update()

    def _unlock(self, tap: Unlock) -> None:
        """Ask for what a correct PIN signs for, based on the table as it is now. The page shows why a wrong PIN was
        rejected."""
        answer = self._port.unlock(tap.role, tap.pin, tap.name)
        page = self._page
        if not isinstance(page, PinPage):
            return  # the question that it was to sign no longer matters
        if answer.asked:
            self._page = page.waiting(answer.asked)
            self._update()
        else:
            self._take_pin(page, answer)

    def _take_pin(self, page: PinPage, answer: PinAnswer) -> None:
        if answer.name and self._table:
            self._do(Ask(signed(page.ask.action, answer.name, page.role), page.ask.then), self._table.mark)
            return
        self._page = page.refused(answer)
        self._tones.play("refused")
        self._update()

    def _note_won(self, game: Game) -> None:
        """Show for a while that a hand was won without a showdown."""
        won, before = folded_out(game), self._surroundings.wins
        if won and self._table is not None and won.mark >= self._game.mark:
            wins: FoldedOut | None = replace(won, until_ms=self._now_ms() + WINS_MS)
            self._wins_timer.start(WINS_MS)
        else:
            wins = before if before and unexpired(before, game, self._now_ms()) else None
        self._surroundings = replace(self._surroundings, wins=wins)

    def _note_corrected(self, game: Game) -> None:
        """Show the chips that a correction moves until the dealer confirms it. If two corrections cancel each other
        out, nothing is shown.
        """
        owed = corrected(self._game, game) if self._table is not None else None
        if owed is not None:
            notice = self._surroundings.notice or Notice()
            owed = together(notice.owed, owed)
            self._surroundings = replace(self._surroundings, notice=Notice(owed, notice.pots))
            self.owed_changed.emit(owed, game.mark)

    def _note_pushed(self, sheet: SheetView) -> None:
        """Show the pots that were pushed in one touch until the dealer confirms them."""
        pots = tuple(award_line(award) for award in sheet.awards[sheet.at :])
        owed = self._surroundings.notice.owed if self._surroundings.notice else ()
        self._surroundings = replace(self._surroundings, notice=Notice(owed, pots))
        self._update()

    def _pass_wins(self) -> None:
        """Stop showing the win, because its time has passed, unless the screen's clock is slower than the timer."""
        self._note_won(self._game)
        if wins := self._surroundings.wins:
            self._wins_timer.start(max(1, wins.until_ms - self._now_ms()))
        self._update()

    def _turn_to(self, page: Page | None) -> None:
        if (page is None) != (self._page is None):
            self._input.page_turned()
        self._page = page

    def _sound(self, table: PublicTable, surroundings: Surroundings) -> None:
        """Play sounds for changes that happened without a touch."""
        sound = of_change(self._table, table, self._surroundings, surroundings)
        if sound and not self._asking:
            self._tones.play(sound)

    # Drawing

    def _wear(self, profile: Profile | None, left_seat: int) -> None:
        """Apply the dealer's language and sounds at once, and rebuild all parts if their look changes."""
        was = self._surroundings
        if profile is None or (profile == was.profile and left_seat == was.left_seat):
            return
        if profile.language != self._words.language:
            self._words = words_in(profile.language)
        self._tones.on = profile.sounds
        look = worn(self._look, profile, left_seat)
        if look == self._look:
            return
        self._look, self._canvas = look, Canvas(look)
        if self._parts:
            self._parts.remove()
            self._parts = None

    def _context(self) -> PageContext | None:
        """Everything that is known now; None before the first table is shown."""
        return self._context_of(self._table) if self._table else None

    def _context_of(self, table: PublicTable) -> PageContext:
        return PageContext(table, self._game, self._surroundings, self._words)

    def _update(self) -> None:
        """Draw the current state; then ask the program for what the open page now needs."""
        self._draw()
        before, self._wants = self._wants, wants(self._page, self._surroundings)
        for order in orders(before, self._wants):
            self._carry_out(order)

    def _draw(self) -> None:
        context = self._context()
        if context is None:
            return
        self._view = view(context, self._page)
        if self._parts is None or self._parts.seat_count != len(context.table.seats):
            self._lay_out(len(context.table.seats))
        if self._parts:
            self._parts.show_view(self._view)
        if self._surroundings.narration:
            self._practice_parts().show_mark(self._view.coach)

    def _practice_parts(self) -> "PracticeParts":
        """The practice parts, created when practice begins."""
        if self._practice is None:
            from ui.dealer.widgets.practice import PracticeParts  # noqa: PLC0415  no real table has them

            self._practice = PracticeParts(self, self._canvas, self._input)
            self._practice.place()
        return self._practice

    def _lay_out(self, seat_count: int) -> None:
        if self._parts:
            self._parts.remove()
        self._parts = ScreenParts(self, self._canvas, seat_count, self._input)
        self._place()

    def _place(self) -> None:
        self._canvas.fit_to(self.width(), self.height())
        self._felt = QPixmap()
        if self._parts:
            self._parts.place(self.width(), self.height())
        if self._practice:
            self._practice.place()
        self.update()

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        window = self.window().windowHandle()
        if window and self._palm_filter is None:
            self._palm_filter = PalmFilter(self._look.px_per_mm, self)
            window.installEventFilter(self._palm_filter)

    def resizeEvent(self, _: QResizeEvent) -> None:  # noqa: N802
        self._place()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        if self._felt.isNull():
            self._felt = self._paint_felt()
        painter = QPainter(self)  # clipped to the region that changed
        painter.drawPixmap(0, 0, self._felt)
        painter.end()
        # Not before the first frame: Qt paints a new opaque widget with all of its parts, and then paints it again.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def _paint_felt(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        felt = QPixmap(self.size() * ratio)
        felt.setDevicePixelRatio(ratio)
        felt.fill(self._canvas.color(self._canvas.theme.room))
        if self._parts:
            painter = QPainter(felt)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._parts.paint_felt(painter)
            painter.end()
        return felt

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        name = shortcut(event, self._table)
        touch = self._parts.touch(name) if self._parts and name else None
        if touch is None:
            super().keyPressEvent(event)
        elif touch.isEnabled() and touch.isVisible():
            touch.click()
        else:
            self._input.miss(touch)
