"""The cached painting of a screen: after play it looks like a screen that shows the same state from the start."""

from itertools import count
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication

from engine.game.game import Game
from tests.kit.play import actions_of, dealt
from tests.kit.port import Engine
from tests.screens.shots import tap
from ui.dealer.screen import Screen
from ui.look import THEMES, Look
from ui.words.languages import words_in

HAND = "f c r900 f f f f f c f QhTh2c k b400 c 3d k k 4s k k"
SIZE = (1280, 800)
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
@pytest.mark.parametrize("theme", sorted(THEMES))
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
        differ = np.abs(pixels(screen) - pixels(other)).max(axis=2)
        assert differ.max() < 4 * HAIR, word
        assert (differ > HAIR).sum() <= DUST, word


def pixels(screen: Screen) -> NDArray[np.int16]:
    """Rows of pixels, with four values each."""
    picture = screen.grab().toImage()
    return np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.width(), 4).astype(np.int16)
