"""The arrivals that a table expects: never a player who may be seated already, according to records that a rebuilt
clock has not received yet.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.tournament.actions import MoveEntry
from engine.tournament.field.entries import SeatAt, free_seats
from engine.tournament.tables.facts import TableFacts
from kiosk.clock.tournaments.records.entry_accounts import EntryAccounts
from tests.kit.small_room import SmallRoom


class RebuiltClock:
    """A clock whose tournament knows that a player went from table 1 to table 2 and was sent back again.

    Only table 1 has sent its records: in them the player left, for table `to`.
    """

    def __init__(self, to: int) -> None:
        room = SmallRoom(1)
        room.open(12, 3, 6)
        room.tables_follow()
        self.entry = min(room.tables[1].held)
        assert room.ask(MoveEntry(self.entry, self._free(room, 2)))
        room.tables_follow()
        assert room.ask(MoveEntry(self.entry, self._free(room, 1)))
        (gone,) = room.facts[1].departures
        self.facts = dict(room.facts) | {1: replace(room.facts[1], departures=(replace(gone, to=to),))}
        self.facts[2] = TableFacts(2)
        self.waits: set[int] = set()
        floor: Any = SimpleNamespace(
            keys=tuple(self.facts), facts=self.facts.__getitem__, facts_seq=0,
            assign=lambda *_: None, withdraw=lambda *_: None,
        )  # fmt: skip
        self.accounts = EntryAccounts(floor, room.tournament, lambda: tuple(self.waits))

    @staticmethod
    def _free(room: SmallRoom, number: int) -> SeatAt:
        return free_seats(room.tournament.sittings[number], room.tournament.occupied)[0]

    @property
    def coming(self) -> list[int]:
        """The arrivals at table 1."""
        return [int(one.player) for one in self.accounts.coming(1)]


@pytest.mark.parametrize(
    ("to", "waits", "is_told"),
    [
        (2, {2}, False),  # there they sat down, and have not left: as in seed 1809
        (0, {2}, False),
        (2, {1}, False),  # here they may sit again
        (2, {3}, True),
        (2, set(), True),  # the director waits for no records
    ],
)
def test_a_table_expects_no_player_who_may_sit_elsewhere_by_records_still_to_come(to, waits, is_told):
    rebuilt = RebuiltClock(to)
    assert rebuilt.coming == [rebuilt.entry]
    before = rebuilt.accounts.update_inputs()

    rebuilt.waits |= waits

    assert rebuilt.coming == ([rebuilt.entry] if is_told else [])
    assert (rebuilt.accounts.update_inputs() == before) is (waits == set())  # changes once all is there
