"""A table's line to its phone: frames one at a time, the phone's absence, and a clock that goes and returns."""

import pytest

from kiosk.table.readers.camera_link import CameraLink
from kiosk.table.settings import TableSettings
from tests.kit.clock import clock, eventually, token
from tests.kit.phone_camera import PhoneEnd, jpeg, paired

__all__ = ["clock"]
WAKE_S = 0.05


@pytest.fixture
def link(clock, tmp_path):
    one = CameraLink(TableSettings(1, str(tmp_path / "table.journal"), clock.socket, token(1)))
    one.start()
    yield one
    one.stop()


def test_frames_come_one_by_one_and_none_waits(clock, link):
    with PhoneEnd(clock, 1, paired(clock)) as phone:
        for seed in range(5):
            phone.hear("next-frame")
            phone.send(jpeg(seed=seed))
        phone.hear("next-frame")  # it has taken the last one, too

        eventually(lambda: link.take(WAKE_S) == jpeg(seed=4))
        assert link.take(WAKE_S) is None


def test_a_phone_that_leaves_and_returns_is_noticed(clock, link):
    secret = paired(clock)
    eventually(lambda: link.problem == "no-phone")
    for _ in range(2):
        with PhoneEnd(clock, 1, secret) as phone:
            eventually(lambda: link.problem == "")
            phone.say("battery", percent=31)
            eventually(lambda: link.battery == 31)
            phone.hear("next-frame")
            phone.send(jpeg())
            eventually(lambda: link.take(WAKE_S) is not None)
        eventually(lambda: link.problem == "no-phone")


def test_a_clock_that_stops_and_starts_is_found_again(clock, link):
    secret = paired(clock)
    eventually(lambda: link.problem == "no-phone")
    clock.stop()
    eventually(lambda: link.problem == "no-clock")
    clock.start()
    eventually(lambda: link.problem == "no-phone")

    with PhoneEnd(clock, 1, secret) as phone:
        phone.hear("next-frame")


def test_a_table_without_a_clock_says_that_the_clock_is_missing(tmp_path):
    link = CameraLink(TableSettings(1, str(tmp_path / "table.journal")))
    link.start()

    assert link.take(WAKE_S) is None
    assert link.problem == "no-clock"
    link.stop()
