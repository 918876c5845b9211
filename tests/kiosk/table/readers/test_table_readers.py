"""The readers of one table: their health on the screen and for the director, and their posts."""

from collections.abc import Hashable
from pathlib import Path

import pytest

from hardware.reading.reading import Health, ReaderMessage
from kiosk.faults import Fault
from kiosk.table.decks.faces import FaceCheck, FaceLook
from kiosk.table.readers.table_readers import TableReaders, decks_of
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.play import dealt, play
from ui.dealer.model.surroundings import Surroundings

FLOP_DUE = play(dealt((5_000,) * 3), "c c k")


class Posts:
    """The readers' posts, each with the key under which a newer one replaces it."""

    def __init__(self) -> None:
        self.all: list[tuple[ReaderMessage | FaceLook | FaceCheck, Hashable]] = []

    def __call__(self, message: ReaderMessage | FaceLook | FaceCheck, latest: Hashable) -> None:
        self.all.append((message, latest))


def readers_of(settings: TableSettings, post: Posts | None = None) -> TableReaders:
    """The readers with these settings."""
    return TableReaders(settings, decks_of(settings, lambda _: None, lambda: 5_000), lambda: 5_000, post or Posts())


def scripted(folder: Path, script: str = "Qh\n7d") -> TableSettings:
    """A table with one reader: a script of codes on the board."""
    (folder / "script.txt").write_text(script)
    reader = ReaderSettings(f"sim://{folder}/script.txt", "board")
    return TableSettings(1, str(folder / "table.journal"), readers=(reader,))


def test_a_readers_problem_is_shown_on_the_screen_and_to_the_director(tmp_path: Path) -> None:
    """
    Both see the same problem until the reader says that it works.
    """
    readers = readers_of(scripted(tmp_path))
    readers.receive(Health(False, "gone", "board", 5_000, problem="unplugged"))
    shown = readers.shown(Surroundings(), FLOP_DUE.table).readers.readers

    assert ([each.problem for each in shown], [each.problem for each in readers.report]) == (
        ["unplugged"],
        ["unplugged"],
    )
    readers.receive(Health(True, "", "board", 6_000))
    assert [each.problem for each in readers.report] == [""]


def test_a_readers_posts_carry_its_address_and_replace_older_ones(tmp_path: Path) -> None:
    """
    Only the newest health message of a reader counts. Every new card counts.
    """
    posts = Posts()
    readers = readers_of(scripted(tmp_path), posts)
    readers.start()
    readers.stop()

    ((message, latest),) = posts.all
    assert isinstance(message, Health)
    assert message.address == f"sim://{tmp_path}/script.txt"
    assert latest == ("health", "board", message.address)


def test_a_table_without_readers_has_no_decks_and_misses_no_card(tmp_path: Path) -> None:
    """
    Nothing is loaded for it.
    """
    settings = TableSettings(1, str(tmp_path / "table.journal"))
    readers = readers_of(settings)

    assert decks_of(settings, lambda _: None, lambda: 0) is None
    shown = readers.shown(Surroundings(), FLOP_DUE.table)
    assert (shown.readers.readers, shown.decks.names, shown.missed) == ((), (), None)
    assert (readers.problems, readers.screen_keys) == ((), None)


def test_a_missing_script_stops_the_table_before_it_begins(tmp_path: Path) -> None:
    """
    It raises a fault. A reader that is not plugged in would not.
    """
    settings = TableSettings(1, str(tmp_path / "table.journal"), readers=(ReaderSettings("sim:///nowhere", "board"),))

    with pytest.raises(Fault, match="reader-unusable"):
        readers_of(settings)
