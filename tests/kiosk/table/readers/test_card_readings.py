"""The results of readings during play, on the readers page, and in a backup mode."""

from pathlib import Path

import pytest

from engine.actions import BOARD, SeeCard
from engine.cards import Card
from engine.game.game import Game
from engine.table.actions.setup import SetMode
from hardware.reading.reading import Reading, UnknownCode
from kiosk.table.readers.card_readings import CardReadings
from kiosk.table.readers.table_readers import TableReaders, decks_of
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kiosk.table.test_host import FaceThatRemembers
from tests.kit.play import dealt, do, play
from ui.dealer.model.cards import OddCard
from ui.dealer.model.surroundings import Surroundings

QUEEN = Card("Qh")
FLOP_DUE = play(dealt((5_000,) * 3), "c c k")


class ReadingBench:
    """A table with one reader: a script of codes on the board."""

    def __init__(self, settings: TableSettings) -> None:
        self.face = FaceThatRemembers()
        self.face.aim = BOARD
        decks = decks_of(settings, lambda _: None, lambda: 5_000)
        self.readers = TableReaders(settings, decks, lambda: 5_000, lambda *_: None)
        self.cards = CardReadings(self.readers, decks, self.face)

    def read(self, game: Game = FLOP_DUE, again: bool = False) -> object:
        """The action that follows from reading the queen of hearts on the board."""
        order = self.cards.receive(Reading(QUEEN, "board", 5_000, again=again), game)
        return order and order.action

    def read_code(self, game: Game = FLOP_DUE) -> list[OddCard]:
        """The notices after an unknown code was read."""
        assert self.cards.receive(UnknownCode("0417A3", "board", 5_000), game) is None
        return self.face.odd


@pytest.fixture
def bench(tmp_path: Path) -> ReadingBench:
    (tmp_path / "script.txt").write_text("Qh\n7d")
    reader = ReaderSettings(f"sim://{tmp_path}/script.txt", "board")
    return ReadingBench(TableSettings(1, str(tmp_path / "table.journal"), readers=(reader,)))


def test_a_card_that_is_due_is_played(bench: ReadingBench) -> None:
    """It is played at the place where it was read."""
    assert bench.read() == SeeCard(QUEEN, BOARD)


def test_while_the_readers_page_is_open_a_card_is_only_shown(bench: ReadingBench) -> None:
    """
    The card is shown with its time and place. If it still lies there after the page is closed, it is not news.
    """
    bench.cards.watched = True

    assert bench.read() is None
    shown = bench.readers.shown(Surroundings(), FLOP_DUE.table).readers.readers
    assert [(last.card, last.place) for last in shown[0].reads] == [(QUEEN, "board")]
    bench.cards.watched = False
    assert bench.read(again=True) is None


def test_below_reader_mode_a_reading_plays_nothing(bench: ReadingBench) -> None:
    """
    Cards are keyed in this mode. A misread card does no harm, and no card counts as missed.
    """
    keyed = do(FLOP_DUE, SetMode("pad"))

    assert bench.read(keyed) is None
    assert bench.read_code(keyed) == []
    bench.cards.scanned_without_reader(keyed)
    assert bench.face.odd == []
    assert bench.readers.shown(Surroundings(), keyed.table).missed is None


def test_a_foreign_code_is_reported(bench: ReadingBench) -> None:
    """
    The report gives the code. A scanner that types at the screen without a reader in the settings is also reported.
    """
    (odd,) = bench.read_code()

    assert (odd.kind, odd.code) == ("foreign", "0417A3")
    bench.cards.scanned_without_reader(FLOP_DUE)
    assert bench.face.odd[1:] == [OddCard("unheld")]


def test_a_table_without_readers_enrolls_no_deck(tmp_path: Path) -> None:
    """
    Nothing is loaded for it, and orders for a deck do nothing.
    """
    bench = ReadingBench(TableSettings(1, str(tmp_path / "table.journal")))
    bench.cards.enroll("begin", "Red")
    bench.cards.tick()

    shown = bench.readers.shown(Surroundings(), FLOP_DUE.table)
    assert (shown.decks.names, shown.enrolling, bench.cards.is_enrolling) == ((), None, False)
