"""The real screen, driven by a finger that counts every press. Behind it are the engine and offscreen Qt."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest

from engine.actions import BOARD, Amend, Check, Fold, Muck, ReplaceAct, SeeCard, TableAction
from engine.events import Role
from engine.game.game import Game, apply, step
from engine.history.recall import Recalled
from engine.public import PublicTable, public
from engine.refused import Refused
from tests.kit.tones import ToneRecorder
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.keypad import fewest_keys
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import Area, ReaderWatch
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import OpenPage, RoomRequest, SeatHere
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.look import DARK, Look

SLOW_MS = 1_200
SIZE = (1280, 800)
PIXELS_A_MM = 5.9
A_SLIDE_MM = 10
"""A shorter movement is a tap."""


class EngineDriver:
    """The engine behind a screen: decides and shows at once. Keeps no record, so it can run forever."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.screen: Screen | None = None
        self.asks: Callable[[Game, TableAction], None] = lambda _, __: None
        """Told what was asked once it is done, with the table before it."""

    def ask(self, action: TableAction, seen: int) -> None:
        """Decide and apply. A touch on an outdated screen is ignored."""
        if seen != self.game.mark:
            return
        before = self.game
        try:
            self.take(action)
        except Refused as refused:
            assert self.screen is not None
            self.screen.refuse(refused.message, refused.clause)
        else:
            self.asks(before, action)

    def take(self, action: TableAction) -> None:
        """The screen or a reader asks for an action. Raises `Refused`."""
        self.lay(reduce(apply, step(self.game, action), self.game))

    def lay(self, game: Game) -> None:
        """Replace the table."""
        self.game = game
        if self.screen is not None:
            self.screen.present(public(game), game, Surroundings())

    def last_hands(self, _: int) -> tuple[Recalled, ...]:
        """No record is kept here."""
        return ()

    def enroll(self, do: EnrollDo, what: str) -> None:
        """Decks are enrolled elsewhere."""

    def learn(self, do: LearnDo) -> None:
        """No faces are learned here."""

    def watch_readers(self, _: ReaderWatch | None) -> None:
        """No readers are tested here."""

    def ask_room(self, ask: RoomRequest) -> None:
        raise AssertionError(ask)

    def seat_here(self, ask: SeatHere) -> None:
        raise AssertionError(ask)

    def join_room(self) -> None:
        raise AssertionError("the table is in no room here")

    def prefer(self, profile: Profile) -> None:
        """No profile is kept here."""

    def turn_table(self, left_seat: int) -> None:
        """No profile is kept here."""

    def resolve_level(self, by_day: bool) -> None:
        raise AssertionError("no level is in doubt here")

    def mark_places(self, _: str, __: tuple[tuple[str, Area], ...]) -> None:
        """No camera is marked here."""

    def unlock(self, _: Role, __: str, ___: str) -> PinAnswer:
        """Nobody has a PIN here."""
        return PinAnswer("", 0)


