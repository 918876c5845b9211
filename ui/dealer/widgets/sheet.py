"""The sheet that shows who wins which pot, how much and why, before a chip is pushed."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.cards import Card
from ui.dealer.layout.table import CARD_SHAPE
from ui.dealer.model.values import AwardView, CardView, PromptView, SheetView
from ui.dealer.widgets.canvas import CENTRE, LEFT, TextStyle
from ui.dealer.widgets.cards import draw_card
from ui.dealer.widgets.label import Label
from ui.look import SMALL_MM

NAME_HIGH, WINNER_HIGH, SPLIT_HIGH, REASON_HIGH, ODD_HIGH, AIR = 3.2, 4.9, 6.4, 4.0, 3.8, 0.5
"""Heights of the lines of one pot, in millimetres; more where there is room."""
NOTE_HIGH = 6.0
NARROW_MM = 70.0
"""Below this width a pot's parts are stacked."""
NARROW_HIGH, NARROW_WITH_CARDS = 13.4, 20.0
MOST_GROWTH = 1.9


class AwardsSheet(Label[SheetView]):
    """Draws a `SheetView`: a block for every pot, in the order of the awards."""

    def words(self, value: SheetView) -> str:
        """Every award, as a dealer would announce it."""
        return ". ".join(
            f"{each.title}: {', '.join(winner.text for winner in each.winners)}, {each.why} {each.odd}".strip()
            for each in value.awards
        )

    def draw(self, painter: QPainter, value: SheetView) -> None:
        """The blocks from top to bottom, and below them why something was refused."""
        self.canvas.box(painter, self.area(), self.canvas.theme.sheet.fill, self.canvas.theme.wins.fill, 0.8)
        side = self.canvas.px(1.6)
        inner = self.area().adjusted(side, side * 0.5, -side, -side * 0.5)
        if value.note:
            note = QRectF(
                inner.x(), inner.bottom() - self.canvas.px(NOTE_HIGH), inner.width(), self.canvas.px(NOTE_HIGH)
            )
            self._draw_note(painter, value.note, note)
            inner.setBottom(note.top())
        compact = self.canvas.mm(inner.height()) < sum(map(award_high, value.awards)) - 0.1
        shares = [award_high(award, compact) for award in value.awards]
        unit = inner.height() / sum(shares)
        y = inner.y()
        for index, (award, share) in enumerate(zip(value.awards, shares, strict=True)):
            area = QRectF(inner.x(), y, inner.width(), unit * share)
            if index:
                line = QRectF(area.x(), area.y(), area.width(), self.canvas.px(0.25))
                painter.fillRect(line, self.canvas.colour(self.canvas.theme.faint))
            if self.canvas.mm(self.area().width()) < NARROW_MM:
                self._draw_narrow(painter, award, area)
            else:
                self._draw_award(painter, award, area)
            y = area.bottom()

    def _draw_note(self, painter: QPainter, note: PromptView, area: QRectF) -> None:
        theme = self.canvas.theme
        self.canvas.box(painter, area, theme.refused.fill)
        said = f"{note.body} {note.foot}".strip()
        self.canvas.line(painter, area, said, TextStyle(SMALL_MM, theme.refused.ink, CENTRE, bold=True))

    def _draw_award(self, painter: QPainter, award: AwardView, area: QRectF) -> None:
        """Which pot, who wins it with which five, and below them why."""
        theme = self.canvas.theme
        air = self.canvas.px(AIR / 2)
        area = area.adjusted(0, air, 0, -air)
        compact = self.canvas.mm(area.height()) < award_high(award) - AIR - 0.1
        unit = area.height() / (award_high(award, compact) - AIR)
        grows = min(unit / self.canvas.px(1.0), MOST_GROWTH)
        one = len(award.winners) == 1
        name = QRectF(area.x(), area.y(), area.width(), 0.0 if compact else unit * NAME_HIGH)
        above = QRectF(area.x(), area.y(), area.width(), name.height() + unit * winner_high(award))
        y = name.bottom()
        for index, winner in enumerate(award.winners):
            said = f"{award.name}: {winner.text}" if compact and not index else winner.text
            row = QRectF(area.x(), y, area.width(), unit * winner_high(award))
            y = row.bottom()
            # One winner's cards may go beside the pot's name; several get a row each.
            row.setRight(self._draw_five(painter, winner.five, above if one else row, area.width() * 0.36))
            name.setRight(row.right())
            style = TextStyle(min(4.0 * grows, 6.0), theme.sheet.ink, LEFT, bold=True, whole=True)
            self.canvas.line(painter, row, said, style)
        if not compact:
            self.canvas.line(painter, name, award.title, TextStyle(min(2.6 * grows, 3.6), theme.faint, LEFT, True))
        why = QRectF(area.x(), y, area.width(), unit * REASON_HIGH)
        self.canvas.lines(painter, why, award.why, TextStyle(min(2.9 * grows, 4.0), theme.sheet.ink))
        odd = QRectF(area.x(), why.bottom(), area.width(), area.bottom() - why.bottom())
        if award.odd:
            self.canvas.lines(painter, odd, award.odd, TextStyle(min(2.9 * grows, 4.0), theme.sheet.ink))

    def _draw_narrow(self, painter: QPainter, award: AwardView, area: QRectF) -> None:
        """All under each other: the pot and who wins it, the five where there is room, why."""
        colour = self.canvas.theme.sheet.ink
        said = ". ".join([f"{award.name}: {award.winners[0].text}", *(winner.text for winner in award.winners[1:])])
        five = award.winners[0].five if self.canvas.mm(area.height()) > NARROW_WITH_CARDS else ()
        shares = (0.36, 0.28 if five else 0.0, 0.36 if five else 0.64)
        rows: list[QRectF] = []
        y = area.y()
        for share in shares:
            rows.append(QRectF(area.x(), y, area.width(), area.height() * share))
            y = rows[-1].bottom()
        self.canvas.lines(painter, rows[0], said, TextStyle(3.6, colour, LEFT, bold=True))
        if five:
            self._draw_five(painter, five, rows[1], area.width())
        self.canvas.lines(painter, rows[2], f"{award.why}. {award.odd}".strip(" ."), TextStyle(SMALL_MM, colour))

    def _draw_five(self, painter: QPainter, five: tuple[Card, ...], area: QRectF, most: float) -> float:
        """The five that play, at the right edge; returns where the text beside them must end."""
        if not five:
            return area.right()
        gap = self.canvas.px(0.6)
        wide = min(most / 5 - gap, (area.height() - gap) * CARD_SHAPE)
        high = wide / CARD_SHAPE
        left = area.right() - len(five) * (wide + gap)
        for index, card in enumerate(five):
            place = QRectF(left + index * (wide + gap), area.center().y() - high / 2, wide, high)
            draw_card(painter, self.canvas, CardView(card, plays=True), place)
        return left - self.canvas.px(1.0)


def award_high(award: AwardView, compact: bool = False) -> float:
    """The least height at which a pot can be read, in millimetres on the smallest screen; with `compact` its
    name goes before the winner, not above."""
    winners = winner_high(award) * len(award.winners)
    name = 0.0 if compact else NAME_HIGH
    return name + winners + REASON_HIGH + (ODD_HIGH if award.odd else 0.0) + AIR


def winner_high(award: AwardView) -> float:
    """Higher where each winner's five have a row of their own."""
    return WINNER_HIGH if len(award.winners) == 1 else SPLIT_HIGH


def sheet_high(sheet: SheetView, compact: bool = False) -> float:
    """The least height of them all."""
    return sum(award_high(award, compact) for award in sheet.awards) + (NOTE_HIGH if sheet.note else 0.0) + 1.6


def narrow_high(sheet: SheetView) -> float:
    """The least height of the same in a narrow place."""
    return sum(NARROW_HIGH + WINNER_HIGH * (len(award.winners) - 1) for award in sheet.awards) + 1.6
