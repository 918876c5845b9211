"""What the clock's tests may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiosk.clock.parts import ClockProcess, ClockThread


@pytest.fixture
def clock(request: pytest.FixtureRequest, tmp_path: Path, free_port: int) -> Iterator[ClockThread | ClockProcess]:
    """A clock that runs, with two tables of six. It must end well and without a complaint."""
    made: type[ClockThread | ClockProcess] = getattr(request, "param", ClockThread)
    one = made(tmp_path, free_port)
    one.start()
    yield one
    one.stop()
