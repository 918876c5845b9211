"""The stage before chips are pushed: who wins this pot, how much, with which five cards, and why."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.cards import Card
from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.values import AwardView, CardView, SheetView, WinnerView
from ui.dealer.widgets.controls.label import Label
from ui.dealer.widgets.painting.canvas import CENTER, LEFT, TextStyle
from ui.dealer.widgets.painting.cards import draw_card
from ui.look import AMOUNT_MM, AWARD_MM, EDGE_MM, HAIR_MM, NAME_MM, SMALL_MM, WORD_MM

STEPS_HIGH, WHO_HIGH, SPLIT_HIGH, WHY_HIGH, NOTES_HIGH, NOTE_HIGH = 6.8, 5.6, 4.2, 5.4, 4.8, 9.0
"""The heights of the sheet's lines, in millimeters on the smallest screen; the amount and the cards take up the
rest."""
FIVE_HIGH = 15.0
STEPS_IN_ROW = 2
NARROW_MM = 90.0
"""The width below which the cards are below the amount."""


class AwardsSheet(Label[SheetView]):
    def words(self, value: SheetView) -> str:
        """The pot to be pushed, in the words that a dealer would use to announce it."""
        now = value.now
        winners = ", ".join(winner.text for winner in now.winners)
        pot = " ".join(part for part in (now.name, now.chips, now.split, now.who) if part)
        refused = (f"{value.note.body} {value.note.foot}".strip(),) if value.note else ()
        return f"{pot}: {winners}. {'. '.join((now.why, *now.notes, *refused))}"

    def draw(self, painter: QPainter, value: SheetView) -> None:
        theme = self.canvas.theme
        self.canvas.box(painter, self.area(), theme.sheet.fill, theme.win_edge, EDGE_MM)
        side = self.canvas.px(1.8)
        inner = self.area().adjusted(side, side * 0.5, -side, -side * 0.5)
        narrow = self.canvas.mm(self.area().width()) < NARROW_MM
        if len(value.awards) > 1:
            rows = -(-len(value.awards) // STEPS_IN_ROW) if narrow else 1
            steps = QRectF(inner.x(), inner.y(), inner.width(), self.canvas.px(STEPS_HIGH * rows))
            self._draw_steps(painter, value, steps, STEPS_IN_ROW if narrow else len(value.awards))
            inner.setTop(steps.bottom() + self.canvas.px(0.6))
        foot = value.note.body + " " + value.note.foot if value.note else "   ·   ".join(value.now.notes)
        if foot:
            high = self.canvas.px((NOTE_HIGH if value.note else NOTES_HIGH) * (1.8 if narrow else 1.0))
            row = QRectF(inner.x(), inner.bottom() - high, inner.width(), high)
            inner.setBottom(row.top())
            self._draw_foot(painter, foot.strip(), row, refused=value.note is not None)
        why_high = self.canvas.px(WHY_HIGH * (1.6 if narrow else 1.0))
        why = QRectF(inner.x(), inner.bottom() - why_high, inner.width(), why_high)
        self.canvas.lines(painter, why, value.now.why, TextStyle(NAME_MM, theme.sheet.ink))
        inner.setBottom(why.top())
        if len(value.now.winners) == 1:
            self._draw_one(painter, value.now, value.now.winners[0], inner)
        else:
            self._draw_split(painter, value.now, inner)

    def _draw_steps(self, painter: QPainter, value: SheetView, area: QRectF, columns: int) -> None:
        """The pots in order: those already pushed with a check mark, and the current one filled."""
        theme = self.canvas.theme
        gap = self.canvas.px(1.0)
        wide = (area.width() - gap * (columns - 1)) / columns
        high = area.height() / -(-len(value.awards) // columns)
        for index, award in enumerate(value.awards):
            row, column = divmod(index, columns)
            place = QRectF(area.x() + column * (wide + gap), area.y() + row * high, wide, high - gap * 0.6)
            now = index == value.at
            paint = theme.wins if now else theme.sheet
            self.canvas.box(painter, place, paint.fill, theme.win_edge if now else theme.edge, HAIR_MM)
            inner = place.adjusted(self.canvas.px(0.8), 0, -self.canvas.px(0.8), 0)
            if index < value.at:
                tick = QRectF(inner.x(), inner.y(), self.canvas.px(3.2), inner.height())
                self.canvas.tick(painter, tick, theme.faint)
                inner.setLeft(tick.right() + self.canvas.px(0.6))
            said = f"{award.name}  {award.chips}"
            ink = paint.ink if now else theme.faint
            self.canvas.line(painter, inner, said, TextStyle(SMALL_MM, ink, CENTER, bold=now, whole=True))

    def _draw_foot(self, painter: QPainter, text: str, row: QRectF, refused: bool) -> None:
        theme = self.canvas.theme
        if refused:
            self.canvas.box(painter, row, theme.refused.fill)
            self.canvas.lines(painter, row, text, TextStyle(SMALL_MM, theme.refused.ink, CENTER, bold=True))
            return
        painter.fillRect(QRectF(row.x(), row.y(), row.width(), self.canvas.px(0.2)), self.canvas.color(theme.edge))
        self.canvas.lines(painter, row, text, TextStyle(SMALL_MM, theme.sheet.ink, LEFT))

    def _draw_one(self, painter: QPainter, award: AwardView, winner: WinnerView, area: QRectF) -> None:
        theme = self.canvas.theme
        narrow = self.canvas.mm(self.area().width()) < NARROW_MM
        five = QRectF(area)
        if narrow:
            five.setTop(area.bottom() - min(area.height() * 0.45, self.canvas.px(FIVE_HIGH + 1)))
        rest = self._draw_five(painter, winner.five, five, area.width() * (1.0 if narrow else 0.5))
        left = QRectF(area.x(), area.y(), area.width() if narrow else rest - area.x(), 0)
        left.setBottom(five.top() if narrow and winner.five else area.bottom())
        who = QRectF(left.x(), left.y(), left.width(), min(self.canvas.px(WHO_HIGH), left.height() * 0.36))
        self.canvas.line(painter, who, winner.who, TextStyle(WORD_MM, theme.sheet.ink, LEFT, bold=True))
        chips = QRectF(left.x(), who.bottom(), left.width(), left.bottom() - who.bottom())
        self.canvas.line(painter, chips, winner.chips, TextStyle(AWARD_MM, theme.win_edge, LEFT, True, True))

    def _draw_split(self, painter: QPainter, award: AwardView, area: QRectF) -> None:
        """A row for each player who gets a share, with the five cards."""
        theme = self.canvas.theme
        head = QRectF(area.x(), area.y(), area.width(), self.canvas.px(SPLIT_HIGH))
        said = f"{award.name} {award.chips}   {award.split}"
        self.canvas.line(painter, head, said, TextStyle(SMALL_MM, theme.faint, LEFT, bold=True))
        area = area.adjusted(0, head.height(), 0, 0)
        high = area.height() / len(award.winners)
        for index, winner in enumerate(award.winners):
            row = QRectF(area.x(), area.y() + index * high, area.width(), high - self.canvas.px(0.4))
            rest = self._draw_five(painter, winner.five, row, area.width() * 0.4)
            text = QRectF(row.x(), row.y(), rest - row.x(), row.height())
            high_mm = min(AMOUNT_MM, self.canvas.mm(row.height()) * 0.72)
            wide = min(self.canvas.text_width(winner.chips, high_mm, bold=True) + 2, text.width() * 0.5)
            chips = QRectF(text.right() - wide, text.y(), wide, text.height())
            text.setRight(chips.x() - self.canvas.px(1.0))
            self.canvas.line(painter, text, winner.who, TextStyle(NAME_MM, theme.sheet.ink, LEFT, bold=True))
            self.canvas.line(painter, chips, winner.chips, TextStyle(high_mm, theme.win_edge, LEFT, True, True))

    def _draw_five(self, painter: QPainter, five: tuple[Card, ...], area: QRectF, most: float) -> float:
        """The five cards that play, at the right edge. Returns the position at which the text beside them must end."""
        if not five:
            return area.right()
        gap = self.canvas.px(1.0)
        high = min(area.height() - gap, self.canvas.px(FIVE_HIGH) * 1.2, (most / 5 - gap) / CARD_SHAPE)
        wide = high * CARD_SHAPE
        left = area.right() - len(five) * (wide + gap) + gap
        for index, card in enumerate(five):
            place = QRectF(left + index * (wide + gap), area.center().y() - high / 2, wide, high)
            draw_card(painter, self.canvas, CardView(card), place)
        return left - self.canvas.px(1.5)
