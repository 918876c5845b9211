"""The time of a player on the clock runs on over a restart, and never longer than it was called for."""

from random import Random

import pytest

from engine.actions import Call, CallClock, OpenTable, PlaceButton, SetLevel, StartHand, TakeSeat, Undo
from engine.books.rulebook import load_book
from engine.events import Blinds
from kiosk.table.host import TableHost
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.clock import NoFace

OPENING = (
    OpenTable(1, "test", load_book("tda"), 9),
    *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 5000) for seat in (1, 4, 7)),
    PlaceButton(1),
    SetLevel(Blinds(1, 25, 50, chip=25)),
    StartHand(),
)


class Bench:
    """A table on a real journal, with both its clocks in the test's hands."""

    def __init__(self, folder):
        self.settings = TableSettings(table=1, journal=str(folder / "table.journal"))
        self.now_ms, self.wall_ms = 0, 1_000_000
        self.boot()

    def boot(self):
        self.face = NoFace()
        self.host = TableHost(
            self.settings, self.face, Services(lambda: self.now_ms, lambda: self.wall_ms, Random(1), lambda: None)
        )
        self.host.start()

    def reboot(self, away_ms, now_ms=0):
        """The power goes for so long; the machine's own time begins anew."""
        self.host.stop()
        self.now_ms, self.wall_ms = now_ms, self.wall_ms + away_ms
        self.boot()

    def run(self, ms):
        self.now_ms += ms
        self.wall_ms += ms

    @property
    def left_ms(self):
        self.host.tick()
        return self.face.surroundings.player_clock_ms


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    for action in OPENING:
        bench.host.ask(action)
    yield bench
    bench.host.stop()


def test_it_counts_thirty_seconds_down_to_none(bench):
    assert bench.left_ms is None
    bench.host.ask(CallClock(1))
    assert bench.left_ms == 30_000

    bench.run(12_000)
    assert bench.left_ms == 18_000
    bench.run(60_000)
    assert bench.left_ms == 0


def test_an_act_ends_it_and_taken_back_it_is_not_called_for_longer(bench):
    bench.host.ask(CallClock(1))
    bench.run(5_000)
    bench.host.ask(Call(1))
    assert bench.left_ms is None

    bench.host.ask(Undo())
    assert bench.left_ms == 25_000


def test_another_call_begins_anew(bench):
    bench.host.ask(CallClock(1))
    bench.run(20_000)
    bench.host.ask(Call(1))
    bench.host.ask(CallClock(4))
    assert bench.left_ms == 30_000


@pytest.mark.parametrize(("away_ms", "left_ms"), [(4_000, 16_000), (3_600_000, 0), (-3_600_000, 30_000)])
def test_a_restart_does_not_give_the_player_more_time(bench, away_ms, left_ms):
    """
    A wall clock that was set back meanwhile leaves the whole time, never more.
    """
    bench.host.ask(CallClock(1))
    bench.run(10_000)
    bench.reboot(away_ms, now_ms=77)

    assert bench.left_ms == left_ms
