"""A clock of three tables and nothing of an event, and a director's program, beside the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.clock import ClockThread
from tests.kit.room import RoomApi, room_settings


@pytest.fixture
def clock(tmp_path: Path, free_port: int) -> Iterator[ClockThread]:
    """Three tables have a kiosk."""
    one = ClockThread(tmp_path, free_port, room_settings(free_port, tables=3))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def room(clock: ClockThread) -> Iterator[RoomApi]:
    """What is asked of it over HTTP."""
    with RoomApi(clock) as one:
        yield one
