"""All the parts of the screen: made, placed and handed their share of a view. Some are made when first needed."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import Places, next_place, places, side_place
from ui.dealer.model.names import ACTION_NAMES, BOARD_PLACES, STRIP_NAMES
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.values import ButtonView, PageView, QuestionView, SeatView, SheetView, View
from ui.dealer.widgets.board import BoardPlace
from ui.dealer.widgets.button import Button
from ui.dealer.widgets.ink import Ink
from ui.dealer.widgets.label import Cell, Pots, Prompt
from ui.dealer.widgets.page import PageSheet
from ui.dealer.widgets.question import Question
from ui.dealer.widgets.seat import SeatTile
from ui.dealer.widgets.sheet import Sheet, narrow_high, sheet_high
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

    def slide(self, touch: Touch, at: QPoint) -> None:
        """It moves, still down; `at` is on the screen."""

    def lift(self, touch: Touch, at: QPoint) -> None:
        """It went up somewhere else than where it came down."""

    def on_picture(self, touch: PictureTouch) -> None:
        """It is on the picture of a page."""


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
        self._sides: dict[int, Button] = {}
        self._sheets: list[Sheet] = []
        self._next: Button | None = None
        self._answer: Button | None = None
        self._question: Question | None = None
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
        self._place_prompt(here)
        if self._answer:
            self._put(self._answer, here.prompt)
        for seat, side in self._sides.items():
            self._put(side, side_place(here.seats[seat - 1], self._ink.zoom))
        if self._question:
            self._question.place(here.pots, here.prompt)
        self._show_page(self._paged)

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
        made: list[QWidget] = [*self._sheets, *([self._page] if self._page else [])]
        made += [self._question.asked, self._question.sure] if self._question else []
        return [*self._cells.values(), *self._seats, *self._board, self._pots, self._prompt, *self._actions.values(),
                *self._sides.values(), *([self._next] if self._next else []),
                *([self._answer] if self._answer else []), *made]  # fmt: skip

    def _place_prompt(self, here: Places) -> None:
        """In practice it shares its place with NEXT."""
        asked = self._next is not None and not self._next.isHidden()
        told, beside = next_place(here.prompt)
        self._put(self._prompt, told if asked else here.prompt)
        if self._next:
            self._put(self._next, beside)

    def _show_next(self, shown: ButtonView | None) -> None:
        if shown is None and self._next is None:
            return
        if self._next is None:
            self._next = self._hear(Button(self._ink, "practice-next", self._parent))
            self._next.hide()  # a child is not hidden by itself before its parent is shown
        if shown:
            self._next.show_tile(shown)
        if self._next.isHidden() == (shown is not None):
            self._next.setVisible(shown is not None)
            if self._places:
                self._place_prompt(self._places)

    def _show_answer(self, shown: ButtonView | None) -> None:
        """In the prompt's place, where the dealer looks: one button, renamed with what it answers."""
        if shown is None:
            if self._answer:
                self._answer.hide()
            return
        if self._answer is None:
            self._answer = self._hear(Button(self._ink, shown.name, self._parent))
            self._answer.hide()  # a child is not hidden by itself before its parent is shown
        if self._places:
            self._put(self._answer, self._places.prompt)
        self._answer.show_tile(shown)
        if self._answer.isHidden():
            self._answer.show()
            self._answer.raise_()

    def _put(self, part: QWidget, rect: Rect) -> None:
        part.setGeometry(self._ink.rect(rect))

    def _hear(self, touch: T) -> T:
        touch.pressed.connect(lambda: self._finger.press(touch))
        touch.clicked.connect(lambda: self._finger.release(touch))
        touch.missed.connect(lambda: self._finger.miss(touch))
        touch.slid.connect(lambda at: self._finger.slide(touch, at))
        touch.lifted.connect(lambda at: self._finger.lift(touch, at))
        return touch

    def _show_side(self, seat: SeatView) -> None:
        """RAISE or MUCK: one button for each tile, renamed as the hand goes on."""
        side = self._sides.get(seat.seat)
        if seat.side is None:
            if side:
                side.hide()
            return
        if side is None:
            side = self._sides[seat.seat] = self._hear(Button(self._ink, seat.side.name, self._parent))
            if self._places:
                self._put(side, side_place(self._places.seats[seat.seat - 1], self._ink.zoom))
        side.show_tile(seat.side)
        side.show()

    def _show_sheet(self, sheet: SheetView | None) -> None:
        parts = self._sheet_parts(sheet, self._places) if sheet and self._places else []
        while len(self._sheets) < len(parts):
            self._sheets.append(Sheet(self._ink, f"awards-{len(self._sheets) + 1}", self._parent))
        for shown in self._sheets[len(parts) :]:
            shown.hide()
        for shown, (part, place) in zip(self._sheets, parts, strict=False):
            self._put(shown, place)
            shown.show_value(part)
            if not shown.isVisible():
                shown.raise_()
                shown.show()

    def _sheet_parts(self, sheet: SheetView, here: Places) -> list[tuple[SheetView, Rect]]:
        """The smallest place in which every line can be read; with ten seats the last pots stand in the dealer's own
        place, so that no seat is covered."""
        scale, high = self._ink.zoom, here.high_sheet
        if here.sheet.high >= sheet_high(sheet) * scale:
            return [(sheet, here.sheet)]
        if high.high >= sheet_high(sheet, compact=True) * scale:
            return [(sheet, high)]
        first = sheet.awards
        while len(first) > 1 and sheet_high(replace(sheet, awards=first), compact=True) * scale > high.high:
            first = first[:-1]
        rest = SheetView(sheet.awards[len(first) :])
        if rest.awards and narrow_high(rest) * scale <= here.prompt.high:
            return [(replace(sheet, awards=first), high), (rest, here.prompt)]
        return [(sheet, here.wide_sheet)]

    def _show_question(self, shown: QuestionView | None) -> None:
        if shown is None:
            if self._question:
                self._question.hide()
            return
        if self._question is None:
            self._question = Question(self._ink, self._parent, self._hear)
        if self._places:
            self._question.place(self._places.pots, self._places.prompt)
        self._question.show_question(shown)

    def _show_page(self, shown: PageView | None) -> None:
        self._paged = shown
        if shown is None or self._places is None:
            if self._page:
                self._page.hide()
            return
        if self._page is None:
            self._page = PageSheet(self._ink, self._parent, self._hear, self._finger.on_picture)
        self._page.show_page(shown, self._places.wide_page if shown.wide else self._places.page)
        if not self._page.isVisible():
            self._page.raise_()
            self._page.show()
