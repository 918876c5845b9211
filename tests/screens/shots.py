"""How a picture of the dealer's screen is made: a game, the touches on it, and one of two screens."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QAbstractButton
from shiboken6 import Shiboken

from engine.events import Blinds
from engine.game.game import Game
from tests.kit.port import Engine, tell
from ui.dealer.model.surroundings import LevelTime, Link, ReaderHealth
from ui.dealer.screen import Screen
from ui.look import THEMES, Look
from ui.words import Words
from ui.words.languages import words_in


class Glass(NamedTuple):
    """A screen: its pixels, and how many of them there are per millimeter."""

    width: int
    height: int
    px_per_mm: float


SCREENS = {"10in": Glass(1280, 800, 5.9), "15in": Glass(1920, 1080, 5.6)}
RISE = Blinds(level=4, small=200, big=400, ante=400, ante_form="big-blind", chip=100)
EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)


class State(NamedTuple):
    """A game, and the touches on its screen."""

    game: Callable[[], Game]
    taps: tuple[str, ...] = ()
    after: Callable[[Screen], None] = lambda _: None
    language: str = "en"


def tap(screen: Screen, *names: str) -> None:
    """Press these buttons one after the other."""
    for name in names:
        button = screen.findChild(QAbstractButton, name)
        assert button is not None, f"no button {name}"
        assert button.isEnabled(), f"{name} cannot be pressed"
        button.click()


def shoot(state: State, size: str, theme: str, words: Words | None = None) -> Screen:
    """The painted screen in this state, in its own language unless other words are given."""
    return show_on(SCREENS[size], state, Look(THEMES[theme]), words)


def show_on(glass: Glass, state: State, look: Look, words: Words | None = None) -> Screen:
    """The same on any screen, with any look."""
    engine = Engine(state.game())
    ticks = iter(range(0, 1_000_000, 1_000))
    look = replace(look, px_per_mm=glass.px_per_mm)
    screen = Screen(engine, look, lambda: next(ticks), words or words_in(state.language))
    screen.resize(glass.width, glass.height)
    tell(screen, level=LevelTime("Level 3", 754_000, next_blinds=RISE, full_ms=1_200_000))
    tell(screen, link=Link())
    tell(screen, reader=ReaderHealth())
    engine.show_on(screen)
    tap(screen, *state.taps)
    state.after(screen)
    return screen


def throw_away(screen: Screen) -> None:
    """Delete a screen, with the parts that it has already removed. Qt deletes those only within an event loop, and
    until then
    all of it stays in memory, twelve megabytes each."""
    Shiboken.delete(screen)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
