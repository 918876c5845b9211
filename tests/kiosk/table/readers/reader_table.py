"""A real table on a real screen, with the readers that a test gives it: pseudo-terminals, and films for cameras."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from pytestqt.qtbot import QtBot

from engine.actions import Call, Check
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from hardware.readers.kind import Plugged
from hardware.reading.line_settings import SerialSettings
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.finger import Finger
from tests.kit.printed import HEIGHT, WIDTH, CameraView, Lying, five, table
from tests.kit.ticks import Ticks
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.picture import Picture
from ui.look import DARK, Look

EVERY = SerialSettings(repeat_ms=0)
"""A test scans faster than people do."""


class ReaderTable:
    """Three players before the flop is dealt. The page of the readers is two taps away."""

    def __init__(
        self,
        folder: Path,
        qtbot: QtBot,
        readers: tuple[ReaderSettings, ...],
        deck: str = "plain",
        plugged: Callable[[], tuple[Plugged, ...]] = tuple,
    ) -> None:
        self._qtbot = qtbot
        self.settings = TableSettings(7, str(folder / "table.journal"), deck=deck, readers=readers)
        # Touches are a second apart: none is a bounce.
        self.window = TableWindow(self.settings, Look(DARK, 5.9), count(step=1000).__next__, plugged)
        self.screen = self.window.screen
        if self.window.host.game.table.book is None:
            self._deal()
        self.screen.resize(1280, 800)
        self.screen.show()
        self.window.start()
        self.finger = Finger(self.screen, Ticks())
        self._is_open = True

    def _deal(self) -> None:
        for action in (
            OpenTable(7, "Club night", load_book("tda"), 3),
            *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 50_000) for seat in (1, 2, 3)),
            PlaceButton(1),
            SetLevel(Blinds(1, 100, 200, chip=1)),
            StartHand(),
            Call(1),
            Call(2),
            Check(3),
        ):
            self.window.host.orders.ask(action)

    def close(self) -> None:
        """End the program."""
        if self._is_open:
            self._is_open = False
            self.window.stop()

    @property
    def board(self) -> tuple[object, ...]:
        """The board by the record."""
        hand = self.window.host.game.table.hand
        assert hand
        return tuple(hand.board)

    def readings(self) -> list[object]:
        """The recent readings of the first reader."""
        return list(self.window.host.readers.states[0].reads)

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until `until()` is true, while the screen runs."""
        self._qtbot.waitUntil(until)

    def says(self, name: str) -> str:
        """The text of a target; empty if it is not on the screen."""
        found = self.screen.findChild(TouchTarget, name)
        return f"{found.tile.text} {found.tile.small}" if found and found.isVisible() else ""

    def strip(self) -> str:
        """The readers' message on the strip."""
        assert self.screen.drawn
        cell = next(cell for cell in self.screen.drawn.strip if cell.name == "reader")
        return f"{cell.text} {cell.small}".strip()

    def prompt(self) -> str:
        """The instruction to the dealer."""
        assert self.screen.drawn
        prompt = self.screen.drawn.prompt
        return " ".join((prompt.head, prompt.body, prompt.foot))

    def page(self) -> str:
        """Name and lines of the open page."""
        assert self.screen.drawn
        page = self.screen.drawn.page
        return " ".join((page.name, page.refused or page.title, *(line.text for line in page.lines))) if page else ""

    def dots(self) -> bytes:
        """The camera's picture; empty while there is none."""
        camera = self.screen.content.surroundings.camera
        return camera.dots if camera else b""

    def picture(self) -> Picture:
        """The camera's picture on the screen."""
        found = self.screen.findChild(Picture, "picture")
        assert found
        assert found.isVisible()
        return found


def film(path: Path, cards: list[str], kind: str = "table", pictures: int = 8) -> Path:
    """A film of a board of stickers: on view, covered by a hand, or dark. The file appears whole. A film of one picture
    repeats it.
    """
    dice = np.random.default_rng(5)
    lying: list[Lying] = five(cards, dice) if cards else []
    fresh = path.with_name(f"new-{path.name}")
    out = cv2.VideoWriter(str(fresh), cv2.VideoWriter.fourcc(*"MJPG"), 30, (WIDTH, HEIGHT))
    for _ in range(pictures):
        plain = np.clip(dice.normal(3 if kind == "dark" else 110, 2, (HEIGHT, WIDTH, 3)), 0, 255).astype(np.uint8)
        out.write(table(lying, CameraView(), dice) if kind == "table" else plain)
    out.release()
    fresh.rename(path)
    return path
