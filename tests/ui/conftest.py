"""A dealer's 10.1-inch screen, with a finger that may touch it."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from engine.game.game import Game
from tests.kit.finger import Finger
from tests.kit.port import Engine
from tests.kit.ticks import Ticks
from tests.kit.tones import ToneRecorder
from ui.dealer.screen import Screen
from ui.look import DARK, Look

Table = tuple[Screen, Engine, Finger]


@pytest.fixture
def ticks() -> Ticks:
    """The screen's clock."""
    return Ticks()


@pytest.fixture
def tones() -> ToneRecorder:
    """The screen's tones."""
    return ToneRecorder()


@pytest.fixture
def sit(qtbot: QtBot, ticks: Ticks, tones: ToneRecorder) -> Callable[..., Table]:
    """Show a game on a screen of 1280 x 800 pixels: the screen, its port, and a finger (a mouse unless `by_touch`)."""

    def show(game: Game, by_touch: bool = False) -> Table:
        engine = Engine(game)
        screen = Screen(engine, Look(DARK, 5.9), ticks, tones=tones)
        qtbot.addWidget(screen)
        screen.resize(1280, 800)
        engine.show_on(screen)
        screen.show()
        qtbot.waitExposed(screen)
        return screen, engine, Finger(screen, ticks, by_touch)

    return show
