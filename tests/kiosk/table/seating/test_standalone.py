"""A table with no clock and no seats: it shows its first page, is seated here, and never leaves without asking."""

import pytest

from engine.events import Blinds
from engine.table.actions.hands import StartHand
from engine.table.state import own_event
from kiosk.protocol.messages import GoTo
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from tests.kit.table_bench import FRIDAY, TableBench
from ui.dealer.model.taps import SeatHere, Starter
from ui.look import Look

LEVEL = Blinds(5, 100, 200, 200, "big-blind", 25)
THREE = SeatHere((Starter(1, "Ana", 20_000), Starter(4, "Bo", 15_000), Starter(7, "Bo", 20_000)), 4, LEVEL)


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    yield bench
    bench.stop()


def test_a_table_seated_here_plays_and_continues_after_a_restart(bench):
    bench.host.orders.seat_here(THREE)
    bench.host.orders.ask(StartHand())
    bench.stop()
    bench.boot()

    table = bench.game.table
    assert (table.number, table.event, table.hands) == (1, own_event(1), 1)
    assert [seat and seat.name for seat in table.seats[:7]] == ["Ana", None, None, "Bo", None, None, "Bo"]
    assert table.issued == 55_000
    assert bench.face.surroundings.plays_alone


def test_an_open_table_is_not_seated_again(bench):
    bench.host.orders.seat_here(THREE)
    before = bench.game

    bench.host.orders.seat_here(THREE)

    assert bench.game == before


def test_a_table_leaves_its_own_chips_for_the_room_only_when_the_dealer_says_so(bench):
    bench.host.orders.seat_here(THREE)
    bench.hears(GoTo(FRIDAY, ()))
    assert bench.face.surroundings.called
    assert bench.line.opened[-1].sitting == ""

    bench.host.change.join_room()

    assert bench.line.opened[-1].sitting == FRIDAY
    assert not bench.face.surroundings.called


def test_a_table_in_a_hand_leaves_once_the_hand_is_over(bench):
    bench.host.orders.seat_here(THREE)
    bench.host.orders.ask(StartHand())
    bench.hears(GoTo(FRIDAY, ()))
    bench.host.change.join_room()
    assert bench.line.opened[-1].sitting == ""

    bench.play_out()
    bench.host.tick()

    assert bench.line.opened[-1].sitting == FRIDAY


def test_with_neither_clock_nor_seats_the_first_page_is_on_the_screen(qapp, tmp_path):
    """
    The program once exited with code 2. Under systemd that was a black screen.
    """
    window = TableWindow(TableSettings(3, str(tmp_path / "table.journal")), Look())
    window.start()
    shown = window.screen.drawn
    window.stop()

    assert shown
    assert shown.page
    assert shown.page.name == "start"
    assert shown.strip[0].text == "Table 3"
    assert shown.page.grids[0].buttons[0].enabled
