"""Levels by hands: the pages receive how far the tables are."""

import pytest

from engine.tournament.levels.structure import parse_structure
from tests.kit.clock import ClockThread, RandomTable, eventually
from tests.kit.full_tables import FullTables

STRUCTURE = """name = "By hands"
starting_stack = 5_000
chips = [25, 100]
entries = [
    { small = 25, big = 50, hands = 2, id = "first" },
    { small = 50, big = 100, hands = 3, id = "second" },
    { small = 100, big = 200, hands = 3 },
]
"""


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock whose levels count hands."""
    structure = parse_structure(STRUCTURE, "hands.toml")
    one = ClockThread(tmp_path, free_port, event=FullTables(structure=structure))
    one.start()
    yield one
    one.stop()


def test_the_state_gives_the_progress_of_the_tables(clock, tmp_path):
    assert clock.room()["play"]["least"] == clock.room()["play"]["most"] == {"index": 0, "done": 0, "left": 2}
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(2)
        table.wait_until_held(clock)

        eventually(lambda: clock.room()["play"]["most"]["index"] == 1)

    play = clock.room()["play"]
    assert (play["lasts"], play["least"]["left"], play["most"]["left"]) == ("hands", 2, 3)
