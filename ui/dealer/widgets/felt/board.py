"""One of the five card positions on the board."""

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ui.dealer.model.values import CardView, PlaceView
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.painting.canvas import Canvas
from ui.dealer.widgets.painting.cards import draw_card, draw_slot


class BoardPlace(TouchTarget):
    def __init__(self, canvas: Canvas, name: str, parent: QWidget) -> None:
        super().__init__(canvas, name, parent)
        self._place: PlaceView | None = None

    def show_place(self, place: PlaceView) -> None:
        if place == self._place:
            return
        self._place = place
        self.show_tile(place.tile)
        self.redraw()

    def draw(self, painter: QPainter) -> None:
        if self.refused:
            self.canvas.box(painter, self.area(), self.canvas.theme.refused.fill)
        if self._place and self._place.card:
            draw_card(painter, self.canvas, self._place.card, self.area())
        elif self._place and self._place.seen:
            draw_card(painter, self.canvas, self._place.seen, self.area())
        elif self._place and self._place.held:
            draw_card(painter, self.canvas, CardView(self._place.held, dimmed=True), self.area())
        else:
            draw_slot(painter, self.canvas, self.area(), bool(self._place and self._place.due))
