"""The table shows which dealer comes next, and when, in the room's time."""

import pytest
from msgspec.structs import replace

from engine.tournament.tables.room_info import Relief
from kiosk.protocol.messages import RoomInfo
from kiosk.table.link.events import StateReceived
from kiosk.zone import utc_ms
from tests.kit.table_bench import TableBench, begins, state, target
from ui.dealer.model.surroundings import NextDealer

DUE_MS = utc_ms("2026-11-27 20:35", "Europe/Berlin")


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    bench.at_friday(1, 4, 7)
    yield bench
    bench.stop()


@pytest.mark.parametrize(
    ("relief", "zone", "shown"),
    [
        (Relief("Bo", DUE_MS), "Europe/Berlin", NextDealer("Bo", "20:35")),
        (Relief("Bo", DUE_MS), "", NextDealer("Bo", "19:35")),
        (Relief("Bo", DUE_MS), "Nowhere/Land", NextDealer("Bo")),
        (Relief("Bo"), "Europe/Berlin", NextDealer("Bo")),
        (None, "Europe/Berlin", None),
    ],
    ids=["zone", "no zone", "unknown zone", "no time", "nobody"],
)
def test_the_time_of_the_next_push_is_shown_in_the_rooms_zone(bench, relief, zone, shown):
    wanted = target(2, *begins(1, 4, 7))
    bench.hears(StateReceived(replace(state(2), zone=zone), (), wanted, RoomInfo(relief=relief)))

    assert bench.face.surroundings.booking.next_dealer == shown
