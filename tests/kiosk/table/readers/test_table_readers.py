"""The readers of one table: what their messages cause during play, on their page, and in a backup mode."""

from collections.abc import Hashable
from pathlib import Path

import pytest

from engine.actions import BOARD, SeeCard, SetMode
from engine.cards import Card
from engine.game.game import Game
from hardware.reading.reading import Health, ReaderMessage, Reading, UnknownCode
from kiosk.faults import Fault
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.play import dealt, do, play
from ui.dealer.model.cards import OddCard
from ui.dealer.model.surroundings import Surroundings

QUEEN = Card("Qh")
FLOP_DUE = play(dealt((5_000,) * 3), "c c k")


class Posts:
    """The readers' posts, each with the key under which a newer one replaces it."""

    def __init__(self) -> None:
        self.all: list[tuple[ReaderMessage, Hashable]] = []

    def __call__(self, message: ReaderMessage, latest: Hashable) -> None:
        self.all.append((message, latest))


def desk_of(folder: Path, script: str = "Qh\n7d", post: Posts | None = None) -> TableReaders:
    """A readers with one reader: a script of codes on the board."""
    (folder / "script.txt").write_text(script)
    reader = ReaderSettings(f"sim://{folder}/script.txt", "board")
    settings = TableSettings(1, str(folder / "table.journal"), readers=(reader,))
    return TableReaders(settings, lambda: 5_000, post or Posts(), lambda _: None)


@pytest.fixture
def readers(tmp_path: Path) -> TableReaders:
    return desk_of(tmp_path)


def read(readers: TableReaders, game: Game = FLOP_DUE) -> object:
    """The result of reading the queen of hearts on the board."""
    return readers.receive(Reading(QUEEN, "board", 5_000), game, None)


def test_a_card_that_is_due_is_played(readers: TableReaders) -> None:
    """It is played at the place where it was read."""
    assert read(readers) == SeeCard(QUEEN, BOARD)


def test_while_the_readers_page_is_open_a_card_is_only_shown(readers: TableReaders) -> None:
    """
    The card is shown with its time and place. If it still lies there after the page is closed, it is not news.
    """
    readers.watched = True

    assert read(readers) is None
    shown = readers.shown(Surroundings(), FLOP_DUE.table).readers.readers
    assert [(last.card, last.place) for last in shown[0].reads] == [(QUEEN, "board")]
    readers.watched = False
    assert readers.receive(Reading(QUEEN, "board", 5_100, again=True), FLOP_DUE, None) is None


def test_below_reader_mode_a_reading_plays_nothing(readers: TableReaders) -> None:
    """
    Cards are keyed in this mode. A misread card does no harm, and no card counts as missed.
    """
    keyed = do(FLOP_DUE, SetMode("pad"))

    assert read(readers, keyed) is None
    assert readers.receive(UnknownCode("0417A3", "board", 5_000), keyed, None) is None
    assert readers.scanned_without_reader(keyed) is None
    assert readers.shown(Surroundings(), keyed.table).missed is None


def test_a_foreign_code_is_reported(readers: TableReaders) -> None:
    """
    The report gives the code. A scanner that types at the screen without a reader in the settings is also reported.
    """
    odd = readers.receive(UnknownCode("0417A3", "board", 5_000), FLOP_DUE, None)

    assert isinstance(odd, OddCard)
    assert (odd.kind, odd.code) == ("foreign", "0417A3")
    assert readers.scanned_without_reader(FLOP_DUE) == OddCard("unheld")


def test_a_readers_problem_is_shown_on_the_screen_and_to_the_director(readers: TableReaders) -> None:
    """
    Both see the same problem until the reader says that it works.
    """
    readers.receive(Health(False, "gone", "board", 5_000, problem="unplugged"), FLOP_DUE, None)
    shown = readers.shown(Surroundings(), FLOP_DUE.table).readers.readers

    assert ([each.problem for each in shown], [each.problem for each in readers.report]) == (
        ["unplugged"],
        ["unplugged"],
    )
    readers.receive(Health(True, "", "board", 6_000), FLOP_DUE, None)
    assert [each.problem for each in readers.report] == [""]


def test_a_readers_posts_carry_its_address_and_replace_older_ones(tmp_path: Path) -> None:
    """
    Only the newest health message of a reader counts. Every new card counts.
    """
    posts = Posts()
    readers = desk_of(tmp_path, post=posts)
    readers.start()
    readers.stop()

    ((message, latest),) = posts.all
    assert isinstance(message, Health)
    assert message.address == f"sim://{tmp_path}/script.txt"
    assert latest == ("health", "board", message.address)


def test_a_table_without_readers_has_no_decks_and_misses_no_card(tmp_path: Path) -> None:
    """
    Nothing is loaded for it, and orders for a deck do nothing.
    """
    readers = TableReaders(TableSettings(1, str(tmp_path / "table.journal")), lambda: 0, Posts(), lambda _: None)
    readers.order("begin", "Red")
    readers.tick()

    shown = readers.shown(Surroundings(), FLOP_DUE.table)
    assert (shown.readers.readers, shown.decks.names, shown.enrolling, shown.missed) == ((), (), None, None)
    assert (readers.problems, readers.screen_keys, readers.is_enrolling) == ((), None, False)


def test_a_missing_script_stops_the_table_before_it_begins(tmp_path: Path) -> None:
    """
    It raises a fault. A reader that is not plugged in would not.
    """
    settings = TableSettings(1, str(tmp_path / "table.journal"), readers=(ReaderSettings("sim:///nowhere", "board"),))

    with pytest.raises(Fault, match="reader-unusable"):
        TableReaders(settings, lambda: 0, Posts(), lambda _: None)
