"""All the parts of the screen: made, placed and handed their share of a view. Some are made when first needed."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import TableLayout, next_place, side_place, table_layout
from ui.dealer.model.names import ACTION_NAMES, BOARD_PLACES, STRIP_NAMES
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.values import ButtonView, PageView, QuestionView, SeatView, SheetView, View
from ui.dealer.widgets.board import BoardPlace
from ui.dealer.widgets.button import Button
from ui.dealer.widgets.canvas import Canvas
from ui.dealer.widgets.label import Cell, Pots, Prompt
from ui.dealer.widgets.page import PageSheet
from ui.dealer.widgets.question import QuestionBar
from ui.dealer.widgets.seat import SeatTile
from ui.dealer.widgets.sheet import AwardsSheet, narrow_high, sheet_high
from ui.dealer.widgets.touch import TouchTarget

T = TypeVar("T", bound=TouchTarget)


class TouchListener(Protocol):
    """Receives the touches of all targets."""

    def press(self, touch: TouchTarget) -> None:
        """Touch down."""

    def release(self, touch: TouchTarget) -> None:
        """Touch up on the same target."""

    def miss(self, touch: TouchTarget) -> None:
        """Touch down on a disabled target."""

    def slide(self, touch: TouchTarget, at: QPoint) -> None:
        """The touch moves; `at` is on the screen."""

    def lift(self, touch: TouchTarget, at: QPoint) -> None:
        """Touch up away from where it came down."""

    def on_picture(self, touch: PictureTouch) -> None:
        """A touch on the picture of a page."""


class ScreenParts:
    """The parts for a table of `seat_count` seats, as children of one widget."""

    def __init__(self, parent: QWidget, canvas: Canvas, seat_count: int, listener: TouchListener) -> None:
        self.seat_count = seat_count
        self._parent = parent
        self._canvas = canvas
        self._listener = listener
        self._layout: TableLayout | None = None
        self._cells = {name: Cell(canvas, f"strip-{name}", parent) for name in STRIP_NAMES}
        self._seats = [self._connect(SeatTile(canvas, f"seat-{seat}", parent)) for seat in range(1, seat_count + 1)]
        self._board = [
            self._connect(BoardPlace(canvas, f"board-{place}", parent)) for place in range(1, BOARD_PLACES + 1)
        ]
        self._pots = Pots(canvas, "pots", parent)
        self._prompt = Prompt(canvas, "prompt", parent)
        self._actions = {name: self._connect(Button(canvas, name, parent)) for name in ACTION_NAMES}
        self._sides: dict[int, Button] = {}
        self._sheets: list[AwardsSheet] = []
        self._next: Button | None = None
        self._answer: Button | None = None
        self._question: QuestionBar | None = None
        self._page: PageSheet | None = None
        self._page_view: PageView | None = None
        for child in self._parts():
            child.show()

    def place(self, wide_px: int, high_px: int) -> None:
        """Lay out all parts on a screen of this size."""
        layout = table_layout(*self._canvas.size_mm(wide_px, high_px), self.seat_count)
        self._layout = layout
        rows: list[tuple[Mapping[str, QWidget], Mapping[str, Rect]]] = [
            (self._cells, layout.strip),
            (self._actions, layout.actions),
        ]
        for parts, rects in rows:
            for name, part in parts.items():
                self._put(part, rects[name])
        for part, rect in [*zip(self._seats, layout.seats, strict=True), *zip(self._board, layout.board, strict=True)]:
            self._put(part, rect)
        self._put(self._pots, layout.pots)
        self._place_prompt(layout)
        if self._answer:
            self._put(self._answer, layout.prompt)
        for seat, side in self._sides.items():
            self._put(side, side_place(layout.seats[seat - 1], self._canvas.zoom))
        if self._question:
            self._question.place(layout.pots, layout.prompt)
        self._show_page(self._page_view)

    def show_view(self, view: View) -> None:
        """Hand every part its share; a part repaints only where its share differs."""
        for cell in view.strip:
            self._cells[cell.name].show_value(cell)
        for tile, seat in zip(self._seats, view.seats, strict=True):
            tile.show_seat(seat)
            self._show_side(seat)
        for slot, place in zip(self._board, view.board, strict=True):
            slot.show_place(place)
        self._pots.show_value(view.pots)
        self._prompt.show_value(view.prompt)
        self._show_next(view.next)
        self._show_answer(view.answer)
        for each in view.buttons:
            self._actions[each.name].show_tile(each)
        self._show_sheet(view.sheet)
        self._show_question(view.question)
        self._show_page(view.page)

    def touch(self, name: str) -> TouchTarget | None:
        """A target by its name, if it has been made."""
        return self._parent.findChild(TouchTarget, name)

    def paint_felt(self, painter: QPainter) -> None:
        """The table's surface, once for all paints."""
        if self._layout:
            theme = self._canvas.theme
            self._canvas.box(painter, QRectF(self._canvas.rect(self._layout.felt)), theme.felt, theme.rail, 0.8)

    def remove(self) -> None:
        """Remove every part from the screen."""
        for part in self._parts():
            part.hide()
            part.setParent(None)
            part.deleteLater()

    def _parts(self) -> list[QWidget]:
        made: list[QWidget] = [*self._sheets, *([self._page] if self._page else [])]
        made += [self._question.asked, self._question.sure] if self._question else []
        return [*self._cells.values(), *self._seats, *self._board, self._pots, self._prompt, *self._actions.values(),
                *self._sides.values(), *([self._next] if self._next else []),
                *([self._answer] if self._answer else []), *made]  # fmt: skip

    def _place_prompt(self, layout: TableLayout) -> None:
        """In practice it shares its place with NEXT."""
        asked = self._next is not None and not self._next.isHidden()
        told, beside = next_place(layout.prompt)
        self._put(self._prompt, told if asked else layout.prompt)
        if self._next:
            self._put(self._next, beside)

    def _show_next(self, shown: ButtonView | None) -> None:
        if shown is None and self._next is None:
            return
        if self._next is None:
            self._next = self._connect(Button(self._canvas, "practice-next", self._parent))
            self._next.hide()  # a child is not hidden by itself before its parent is shown
        if shown:
            self._next.show_tile(shown)
        if self._next.isHidden() == (shown is not None):
            self._next.setVisible(shown is not None)
            if self._layout:
                self._place_prompt(self._layout)

    def _show_answer(self, shown: ButtonView | None) -> None:
        """In the prompt's place, where the dealer looks: one button, renamed for each answer."""
        if shown is None:
            if self._answer:
                self._answer.hide()
            return
        if self._answer is None:
            self._answer = self._connect(Button(self._canvas, shown.name, self._parent))
            self._answer.hide()  # a child is not hidden by itself before its parent is shown
        if self._layout:
            self._put(self._answer, self._layout.prompt)
        self._answer.show_tile(shown)
        if self._answer.isHidden():
            self._answer.show()
            self._answer.raise_()

    def _put(self, part: QWidget, rect: Rect) -> None:
        part.setGeometry(self._canvas.rect(rect))

    def _connect(self, touch: T) -> T:
        touch.pressed.connect(lambda: self._listener.press(touch))
        touch.clicked.connect(lambda: self._listener.release(touch))
        touch.missed.connect(lambda: self._listener.miss(touch))
        touch.slid.connect(lambda at: self._listener.slide(touch, at))
        touch.lifted.connect(lambda at: self._listener.lift(touch, at))
        return touch

    def _show_side(self, seat: SeatView) -> None:
        """RAISE or MUCK: one button for each tile, renamed as the hand goes on."""
        side = self._sides.get(seat.seat)
        if seat.side is None:
            if side:
                side.hide()
            return
        if side is None:
            side = self._sides[seat.seat] = self._connect(Button(self._canvas, seat.side.name, self._parent))
            if self._layout:
                self._put(side, side_place(self._layout.seats[seat.seat - 1], self._canvas.zoom))
        side.show_tile(seat.side)
        side.show()

    def _show_sheet(self, sheet: SheetView | None) -> None:
        parts = self._sheet_parts(sheet, self._layout) if sheet and self._layout else []
        while len(self._sheets) < len(parts):
            self._sheets.append(AwardsSheet(self._canvas, f"awards-{len(self._sheets) + 1}", self._parent))
        for shown in self._sheets[len(parts) :]:
            shown.hide()
        for shown, (part, place) in zip(self._sheets, parts, strict=False):
            self._put(shown, place)
            shown.show_value(part)
            if not shown.isVisible():
                shown.raise_()
                shown.show()

    def _sheet_parts(self, sheet: SheetView, layout: TableLayout) -> list[tuple[SheetView, Rect]]:
        """The smallest place in which every line can be read; with ten seats the last pots go to the dealer's own
        place, so that no seat is covered."""
        scale, high = self._canvas.zoom, layout.high_sheet
        if layout.sheet.height >= sheet_high(sheet) * scale:
            return [(sheet, layout.sheet)]
        if high.height >= sheet_high(sheet, compact=True) * scale:
            return [(sheet, high)]
        first = sheet.awards
        while len(first) > 1 and sheet_high(replace(sheet, awards=first), compact=True) * scale > high.height:
            first = first[:-1]
        rest = SheetView(sheet.awards[len(first) :])
        if rest.awards and narrow_high(rest) * scale <= layout.prompt.height:
            return [(replace(sheet, awards=first), high), (rest, layout.prompt)]
        return [(sheet, layout.wide_sheet)]

    def _show_question(self, shown: QuestionView | None) -> None:
        if shown is None:
            if self._question:
                self._question.hide()
            return
        if self._question is None:
            self._question = QuestionBar(self._canvas, self._parent, self._connect)
        if self._layout:
            self._question.place(self._layout.pots, self._layout.prompt)
        self._question.show_question(shown)

    def _show_page(self, shown: PageView | None) -> None:
        self._page_view = shown
        if shown is None or self._layout is None:
            if self._page:
                self._page.hide()
            return
        if self._page is None:
            self._page = PageSheet(self._canvas, self._parent, self._connect, self._listener.on_picture)
        self._page.show_page(shown, self._layout.wide_page if shown.full_width else self._layout.page)
        if not self._page.isVisible():
            self._page.raise_()
            self._page.show()
