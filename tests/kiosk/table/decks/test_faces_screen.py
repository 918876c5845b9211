"""The faces of a deck, learned on the real screen from a real capture of a film: begun, left, continued, and read
without a restart."""

import cv2
import numpy as np
import pytest

from engine.actions import TableAction
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from hardware.camera.settings import CameraSettings
from hardware.decks.enrollment import ORDER
from hardware.decks.files import part_path
from hardware.recognition.crops import cut
from hardware.recognition.learned_deck import LearnedDeck, learned_file, load_learned
from kiosk.table.decks.learned import faces_path
from kiosk.table.settings import ReaderSettings
from tests.kiosk.table.readers.reader_table import ReaderTable
from tests.kit.drawn import ODD_LETTERS, card, table

pytestmark = pytest.mark.slow

BETWEEN_HANDS: tuple[TableAction, ...] = (
    OpenTable(7, "Club night", load_book("tda"), 3),
    *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 50_000) for seat in (1, 2, 3)),
    PlaceButton(1),
    SetLevel(Blinds(1, 100, 200, chip=1)),
)
INDEX = (20.0, 42.0), (0.0, -1.0), 56.0
"""The index of a drawn card: its middle, its upward direction and its height."""


class QuietTable(ReaderTable):
    """A table before its first hand."""

    def _deal(self):
        for action in BETWEEN_HANDS:
            self.window.host.orders.ask(action)


@pytest.fixture
def sit(tmp_path, qtbot):
    tables = []

    def start(shown):
        clip = tmp_path / "clip.avi"
        writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10, (1280, 720))
        dice = np.random.default_rng(1)
        for _ in range(8):
            picture = table([(str(shown), 640, 360, 0)], letters=ODD_LETTERS)
            writer.write(cv2.subtract(picture, dice.integers(0, 9, picture.shape, np.uint8)))
        writer.release()
        reader = ReaderSettings(f"camera:{clip}", "board", camera=CameraSettings(reads="faces"))
        tables.append(QuietTable(tmp_path, qtbot, (reader,), deck="stickers"))
        return tables[-1], reader.url

    yield start
    for each in tables:
        each.close()


def begin(table, url):
    table.finger.tap("more", "menu-readers", f"reader-{url}", "reader-learn")


def wait(table, text):
    table.wait(lambda: text in table.page())


def test_a_learned_card_is_kept_and_is_not_accepted_as_the_next_one(sit, tmp_path):
    table, url = sit(ORDER[0])
    begin(table, url)
    wait(table, "Faces: 1 of 52 Show the three of spades")
    part = part_path(faces_path(tmp_path / "table.journal", url))
    assert set(load_learned(part, whole=False).crops) == {ORDER[0]}

    table.finger.tap("page-close")
    assert table.screen.content.surroundings.learning is None
    begin(table, url)
    wait(table, "this reads as the two of spades, not the three of spades")
    table.finger.tap("learn-again")
    wait(table, "Faces: 0 of 52 Show the two of spades")


def test_a_deck_is_read_without_a_restart_once_its_last_card_is_learned(sit, tmp_path, qtbot):
    last = ORDER[-1]
    table, url = sit(last)
    path = faces_path(tmp_path / "table.journal", url)
    path.parent.mkdir()
    crops = {each: [cut(card(str(each), ODD_LETTERS), *INDEX)] * 2 for each in ORDER[:-1]}
    part_path(path).write_bytes(learned_file(LearnedDeck("odd", crops)))

    begin(table, url)
    wait(table, "All 52 faces are different.")
    assert not part_path(path).exists()
    assert set(load_learned(path).crops) == set(ORDER)
    table.wait(lambda: any(read.card is last for read in table.readings()))

    table.close()
    again = QuietTable(tmp_path, qtbot, table.settings.readers, deck="stickers")
    assert again.window.host.readers._settings.readers[0].camera.learned == str(path)
    begin(again, url)
    wait(again, "All 52 faces are different.")
    again.finger.tap("learn-forget", "learn-remove")
    wait(again, "Faces: 0 of 52")
    assert not path.exists()
    again.close()
