"""Hand for hand: the level clock of a clock that is killed in the middle of a hand."""

from typing import Any

import pytest

from tests.kit.clock import ForkedClock, eventually
from tests.kit.room import NAMES, RoomApi, TournamentApi, room_settings

pytestmark = pytest.mark.slow

CAP_MS = 120_000


@pytest.fixture
def clock(tmp_path, free_port):
    one = ForkedClock(tmp_path, free_port, room_settings(free_port))
    one.start()
    yield one
    one.stop()


def typed(one: TournamentApi, hands: int, *tables: int) -> None:
    """These tables without kiosks have played so many hands, in which nobody won anything."""
    for sitting in tables:
        there = [each for each in one.view["entries"] if each["sitting"] == sitting]
        counts = [{"entry": each["entry"], "chips": 10_000} for each in there]
        one.do("type-table", sitting=sitting, hands=hands, button=there[0]["seat"], counts=counts)


def lead(state: dict[str, Any]) -> int:
    """How much longer the level lasts than the hand can take from it."""
    found: int = state["remaining_ms"] - state["hand"]["left_ms"]
    return found


def test_a_clock_killed_in_a_hand_resumes_with_the_time_that_the_hand_had_left(clock):
    with RoomApi(clock) as room:
        one = room.create("Sunday", structure="club")
        for table in (1, 2):
            one.do("open-table", table=table, seat_count=9, typed=True)
        one.enter(*NAMES[:6])
        one.draw()
        one.do("start")
        typed(one, 1, 1, 2)
        one.do("hand-for-hand", on=True)
        eventually(lambda: one.whole["state"]["hand"])
        typed(one, 2, 1)
        before = one.whole["state"]
        clock.kill()
        clock.be_away_long()
        clock.start()

        stopped = one.whole["state"]
        assert (stopped["running"], stopped["hand_for_hand"]) == (False, True)
        assert before["hand"]["left_ms"] <= CAP_MS
        assert before["remaining_ms"] <= stopped["remaining_ms"]  # as of when it was last known to run
        assert lead(stopped) == lead(before), "level and hand have lost the same"

        one.do("start")
        typed(one, 2, 2)
        eventually(lambda: one.view["waits_on"] == [1, 2])  # the next hand
        assert one.whole["state"]["remaining_ms"] <= stopped["remaining_ms"]