class ScreenDriver:
    """A screen with a finger. The test fails if a target is covered, hidden or disabled."""

    def __init__(self, game: Game, has_reader: bool = True) -> None:
        self.now_ms = 0
        self.tones = ToneRecorder()
        self.port = EngineDriver(game)
        self.screen = Screen(self.port, Look(DARK, PIXELS_A_MM), lambda: self.now_ms, tones=self.tones)
        self.screen.resize(*SIZE)
        self.port.screen = self.screen
        self.port.lay(game)
        self.screen.show()
        self.has_reader = has_reader
        self.count: Counter[str] = Counter()
        """Presses by purpose. `slid` are those that continued to a cell, and `cards` those of the card pad."""

    @property
    def game(self) -> Game:
        """The current table."""
        return self.port.game

    @property
    def table(self) -> PublicTable:
        """The table as the screen shows it."""
        return public(self.port.game)

    @property
    def presses(self) -> int:
        """Every press on the screen except on the card pad. Press, slide and release count as one."""
        return sum(self.count.values()) - sum(self.count[each] for each in ("slid", "cards"))

    @property
    def single_taps(self) -> int:
        """The same without slides: a seat and a cell are two."""
        return self.presses + self.count["slid"]

    @property
    def repair_presses(self) -> int:
        """Every press except the keys of an amount and OK."""
        return self.presses - self.count["keypad"]

    @property
    def page(self) -> Page | None:
        """The open page."""
        return self.screen.content.page

    def new(self, game: Game, same: bool = False) -> None:
        """Load another table, or the `same` one, with nothing touched yet."""
        self.count = Counter()
        if not same:
            self.port.lay(replace(game, undo_stack=()))  # otherwise, it may look like a later state of the last game
            self.port.lay(game)

    # A dealer's intentions

    def put_in(self, seat: int, to: int = 0) -> None:
        """A call is one touch of the seat. An amount is one gesture if it is on the strip, and otherwise it is
        keyed."""
        self.close()
        if not to:
            self.tap(f"seat-{seat}", "call")
            return
        self.slide_to(self.opener(seat), to)

    def slide_to(self, opener: str, to: int) -> None:
        """Press the target that opens the amounts, and slide; otherwise choose there."""
        self.count["amount"] += 1
        mark = self.game.mark
        if not self._slide_from(opener, to):
            self.choose(to)
        elif self.game.mark > mark:
            self.count["slid"] += 1
        else:  # the page took the target from under the finger, so its cell takes a touch of its own
            self.choose(to)

    def choose(self, to: int) -> None:
        """Enter an amount on the open page: its cell, otherwise its digits and OK."""
        if cell := self._cell(to):
            self.tap(cell, "cell")
        else:
            self.tap_all([*fewest_keys(to), "amount-ok"], "keypad")

    def opener(self, seat: int) -> str:
        """The button that opens the amounts of a seat."""
        offer = next(offer for offer in self.table.offers if offer.seat == seat)
        return f"raise-{seat}" if offer.call else f"seat-{seat}"

    def close_street(self) -> None:
        """Touch the place of the next card."""
        self.close()
        self.tap(f"board-{len(self.table.board) + 1}", "street")

    def see(self, card: SeeCard) -> None:
        """A card that the reader reads, or that two taps on the pad pick."""
        if self.has_reader:
            self.port.take(card)
            return
        where = card.seat or BOARD
        page = self.page if self.can("pad-rank-A", anyhow=True) else None
        if not isinstance(page, CardPage) or page.place(PageContext(self.table, self.game)) != where:
            self.close()
            self.tap(f"board-{len(self.table.board) + 1}" if where == BOARD else f"seat-{where}", "where")
        self.tap_all([f"pad-rank-{card.card.rank}", f"pad-suit-{card.card.suit}"], "cards")

    def press(self, action: Fold | Check | Muck) -> None:
        """Press one of the plain buttons."""
        self.close()
        match action:
            case Muck(seat):
                self.tap(f"muck-{seat}", "muck")
            case Fold(seat) | Check(seat):
                assert self.table.legal.seat == seat, f"{action} out of turn"
                self.tap("fold" if isinstance(action, Fold) else "check", "plain")

    def hand_over(self) -> None:
        """Press the button in the corner nearest the dealer."""
        self.close()
        if self.can("notice") and not self.can("hand-over"):
            self.tap("notice", "away")
        self.tap("push-all" if self.can("push-all") else "hand-over", "over")
        if self.can("walk"):
            self.tap("walk", "over")

    # A finger's actions

    def find(self, name: str, is_gray: bool = False) -> TouchTarget:
        """A target that a finger can reach now, and that can be pressed unless it `is_gray`."""
        found: TouchTarget | None = self.screen.findChild(TouchTarget, name)
        assert found is not None, f"there is no {name}"
        assert found.isVisible(), f"{name} is not on the screen"
        assert found.isEnabled() is not is_gray, f"{name} {'can' if is_gray else 'cannot'} be pressed"
        at = self._center(found)
        assert self.screen.childAt(at) is found, f"{name} lies under {self.screen.childAt(at)}"
        return found

    def can(self, name: str, anyhow: bool = False) -> bool:
        """Whether the target is on the screen and does something; `anyhow`, whether it is there."""
        found: TouchTarget | None = self.screen.findChild(TouchTarget, name)
        return found is not None and found.isVisible() and (anyhow or found.isEnabled())

    def tap(self, name: str, what: str = "tap", is_gray: bool = False) -> None:
        """Press and release."""
        self.count[what] += 1
        self.now_ms += SLOW_MS
        at = self._center(self.find(name, is_gray))
        QTest.mouseClick(self._window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    def tap_all(self, names: Sequence[str], what: str = "tap") -> None:
        """Tap these one after the other."""
        for name in names:
            self.tap(name, what)

    def _slide_from(self, opener: str, to: int) -> bool:
        """Press, slide to the amount and release there.

        If the amount is not offered, release at once: the page stays open.
        """
        self.now_ms += SLOW_MS
        start = self._center(self.find(opener))
        QTest.mousePress(self._window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
        cell = self._cell(to)
        end = self._center(self.find(cell)) if cell else start
        slides = (end - start).manhattanLength() > A_SLIDE_MM * PIXELS_A_MM
        if slides:
            QTest.mouseMove(self._window, end)
        QTest.mouseRelease(self._window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
                           end if slides else start)  # fmt: skip
        return slides

    def _cell(self, to: int) -> str:
        """The cell of the open page that puts in this amount."""
        for name in ("min", "half-pot", "whole-pot", "all-in", *[f"strip-amount-{place}" for place in range(1, 13)]):
            found: TouchTarget | None = self.screen.findChild(TouchTarget, name)
            offered = found is not None and found.isVisible() and found.isEnabled()
            if found is not None and offered and _total(getattr(found.tile.tap, "action", None)) == to:
                return name
        return ""

    def within_reach(self, name: str) -> bool:
        """Whether nothing covers it."""
        found: TouchTarget | None = self.screen.findChild(TouchTarget, name)
        return found is not None and self.can(name) and self.screen.childAt(self._center(found)) is found

    def close(self) -> None:
        """Close a page that covers what is to be touched."""
        if self.can("page-close"):
            self.tap("page-close", "away")

    @property
    def undo_closes_the_page(self) -> bool:
        """Whether UNDO closes the open page, because nothing was recorded since it was opened."""
        view = self.screen.content.view
        return view is not None and view.buttons[0].tap == OpenPage()

    @property
    def _window(self) -> QWindow:
        """Touches go to the window: Qt finds the target below the finger."""
        return self.screen.windowHandle()

    def _center(self, target: TouchTarget) -> QPoint:
        return target.mapTo(self.screen, target.aim())


def _total(action: object) -> int:
    """The total that a cell would put in, or would record for a line."""
    if isinstance(action, Amend) and isinstance(action.change, ReplaceAct):
        action = action.change.action
    return getattr(action, "to", 0)
