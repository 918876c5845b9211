"""A button with a large line of text and a small one below it, or with the shape of a suit above."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.values import ButtonView, CardView
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, RIGHT, TextStyle, split
from ui.dealer.widgets.painting.cards import draw_card, draw_suit
from ui.dealer.widgets.painting.chips import PALE, draw_chip
from ui.dealer.widgets.painting.choice import draw_choice
from ui.dealer.widgets.painting.seat_key import draw_number, draw_seat, reversed_paint
from ui.look import (
    AMOUNT_MM,
    CARD_WHITE,
    EDGE_MM,
    HAIR_MM,
    NAME_MM,
    NOTE_MM,
    SMALL_MM,
    STACK_MM,
    SUIT_COLORS,
    THICK_MM,
    WORD_MM,
    Paint,
    Theme,
)
from ui.words.card_signs import card_row

TICK, LOCK = 3.6, 2.8
"""The space, in millimeters, for the check mark of a chosen button, and for a lock."""
LINE_BADGE, LINE_CARD, LINE_HIGH = 4.6, 9.0, 5.4
"""The width of a seat's number and of a card on a line, and the most height of both. A line of twice that height has
the amount below the text."""
WIDE_MM = 24.0
"""From this width on, the check mark is beside the text."""
NOTE_HIGH = 3.8
"""The height of the line below an entry of the menu."""
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
            self._draw_tick(painter, inner, paint)
        self._draw_content(painter, inner, paint)

    def _draw_content(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        tile = self.tile
        if tile.seat:
            draw_seat(painter, self.canvas, tile, inner, paint)
        elif tile.entry:
            self._draw_entry(painter, inner, paint)
        elif tile.picture:
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
            upper, lower = split(inner, 0.54)
            if tile.chosen:
                room = self.canvas.px(TICK)
                is_wide = inner.width() > self.canvas.px(WIDE_MM)
                upper.adjust(room if is_wide else 0, 0 if is_wide else room, -room if is_wide else 0, 0)
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
        is_lit = tile.enabled or tile.chosen
        paint = self.surface(_paint(self.canvas.theme, tile) if is_lit else self.canvas.theme.off)
        if tile.emphasis == "warn" and not tile.enabled:
            self.canvas.box(painter, self.area(), paint.fill, self.canvas.theme.warn.fill, THICK_MM)
        else:
            edge_mm = EDGE_MM if tile.emphasis == "zone" else HAIR_MM
            self.canvas.box(painter, self.area(), paint.fill, self._edge(paint), edge_mm)
        return paint

    def _edge(self, paint: Paint) -> str:
        """The color of the edge; none for a button whose fill stands out everywhere."""
        theme = self.canvas.theme
        lit = {theme.go: theme.go_edge, theme.act: theme.act_edge, theme.stop: ""}
        if not self.tile.enabled or self.tile.emphasis == "locked":
            return theme.off_edge
        if paint == theme.out:
            return theme.out_edge
        if paint == theme.warn:
            return theme.turn_edge
        if self.tile.emphasis == "zone":
            return theme.act_edge
        return lit.get(paint, theme.edge)

    def _draw_entry(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        """An entry of the menu. A padlock beside the small line says that it cannot be opened now."""
        small_high, more = self.canvas.px(NOTE_HIGH), self.canvas.px(0.5)
        inner = inner.adjusted(0, -more, 0, more)
        upper = inner.adjusted(0, 0, 0, -small_high)
        self.canvas.lines(painter, upper, self.tile.text, TextStyle(SMALL_MM, paint.ink, CENTER, bold=True))
        lower = QRectF(inner.x(), upper.bottom(), inner.width(), small_high)
        if self.tile.emphasis == "locked":
            side = self.canvas.px(LOCK)
            said = self.canvas.text_width(self.tile.small, NOTE_MM)
            x = max(lower.x(), lower.center().x() - said / 2 - side)
            self._draw_lock(painter, QRectF(x, lower.y(), side * 0.8, lower.height()), paint)
            lower.adjust(side, 0, 0, 0)
        self.canvas.line(painter, lower, self.tile.small, TextStyle(NOTE_MM, paint.ink, CENTER))

    def _draw_lock(self, painter: QPainter, area: QRectF, paint: Paint) -> None:
        side = min(area.width(), area.height() * 0.7)
        body = QRectF(area.x(), area.center().y() - side * 0.2, side, side * 0.75)
        painter.setPen(QPen(self.canvas.color(paint.ink), self.canvas.px(0.3)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(body.adjusted(side * 0.2, -side * 0.55, -side * 0.2, -side * 0.2), 0, 180 * 16)
        painter.setBrush(self.canvas.color(paint.ink))
        painter.drawRoundedRect(body, side * 0.15, side * 0.15)

    def _draw_tick(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        """The check mark of a chosen button on a disc, in the corner."""
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
        theme, side = self.canvas.theme, self.canvas.px(0.6)
        paint = self.surface(theme.warn if self.tile.emphasis == "warn" else theme.sheet)
        self.canvas.box(painter, self.area(), paint.fill)
        quiet = self.tile.emphasis == "quiet" and not self.is_held and not self.refused
        ink = theme.faint if quiet else paint.ink
        row = self.area().adjusted(side, 0, -side, 0)
        if self.tile.seat:
            high = min(row.height() - side, self.canvas.px(LINE_HIGH))
            badge = QRectF(row.x(), row.center().y() - high / 2, self.canvas.px(LINE_BADGE), high)
            draw_number(painter, self.canvas, self.tile.seat, badge, paint if quiet else reversed_paint(paint))
            row.adjust(badge.width() + side, 0, 0, 0)
        if self.tile.cards:
            self._draw_line_cards(painter, row)
            return
        upper, amount = row, row
        if self.tile.small and row.height() > self.canvas.px(2 * LINE_HIGH - 1.0):
            upper, amount = split(row, 0.5)
        elif self.tile.small:
            wide = min(self.canvas.text_width(self.tile.small, NAME_MM, bold=True), row.width() * 0.6)
            amount = QRectF(row.right() - wide, row.y(), wide, row.height())
            upper = row.adjusted(0, 0, -wide - side, 0)
        self.canvas.line(painter, upper, self.tile.text, TextStyle(NAME_MM, ink, LEFT, bold=not quiet, whole=True))
        if self.tile.small:
            self.canvas.line(painter, amount, self.tile.small, TextStyle(NAME_MM, ink, RIGHT, bold=True, whole=True))

    def _draw_line_cards(self, painter: QPainter, row: QRectF) -> None:
        gap, cards = self.canvas.px(0.8), self.tile.cards
        wide = min(self.canvas.px(LINE_CARD), row.width() / len(cards) - gap)
        high = min(row.height() - gap, self.canvas.px(LINE_HIGH))
        for place, card in enumerate(cards):
            face = QRectF(row.x() + place * (wide + gap), row.center().y() - high / 2, wide, high)
            self.canvas.box(painter, face, CARD_WHITE, self.canvas.theme.edge, HAIR_MM)
            ink = SUIT_COLORS[card.suit]
            self.canvas.line(painter, face, card_row((card,)), TextStyle(NAME_MM, ink, CENTER, bold=True))

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
        if self.tile.card:
            painter.setOpacity(1.0 if self.tile.enabled else PALE)
            wide = min(place.width(), place.height() * CARD_SHAPE)
            card = QRectF(place.center().x() - wide / 2, place.y(), wide, place.height())
            draw_card(painter, self.canvas, CardView(self.tile.card), card)
            painter.setOpacity(1.0)
        else:
            pale_ink = "" if self.tile.enabled else self.canvas.theme.plain.ink
            draw_chip(painter, self.canvas, self.tile.chip, place, pale_ink)
        below = QRectF(inner.x(), place.bottom(), inner.width(), inner.bottom() - place.bottom())
        self.canvas.line(painter, below, said, TextStyle(SMALL_MM, paint.ink, CENTER, bold=True))

    def _draw_suit(self, painter: QPainter, inner: QRectF, paint: Paint) -> None:
        color = SUIT_COLORS[self.tile.suit] if self.tile.enabled and not self.refused else paint.ink
        shape = QRectF(inner.x(), inner.y() + inner.height() * 0.08, inner.width(), inner.height() * 0.52)
        draw_suit(painter, self.canvas, self.tile.suit, shape, color)
        below = QRectF(inner.x(), shape.bottom(), inner.width(), inner.bottom() - shape.bottom())
        self.canvas.line(painter, below, self.tile.text, TextStyle(SMALL_MM, paint.ink, CENTER, bold=True))


def _paint(theme: Theme, tile: ButtonView) -> Paint:
    """The colors of a button; those of a chosen one are reversed."""
    if tile.emphasis == "card":
        return Paint(CARD_WHITE, SUIT_COLORS[tile.suit])
    if tile.seat and tile.emphasis == "quiet":
        return theme.out
    paint = {
        "plain": theme.plain,
        "quiet": theme.quiet,
        "go": theme.go,
        "act": theme.act,
        "stop": theme.stop,
        "warn": theme.warn,
        "zone": Paint(theme.zone, theme.seat.ink),
        "locked": theme.off,
    }[tile.emphasis]
    return Paint(paint.ink, paint.fill) if tile.chosen else paint
