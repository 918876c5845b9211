"""The sheet that says who wins which pot, how much and why, before a chip is pushed."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from engine.cards import Card
from ui.dealer.places import CARD_SHAPE
from ui.dealer.shown import AwardView, CardView, PromptView, SheetView
from ui.dealer.widgets.cards import draw_card
from ui.dealer.widgets.ink import CENTRE, Script
from ui.dealer.widgets.label import Label
from ui.look import SMALL_MM

MOST_NARROW = 2
"""With more pots than this the sheet is wide, and the reasons stand beside the winners."""


TITLE, WINNER = 1.0, 1.4
"""Heights of the lines of a block, in shares."""


class Sheet(Label[SheetView]):
    """Draws a `SheetView`: a block for every pot, in the order of the awards."""

    def words(self, value: SheetView) -> str:
        """Every award, as a dealer would announce it."""
        return ". ".join(
            f"{each.title}: {', '.join(winner.text for winner in each.winners)}, {each.why} {each.odd}".strip()
            for each in value.awards
        )

    def draw(self, painter: QPainter, value: SheetView) -> None:
        """The blocks from top to bottom, and below them why something was refused."""
        self.ink.box(painter, self.area(), self.ink.theme.sheet.fill, self.ink.theme.wins.fill, 0.8)
        side = self.ink.px(1.8)
        inner = self.area().adjusted(side, side * 0.6, -side, -side * 0.6)
        if value.note:
            note = QRectF(inner.x(), inner.bottom() - self.ink.px(6.0), inner.width(), self.ink.px(6.0))
            self._draw_note(painter, value.note, note)
            inner.setBottom(note.top())
        high = inner.height() / len(value.awards)
        for index, award in enumerate(value.awards):
            area = QRectF(inner.x(), inner.y() + index * high, inner.width(), high)
            if index:
                painter.fillRect(QRectF(area.x(), area.y(), area.width(), self.ink.px(0.25)), self._faint())
            self._draw_award(painter, award, area, beside=len(value.awards) > MOST_NARROW)

    def _faint(self) -> QColor:
        return self.ink.colour(self.ink.theme.faint)

    def _draw_note(self, painter: QPainter, note: PromptView, area: QRectF) -> None:
        theme = self.ink.theme
        self.ink.box(painter, area, theme.refused.fill)
        said = f"{note.body} {note.foot}".strip()
        self.ink.line(painter, area, said, Script(SMALL_MM, theme.refused.ink, CENTRE, bold=True))

    def _draw_award(self, painter: QPainter, award: AwardView, area: QRectF, beside: bool) -> None:
        """Who wins, and below or, on the wide sheet, beside it why."""
        if beside:
            wide = area.width() * 0.64
            who = QRectF(area.x(), area.y(), wide, area.height())
            why = QRectF(who.right() + self.ink.px(2.0), area.y(), area.right() - who.right() - self.ink.px(2.0),
                         area.height())  # fmt: skip
        else:
            above = TITLE + WINNER * len(award.winners)
            below = 1.6 + (1.0 if award.odd else 0.0)
            who = QRectF(area.x(), area.y(), area.width(), area.height() * above / (above + below))
            why = QRectF(area.x(), who.bottom(), area.width(), area.bottom() - who.bottom())
        self._draw_winners(painter, award, who)
        self._draw_reason(painter, award, why)

    def _draw_winners(self, painter: QPainter, award: AwardView, area: QRectF) -> None:
        theme = self.ink.theme
        unit = area.height() / (TITLE + WINNER * len(award.winners))
        title = QRectF(area.x(), area.y(), area.width() * 0.62, unit * TITLE)
        self.ink.line(painter, title, award.title, Script(self._fits(title, 3.6), theme.faint))
        for index, winner in enumerate(award.winners):
            row = QRectF(area.x(), title.bottom() + index * unit * WINNER, area.width(), unit * WINNER)
            # A single winner's cards stand beside the title too.
            place = area if len(award.winners) == 1 else row
            left = self._draw_five(painter, winner.five, place)
            row.setRight(left - self.ink.px(1.5))
            self.ink.line(painter, row, winner.text, Script(self._fits(row, 6.0), theme.sheet.ink, bold=True))

    def _draw_five(self, painter: QPainter, five: tuple[Card, ...], area: QRectF) -> float:
        """The five that play, against the right edge; returns where they begin."""
        gap = self.ink.px(0.8)
        wide = min(area.width() * 0.4 / 5 - gap, (area.height() - 2 * gap) * CARD_SHAPE)
        high = wide / CARD_SHAPE
        left = area.right() - len(five) * (wide + gap)
        for index, card in enumerate(five):
            place = QRectF(left + index * (wide + gap), area.center().y() - high / 2, wide, high)
            draw_card(painter, self.ink, CardView(card, plays=True), place)
        return left

    def _draw_reason(self, painter: QPainter, award: AwardView, area: QRectF) -> None:
        air = self.ink.px(0.5)
        area = area.adjusted(0, air, 0, -air)
        share = 0.6 if award.odd else 1.0
        why = QRectF(area.x(), area.y(), area.width(), area.height() * share)
        self.ink.lines(painter, why, award.why, Script(3.8, self.ink.theme.sheet.ink))
        odd = QRectF(area.x(), why.bottom(), area.width(), area.bottom() - why.bottom())
        if award.odd:
            self.ink.lines(painter, odd, award.odd, Script(3.2, self.ink.theme.sheet.ink))

    def _fits(self, row: QRectF, high_mm: float) -> float:
        return min(high_mm, self.ink.mm(row.height() * 0.62))
