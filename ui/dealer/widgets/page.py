"""A page: its header, its close button and its grids. One widget shows all pages and reuses its buttons."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.layout.entry import layout_of
from ui.dealer.layout.page import TITLE_HIGH, line_high
from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.readers import PictureTouch
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, CardView, GridView, LineView, PageView, PictureView
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.painting.canvas import LEFT, Canvas, TextStyle
from ui.dealer.widgets.painting.cards import draw_card
from ui.dealer.widgets.painting.chips import draw_chip
from ui.dealer.widgets.painting.entry import draw_board, draw_entry
from ui.dealer.widgets.painting.header import draw_bars, draw_deck, draw_stars
from ui.look import AMOUNT_MM, AWARD_MM, NAME_MM, SMALL_MM, WORD_MM

if TYPE_CHECKING:
    from ui.dealer.widgets.picture import Picture

RIM, ENTRY_RIM = 1.5, 0.4
"""How far a page reaches beyond its buttons, in millimeters; a page in the opening between the seats has less room."""
REFUSED_HIGH = 10.0
"""The maximum height, in millimeters, that a refusal adds to the title's height in the header."""
STYLES = {"huge": (AWARD_MM, True), "big": (AMOUNT_MM, True), "plain": (WORD_MM, False), "small": (SMALL_MM, False),
          "clause": (SMALL_MM, False), "trouble": (WORD_MM, True), "warn": (WORD_MM, True)}  # fmt: skip
