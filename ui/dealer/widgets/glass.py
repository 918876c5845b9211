"""All the parts of the screen: made, placed and handed their share of a view. Pads are made when first opened."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.places import Places, Rect, muck_place, places
from ui.dealer.shown import PadView, PageView, SeatView, SheetView, View
from ui.dealer.view_actions import ACTION_NAMES
from ui.dealer.view_strip import STRIP_NAMES
from ui.dealer.view_table import BOARD_PLACES
from ui.dealer.widgets.board import BoardPlace
from ui.dealer.widgets.button import Button
from ui.dealer.widgets.ink import Ink
from ui.dealer.widgets.label import Cell, Pots, Prompt
from ui.dealer.widgets.pad import Pad
from ui.dealer.widgets.page import PageSheet
from ui.dealer.widgets.seat import SeatTile
from ui.dealer.widgets.sheet import MOST_NARROW, Sheet
from ui.dealer.widgets.touch import Touch

T = TypeVar("T", bound=Touch)


class Finger(Protocol):
    """Who hears what a finger does on any target."""

    def press(self, touch: Touch) -> None:
        """It came down."""

    def release(self, touch: Touch) -> None:
        """It went up on the same target."""

    def miss(self, touch: Touch) -> None:
        """It came down where nothing can be pressed now."""


class Glass:
    """The parts for a table of `seat_count` seats, as children of one widget."""

    def __init__(self, parent: QWidget, ink: Ink, seat_count: int, finger: Finger) -> None:
        self.seat_count = seat_count
        self._parent = parent
        self._ink = ink
        self._finger = finger
        self._places: Places | None = None
        self._cells = {name: Cell(ink, f"strip-{name}", parent) for name in STRIP_NAMES}
        self._seats = [self._hear(SeatTile(ink, f"seat-{seat}", parent)) for seat in range(1, seat_count + 1)]
        self._board = [self._hear(BoardPlace(ink, f"board-{place}", parent)) for place in range(1, BOARD_PLACES + 1)]
        self._pots = Pots(ink, "pots", parent)
        self._prompt = Prompt(ink, "prompt", parent)
        self._actions = {name: self._hear(Button(ink, name, parent)) for name in ACTION_NAMES}
        self._mucks: dict[int, Button] = {}
        self._sheet: Sheet | None = None
        self._pads: dict[str, Pad] = {}
        self._page: PageSheet | None = None
        self._paged: PageView | None = None
        for child in self._parts():
            child.show()

    def place(self, wide_px: int, high_px: int) -> None:
        """Lay all parts out on a glass of this size."""
        here = places(*self._ink.glass(wide_px, high_px), self.seat_count)
        self._places = here
        rows: list[tuple[Mapping[str, QWidget], Mapping[str, Rect]]] = [
            (self._cells, here.strip),
            (self._actions, here.actions),
        ]
        for parts, rects in rows:
            for name, part in parts.items():
                self._put(part, rects[name])
        for part, rect in [*zip(self._seats, here.seats, strict=True), *zip(self._board, here.board, strict=True)]:
            self._put(part, rect)
        self._put(self._pots, here.pots)
        self._put(self._prompt, here.prompt)
        for seat, muck in self._mucks.items():
            self._put(muck, muck_place(here.seats[seat - 1], self._ink.zoom))
        for pad in self._pads.values():
            pad.place(here.pad)
        self._show_page(self._paged)

    def show_view(self, view: View) -> None:
        """Hand every part its share; a part repaints only where its share differs."""
        for cell in view.strip:
            self._cells[cell.name].show_value(cell)
        for tile, seat in zip(self._seats, view.seats, strict=True):
            tile.show_seat(seat)
            self._show_muck(seat)
        for slot, place in zip(self._board, view.board, strict=True):
            slot.show_place(place)
        self._pots.show_value(view.pots)
        self._prompt.show_value(view.prompt)
        for each in view.buttons:
            self._actions[each.name].show_tile(each)
        self._show_sheet(view.sheet)
        self._show_pad(view.pad)
        self._show_page(view.page)

    def touch(self, name: str) -> Touch | None:
        """A target by its name, if it has been made."""
        return self._parent.findChild(Touch, name)

    def paint_felt(self, painter: QPainter) -> None:
        """The table's surface, once for all paints."""
        if self._places:
            theme = self._ink.theme
            self._ink.box(painter, QRectF(self._ink.rect(self._places.felt)), theme.felt, theme.rail, 0.8)

    def remove(self) -> None:
        """Take every part off the glass."""
        for part in self._parts():
            part.hide()
            part.setParent(None)
            part.deleteLater()

    def _parts(self) -> list[QWidget]:
        made = [part for part in (self._sheet, self._page) if part]
        return [*self._cells.values(), *self._seats, *self._board, self._pots, self._prompt, *self._actions.values(),
                *self._mucks.values(), *made, *self._pads.values()]  # fmt: skip

    def _put(self, part: QWidget, rect: Rect) -> None:
        part.setGeometry(self._ink.rect(rect))

    def _hear(self, touch: T) -> T:
        touch.pressed.connect(lambda: self._finger.press(touch))
        touch.clicked.connect(lambda: self._finger.release(touch))
        touch.missed.connect(lambda: self._finger.miss(touch))
        return touch

    def _show_muck(self, seat: SeatView) -> None:
        muck = self._mucks.get(seat.seat)
        if seat.muck is None:
            if muck:
                muck.hide()
            return
        if muck is None:
            muck = self._mucks[seat.seat] = self._hear(Button(self._ink, seat.muck.name, self._parent))
            if self._places:
                self._put(muck, muck_place(self._places.seats[seat.seat - 1], self._ink.zoom))
        muck.show_tile(seat.muck)
        muck.show()

    def _show_sheet(self, sheet: SheetView | None) -> None:
        if sheet is None:
            if self._sheet:
                self._sheet.hide()
            return
        if self._sheet is None:
            self._sheet = Sheet(self._ink, "awards", self._parent)
        if self._places:
            narrow = len(sheet.awards) <= MOST_NARROW
            self._put(self._sheet, self._places.sheet if narrow else self._places.wide_sheet)
        self._sheet.show_value(sheet)
        self._sheet.raise_()
        self._sheet.show()

    def _show_pad(self, shown: PadView | None) -> None:
        for name, pad in self._pads.items():
            if shown is None or name != shown.name:
                pad.hide()
        if shown is None:
            return
        pad = self._pads.get(shown.name) or self._make_pad(shown)
        pad.show_pad(shown)
        if not pad.isVisible():
            pad.raise_()
            pad.show()

    def _show_page(self, shown: PageView | None) -> None:
        self._paged = shown
        if shown is None or self._places is None:
            if self._page:
                self._page.hide()
            return
        if self._page is None:
            self._page = PageSheet(self._ink, self._parent, self._hear)
        self._page.show_page(shown, self._places.page if shown.wide else self._places.pad)
        if not self._page.isVisible():
            self._page.raise_()
            self._page.show()

    def _make_pad(self, shown: PadView) -> Pad:
        pad = self._pads[shown.name] = Pad(self._ink, shown, self._parent)
        for button in pad.buttons.values():
            self._hear(button)
        if self._places:
            pad.place(self._places.pad)
        return pad
