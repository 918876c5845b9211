"""The time of a player on the clock runs on over a restart, and is never longer than it was called for."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import Call, Redo, Undo
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.table.actions.hands import StartHand
from engine.table.actions.people import CallClock, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.actions.time_chips import UseTimeChip
from kiosk.table.host import TableHost
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.clock import NoFace

TDA = load_book("tda")
OPENING = (
    OpenTable(1, "test", replace(TDA, time_bank=replace(TDA.time_bank, value="three-chips")), 9),
    *(TakeSeat(seat, f"p{seat}", f"Player {seat}", 5000) for seat in (1, 4, 7)),
    PlaceButton(1),
    SetLevel(Blinds(1, 25, 50, chip=25)),
    StartHand(),
)


class ClockBench:
    """A table on a real journal. The test sets both its clocks."""

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
        """The power fails for `away_ms`. The machine's own time starts over."""
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
    bench = ClockBench(tmp_path)
    for action in OPENING:
        bench.host.orders.ask(action)
    yield bench
    bench.host.stop()


def test_the_clock_counts_down_from_thirty_seconds_to_zero(bench):
    assert bench.left_ms is None
    bench.host.orders.ask(CallClock(1))
    assert bench.left_ms == 30_000

    bench.run(12_000)
    assert bench.left_ms == 18_000
    bench.run(60_000)
    assert bench.left_ms == 0


def test_an_action_ends_the_clock_and_undoing_it_gives_no_more_time(bench):
    bench.host.orders.ask(CallClock(1))
    bench.run(5_000)
    bench.host.orders.ask(Call(1))
    assert bench.left_ms is None

    bench.host.orders.ask(Undo())
    assert bench.left_ms == 25_000


def test_another_call_starts_over(bench):
    bench.host.orders.ask(CallClock(1))
    bench.run(20_000)
    bench.host.orders.ask(Call(1))
    bench.host.orders.ask(CallClock(4))
    assert bench.left_ms == 30_000


@pytest.mark.parametrize(("away_ms", "left_ms"), [(4_000, 16_000), (3_600_000, 0), (-3_600_000, 30_000)])
def test_a_restart_does_not_give_the_player_more_time(bench, away_ms, left_ms):
    """
    If the wall clock was set back in the meantime, the player has the whole time again, but never more.
    """
    bench.host.orders.ask(CallClock(1))
    bench.run(10_000)
    bench.reboot(away_ms, now_ms=77)

    assert bench.left_ms == left_ms


@pytest.mark.parametrize("reboots", [False, True])
@pytest.mark.parametrize(
    ("and_back", "left_ms"),
    [
        ((Undo(), Redo()), 10_000),
        ((CallClock(1, on=False), Undo()), 10_000),
        ((Call(1), CallClock(4), Undo(), Undo()), 10_000),
        ((Call(1), Undo(), Undo(), Redo()), 10_000),
        ((CallClock(1, on=False), CallClock(1)), 30_000),
    ],
)
def test_a_call_restored_by_undo_or_redo_continues_with_its_time_left(bench, and_back, left_ms, reboots):
    """
    Nobody gains time with UNDO and REDO, before or after a restart. A call that is withdrawn and made again is a new
    one.
    """
    bench.host.orders.ask(CallClock(1))
    bench.run(20_000)
    for action in and_back:
        bench.host.orders.ask(action)
        if reboots:
            bench.reboot(0, now_ms=bench.now_ms + 77)

    assert bench.left_ms == left_ms


@pytest.mark.parametrize("reboots", [False, True])
def test_time_runs_on_during_an_action_that_is_undone_and_stops_while_the_call_is_undone(bench, reboots):
    """
    A call that was made by mistake and undone has used only the seconds for which it existed.
    """
    bench.host.orders.ask(CallClock(1))
    for action in (Call(1), Undo(), Undo()):
        bench.run(2_000)
        bench.host.orders.ask(action)
    bench.run(60_000)
    if reboots:
        bench.reboot(1_000)
    bench.host.orders.ask(Redo())

    assert bench.left_ms == 24_000


@pytest.mark.parametrize("reboots", [False, True])
def test_each_time_chip_adds_thirty_seconds_until_it_is_undone(bench, reboots):
    bench.host.orders.ask(CallClock(1))
    bench.run(20_000)
    bench.host.orders.ask(UseTimeChip(1))
    assert bench.left_ms == 40_000
    bench.host.orders.ask(UseTimeChip(1))
    if reboots:
        bench.reboot(1_000)
        bench.run(-1_000)
    assert bench.left_ms == 70_000

    bench.host.orders.ask(Undo())
    assert bench.left_ms == 40_000


def test_a_time_chip_counts_only_for_the_call_for_which_it_was_spent(bench):
    for action in (CallClock(1), UseTimeChip(1), Call(1), CallClock(4)):
        bench.host.orders.ask(action)

    assert bench.left_ms == 30_000
