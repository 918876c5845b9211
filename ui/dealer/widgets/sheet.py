"""The sheet that says who wins which pot, how much and why, before a chip is pushed."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.dealer.shown import AwardView, CardView, SheetView
from ui.dealer.widgets.cards import draw_card
from ui.dealer.widgets.ink import LEFT, Align, Script
from ui.dealer.widgets.label import Label
from ui.look import SMALL_MM

MOST_NARROW = 2
"""With more pots than this the sheet is wide and has two columns."""


class Sheet(Label[SheetView]):
    """Draws a `SheetView`: a block for every pot, in the order of the awards."""

    def words(self, value: SheetView) -> str:
        """Every award, as a dealer would announce it."""
        said = (f"{each.pot}: {', '.join(each.winners)}, {each.why} {each.odd}".strip() for each in value.awards)
        return ". ".join(said)

    def draw(self, painter: QPainter, value: SheetView) -> None:
        """The blocks, and below them why something was refused."""
        theme = self.ink.theme
        self.ink.box(painter, self.area(), theme.sheet.fill, theme.wins.fill, 0.8)
        side = self.ink.px(2.0)
        inner = self.area().adjusted(side, side / 2, -side, -side / 2)
        if value.note:
            note = QRectF(inner.x(), inner.bottom() - self.ink.px(6.0), inner.width(), self.ink.px(6.0))
            self.ink.box(painter, note, theme.refused.fill)
            said = f"{value.note.body} {value.note.foot}".strip()
            self.ink.line(painter, note, said, Script(SMALL_MM, theme.refused.ink, Align.AlignCenter, bold=True))
            inner.setBottom(note.top())
        for award, area in zip(value.awards, _blocks(inner, len(value.awards)), strict=True):
            self._draw_award(painter, award, area)

    def _draw_award(self, painter: QPainter, award: AwardView, area: QRectF) -> None:
        theme = self.ink.theme
        gap = self.ink.px(0.6)
        area = area.adjusted(gap, gap, -gap * 3, -gap)
        if award.five:
            area = area.adjusted(0, 0, -self._draw_five(painter, award, area) - self.ink.px(2.0), 0)
        rows = [(f"{award.pot}  {award.chips}   {award.contested}", 1.0, theme.faint, False)]
        rows += [(winner, 1.5, theme.sheet.ink, True) for winner in award.winners]
        rows += [(award.why, 1.0, theme.sheet.ink, False)]
        rows += [(award.odd, 0.8, theme.faint, False)] if award.odd else []
        unit = area.height() / sum(share for _, share, _, _ in rows)
        y = area.y()
        for text, share, ink, bold in rows:
            row = QRectF(area.x(), y, area.width(), unit * share)
            high_mm = min(6.0 if bold else 3.8, self.ink.mm(row.height() * 0.6))
            self.ink.line(painter, row, text, Script(high_mm, ink, LEFT, bold))
            y = row.bottom()

    def _draw_five(self, painter: QPainter, award: AwardView, area: QRectF) -> float:
        """The five that play, against the right edge; returns the width they take."""
        gap = self.ink.px(0.8)
        wide = min(area.width() * 0.48 / 5 - gap, area.height() * 0.714, self.ink.px(14.0))
        high = wide / 0.714
        left = area.right() - 5 * (wide + gap)
        for index, card in enumerate(award.five):
            place = QRectF(left + index * (wide + gap), area.center().y() - high / 2, wide, high)
            draw_card(painter, self.ink, CardView(card, plays=True), place)
        return area.right() - left


def _blocks(inner: QRectF, count: int) -> list[QRectF]:
    columns = 1 if count <= MOST_NARROW else 2
    rows = -(-count // columns)
    wide, high = inner.width() / columns, inner.height() / rows
    return [
        QRectF(inner.x() + (index // rows) * wide, inner.y() + (index % rows) * high, wide, high)
        for index in range(count)
    ]
