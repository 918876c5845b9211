"""The demo's clock: its messages when it cannot start, and that its own warnings never block it."""

import socket
import stat
from urllib.parse import urlsplit

import pytest

from kiosk.demo import room as demo_room
from kiosk.demo.room import ClockProcess, make_room
from kiosk.faults import Fault

A_PIPE_HOLDS = 65_536
A_COMPLAINT = len("Invalid HTTP request received.\n")


@pytest.mark.slow
def test_a_clock_that_cannot_start_is_a_fault_with_its_reason(tmp_path, monkeypatch):
    monkeypatch.setattr(demo_room, "TRIES", 1)
    monkeypatch.setattr(demo_room, "PATIENCE_S", 0)
    settings = tmp_path / "clock.toml"
    settings.write_text("port = 8080\n")

    with pytest.raises(Fault, match=r"demo-clock .*missing required field"), ClockProcess(settings, "key"):
        pass


@pytest.mark.slow
def test_a_clock_with_many_warnings_goes_on_and_its_log_is_short(tmp_path):
    """There are enough warnings to fill a pipe, which would block a clock that nobody reads; it logs them once a
    minute.
    """
    room = make_room(tmp_path, 0)
    with ClockProcess(tmp_path / "clock.toml", room.director_key) as clock:
        for _ in range(A_PIPE_HOLDS // A_COMPLAINT):
            complain_to(clock.address)

        clock.evening().begin()
        assert [view.table for view in clock.floor().tables] == [1, 2]
        lines = (tmp_path / "clock.log").read_text().splitlines()
        assert 1 <= len([line for line in lines if "Invalid HTTP request" in line]) <= 5


def complain_to(address):
    """Send something that is not a request, and read that it was not."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=120) as line:
        line.sendall(b"?\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")


def test_only_their_user_may_read_the_demos_secrets_including_older_files(tmp_path):
    make_room(tmp_path, 0)
    (tmp_path / "room.json").chmod(0o644)

    make_room(tmp_path, 0)

    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
        "room.json": 0o600,
        "clock.toml": 0o600,
    }
