"""A clock whose disk was full resumes automatically once there is room.

Before, no write succeeded after the first failure until somebody restarted the service.
"""

import errno
import threading
from contextlib import ExitStack, suppress

import httpx
import pytest

from kiosk.clock import command
from kiosk.clock.recovery import reopening
from kiosk.clock.store.place import StorePlace, can_reopen
from kiosk.storage import witness
from tests.kit.clock import ClockThread, RandomTable, eventually
from tests.kit.small_disk import SmallDisk, small_disk

__all__ = ["small_disk"]


@pytest.fixture
def full(monkeypatch):
    """The clock's disk, full while this is set: it can write neither its marks nor a probe."""
    is_full = threading.Event()
    append = witness.Witness.append

    def fails(self, texts):
        if is_full.is_set() and threading.current_thread().name.startswith("store"):
            raise OSError(errno.ENOSPC, "No space left on device")
        append(self, texts)

    monkeypatch.setattr(witness.Witness, "append", fails)
    monkeypatch.setattr(reopening, "LOOK_S", 0.05)
    monkeypatch.setattr(command, "can_reopen", lambda place: not is_full.is_set() and can_reopen(place))
    return is_full


def is_well(clock):
    """A client that asks at the very moment of the reopening may get no answer."""
    with suppress(httpx.TransportError):
        return httpx.get(f"{clock.site}/healthz").status_code == 200
    return False


def test_a_clock_whose_disk_was_full_resumes_by_itself_and_receives_everything(full, clock, tmp_path, caplog):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
        held = clock.table(1)["records"]

        full.set()
        table.play(1)
        eventually(lambda: httpx.get(f"{clock.site}/healthz").status_code == 503)
        assert table.game.mark > held  # the table plays on

        full.clear()
        eventually(lambda: is_well(clock))
        table.play(1)
        table.wait(lambda: table.host.sittings.now.clock.is_linked and not table.host.sittings.now.waiting)
        eventually(lambda: clock.table(1)["records"] == table.game.mark)  # once they are audited
        assert clock.table(1)["flags"] == []
    caplog.clear()


@pytest.mark.parametrize("small_disk", [6], indirect=True)
def test_a_clock_on_a_real_full_disk_resumes_by_itself_too(
    small_disk: SmallDisk, free_port, tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(reopening, "LOOK_S", 0.05)
    clock, kiosk = ClockThread(small_disk.folder, free_port), tmp_path / "kiosk"
    kiosk.mkdir()
    clock.start()
    with ExitStack() as ends, RandomTable(kiosk, clock.socket) as table:
        ends.callback(clock.stop)
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
        small_disk.fill()

        def fails():
            table.play(1)
            return not is_well(clock)

        eventually(fails)

        small_disk.free()
        eventually(lambda: is_well(clock))
        table.wait(lambda: table.host.sittings.now.clock.is_linked and not table.host.sittings.now.waiting)
        eventually(lambda: clock.table(1)["records"] == table.game.mark)
        assert clock.table(1)["flags"] == []
    caplog.clear()


def test_a_probe_of_the_disk_leaves_no_file_and_fails_if_the_folder_is_missing(tmp_path):
    assert can_reopen(StorePlace(tmp_path / "clock.db"))
    assert list(tmp_path.iterdir()) == []
    assert not can_reopen(StorePlace(tmp_path / "gone" / "clock.db"))
