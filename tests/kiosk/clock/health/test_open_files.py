"""A clock that has reached its connection limit logs that once a minute, and takes as many as its user's
limits allow.
"""

import asyncio
import errno
import resource

import pytest

from kiosk.clock.health import open_files
from kiosk.clock.health.open_files import said_once, take_more_files


@pytest.fixture
def limits():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_clock_raises_its_limit_of_open_files_and_never_lowers_it(limits, monkeypatch):
    soft, hard = limits
    monkeypatch.setattr(open_files, "MOST_FILES", soft)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft // 2, hard))
    take_more_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)

    monkeypatch.setattr(open_files, "MOST_FILES", 10)
    take_more_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)


def test_running_out_of_files_is_logged_once_a_minute_and_another_error_in_full(caplog):
    now_ms = 0
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(said_once(lambda: now_ms))
    full = {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "Too many files")}
    for _ in range(100):
        loop.call_exception_handler(full)
    now_ms = 60_000
    loop.call_exception_handler(full)
    assert [line.getMessage() for line in caplog.records] == [open_files.FULL % "Too many files"] * 2
    assert not any(line.exc_info for line in caplog.records)
    caplog.clear()

    loop.call_exception_handler({"message": "a mistake of ours", "exception": KeyError("x")})
    loop.close()
    assert "a mistake of ours" in caplog.text
    caplog.clear()
