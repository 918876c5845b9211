"""Readable colors, by the Web Content Accessibility Guidelines 2.2; letters as high as their place allows."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap

from ui import look
from ui.dealer.widgets.painting.canvas import Canvas, TextStyle
from ui.look import CARD_WHITE, DARK, SUIT_COLORS, THEMES, Look, Paint, Theme

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def brightness(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def paints(theme: Theme) -> dict[str, Paint]:
    return {name: paint for name in theme.__struct_fields__ if isinstance(paint := getattr(theme, name), Paint)}


@themes
def test_every_text_on_a_surface_has_enough_contrast(theme):
    """
    4.5 to 1 for every text; 3 to 1 for text that is gray on purpose.
    """
    for name, paint in paints(theme).items():
        least = 3 if name in ("off", "out") else 4.5
        assert contrast(paint.fill, paint.ink) >= least, name


@themes
def test_texts_without_a_surface_have_enough_contrast_too(theme):
    """
    The prompt and the pots are written on the felt, and small words on the strip and on the sheet.
    """
    assert contrast(theme.felt, theme.sheet.ink) >= 4.5
    assert contrast(theme.strip.fill, theme.faint) >= 4.5
    assert contrast(theme.sheet.fill, theme.faint) >= 4.5


def test_suits_are_four_colors_on_white():
    """
    Each is readable on a card, and no two are alike.
    """
    assert len(set(SUIT_COLORS.values())) == 4
    assert all(contrast(CARD_WHITE, color) >= 4.5 for color in SUIT_COLORS.values())


@pytest.mark.parametrize(("text", "wide_mm"), [("2,175,000", 18.8), ("12,650,000", 17.5), ("diamonds", 18.0)])
def test_a_text_that_is_too_wide_is_condensed_before_it_is_made_smaller(qtbot, text, wide_mm):
    """
    Height is what counts from a distance: a call of millions beside RAISE, the names of the suits.
    """
    canvas = Canvas(Look(DARK, 5.9))
    felt = QPixmap(400, 100)
    painter = QPainter(felt)
    canvas.line(painter, QRectF(0, 0, wide_mm * 5.9, 60), text, TextStyle(6.0, "#FFFFFF", bold=True, whole=True))
    written = painter.font()
    painter.end()
    plain = QFont(written)
    plain.setStretch(QFont.Stretch.Unstretched)

    assert QFontMetricsF(written).horizontalAdvance(text) <= wide_mm * 5.9 + 1
    assert QFontMetricsF(plain).horizontalAdvance(text) > wide_mm * 5.9 * 1.2


def letter_heights() -> Iterator[tuple[str, ast.expr]]:
    """The height in every `TextStyle` of the widgets, and the file that it is in."""
    for path in sorted((Path(look.__file__).parent / "dealer" / "widgets").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "TextStyle":
                yield path.name, node.args[0]


def test_every_text_has_one_of_the_sizes_of_the_scale():
    """
    A widget may fit a size to its place, but it does not invent one.
    """
    sizes = {name for name in vars(look) if name.endswith("_MM") and getattr(look, name) in look.SIZES}
    named = [(file, each.id) for file, height in letter_heights() for each in ast.walk(height)
             if isinstance(each, ast.Name) and each.id.isupper()]  # fmt: skip
    numbers = [(file, each.value) for file, height in letter_heights() for each in ast.walk(height)
               if isinstance(each, ast.Constant) and isinstance(each.value, float) and each.value > 1]  # fmt: skip

    assert [found for found in named if found[1] not in sizes] == []
    assert numbers == []


def test_the_sizes_of_the_scale_are_easy_to_tell_apart():
    """
    Each is at least a seventh larger than the one before it.
    """
    assert all(high / low > 1.14 for low, high in zip(look.SIZES, look.SIZES[1:], strict=False))
