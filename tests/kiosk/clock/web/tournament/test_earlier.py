"""The tournaments that are over, as anyone may list them."""

import time

import httpx

from tests.kit.clock import ClockThread
from tests.kit.room import RoomApi, room_settings


def over(room, name, winner, *others):
    """A tournament that this player has won."""
    one = room.create(name, structure="demo")
    one.do("open-table", table=31, seat_count=9, typed=True)
    one.enter(winner, *others)
    one.draw()
    one.do("start")
    field = len(others) + 1
    counts = [{"entry": entry, "chips": 5_000 * field if entry == 1 else 0} for entry in range(1, field + 1)]
    one.do("type-table", sitting=1, counts=counts, hands=9, button=one.view["entries"][0]["seat"])
    one.do("confirm-bust", entry=2)
    one.do("end")
    return one


def test_earlier_results_are_listed_newest_first_without_a_sign_in(clock, room):
    before_ms = time.time_ns() // 1_000_000
    first, second = over(room, "Friday", "Ana", "Bo", "Cyd"), over(room, "Saturday", "Zoe", "Bo")
    room.create("Sunday")

    for _ in range(2):  # the second time from memory
        listed = httpx.get(f"{clock.site}/api/results/earlier").json()

        assert [(one["id"], one["name"], one["entries"], one["winner"]) for one in listed] == [
            (second.id, "Saturday", 2, "Zoe"), (first.id, "Friday", 3, "Ana"),
        ]  # fmt: skip
        assert all(before_ms <= one["ended_ms"] <= time.time_ns() // 1_000_000 for one in listed)


def test_a_tournament_whose_end_was_undone_is_not_listed(clock, room):
    one = over(room, "Friday", "Ana", "Bo")
    ended = next(act for act in one.view["acts"] if "tournament-ended" in act["kinds"])
    one.do("undo", act=ended["act"])

    assert httpx.get(f"{clock.site}/api/results/earlier").json() == []


def test_winners_are_named_as_the_room_shows_names(tmp_path, free_port):
    clock = ClockThread(tmp_path, free_port, f'names = "short"\n{room_settings(free_port)}')
    clock.start()
    try:
        with RoomApi(clock) as room:
            over(room, "Friday", "Ana Bell", "Bo")

            [listed] = httpx.get(f"{clock.site}/api/results/earlier").json()

            assert listed["winner"] == "Ana B."
    finally:
        clock.stop()
