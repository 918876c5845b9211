"""Boards are filmed, played through a real capture, and judged by a table: every card is exactly one event, with no
others.
KIOSK_CLIPS sets how many boards. Hundreds are played by hand: python -m tests.clips.run 500 (docs/lab/card-reading.md).
"""

import os

import pytest

from hardware.reading.reading import Health, Reading
from tests.clips.films import EMPTY, show_board, show_empty
from tests.clips.run import score

pytestmark = pytest.mark.nightly

BOARDS = int(os.environ.get("KIOSK_CLIPS", "12"))
LATEST_MS = 200
"""From lying still to the event, in the film's time: for 95 of 100 cards, without the time that reading takes."""


@pytest.mark.parametrize("number", range(BOARDS))
def test_a_board_is_read_by_its_faces_and_no_card_is_wrong(number, tmp_path):
    one = score(number, show_board(number, "faces", tmp_path))

    assert one.odd == []
    assert (one.came, one.wrong) == (5, 0)
    assert sorted(one.waits_ms)[2] <= LATEST_MS


@pytest.mark.parametrize("number", range(1000, 1000 + max(2, BOARDS // 3)))
def test_a_board_is_read_by_its_stickers(number, tmp_path):
    one = score(number, show_board(number, "codes", tmp_path))

    assert one.odd == []
    assert (one.came, one.wrong) == (5, 0)


@pytest.mark.parametrize("kind", EMPTY)
def test_a_table_without_cards_gives_no_reading(kind, tmp_path):
    reports = show_empty(1, kind, tmp_path)

    assert [each for each in reports if isinstance(each, Reading)] == []
    assert {each.connected for each in reports if isinstance(each, Health)} == {True}
