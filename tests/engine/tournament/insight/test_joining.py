"""The number of entries since the start, and how long more may come, computed from the decisions."""

from engine.tournament.actions import AddEntries, AddEntry, Rebuy
from engine.tournament.insight.growth import joining_of
from engine.tournament.levels.structure import duration_ms
from tests.kit.small_room import CLUB, SmallRoom

PASSED_MS = 602_000
"""Ten minutes, and a second for each of two orders."""


def test_entries_and_purchases_since_the_start_count_until_entries_close():
    """Until the end of the third level, and of the break after it if there is one."""
    room = SmallRoom(1)
    room.open(9, 2, 9)
    room.tables_follow()
    began = joining_of(room.tournament, room.context)
    assert (began.entries, began.rebuys, began.over_ms) == (0, 0, 0)
    assert began.left_ms >= sum(duration_ms(CLUB, index) for index in range(3))
    assert (began.stack, began.rebuy_chips) == (CLUB.starting_stack, CLUB.starting_stack)

    room.now_ms += 600_000
    room.ask(AddEntry("late", "Late"))
    room.ask(Rebuy(next(iter(room.tournament.occupied.values()))))
    later = joining_of(room.tournament, room.context)
    assert (later.entries, later.rebuys, later.over_ms) == (1, 1, PASSED_MS)
    assert later.left_ms == began.left_ms - PASSED_MS

    assert not later.is_known

    room.ask(AddEntries(tuple(AddEntry(name, name) for name in ("x", "y", "z"))))
    room.now_ms += 1_200_000
    after = joining_of(room.tournament, room.context)
    assert (after.entries, after.field, after.is_known) == (2, 13, True)

    room.now_ms += began.left_ms
    assert joining_of(room.tournament, room.context).left_ms == 0
