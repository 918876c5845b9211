"""The cached painting of a screen: after play it looks like a screen that shows the same state from the start."""

from itertools import count, product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from engine.game.game import Game
from tests.kit.play import actions_of, dealt
from tests.kit.port import Engine
from tests.screens.shots import Glass, State, show_on, tap
from ui.dealer.model.profile import TEXT
from ui.dealer.screen import Screen
from ui.look import THEMES, Look
from ui.words.languages import words_in

HAND = "f c r900 f f f f f c f QhTh2c k b400 c 3d k k 4s k k"
SIZE = (1280, 800)
GLASSES = (Glass(1280, 800, 5.9), Glass(1024, 600, 4.7), Glass(1920, 1080, 5.6), Glass(800, 1280, 5.9))
HAIR, DUST = 8, 400
"""Qt paints the edge of a curve slightly differently the first time, and after thousands of other pictures. This many
pixels may differ by more than 8 of 255, and none by 32. A different letter or key differs by more."""


def shown(game: Game, theme: str) -> tuple[Engine, Screen]:
    """A screen with this game, painted once."""
    engine = Engine(game)
    look = Look(THEMES[theme], 5.9, slides=False)
    screen = Screen(engine, look, count(step=1000).__next__, words_in("en"))
    screen.resize(*SIZE)
    engine.show_on(screen)
    screen.show()
    QApplication.processEvents()
    return engine, screen


@pytest.mark.slow
@pytest.mark.parametrize(
    "theme", [pytest.param(theme, marks=() if theme == "dark" else pytest.mark.nightly) for theme in sorted(THEMES)]
)
def test_the_cached_painting_equals_a_fresh_one(qtbot, theme):
    """
    Pages are opened and closed over the table, and everything is repainted many times throughout a hand.
    """
    dice = Random(3)
    engine, screen = shown(dealt((5_000,) * 9), theme)
    qtbot.addWidget(screen)
    for word in HAND.split():
        for action in actions_of(engine.game, word):
            engine.ask(action, engine.game.mark)
        QApplication.processEvents()
        if dice.random() < 0.5:
            tap(screen, dice.choice(["more", "hand"]))
            QApplication.processEvents()
            tap(screen, "page-close")
            QApplication.processEvents()

        other = shown(engine.game, theme)[1]
        qtbot.addWidget(other)
        assert left_over(screen) == 0, word
        differ = np.abs(pixels(screen) - pixels(other)).max(axis=2)
        assert differ.max() < 4 * HAIR, word
        assert (differ > HAIR).sum() <= DUST, word


@pytest.mark.parametrize("glass", GLASSES, ids=str)
@pytest.mark.parametrize(
    ("language", "text"),
    [
        pytest.param(*look, marks=() if number in (0, 4, 8) else pytest.mark.nightly)
        for number, look in enumerate(product(("en", "de", "es"), TEXT.values()))
    ],
)
def test_nothing_is_left_of_a_hint_that_a_digit_has_replaced(qtbot, glass, language, text):
    """
    A picture that is painted as a whole does not show it: a digit repaints only the header, and the commas of the
    longer hint reached beyond it.
    """
    look = Look(THEMES["dark"], slides=False, text=text)
    screen = show_on(glass, State(lambda: dealt((33_000,) * 8), language=language), look)
    qtbot.addWidget(screen)
    screen.show()
    QApplication.processEvents()
    for name in ("raise-4", "key-1", "key-5", "key-0", "key-000"):
        tap(screen, name)
        QApplication.processEvents()
        assert left_over(screen) == 0, name


def left_over(screen: Screen) -> int:
    """How many pixels in sight are not as the whole screen is painted now, because what was there before was not
    erased."""
    seen = screen.screen().grabWindow(screen.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    return int((np.abs(_values(seen) - pixels(screen)).max(axis=2) > 4 * HAIR).sum())


def pixels(screen: Screen) -> NDArray[np.int16]:
    """Rows of pixels, with four values each."""
    return _values(screen.grab().toImage().convertToFormat(QImage.Format.Format_RGB32))


def _values(picture: QImage) -> NDArray[np.int16]:
    return np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.width(), 4).astype(np.int16)
