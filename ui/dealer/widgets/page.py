"""A page: its header, its close button and its grids. One widget shows all pages and reuses its buttons."""

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.entry import layout_of
from ui.dealer.layout.page import line_high
from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import opening_parts
from ui.dealer.model.pictures import PictureView
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, PageView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.painting.canvas import LEFT, Canvas, TextStyle
from ui.dealer.widgets.painting.entry import draw_board, draw_cards, draw_entry
from ui.dealer.widgets.painting.page_head import draw_head
from ui.look import HAIR_MM, NAME_MM

if TYPE_CHECKING:
    from ui.dealer.widgets.picture import Picture

RULE = 0.7
RIM, ENTRY_RIM = 1.5, 0.4
"""How far a page reaches beyond its buttons, in millimeters; a page in the opening between the seats has less room."""
FRAME = 0.4
"""The width of a page's edge."""
SPILL = 2.0
"""How far letters may reach beyond their line, such as a comma below it. They are erased together with the line."""


class PageSheet(QWidget):
    """Draws its `PageView`. `connect` is called for every new button."""

    def __init__(
        self,
        canvas: Canvas,
        parent: QWidget,
        connect: Callable[[Button], Button],
        on_picture: Callable[[PictureTouch], None],
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.canvas = canvas
        self._connect = connect
        self._view: PageView | None = None
        self._laid: object = None
        self._placed: object = None
        self._head = QRectF()
        self._entry = QRectF()
        self._felt: QRectF | None = None
        self._board: QRectF | None = None
        self._surfaces: tuple[QRect, ...] = ()
        self._titles: list[tuple[GridView, QRectF]] = []
        self._close = connect(Button(canvas, "page-close", self))
        self._buttons: list[Button] = []
        self._on_picture = on_picture
        self._picture: Picture | None = None

    def show_page(self, view: PageView, area: Rect) -> None:
        """Show this page from now on. Buttons repaint only if they have changed, and move only if the layout has."""
        buttons = [button for grid in view.grids for button in grid.buttons]
        while len(self._buttons) < len(buttons):
            self._buttons.append(self._connect(Button(self.canvas, "", self)))
        look = self.canvas.look
        laid = (_layout(view), area, self.canvas.zoom, look.left_seat, look.left_handed)
        moved = False
        if laid != self._laid:
            moved = self._lay_out(view, area)
            self._laid = laid
        for button, tile in zip(self._buttons, buttons, strict=False):
            button.show_tile(tile)
            button.setVisible(bool(tile.name))
        self._show_picture(view.picture)
        self._close.show_tile(ButtonView("page-close", view.close, OpenPage(view.parent), emphasis="quiet"))
        if self._view is None or _said(view) != _said(self._view):
            said = (view.refused or view.title, *(line.text for line in view.lines))
            self.setAccessibleName(". ".join(part for part in said if part))
            spill = round(self.canvas.px(SPILL))
            said_at = self._head.united(self._entry).toAlignedRect().adjusted(-spill, -spill, spill, spill)
            self.update(self.rect() if moved else said_at)
        self._view = view

    def _show_picture(self, view: PictureView | None) -> None:
        if self._picture:
            self._picture.setVisible(view is not None)
        if self._picture and view:
            self._picture.show_picture(view)

    def _lay_out(self, view: PageView, area: Rect) -> bool:
        """Position everything on the page. Returns whether anything has moved."""
        rim = ENTRY_RIM if view.entry else RIM
        outer = Rect(area.x - rim, area.y - rim, area.width + 2 * rim, area.height + 2 * rim)
        self.setGeometry(self.canvas.rect(outer))
        origin = self.canvas.rect(outer).topLeft()
        self._surfaces = self._surfaces_of(area, rim, origin) if view.entry else (self.rect(),)
        self.setMask(reduce(QRegion.united, map(QRegion, self._surfaces)))
        look = self.canvas.look
        here = layout_of(view, area, self.canvas.zoom, look.left_handed, look.left_seat)
        cells = [cell for grid in here.cells for cell in grid]
        for button in self._buttons[len(cells) :]:
            button.hide()
            button.show_tile(ButtonView("", ""))
        for button, cell in zip(self._buttons, cells, strict=False):
            button.setGeometry(self.canvas.rect(cell).translated(-origin))
        self._close.setGeometry(self.canvas.rect(here.close).translated(-origin))
        self._head = QRectF(self.canvas.rect(here.head).translated(-origin))
        self._entry = QRectF(self.canvas.rect(here.entry).translated(-origin)) if here.entry else QRectF()
        self._felt = QRectF(self.canvas.rect(here.felt).translated(-origin)) if here.felt else None
        self._board = QRectF(self.canvas.rect(here.board).translated(-origin)) if here.board else None
        self._titles = [
            (grid, QRectF(self.canvas.rect(here.title(index)).translated(-origin)))
            for index, grid in enumerate(view.grids)
            if grid.title
        ]
        if here.picture and self._picture is None:
            from ui.dealer.widgets.picture import Picture  # noqa: PLC0415  few pages have one

            self._picture = Picture(self.canvas, self, self._on_picture)
        if here.picture and self._picture:
            self._picture.setGeometry(self.canvas.rect(here.picture).translated(-origin))
        before, self._placed = self._placed, (outer, here, self._titles)
        return self._placed != before

    def _surfaces_of(self, area: Rect, rim: float, origin: QPoint) -> tuple[QRect, ...]:
        """The parts of the opening between the seats that the page covers."""
        outer = (
            Rect(one.x - rim, one.y - rim, one.width + 2 * rim, one.height + 2 * rim)
            for one in dict.fromkeys(opening_parts(area, self.canvas.zoom))
        )
        return tuple(self.canvas.rect(one).translated(-origin) for one in outer)

    def _draw_surfaces(self, painter: QPainter) -> None:
        theme = self.canvas.theme
        painter.fillRect(self.rect(), self.canvas.color(theme.felt))
        for surface in self._surfaces:
            self.canvas.box(painter, QRectF(surface), theme.sheet.fill, theme.faint, FRAME)
        if len(self._surfaces) > 1:  # no line between the two parts
            neck, low = map(QRectF, self._surfaces)
            edge, reach = self.canvas.px(FRAME), self.canvas.px(2.0)
            joint = QRectF(neck.x() + edge, low.y() - reach, neck.width() - 2 * edge, 2 * reach)
            painter.fillRect(joint, self.canvas.color(theme.sheet.fill))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        if self._view is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.canvas.theme
            self._draw_surfaces(painter)
            side = self.canvas.px(1.0)
            if self._felt:
                reach = self.canvas.px(RIM / 2)
                felt = self._felt.adjusted(-reach, -reach, reach, reach)
                self.canvas.box(painter, felt, theme.felt, theme.rail, HAIR_MM)
            if event.region().intersects(self._head.toAlignedRect()):
                head = self._head.adjusted(side, 0, -side, 0)
                if not self._board:
                    head = draw_board(painter, self.canvas, self._view.board, head)
                draw_head(painter, self.canvas, self._view, head)
            if self._view.entry:
                draw_entry(painter, self.canvas, self._view.entry, self._entry)
            if self._board and self._view.board:
                draw_cards(painter, self.canvas, self._view.board, self._board)
            for grid, place in self._titles:
                if event.region().intersects(place.toAlignedRect()):
                    self._draw_title(painter, grid, place)
        finally:  # a painter that is left open makes Qt crash
            painter.end()

    def _draw_title(self, painter: QPainter, grid: GridView, place: QRectF) -> None:
        theme = self.canvas.theme
        hues = {"go": theme.go, "act": theme.act, "warn": theme.warn, "practice": theme.practice}
        rule = QRectF(place.x(), place.y(), place.width(), self.canvas.px(RULE))
        painter.fillRect(rule, self.canvas.color(hues[grid.hue].fill))
        words = place.adjusted(0, self.canvas.px(RULE), 0, 0)
        ink = theme.faint if grid.empty else theme.sheet.ink
        self.canvas.line(painter, words, grid.title, TextStyle(NAME_MM, ink, LEFT, bold=True))
        if grid.empty:
            below = words.translated(0, words.height())
            self.canvas.line(painter, below, grid.empty, TextStyle(NAME_MM, theme.faint, LEFT))


def _said(view: PageView) -> tuple[object, ...]:
    """The values that the header is drawn from."""
    return view.name, view.title, view.refused, view.lines, view.entry, view.board


def _layout(view: PageView) -> object:
    """The values that a page's layout depends on."""
    heads = tuple(line_high(line) for line in view.lines) if view.full_width or view.entry else ()
    return (
        view.name,
        view.full_width,
        view.entry is None,
        heads,
        (view.picture.width, view.picture.height) if view.picture else None,
        tuple(
            (
                grid.columns,
                grid.weight,
                grid.rows_mm,
                grid.below,
                grid.title,
                grid.empty,
                len(grid.buttons),
                grid.buttons[-1].emphasis == "go" if grid.buttons else False,
            )
            for grid in view.grids
        ),
    )
