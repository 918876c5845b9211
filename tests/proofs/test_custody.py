"""A thousand faults, each in a room of its own: chips added or taken, a pot pushed wrongly, counts and arrivals
mistyped, a lost move. The next count of a stack that the fault touched finds it, and shows it to the director. Dealers
who miscount now and then raise no false alarm.
"""

from collections import Counter

import pytest

from engine.tournament.actions import AcceptDifference
from tests.kit.counted_room import FAULTS, CountedRoom, Fault
from tests.kit.sizes import size

BREAKS = 5
"""By then, every stack has had its turn."""
FIRST, LARGE = size("KIOSK_CUSTODY_FEW", 36), size("KIOSK_CUSTODY", 200)
"""In the nightly run, the large run is five times as large: 1,000."""


def is_found(room: CountedRoom, fault: Fault) -> bool | None:
    """Put a fault in and play on, with breaks, until the first player it touched was counted.

    None if play undid it before.
    """
    room.play(2)
    room.rest()
    room.count_all()
    room.play(1)
    room.put_in(fault)
    for _ in range(BREAKS):
        room.play(room.dice.randint(1, 2))
        room.rest()
        if room.sure() & room.wrong:
            return True  # without a count
        if not room.wrong and not room.mistypes:
            return None
        room.count_all()
        if fault == "mistyped count":
            return room.noticed and not room.sure()
        if room.counted & room.wrong:
            return bool(room.sure() & room.wrong)
    return False


def prove(faults: int) -> tuple[Counter[Fault], int, int]:
    """The faults that were missed by kind, the number of stacks counted, and the false alarms."""
    missed: Counter[Fault] = Counter()
    counts = alarms = number = seed = 0
    while number < faults:
        room, fault, seed = CountedRoom(seed), FAULTS[number % len(FAULTS)], seed + 1
        if (found := is_found(room, fault)) is None:
            continue
        if not found:
            missed[fault] += 1
        number, counts, alarms = number + 1, counts + room.counts, alarms + room.false_alarms
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
            assert room.sure() == set()
            assert room.ledger().missing == 0
        counts += room.counts
    assert counts > FIRST


def test_a_mistyped_arrival_is_missing_in_the_ledger_until_it_is_accepted():
    room = CountedRoom(1)
    room.play(2)
    room.put_in("mistyped arrival")

    (one,) = room.found()

    assert one.found == "arrival"
    assert room.ledger().missing == -one.chips != 0
    room.order(AcceptDifference(one.entry, "Dana", room.now_ms))
    assert (room.ledger().missing, room.found()) == (0, [])
