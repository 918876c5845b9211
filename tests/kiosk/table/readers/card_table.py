"""A real table on a real screen with readers at four places, two decks, and a time that the test sets."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import patch

from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from engine.actions import Action, Call, Check
from engine.books.rulebook import load_book
from engine.cards import DECK, Card
from engine.events import Blinds
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from hardware.decks.files import deck_text
from hardware.reading.deck import Deck
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.table.program import window
from kiosk.table.program.window import TableWindow
from kiosk.table.services import Services, machine_services
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.finger import Finger
from tests.kit.ticks import Ticks
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.look import DARK, Look

EVERY = SerialSettings(repeat_ms=0)
"""A test scans faster than people do."""
PLACES = ("board", "seat 2", "muck", "hand-held")
RED, BLUE = (
    Deck.of(name, {str(card): f"{letter}{number:03}" for number, card in enumerate(DECK)})
    for name, letter in (("red backs", "R"), ("blue backs", "B"))
)
NEW = Deck.of("new", {str(card): f"N{number:03}" for number, card in enumerate(DECK)})
TO_FLOP: tuple[Action, ...] = (StartHand(), Call(1), Call(2), Check(3))


class CardTable:
    """Three players, ready for their first hand. The table plays with the red deck, and knows the blue one."""

    def __init__(self, folder: Path, qtbot: QtBot, readers: bool = True) -> None:
        self._qtbot = qtbot
        self.folder = folder
        for deck in (RED, BLUE):
            (folder / f"{deck.name}.toml").write_text(deck_text(deck.name, deck.codes))
        self.scanners = {place: PtyScanner(folder / place.replace(" ", "-"), RED) for place in PLACES if readers}
        self.settings = TableSettings(
            7,
            str(folder / "table.journal"),
            deck=str(folder / "red backs.toml"),
            other_decks=(str(folder / "blue backs.toml"),),
            readers=tuple(ReaderSettings(str(each.path), place, EVERY) for place, each in self.scanners.items()),
        )
        self.boot()

    def boot(self) -> None:
        """Start the program and its readers."""
        self.now_ms = 0
        # Touches are a second apart: none is a bounce.
        with patch.object(window, "machine_services", self._services):
            self.window = TableWindow(self.settings, Look(DARK, 5.9), count(step=1000).__next__)
        self.screen = self.window.screen
        if self.window.host.game.table.book is None:
            sits = [TakeSeat(seat, f"p{seat}", f"Player {seat}", 50_000) for seat in (1, 2, 3)]
            opening = OpenTable(7, "Club night", load_book("tda"), 3)
            self.ask(opening, *sits, PlaceButton(1), SetLevel(Blinds(1, 100, 200, chip=1)))
        self.screen.resize(1280, 800)
        self.screen.show()
        self.window.start()
        self.finger = Finger(self.screen, Ticks())
        if self.scanners:
            self.wait_for(lambda: self.window.display.reads)

    def _services(self, wake: Callable[[], None]) -> Services:
        return replace(machine_services(wake), monotonic_ms=lambda: self.now_ms)

    def end(self) -> None:
        """End the program."""
        self.window.stop()

    def close(self) -> None:
        """End the program and unplug the readers."""
        self.end()
        for scanner in self.scanners.values():
            scanner.unplug()

    def ask(self, *actions: Action) -> None:
        """Do these actions as if by touch."""
        for action in actions:
            self.window.host.orders.ask(action)

    def pass_ms(self, passed_ms: int) -> None:
        """Let so many milliseconds pass. The table's own timer notices within a second."""
        self.now_ms += passed_ms

    def read(self, place: str, *cards: Card, deck: Deck = RED) -> None:
        """Scan these cards at a place. The test waits for each card that must be on the table."""
        self.scanners[place].deck = deck
        for card in cards:
            self.scanners[place].scan(card)

    def wait_for(self, happened: Callable[[], bool]) -> None:
        """Wait until `happened()` is true."""
        self._qtbot.waitUntil(happened)

    def wait_for_board(self, *cards: Card) -> None:
        """Wait until the board is these cards."""
        self.wait_for(lambda: self.board == cards)

    @property
    def board(self) -> tuple[Card, ...]:
        """The board by the record."""
        hand = self.window.host.game.table.hand
        return hand.board if hand else ()

    @property
    def prompt(self) -> str:
        """The instruction to the dealer, in the words for a screen reader."""
        view = self.screen.drawn
        assert view
        return " ".join(part for part in (view.prompt.body, view.prompt.foot) if part)

    def button(self, name: str) -> str:
        """The words on a button that can be pressed now; empty if there is no such button."""
        touch = self.screen.findChild(TouchTarget, name)
        return f"{touch.tile.text}: {touch.tile.small}" if touch and self.finger.can(name) else ""

    @property
    def page(self) -> str:
        """The open page in words; empty if no page is open."""
        view = self.screen.drawn
        if view is None or view.page is None:
            return ""
        return ". ".join(filter(None, [view.page.refused, view.page.title, *(line.text for line in view.page.lines)]))
