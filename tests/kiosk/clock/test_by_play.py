"""Levels by hands: the pages receive how far the tables are."""

import pytest

from tests.kit.clock import ClockThread, RandomTable, eventually, settings_text

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
    (tmp_path / "hands.toml").write_text(STRUCTURE, "utf-8")
    text = settings_text(free_port).replace('structure = "demo"', 'structure = "hands.toml"')
    one = ClockThread(tmp_path, free_port, text)
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
