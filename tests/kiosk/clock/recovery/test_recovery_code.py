"""The room's recovery code, if its row cannot be read."""

import msgspec

from kiosk.clock.recovery.backups.recovery_code import ID, KIND, NOTED, OnPaper, kept_note, kept_recovery_code
from kiosk.clock.recovery.lost_records import NAMED
from kiosk.clock.recovery.pending_records import DISMISSED
from kiosk.clock.recovery.pending_records import KIND as AWAITED
from kiosk.clock.store.history_choices import KIND as CHOSEN
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream
from tests.kit.clock import ClockThread
from tests.kit.room import RoomApi, room_settings

DAMAGED = b"\xff{"


def test_an_unreadable_code_is_replaced_by_one_that_counts_as_not_on_paper(tmp_path, caplog):
    """Anyone who has a code on paper has the previous one."""
    store = SqliteStore(tmp_path / "clock.db")
    noted = msgspec.json.encode(OnPaper("Ann", 1))
    store.keep(MemoryEntry(KIND, ID, DAMAGED), MemoryEntry(KIND, NOTED, noted))

    made = kept_recovery_code(store)

    assert kept_note(store) is None
    assert kept_recovery_code(store) == made
    store.close()
    assert {said.name for said in caplog.records} == {"kiosk.clock.store.remembered"}


def test_a_clock_starts_even_if_every_kind_of_remembered_row_is_damaged(tmp_path, free_port, caplog):
    """A row of each kind that is read at the start."""
    clock = ClockThread(tmp_path, free_port, room_settings(free_port))
    kinds = (KIND, AWAITED, DISMISSED, NAMED, CHOSEN, "staff", "device", "session", "wrong", "revoked-token")
    with clock.store() as store:
        store.keep(*(MemoryEntry(kind, sitting_stream("0a", 1), DAMAGED) for kind in kinds))
        store.keep(
            *(MemoryEntry(KIND, its_id, DAMAGED) for its_id in (ID, NOTED)),
            MemoryEntry("paired-table", "a-hash", DAMAGED),
        )

    clock.start()

    with RoomApi(clock) as room:
        assert room.listed() == []
    clock.stop()
    assert {said.name for said in caplog.records} == {"kiosk.clock.store.remembered"}
