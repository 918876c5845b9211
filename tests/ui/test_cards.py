"""A card is drawn once and then copied: the copy is identical, and the cache stays small."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.cards import DECK, Card
from ui.dealer.model.values import CardView
from ui.dealer.widgets.painting.canvas import Canvas
from ui.dealer.widgets.painting.cards import draw_card
from ui.dealer.widgets.painting.stamps import MOST_PIXELS
from ui.look import DARK, Look

PLACE = QRectF(10.3, 7.6, 56.4, 79.2)


def drawn(canvas: Canvas, card: CardView, place: QRectF = PLACE) -> QImage:
    """The card by itself on a black background."""
    picture = QImage(100, 100, QImage.Format.Format_RGB32)
    picture.fill(0)
    painter = QPainter(picture)
    draw_card(painter, canvas, card, place)
    painter.end()
    return picture


@pytest.mark.parametrize("plays", [False, True])
@pytest.mark.parametrize("dimmed", [False, True])
def test_a_copied_card_equals_a_drawn_one(qapp, plays, dimmed):
    """
    This holds even after other cards are drawn, and no two of these look the same.
    """
    canvas = Canvas(Look(DARK, 5.9))
    first = drawn(canvas, CardView(Card("Qh"), plays, dimmed))

    others = [drawn(canvas, CardView(Card(text), *marks)) for text, *marks in
              (("Qd", plays, dimmed), ("Qh", not plays, dimmed), ("Qh", plays, not dimmed))]  # fmt: skip

    assert drawn(canvas, CardView(Card("Qh"), plays, dimmed)) == first
    assert first not in others


def test_the_card_cache_stays_small(qapp):
    """
    Even if a screen shows every card at every place, the cache keeps no more than its limit.
    """
    canvas = Canvas(Look(DARK, 5.9))

    for step in range(7):
        for card in DECK:
            drawn(canvas, CardView(card), QRectF(0, 0, 30 + step, 44))
            assert 0 < canvas.stamps.pixels <= 2 * MOST_PIXELS


def test_another_screen_size_clears_the_card_cache(qapp):
    """Edges are measured in the screen's millimeters."""
    canvas = Canvas(Look(DARK, 5.9))
    canvas.fit_to(1280, 800)
    drawn(canvas, CardView(Card("Qh")))

    canvas.fit_to(1920, 1080)

    assert canvas.stamps.pixels == 0
