"""A pad: what it asks on the left, its buttons on the right. Made when it is first opened, then kept."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.dealer.places import CARD_SHAPE, Rect, pad_places
from ui.dealer.shown import CardView, PadView
from ui.dealer.widgets.button import Button
from ui.dealer.widgets.cards import draw_card, draw_slot
from ui.dealer.widgets.ink import CENTRE, LEFT, Ink, Script
from ui.look import CARD_WHITE, KEYED_MM, NAME_MM, WORD_MM

RIM = 1.5
"""How far the pad reaches beyond its buttons, in millimetres."""


class Pad(QWidget):
    """Draws its `PadView`."""

    def __init__(self, ink: Ink, view: PadView, parent: QWidget) -> None:
        super().__init__(parent)
        self.ink = ink
        self._view = view
        self._head = QRectF()
        self.setObjectName(f"pad-{view.name}")
        self.buttons = {each.name: Button(ink, each.name, self) for each in view.buttons}

    def place(self, pad: Rect) -> None:
        """Lie over this part of the glass."""
        around = Rect(pad.x - RIM, pad.y - RIM, pad.wide + 2 * RIM, pad.high + 2 * RIM)
        self.setGeometry(self.ink.rect(around))
        origin = self.ink.rect(around).topLeft()
        rects = pad_places(self._view.name, pad)
        for name, button in self.buttons.items():
            button.setGeometry(self.ink.rect(rects[name]).translated(-origin))
        self._head = QRectF(self.ink.rect(rects["head"]).translated(-origin))

    def show_pad(self, view: PadView) -> None:
        """Take over what has been entered; buttons repaint themselves where they differ."""
        for each in view.buttons:
            self.buttons[each.name].show_tile(each)
        if view.buttons and (view != self._view or not self.accessibleName()):
            self.setAccessibleName(f"{view.title} {view.entered or view.meaning} {view.problem}".strip())
            self.update(self._head.toAlignedRect())
        self._view = view

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self.ink.theme
        self.ink.box(painter, QRectF(self.rect()), theme.sheet.fill, theme.faint, 0.4)
        side = self.ink.px(1.0)
        head = self._head.adjusted(side, 0, -side, 0)
        if self._view.cards:
            self._draw_half_card(painter, head)
        else:
            self._draw_amount(painter, head)
        painter.end()

    def _draw_amount(self, painter: QPainter, head: QRectF) -> None:
        view, theme = self._view, self.ink.theme
        rows = (
            (view.title, 1.0, WORD_MM, theme.sheet.ink, False),
            (view.entered, 1.9 if view.entered else 0.1, KEYED_MM, theme.sheet.ink, True),
            (view.problem or view.meaning, 1.1, WORD_MM, theme.sheet.ink, True),
            (view.limits, 0.9, NAME_MM, theme.sheet.ink, False),
        )
        unit = head.height() / sum(share for _, share, _, _, _ in rows)
        y = head.y()
        for text, share, high_mm, plain, bold in rows:
            row = QRectF(head.x(), y, head.width(), unit * share)
            wrong = bool(text) and text == view.problem
            if wrong:
                self.ink.box(painter, row.adjusted(-self.ink.px(0.6), 0, self.ink.px(0.6), 0), theme.refused.fill)
            ink = theme.refused.ink if wrong else plain
            self.ink.line(painter, row, text, Script(high_mm, ink, LEFT, bold))
            y = row.bottom()

    def _draw_half_card(self, painter: QPainter, head: QRectF) -> None:
        view, theme = self._view, self.ink.theme
        unit = head.height() / 4.2
        title = QRectF(head.x(), head.y(), head.width(), unit * 0.7)
        where = QRectF(head.x(), title.bottom(), head.width(), unit)
        row = QRectF(head.x(), where.bottom(), head.width(), unit * 1.6)
        hint = QRectF(head.x(), row.bottom(), head.width(), head.bottom() - row.bottom())
        self.ink.line(painter, title, view.title, Script(NAME_MM, theme.sheet.ink))
        self.ink.lines(painter, where, view.meaning, Script(WORD_MM + 0.6, theme.sheet.ink, bold=True))
        self._draw_cards(painter, row)
        if view.problem:
            self.ink.box(painter, hint, theme.refused.fill)
        ink = theme.refused.ink if view.problem else theme.sheet.ink
        self.ink.lines(painter, hint, view.problem or view.limits, Script(WORD_MM, ink))

    def _draw_cards(self, painter: QPainter, row: QRectF) -> None:
        """What lies there already, and the next card as far as it has been picked."""
        gap = self.ink.px(1.0)
        high = min(row.height() - gap, (row.width() / 5 - gap) / CARD_SHAPE)
        due = self._view.cards.index(None) if None in self._view.cards else -1
        for index, card in enumerate(self._view.cards):
            place = QRectF(row.x() + index * (high * CARD_SHAPE + gap), row.y(), high * CARD_SHAPE, high)
            if card:
                draw_card(painter, self.ink, CardView(card), place)
            elif index == due and self._view.rank:
                self._draw_rank(painter, place)
            else:
                draw_slot(painter, self.ink, place, due=index == due)

    def _draw_rank(self, painter: QPainter, place: QRectF) -> None:
        self.ink.box(painter, place, CARD_WHITE, self.ink.theme.warn.fill, 0.6)
        text = "10" if self._view.rank == "T" else self._view.rank
        self.ink.line(painter, place, text, Script(self.ink.mm(place.height() * 0.4), "#000000", CENTRE, bold=True))
