"""A thousand faults: chips added or taken, a pot pushed wrongly, counts and arrivals mistyped, a lost move. The next
count of whose stack it touched finds it, and dealers who miscount now and then raise no false alarm."""

from collections import Counter

import pytest

from tests.kit.counted_room import FAULTS, CountedRoom, Fault
from tests.kit.sizes import size

BREAKS = 5
"""Every stack has had its turn by then."""
FIRST, LARGE = size("KIOSK_CUSTODY_FEW", 60), size("KIOSK_CUSTODY", 1_000)


def is_found(room: CountedRoom, fault: Fault) -> bool:
    """Put a fault in and play on, with breaks, until it is found or everybody whom it touched was counted."""
    room.play(2)
    room.rest()
    room.count_all()
    room.play(1)
    room.put_in(fault)
    room.counted = set()
    for _ in range(BREAKS):
        room.play(room.dice.randint(1, 2))
        room.rest()
        at_once = {one.entry for one in room.found() if one.found != "count"}
        if room.seen or at_once & {int(player) for player in room.touched}:
            return True
        room.count_all()
        if room.seen or {one.entry for one in room.found() if one.sure} & {int(player) for player in room.touched}:
            return True
        if room.touched and room.touched <= room.counted:
            return False
    return False


def prove(faults: int) -> tuple[Counter[Fault], int, int]:
    """The faults that were missed by kind, how many stacks were counted, and the false alarms."""
    missed: Counter[Fault] = Counter()
    counts = alarms = 0
    for seed in range(faults):
        room, fault = CountedRoom(seed), FAULTS[seed % len(FAULTS)]
        if not is_found(room, fault):
            missed[fault] += 1
        counts, alarms = counts + room.counts, alarms + room.false_alarms
    return missed, counts, alarms


def hold(faults: int) -> None:
    missed, counts, alarms = prove(faults)

    assert missed.total() * 100 <= faults, missed
    assert alarms * 1_000 <= counts
    assert counts > faults


def test_faults_are_found_by_the_next_count_without_false_alarms():
    hold(FIRST)


@pytest.mark.nightly
def test_a_thousand_faults_are_found_by_the_next_count_without_false_alarms():
    hold(LARGE)


def test_a_room_without_faults_raises_no_alarm():
    counts = 0
    for seed in range(FIRST // 3):
        room = CountedRoom(seed)
        for _ in range(3):
            room.play(2)
            room.rest()
            room.count_all()
            assert [one for one in room.found() if one.sure] == []
        counts += room.counts
    assert counts > FIRST
