"""All parts of the screen: creates them, some only when needed; places them; and gives each its part of a view."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.entry import area_of
from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import (
    ACTION_NAMES,
    BOARD_PLACES,
    STRIP_NAMES,
    TableLayout,
    next_place,
    opening_parts,
    side_place,
    stage_split,
    table_layout,
)
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.values import (
    ButtonView,
    NewSeatsView,
    PageView,
    PotView,
    PromptView,
    QuestionView,
    SeatTileView,
    SheetView,
    View,
)
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import BESIDE_MM, Prompt
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.felt.board import BoardPlace
from ui.dealer.widgets.felt.lane import Discs, Lane, lane_of
from ui.dealer.widgets.felt.out import OutBar, WinsText, covering
from ui.dealer.widgets.felt.pots import Aside, Pots, pots_high
from ui.dealer.widgets.felt.question import QuestionBar
from ui.dealer.widgets.felt.seat import SeatTile
from ui.dealer.widgets.felt.sheet import AwardsSheet
from ui.dealer.widgets.page import PageSheet
from ui.dealer.widgets.painting.canvas import Canvas
from ui.dealer.widgets.strip import CellLabel, StatusLabel
from ui.look import HAIR_MM, LEAST_TARGET_MM

if TYPE_CHECKING:
    from ui.dealer.widgets.felt.new_seats import NewSeatsSheet
    from ui.dealer.widgets.felt.slide import SlidingChips

POT_WIDE_MM = 48.0
"""The width of the pot that can be touched, if there is only one."""

T = TypeVar("T", bound=TouchTarget)


class TouchListener(Protocol):
    """Receives the touches on all targets."""

    def press(self, touch: TouchTarget) -> None:
        """The finger comes down."""

    def release(self, touch: TouchTarget) -> None:
        """The finger lifts from the same target."""

    def miss(self, touch: TouchTarget) -> None:
        """The finger comes down on a disabled target."""

    def slide(self, touch: TouchTarget, at: QPoint) -> None:
        """The touch moves; `at` is on the screen."""

    def lift(self, touch: TouchTarget, at: QPoint) -> None:
        """The finger lifts away from where it came down."""

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
        self._cells = {name: CellLabel(canvas, f"strip-{name}", parent) for name in STRIP_NAMES[:-1]}
        self._status = StatusLabel(canvas, "strip-status", parent)
        self._seats = [self._connect(SeatTile(canvas, f"seat-{seat}", parent)) for seat in range(1, seat_count + 1)]
        self._board = [
            self._connect(BoardPlace(canvas, f"board-{place}", parent)) for place in range(1, BOARD_PLACES + 1)
        ]
        self._lanes = [Lane(canvas, f"bet-{seat}", parent) for seat in range(1, seat_count + 1)]
        self._discs = [Discs(canvas, f"discs-{seat}", parent) for seat in range(1, seat_count + 1)]
        self._pots = Pots(canvas, "pots", parent)
        self._pots_high = 0.0
        self._pot = self._connect(TouchTarget(canvas, "pot", parent))
        self._aside = Aside(canvas, "aside", parent)
        self._prompt = Prompt(canvas, "prompt", parent)
        self._actions = {name: self._connect(Button(canvas, name, parent)) for name in ACTION_NAMES}
        self._sides: dict[int, Button] = {}
        self._sheet: AwardsSheet | None = None
        self._new_seats: NewSeatsSheet | None = None
        self._slides: list[SlidingChips] = []
        self._next: Button | None = None
        self._answer: Button | None = None
        self._question: QuestionBar | None = None
        self._out: OutBar | None = None
        self._wins: WinsText | None = None
        self._page: PageSheet | None = None
        self._page_view: PageView | None = None
        for child in self._parts():
            child.show()

    def place(self, wide_px: int, high_px: int) -> None:
        """Lay out all parts on a screen of this size."""
        canvas = self._canvas
        size = canvas.size_mm(wide_px, high_px)
        layout = table_layout(*size, self.seat_count, canvas.look.left_seat, left_handed=canvas.look.left_handed)
        self._layout = layout
        rows: list[tuple[Mapping[str, QWidget], Mapping[str, Rect]]] = [
            ({**self._cells, "status": self._status}, layout.strip),
            (self._actions, layout.actions),
        ]
        for parts, rects in rows:
            for name, part in parts.items():
                self._put(part, rects[name])
        for index, place in enumerate(layout.places):
            self._put(self._seats[index], place.tile)
            self._put(self._lanes[index], place.bet)
            self._lanes[index].discs_at = place.discs_at
            self._lanes[index].from_right = place.bet_from_right
            self._put(self._discs[index], place.discs)
            self._discs[index].from_left = place.discs_from_left
        for part, rect in zip(self._board, layout.board, strict=True):
            self._put(part, rect)
        self._put(self._aside, layout.total)
        if self._out:
            self._out.place(layout.board, layout.pill)
        if self._wins:
            self._put(self._wins, covering(layout.board))
        self._place_stage(layout)
        for seat, side in self._sides.items():
            self._put(side, side_place(layout.seats[seat - 1], canvas.zoom, canvas.look.left_handed))
        self._show_page(self._page_view)

    def show_view(self, view: View) -> None:
        """Give every part its share of the view. A part repaints only if its share has changed."""
        for cell in view.strip:
            if cell.name in self._cells:
                self._cells[cell.name].show_value(cell)
        self._status.show_value(tuple(cell for cell in view.strip if cell.name not in self._cells))
        for tile, seat in zip(self._seats, view.seats, strict=True):
            tile.show_seat(seat)
            self._lanes[seat.seat - 1].show_value(lane_of(seat))
            self._discs[seat.seat - 1].show_value(seat.discs)
            self._show_side(seat)
        for slot, place in zip(self._board, view.board, strict=True):
            slot.show_place(place)
        self._show_pots(view.pots)
        self._pot.setVisible(view.pot is not None)
        if view.pot:
            self._pot.show_tile(view.pot)
        self._aside.show_value(view.aside)
        # Anything else in the prompt's place is narrower, and a long prompt would stick out on both sides.
        self._prompt.show_value(PromptView("", beside=view.prompt.beside) if view.answer else view.prompt)
        self._prompt.setVisible(view.question is None and view.sheet is None and view.new_seats is None)
        self._show_next(view.next)
        self._show_answer(view.answer)
        for name, each in zip(ACTION_NAMES, view.buttons, strict=True):  # a key may be renamed as the hand progresses
            self._actions[name].show_tile(each)
        self._show_sheet(view.sheet)
        self._show_new_seats(view.new_seats)
        self._show_question(view.question)
        self._show_out(view)
        self._show_page(view.page)

    def touch(self, name: str) -> TouchTarget | None:
        """A target by its own name or by the name of its place along the edge, if it has been created."""
        found: TouchTarget | None = self._parent.findChild(TouchTarget, name)
        return found or self._actions.get(name)

    def send(self, gains: Mapping[int, tuple[int, str]]) -> None:
        """Slide chips to the seats that win them, given the number of chips and the text for each seat."""
        if self._layout is None or not self._canvas.look.slides or not gains:
            return
        from ui.dealer.widgets.felt.slide import SlidingChips  # noqa: PLC0415  the first frame does not wait for it

        while len(self._slides) < len(gains):
            self._slides.append(SlidingChips(self._canvas, self._parent))
        pot = self._canvas.rect(self._layout.stage)
        for pile, (seat, (chips, text)) in zip(self._slides, gains.items(), strict=False):
            pile.go(pot, self._canvas.rect(self._layout.places[seat - 1].bet), chips, text)

    def still(self) -> None:
        for pile in self._slides:
            pile.skip()

    def paint_felt(self, painter: QPainter) -> None:
        """The table's surface, painted once and reused for all repaints."""
        if self._layout:
            theme = self._canvas.theme
            self._canvas.box(painter, QRectF(self._canvas.rect(self._layout.felt)), theme.felt, theme.rail, HAIR_MM)

    def remove(self) -> None:
        for part in self._parts():
            part.hide()
            part.setParent(None)
            part.deleteLater()

    def _parts(self) -> list[QWidget]:
        made: list[QWidget | None] = [self._sheet, self._new_seats, self._page, self._next, self._answer]
        made += [self._question.asked, self._question.sure] if self._question else []
        made += [*(self._out.parts if self._out else ()), self._wins]
        return [*self._cells.values(), self._status, *self._seats, *self._board, *self._lanes,
                *self._discs, self._pots, self._pot, self._aside, self._prompt, *self._actions.values(),
                *self._sides.values(), *(part for part in made if part), *self._slides]  # fmt: skip

    def _place_stage(self, layout: TableLayout) -> None:
        """Place the pots, depending on their height, and the prompt, which shares its place with NEXT in practice."""
        rows = pots_high(self._pots.value or (), layout.stage.width / self._canvas.zoom)
        pots, prompt = stage_split(layout, rows, self._canvas.zoom)
        self._pots_high = rows
        self._put(self._pots, pots)
        least = (LEAST_TARGET_MM + 0.3) * self._canvas.zoom
        wide = pots.width if len(self._pots.value or ()) > 1 else min(pots.width, POT_WIDE_MM * self._canvas.zoom)
        pot = replace(pots, x=pots.x + (pots.width - wide) / 2, width=wide, height=max(pots.height, least))
        self._put(self._pot, pot)
        asked = self._next is not None and not self._next.isHidden()
        prompt_place, beside = next_place(layout.ask, prompt, self._canvas.zoom)
        self._put(self._prompt, prompt_place if asked else prompt)
        scale = self._canvas.px(1.0) / self._canvas.zoom
        self._prompt.aside_px = 0.0 if asked else (layout.ask.x - layout.stage.x) * scale
        self._prompt.below_px = (layout.stage.bottom - layout.ask.bottom) * scale
        if self._next:
            self._put(self._next, beside)
        if self._answer:
            beside_high = BESIDE_MM * self._canvas.zoom
            top = min(prompt.y + beside_high, layout.ask.bottom - LEAST_TARGET_MM * self._canvas.zoom)
            self._put(self._answer, replace(layout.ask, y=top, height=layout.ask.bottom - top))
        if self._question:
            self._question.place(layout.ask)
        if self._sheet:
            self._put(self._sheet, layout.sheet)
        if self._new_seats:
            self._put(self._new_seats, layout.new_seats)

    def _show_pots(self, pots: tuple[PotView, ...]) -> None:
        self._pots.show_value(pots)
        layout = self._layout
        if layout and pots and pots_high(pots, layout.stage.width / self._canvas.zoom) != self._pots_high:
            self._place_stage(layout)

    def _show_next(self, shown: ButtonView | None) -> None:
        if shown is None and self._next is None:
            return
        if self._next is None:
            self._next = self._connect(Button(self._canvas, "practice-next", self._parent))
            self._next.hide()  # a child does not count as hidden on its own until its parent is shown
        if shown:
            self._next.show_tile(shown)
        if self._next.isHidden() == (shown is not None):
            self._next.setVisible(shown is not None)
            if self._layout:
                self._place_stage(self._layout)

    def _show_answer(self, shown: ButtonView | None) -> None:
        """Shows one button in the prompt's place, where the dealer looks. It is renamed for each answer."""
        if shown is None:
            if self._answer:
                self._answer.hide()
            return
        if self._answer is None:
            self._answer = self._connect(Button(self._canvas, shown.name, self._parent))
            self._answer.hide()  # a child does not count as hidden on its own until its parent is shown
        if self._layout:
            self._place_stage(self._layout)
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

    def _show_side(self, seat: SeatTileView) -> None:
        """RAISE or MUCK: one button for each tile, renamed as the hand progresses."""
        side = self._sides.get(seat.seat)
        if seat.side is None:
            if side:
                side.hide()
            return
        if side is None:
            side = self._sides[seat.seat] = self._connect(Button(self._canvas, seat.side.name, self._parent))
            if self._layout:
                canvas = self._canvas
                self._put(side, side_place(self._layout.seats[seat.seat - 1], canvas.zoom, canvas.look.left_handed))
        side.show_tile(seat.side)
        side.show()

    def _show_sheet(self, sheet: SheetView | None) -> None:
        if sheet is None:
            if self._sheet:
                self._sheet.hide()
            return
        if self._sheet is None:
            self._sheet = AwardsSheet(self._canvas, "awards", self._parent)
            self._sheet.hide()
            if self._layout:
                self._put(self._sheet, self._layout.sheet)
        self._sheet.show_value(sheet)
        if self._sheet.isHidden():
            self._sheet.raise_()
            self._sheet.show()

    def _show_new_seats(self, shown: NewSeatsView | None) -> None:
        if self._new_seats is None:
            if shown is None:
                return
            from ui.dealer.widgets.felt.new_seats import NewSeatsSheet  # noqa: PLC0415  few tables ever need it

            self._new_seats = NewSeatsSheet(self._canvas, "new-seats", self._parent)
            if self._layout:
                self._put(self._new_seats, self._layout.new_seats)
        if shown:
            self._new_seats.show_value(shown)
            self._new_seats.raise_()
        self._new_seats.setVisible(shown is not None)

    def _show_out(self, view: View) -> None:
        """The players who went out, and the winner without a showdown, on the empty board."""
        if view.out and self._out is None:
            self._out = OutBar(self._canvas, self._parent, self._connect)
            if self._layout:
                self._out.place(self._layout.board, self._layout.pill)
        if self._out and view.out and not (view.out.is_pill and view.aside):
            self._out.show_out(view.out)
        elif self._out:
            self._out.hide()
        wins = "" if view.out and not view.out.is_pill else view.wins
        if wins and self._wins is None:
            self._wins = WinsText(self._canvas, "wins", self._parent)
            if self._layout:
                self._put(self._wins, covering(self._layout.board))
        if self._wins:
            self._wins.show_value(wins)
            self._wins.setVisible(bool(wins))
            if wins:
                self._wins.raise_()

    def _show_question(self, shown: QuestionView | None) -> None:
        if shown is None:
            if self._question:
                self._question.hide()
            return
        if self._question is None:
            self._question = QuestionBar(self._canvas, self._parent, self._connect)
        if self._layout:
            self._place_stage(self._layout)
        self._question.show_question(shown)

    def _show_page(self, shown: PageView | None) -> None:
        self._page_view = shown
        self._clear_edges(shown)
        if shown is None or self._layout is None:
            if self._page:
                self._page.hide()
            return
        if self._page is None:
            self._page = PageSheet(self._canvas, self._parent, self._connect, self._listener.on_picture)
        self._page.show_page(shown, area_of(shown, self._layout))
        self._page.raise_()  # anything that has appeared since the page was opened is below it
        self._page.show()

    def _clear_edges(self, shown: PageView | None) -> None:
        """Hide the bets and buttons that a page in the opening would cover only in part; the tiles show them."""
        covered: tuple[QRect, ...] = ()
        if shown and shown.entry and self._layout:
            covered = tuple(map(self._canvas.rect, opening_parts(self._layout.opening, self._canvas.zoom)))
        in_lanes: list[QWidget] = [*self._lanes, *self._discs]
        for part in in_lanes:
            part.setVisible(not any(map(part.geometry().intersects, covered)))
