"""A dealer's 10.1-inch screen, with a finger that may touch it."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from engine.game.game import Game
from tests.kit.finger import Finger
from tests.kit.port import Engine
from tests.kit.ticks import Ticks
from ui.dealer.screen import Screen
from ui.look import DARK, Look


class ToneRecorder:
    """Tones, counted instead of played."""

    def __init__(self) -> None:
        self.taken = 0
        self.turned_down = 0

    def accepted(self) -> None:
        """One more."""
        self.taken += 1

    def refused(self) -> None:
        """One more."""
        self.turned_down += 1


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
    """Show a game on a screen of 1280 x 800 pixels: the screen, its port and a finger (a mouse unless told)."""

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
