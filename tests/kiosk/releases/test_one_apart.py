"""Tables and clock one release apart, by the real programs of then: hands are played, and the clock holds the records.

A clock that cannot follow a newer table's record keeps it all the same, and says so.
"""

from typing import NamedTuple

import pytest

from tests.kit.clock import Clock, Table, clock, eventually
from tests.kit.earlier import TABLE, unpacked

__all__ = ["clock"]
pytestmark = pytest.mark.nightly  # some seconds each


class Before(NamedTuple):
    """A release, what today's clock remarks on of its tables, and what its clock remarks on of today's."""

    commit: str
    of_tables: str = ""
    of_clocks: str = ""


BEFORE = {
    "0.2.0": Before(
        "b30ee3ada9472ede59a732de804d9b42b1f2bf7f", "not as it was issued", "written by a newer version: 'asked'"
    ),
    "before granted epochs, TLS and PINs that only the clock checks": Before(
        "8c946486c0258f93a2947b24daf1510bfd9e2461"
    ),
}


@pytest.fixture(params=BEFORE.values(), ids=tuple(BEFORE))
def before(request):
    """A release before this one."""
    return request.param


@pytest.fixture
def release(before, tmp_path):
    """Its programs."""
    return unpacked(before.commit, tmp_path / "release")


def is_all(flags, remark):
    """Whether the clock flags nothing of the table, or this alone."""
    return len(flags) == bool(remark) and all(remark in flag for flag in flags)


def wait_until_held(clock, records):
    eventually(lambda: clock.table(1)["records"] == records)


def test_a_table_of_before_plays_at_todays_clock(before, release, clock, tmp_path):
    with release.running("-c", TABLE, str(tmp_path), clock.socket) as table:
        for hands in (1, 2):
            table.stdin.write("1\n")
            table.stdin.flush()
            played, records = map(int, table.stdout.readline().split())
            assert played == hands
            wait_until_held(clock, records)

        seen = clock.table(1)
        assert is_all(seen["flags"], before.of_tables), seen["flags"]
        assert (seen["hand"], seen["chips_found"]) == (2, seen["chips_issued"])


def test_todays_table_plays_at_a_clock_of_before(before, release, tmp_path, free_port):
    with release.clock(Clock(tmp_path, free_port)) as clock, Table(tmp_path, clock.socket) as table:
        table.sit()
        for _ in range(2):
            table.play(1)
            seen = table.wait_until_held(clock)

        assert is_all(seen["flags"], before.of_clocks), seen["flags"]
