"""Draws the dealer's screen and sends the requests that result from touches, all on Qt's thread. Contains no rules, and
uses neither the disk nor the network."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from ui.dealer.announcements import Announcements
from ui.dealer.content import ScreenContent, TouchContext
from ui.dealer.model.cards import OddCard
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Notice, Owed, RefusalNotice, Surroundings, updated
from ui.dealer.model.taps import Aim, Follows, Tap
from ui.dealer.model.values import View
from ui.dealer.pages.page import Page
from ui.dealer.port import Port
from ui.dealer.sound.tones import Beep, FilteredTones, Tones, Voice, of_change, of_touch
from ui.dealer.tap_handler import TapHandler
from ui.dealer.touch_input import PalmFilter, TouchInput
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.scene import Scene
from ui.look import Look
from ui.words import Words
from ui.words.languages import words_in

KEYS = {
    "f": "fold",
    "k": "check",
    "n": "hand-over",
    "\r": "amount-ok",
    "\b": "erase",
    "\x1b": "page-close",
    **{digit: f"key-{digit}" for digit in "0123456789"},
}
"""The touch target for each key of a keyboard, by the text that the key produces."""


class Screen(QWidget):
    """The screen of one table, empty until the first table is shown. `now_ms` is any clock that never goes backward;
    `port` receives the touches, with the mark on the screen when the finger came down."""

    touched = Signal(str)
    """Emitted when a touch is accepted on the target with this name, before the touch takes effect."""
    owed_changed = Signal(object, int)
    """See `Announcements.owed_changed`."""
    out_confirmed = Signal(int)
    """See `Announcements.out_confirmed`."""
    resized = Signal()
    """Emitted when its size or its scale has changed."""

    def __init__(
        self, port: Port, look: Look, now_ms: Callable[[], int], words: Words | None = None, tones: Tones | None = None
    ) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.content = ScreenContent(words or words_in("en"), now_ms)
        self._px_per_mm = look.px_per_mm
        self._palm_filter: PalmFilter | None = None
        self._tones = FilteredTones(tones or Beep())
        self._voice: Voice | None = None
        self._spoken = ""
        self._input = TouchInput(self, self, self._tones, now_ms)
        self._scene = Scene(self, look, self._input)
        self._announcements = Announcements(self.content, now_ms, self)
        self._taps = TapHandler(port, self.content, self._scene, self._announcements, self._tones)
        self._announcements.owed_changed.connect(self.owed_changed)
        self._announcements.out_confirmed.connect(self.out_confirmed)
        self._announcements.expired.connect(self._taps.update)

    @property
    def drawn(self) -> View | None:
        """Every label and button as it is currently drawn; None before the first table is shown."""
        return self.content.view

    # Called by the program

    def present(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        """Show the table, as the public sees it and in full. `then` is the page that follows if a card was read for the
        open page. May be called from within `port.ask`."""
        content, before = self.content, self.content.context
        self._wear(surroundings.profile, surroundings.left_seat)
        self._sound(table, surroundings)
        content.surroundings = updated(content.surroundings, surroundings)
        self._announcements.game_changed(game)
        is_news = table != content.table
        if is_news:
            content.settle(table)
            then = self._taps.table_changed(then)
            self._scene.still()
        content.show_table(table, game, then, before)
        self._taps.update()
        if is_news:
            self._read_aloud()

    def open(self, page: Page | None) -> None:
        """Show a page without a touch."""
        self.content.open(page)
        self._taps.update()

    def resume(self, owed: Owed, out_seen: int) -> None:
        """Continue as before the program ended: show again which chips are to be moved, but no elimination that the
        dealer has confirmed."""
        self.content.change(notice=Notice(owed) if owed else None, out_seen=out_seen)
        self._taps.update()

    def aimed(self, card: Card) -> Aim:
        return self.content.aimed(card)

    def take_card(self, card: Card) -> bool:
        """Offer the open page a card that was read. Returns whether the page takes it; if so, the page shows it."""
        content, context = self.content, self.content.context
        page = content.page.taken(context, card) if content.page and context else None
        if page is not None and page != content.page:
            content.turn_to(page)
            self._taps.update()
        return page is not None

    def refuse(self, why: Message, clause: str = "") -> None:
        """Show why an order, or a card that was read, has no effect."""
        self._taps.refuse(why, clause)

    def tell(self, what: Message) -> None:
        """Show news from the room until something changes."""
        self.content.change(refusal=RefusalNotice(what, is_news=True), odd=None)
        self._taps.update()

    def pin_checked(self, answer: PinAnswer) -> None:
        """Show the result of a PIN check, unless the request that it was meant to sign no longer matters."""
        self._taps.pin_checked(answer)

    def show_odd(self, odd: OddCard) -> None:
        """Show a card or code that was read without effect, and where it was read."""
        self._tones.play("refused")
        self.content.change(odd=odd, refusal=None)
        self._taps.update()

    def fail(self) -> None:
        """Show that the screen can no longer be trusted. Nothing can be touched after that."""
        self._scene.cover(self.content.words.failed)

    def scale(self, px_per_mm: float) -> None:
        """Draw at this many pixels in a millimeter from now on, because another panel shows the screen."""
        self._px_per_mm = px_per_mm
        self._scene.scale(px_per_mm)
        self._taps.update()
        self.resized.emit()

    def fitted(self, look: Look) -> Look:
        """This look at the screen's scale."""
        return replace(look, px_per_mm=self._px_per_mm)

    def hear(self, tones: Tones) -> None:
        """Play sounds through this object from now on."""
        self._tones.tones = tones

    def speak_with(self, voice: Voice) -> None:
        """Read the next step aloud with this voice, for dealers who want that."""
        self._voice = voice
        self.content.change(can_speak=voice.can_speak)

    # Called by touches

    @property
    def shown(self) -> TouchContext | None:
        return self.content.touch_context

    def act(self, touch: TouchTarget, tap: Tap, seen: int) -> None:
        content = self.content
        self._scene.still()
        if content.table and (sound := of_touch(tap, content.table, content.surroundings.pot)):
            self._tones.play(sound)
        self.touched.emit(touch.tile.name)
        self._taps.act(touch, tap, seen)

    def explain(self, why: Message, clause: str = "") -> None:
        self._taps.explain(why, clause)

    def on_picture(self, touch: PictureTouch) -> None:
        content, context = self.content, self.content.context
        if content.page and context:
            content.turn_to(content.page.touched(touch, context))
            self._taps.update()

    # The dealer's preferences

    def _wear(self, profile: Profile | None, left_seat: int) -> None:
        """Apply the dealer's language, sounds and look immediately."""
        content, was = self.content, self.content.surroundings
        if profile is None or (profile == was.profile and left_seat == was.left_seat):
            return
        if profile.language != content.words.language:
            content.words = words_in(profile.language)
        self._tones.on = profile.sounds
        self._scene.wear(profile, left_seat)

    def _sound(self, table: PublicTable, surroundings: Surroundings) -> None:
        """Play sounds for changes that happened without a touch."""
        sound = of_change(self.content.table, table, self.content.surroundings, surroundings)
        if sound and not self._taps.is_pending:
            self._tones.play(sound)

    def _read_aloud(self) -> None:
        """Say the dealer's next step when the table has changed. A clock that counts down is not read."""
        profile, view = self.content.surroundings.profile, self.content.view
        if self._voice is None or view is None or profile is None or not profile.speaks:
            return
        text = ". ".join(part for part in (view.prompt.head, view.prompt.body) if part)
        if text != self._spoken:
            self._spoken = text
            self._voice.say(text, self.content.words.language)

    # Qt's events

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        window = self.window().windowHandle()
        if window and self._palm_filter is None:
            self._palm_filter = PalmFilter(self._px_per_mm, self)
            window.installEventFilter(self._palm_filter)

    def resizeEvent(self, _: QResizeEvent) -> None:  # noqa: N802
        self._scene.place()
        self.resized.emit()

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)  # clipped to the region that changed
        self._scene.paint(painter)
        painter.end()
        # Not before the first frame: Qt paints a new opaque widget with all of its parts, and then paints it again.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        name = shortcut(event, self.content.table)
        touch = self._scene.touch(name)
        if touch is None:
            super().keyPressEvent(event)
        elif touch.isEnabled() and touch.isVisible():
            touch.click()
        else:
            self._input.miss(touch)


def shortcut(event: QKeyEvent, table: PublicTable | None) -> str:
    """The touch target for a key; empty if there is none. For C and R, it belongs to the seat whose turn it is."""
    if event.isAutoRepeat():
        return ""
    text = event.text().lower()
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return "undo" if event.key() == ord("Z") else ""
    if text in ("c", "r") and table and table.legal.seat:
        zone = "raise" if text == "r" and table.legal.call else "seat"
        return f"{zone}-{table.legal.seat}"
    return KEYS.get(text, "")