"""The height of the capitals, and whether they are bold."""


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
        laid = (_layout(view), area, self.canvas.zoom)
        moved = False
        if laid != self._laid:
            moved = self._lay_out(view, area)
            self._laid = laid
        for button, tile in zip(self._buttons, buttons, strict=False):
            button.show_tile(tile)
            button.setVisible(bool(tile.name))
        self._show_picture(view.picture)
        self._close.show_tile(ButtonView("page-close", view.close, OpenPage(), emphasis="quiet"))
        if self._view is None or _said(view) != _said(self._view):
            said = (view.refused or view.title, *(line.text for line in view.lines))
            self.setAccessibleName(". ".join(part for part in said if part))
            self.update(self.rect() if moved else self._head.united(self._entry).toAlignedRect())
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
        here = layout_of(view, area, self.canvas.zoom, self.canvas.look.left_handed)
        cells = [cell for grid in here.cells for cell in grid]
        for button in self._buttons[len(cells) :]:
            button.hide()
            button.show_tile(ButtonView("", ""))
        for button, cell in zip(self._buttons, cells, strict=False):
            button.setGeometry(self.canvas.rect(cell).translated(-origin))
        self._close.setGeometry(self.canvas.rect(here.close).translated(-origin))
        self._head = QRectF(self.canvas.rect(here.head).translated(-origin))
        self._entry = QRectF(self.canvas.rect(here.entry).translated(-origin)) if here.entry else QRectF()
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

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        if self._view is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self.canvas.theme
            painter.fillRect(self.rect(), self.canvas.color(theme.felt))
            self.canvas.box(painter, QRectF(self.rect()), theme.sheet.fill, theme.faint, 0.4)
            side = self.canvas.px(1.0)
            if event.region().intersects(self._head.toAlignedRect()):
                head = self._head.adjusted(side, 0, -side, 0)
                self._draw_head(painter, self._view, draw_board(painter, self.canvas, self._view.board, head))
            if self._view.entry:
                draw_entry(painter, self.canvas, self._view.entry, self._entry)
            for grid, place in self._titles:
                if event.region().intersects(place.toAlignedRect()):
                    self._draw_title(painter, grid, place)
        finally:  # a painter that is left open makes Qt crash
            painter.end()

    def _draw_head(self, painter: QPainter, view: PageView, head: QRectF) -> None:
        theme = self.canvas.theme
        highs = [TITLE_HIGH, *(line_high(line) for line in view.lines)]
        # A header on the left has room to spare. Lines may wrap there, so they share the room.
        unit = min(
            head.height() / sum(highs), self.canvas.px(1.0) * (1.0 if view.full_width and not view.beside else 2.2)
        )
        y = head.y()
        title = QRectF(head.x(), y, head.width(), min(unit, self.canvas.px(1.2)) * TITLE_HIGH)
        if view.refused:
            free = head.height() - title.height() - unit * sum(highs[1:])
            title.setHeight(title.height() + max(0.0, min(free, self.canvas.px(REFUSED_HIGH))))
            self._draw_line(painter, LineView(view.refused, "trouble"), title)
        else:
            high, ink = (WORD_MM + 0.4, theme.sheet.ink) if view.entry else (NAME_MM, theme.faint)
            style = TextStyle(high, ink, LEFT, bold=True)
            if view.entry and not view.lines:
                self.canvas.lines(painter, head, view.title, style)
            else:
                self.canvas.line(painter, title, view.title, style)
        y = title.bottom()
        for line, high in zip(view.lines, highs[1:], strict=True):
            row = QRectF(head.x(), y, head.width(), unit * high)
            self._draw_line(painter, line, row)
            y = row.bottom()

    def _draw_title(self, painter: QPainter, grid: GridView, place: QRectF) -> None:
        theme = self.canvas.theme
        hues = {"go": theme.go, "act": theme.act, "warn": theme.warn, "practice": theme.practice}
        rule = QRectF(place.x(), place.y(), place.width(), self.canvas.px(0.7))
        painter.fillRect(rule, self.canvas.color(hues[grid.hue].fill))
        words = place.adjusted(0, self.canvas.px(1.0), 0, 0)
        high = words.height() - self.canvas.px(0.8)
        wide = high * CARD_SHAPE + self.canvas.px(0.4)
        for number, card in enumerate(reversed(grid.cards), 1):
            at = QRectF(words.right() - number * wide, words.y() + self.canvas.px(0.4), high * CARD_SHAPE, high)
            draw_card(painter, self.canvas, CardView(card), at)
        words.adjust(0, 0, -wide * len(grid.cards), 0)
        self.canvas.line(painter, words, grid.title, TextStyle(NAME_MM, theme.sheet.ink, LEFT, bold=True))

    def _draw_line(self, painter: QPainter, line: LineView, row: QRectF) -> None:
        theme = self.canvas.theme
        high_mm, bold = STYLES[line.style]
        color = theme.faint if line.style in ("small", "clause") else theme.sheet.ink
        if line.style == "trouble" and line.text:
            side = self.canvas.px(0.8)
            self.canvas.box(painter, row.adjusted(-side, 0, side, 0), theme.refused.fill)
            color = theme.refused.ink
        if line.style == "warn":
            self.canvas.box(painter, row, theme.warn.fill, theme.turn_edge, 0.3)
            color = theme.warn.ink
            row = row.adjusted(self.canvas.px(1.6), 0, -self.canvas.px(1.6), 0)
        row = row.adjusted(self._draw_pictures(painter, line, row), 0, 0, 0)
        self.canvas.lines(painter, row, line.text, TextStyle(high_mm, color, LEFT, bold))

    def _draw_pictures(self, painter: QPainter, line: LineView, row: QRectF) -> float:
        """Cards and chips from the left; returns the width they take up."""
        gap = self.canvas.px(1.0)
        high = min(row.height() - gap, self.canvas.px(16.0))
        x = row.x()
        for card in line.cards:
            draw_card(painter, self.canvas, CardView(card), QRectF(x, row.y(), high * CARD_SHAPE, high))
            x += high * CARD_SHAPE + gap
        for disc in line.discs:
            draw_chip(painter, self.canvas, disc.chip, QRectF(x, row.y(), high, high))
            x += high + gap
            if disc.count > 1:
                times = QRectF(x, row.y(), high, high)
                said = f"×{disc.count}"
                self.canvas.line(painter, times, said, TextStyle(WORD_MM, self.canvas.theme.sheet.ink, LEFT, bold=True))
                x += high + gap
        if line.stars >= 0:
            x += draw_stars(painter, self.canvas, line.stars, QRectF(x, row.y(), row.width(), row.height() * 0.8))
        if line.deck:
            draw_deck(painter, self.canvas, line.deck, row)
        if line.bars:
            draw_bars(painter, self.canvas, line.bars, row)
        return x - row.x() + (gap if x > row.x() else 0.0)


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
            (grid.columns, grid.weight, grid.rows_mm, grid.below, grid.title, grid.cards, len(grid.buttons))
            for grid in view.grids
        ),
    )
