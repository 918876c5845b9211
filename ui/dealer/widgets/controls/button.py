"""A button with a large line of text and a small one below it, or with the shape of a suit above."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.values import CardView, Emphasis
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, TextStyle, split
from ui.dealer.widgets.painting.cards import draw_card, draw_suit
from ui.dealer.widgets.painting.chips import draw_chip
from ui.dealer.widgets.painting.choice import draw_choice
from ui.look import (
    AMOUNT_MM,
    CARD_WHITE,
    EDGE_MM,
    HAIR_MM,
    NAME_MM,
    SMALL_MM,
    STACK_MM,
    SUIT_COLORS,
    THICK_MM,
    WORD_MM,
    Paint,
    Theme,
)

TICK, LOCK = 3.2, 1.6
"""The space, in millimeters, for the check mark of a selected button, and for a lock."""
MOST_HIGH = 20.0
"""A higher button keeps its two texts together in the middle."""
NARROW = 0.8
"""How much narrower an amount is drawn before its digits get lower."""


class Button(TouchTarget):
    def draw(self, painter: QPainter) -> None:
        tile = self.tile
        if tile.line:
            self._draw_line(painter)
            return
        paint = self._draw_box(painter)
        pad = self.canvas.px(1.0)
        inner = self.area().adjusted(pad, pad, -pad, -pad)
        if tile.chosen:
            self._draw_chosen(painter, inner, paint)
        if tile.picture:
            draw_choice(painter, self.canvas, tile, inner, paint.ink)
        elif tile.suit:
            self._draw_suit(painter, inner, paint)
        elif tile.card and tile.small:
            self._draw_beside(painter, inner, paint)
        elif tile.chip or tile.card:
            self._draw_picture(painter, inner, paint)
        elif tile.small:
            spare = max(0.0, inner.height() - self.canvas.px(MOST_HIGH)) / 2
            inner.adjust(0, spare, 0, -spare)
            side = self.canvas.px(TICK if tile.chosen else LOCK if tile.emphasis == "locked" else 0.0)
            upper, lower = split(inner, 0.54)
            upper.adjust(side, 0, -side, 0)
            self.canvas.lines(painter, upper, tile.text, TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
            self._draw_small(painter, lower, paint)
        elif tile.widest:
            style = TextStyle(self._amount_mm(inner), paint.ink, CENTER, bold=True, whole=True)
            self.canvas.line(painter, inner, tile.text, style)
        else:
            key = tile.text.isdigit() or len(tile.text) == 1
            high_mm = AMOUNT_MM if key else WORD_MM
            self.canvas.lines(painter, inner, tile.text, TextStyle(high_mm, paint.ink, CENTER, bold=True))

    def _draw_box(self, painter: QPainter) -> Paint:
        """Draw the fill and the edge, and return the colors for the text."""
        tile = self.tile
        paint = _paint(self.canvas.theme, tile.emphasis, tile.suit) if tile.enabled else self.canvas.theme.off
        if tile.chosen:
            paint = Paint(paint.ink, paint.fill)
        paint = self.surface(paint)
        if tile.emphasis == "warn" and not tile.enabled:
            self.canvas.box(painter, self.area(), paint.fill, self.canvas.theme.warn.fill, THICK_MM)
        else:
            edge_mm = EDGE_MM if tile.emphasis == "zone" else HAIR_MM
            self.canvas.box(painter, self.area(), paint.fill, self._edge(paint), edge_mm)
        if tile.emphasis == "locked":
            self._draw_lock(painter, paint)
        return paint

    def _edge(self, paint: Paint) -> str:
        """The color of the edge; none for a button whose fill stands out."""
        theme = self.canvas.theme
        if not self.tile.enabled or self.tile.emphasis == "locked":
            return theme.off_edge
        if paint == theme.warn:
            return theme.turn_edge
        if self.tile.emphasis == "zone":
            return theme.act_edge
        return "" if paint in (theme.go, theme.act, theme.stop) else theme.edge

    def _draw_lock(self, painter: QPainter, paint: Paint) -> None:
        side = self.canvas.px(2.2)
        body = QRectF(self.area().right() - side * 1.5, self.area().y() + side * 0.95, side, side * 0.75)
        painter.setPen(QPen(self.canvas.color(paint.ink), self.canvas.px(0.3)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(body.adjusted(side * 0.2, -side * 0.55, -side * 0.2, -side * 0.2), 0, 180 * 16)
        painter.setBrush(self.canvas.color(paint.ink))
        painter.drawRoundedRect(body, side * 0.15, side * 0.15)

    def _draw_chosen(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        """A check mark on a disc, in the corner."""
        side = self.canvas.px(TICK)
        disc = QRectF(inner.right() - side, inner.y(), side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.canvas.color(paint.ink))
        painter.drawEllipse(disc)
        edge = side * 0.2
        self.canvas.tick(painter, disc.adjusted(edge, edge, -edge, -edge), paint.fill)

    def _amount_mm(self, area: QRectF) -> float:
        """The height of the digits at which the widest amount beside this one fits too."""
        wide = self.canvas.text_width(self.tile.widest, STACK_MM, bold=True)
        room = self.canvas.px(int(self.canvas.mm(area.width())))  # keys side by side may differ by a pixel
        return STACK_MM * min(1.0, room / (wide * NARROW))

    def _draw_small(self, painter: QPainter, area: QRectF, paint: Paint) -> None:
        amount = self.tile.small.replace(",", "").replace(".", "").isdigit()
        if amount:
            high_mm = self._amount_mm(area) if self.tile.widest else STACK_MM
            style = TextStyle(high_mm, paint.ink, CENTER, bold=True, whole=True)
            self.canvas.line(painter, area, self.tile.small, style)
        else:
            self.canvas.lines(painter, area, self.tile.small, TextStyle(SMALL_MM, paint.ink, CENTER))

    def _draw_line(self, painter: QPainter) -> None:
        """A line of the log, on amber if it is the line in question, and fainter if it was inferred instead of
        tapped."""
        theme, side = self.canvas.theme, self.canvas.px(0.8)
        paint = self.surface(theme.warn if self.tile.emphasis == "warn" else theme.sheet)
        self.canvas.box(painter, self.area(), paint.fill)
        quiet = self.tile.emphasis == "quiet" and not self.isDown() and not self.refused
        ink = theme.faint if quiet else paint.ink
        style = TextStyle(NAME_MM, ink, LEFT, bold=not quiet)
        self.canvas.line(painter, self.area().adjusted(side, 0, -side, 0), self.tile.text, style)

    def _draw_beside(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        """A card on the left, with the text beside it."""
        wide = inner.height() * CARD_SHAPE
        assert self.tile.card
        draw_card(painter, self.canvas, CardView(self.tile.card), QRectF(inner.x(), inner.y(), wide, inner.height()))
        rest = inner.adjusted(wide + self.canvas.px(1.0), 0, 0, 0)
        upper, lower = split(rest, 0.54)
        self.canvas.lines(painter, upper, self.tile.text, TextStyle(WORD_MM, paint.ink, CENTER, bold=True))
        self.canvas.lines(painter, lower, self.tile.small, TextStyle(SMALL_MM, paint.ink, CENTER))

    def _draw_picture(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        """A chip or a card, and below it the button's text."""
        said = self.tile.text
        share = 0.7 if said else 1.0
        place = QRectF(inner.x(), inner.y(), inner.width(), inner.height() * share)
        painter.setOpacity(1.0 if self.tile.enabled else 0.4)
        if self.tile.card:
            wide = min(place.width(), place.height() * CARD_SHAPE)
            card = QRectF(place.center().x() - wide / 2, place.y(), wide, place.height())
            draw_card(painter, self.canvas, CardView(self.tile.card), card)
        else:
            draw_chip(painter, self.canvas, self.tile.chip, place)
        painter.setOpacity(1.0)
        below = QRectF(inner.x(), place.bottom(), inner.width(), inner.bottom() - place.bottom())
        self.canvas.line(painter, below, said, TextStyle(SMALL_MM, paint.ink, CENTER, bold=True))

    def _draw_suit(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        color = SUIT_COLORS[self.tile.suit] if self.tile.enabled and not self.refused else paint.ink
        shape = QRectF(inner.x(), inner.y() + inner.height() * 0.08, inner.width(), inner.height() * 0.52)
        draw_suit(painter, self.canvas, self.tile.suit, shape, color)
        below = QRectF(inner.x(), shape.bottom(), inner.width(), inner.bottom() - shape.bottom())
        self.canvas.line(painter, below, self.tile.text, TextStyle(SMALL_MM, paint.ink, CENTER, bold=True))


def _paint(theme: Theme, emphasis: Emphasis, suit: str) -> Paint:
    if emphasis == "card":
        return Paint(CARD_WHITE, SUIT_COLORS[suit])
    return {
        "plain": theme.plain,
        "quiet": theme.quiet,
        "go": theme.go,
        "act": theme.act,
        "stop": theme.stop,
        "warn": theme.warn,
        "zone": Paint(theme.zone, theme.seat.ink),
        "locked": theme.off,
    }[emphasis]
