"""What the clock's tests may ask for."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.clock.parts import ClockProcess


@pytest.fixture
def clock(tmp_path: Path, free_port: int) -> Iterator[ClockProcess]:
    """A clock that runs, with one table of six. It must end well and without a complaint."""
    process = ClockProcess(tmp_path, free_port)
    process.start()
    yield process
    assert process.end(signal.SIGTERM) == (0, "")
