"""Phones as cameras: pairing, revoking, and passing on frames to the right table, and nothing else."""

import struct

import cv2
import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.protocol.phone_camera import LARGEST_FRAME, jpeg_pixels
from tests.kit.clock import KEY, clock, token
from tests.kit.phone_camera import PhoneEnd, WatcherEnd, jpeg, order, paired

__all__ = ["clock"]
PICTURE = jpeg()
AT_SIZE = PICTURE.index(b"\xff\xc0")


def of_size(width, height):
    """A frame header for a picture of this size."""
    return PICTURE[AT_SIZE : AT_SIZE + 5] + struct.pack(">HH", height, width) + PICTURE[AT_SIZE + 9 : AT_SIZE + 19]


def disguised(hidden):
    """A picture of 64 by 48 to a search for its size, and one with the hidden header to a decoder."""
    comment = 0xC000  # where a search that knows no fill bytes goes on
    behind = b"\xff\xfe" + struct.pack(">H", comment) + bytes(comment - 2 - len(hidden)) + of_size(64, 48) + bytes(60)
    return PICTURE[:AT_SIZE] + hidden + behind + PICTURE[AT_SIZE + 19 :]


MANY_SCANS = PICTURE[:-2] + b"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x10" * 1000 + b"\xff\xd9"


def listed(clock):
    """The phones on the page Room, Devices."""
    answer = httpx.get(f"{clock.site}/api/devices", headers={"Authorization": f"Bearer {KEY}"}).json()
    return [(one["table"], one["connected"]) for one in answer.get("cameras", [])]


def test_a_frame_goes_to_the_table_that_asked_for_it(clock):
    secret = paired(clock)
    with PhoneEnd(clock, 1, secret) as phone, WatcherEnd(clock) as table:
        table.say("next-frame")
        phone.hear("next-frame")
        phone.send(PICTURE)

        assert table.picture() == PICTURE
        assert table.is_silent()


def test_a_table_that_asked_before_its_phone_came_gets_the_first_frame(clock):
    secret = paired(clock)
    with WatcherEnd(clock) as table:
        table.say("next-frame")
        assert not table.hear("phone")["is_there"]
        with PhoneEnd(clock, 1, secret) as phone:
            phone.hear("next-frame")
            phone.send(PICTURE)

            assert table.picture() == PICTURE


def test_a_frame_that_nobody_asked_for_is_dropped(clock):
    secret = paired(clock)
    with PhoneEnd(clock, 1, secret) as phone, WatcherEnd(clock) as table:
        assert table.hear("phone")["is_there"]
        for seed in range(20):
            phone.send(jpeg(seed=seed))
        assert phone.hear("camera-accepted")["table"] == 1
        assert phone.is_silent()
        assert table.is_silent()

        table.say("next-frame")
        phone.hear("next-frame")
        phone.send(PICTURE)

        assert table.picture() == PICTURE


def test_another_table_gets_no_frame(clock):
    secret = paired(clock)
    with PhoneEnd(clock, 1, secret) as phone, WatcherEnd(clock) as table, WatcherEnd(clock, 2) as other:
        assert not other.hear("phone")["is_there"]
        other.say("next-frame")
        table.say("next-frame")
        phone.hear("next-frame")
        phone.send(PICTURE)
        table.picture()

        assert other.is_silent()


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"", "camera-frame-damaged"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "camera-frame-damaged"),
        (PICTURE[:-1], "camera-frame-damaged"),
        (b"\xff\xd8\xff\xd9", "camera-frame-damaged"),
        (b"\xff\xd8" + b"\xff\xfe\x00\x02" * 1000 + b"\xff\xd9", "camera-frame-damaged"),
        (PICTURE + bytes(LARGEST_FRAME) + b"\xff\xd9", "camera-frame-large"),
        (jpeg(2000, 1100)[:400] + b"\xff\xd9", "camera-frame-pixels"),
        (disguised(b"\xff" + of_size(30_000, 30_000)), "camera-frame-damaged"),  # a fill byte before the marker
        (MANY_SCANS, "camera-frame-damaged"),
    ],
)
def test_something_that_is_no_frame_ends_the_phone_with_a_reason(clock, frame, code):
    with PhoneEnd(clock, 1, paired(clock)) as phone:
        phone.hear("camera-accepted")
        phone.send(frame)

        assert phone.refused() == code


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (720, 1280), (1920, 1080), (1, 1)])
def test_the_pixels_of_a_picture_are_in_its_header(width, height):
    assert jpeg_pixels(jpeg(width, height)) == width * height


def test_a_progressive_picture_is_a_picture():
    pixels = np.zeros((720, 1280, 3), np.uint8)
    encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert jpeg_pixels(encoded) == 1280 * 720


@given(st.binary(max_size=300))
def test_no_bytes_confuse_the_search_for_the_pixels(data):
    assert jpeg_pixels(b"\xff\xd8\xff" + data + b"\xff\xd9") >= 0


def test_a_table_learns_whether_its_phone_is_there_and_how_full_its_battery_is(clock):
    secret = paired(clock)
    with WatcherEnd(clock) as table:
        assert not table.hear("phone")["is_there"]
        with PhoneEnd(clock, 1, secret) as phone:
            assert table.hear("phone")["is_there"]
            assert listed(clock) == [(1, True)]
            phone.say("battery", percent=76, charging=True)

            assert table.hear("phone") == {"say": "phone", "is_there": True, "percent": 76, "charging": True}
        assert not table.hear("phone")["is_there"]
    assert listed(clock) == [(1, False)]


def test_a_revoked_phone_is_disconnected_and_stays_out(clock):
    secret = paired(clock)
    with PhoneEnd(clock, 1, secret) as phone:
        phone.hear("camera-accepted")
        assert order(clock, "/devices/cameras/revoke", table=1).status_code == 200

        assert phone.refused() == "camera-not-paired"
    with PhoneEnd(clock, 1, secret) as phone:
        assert phone.refused() == "camera-not-paired"
    assert listed(clock) == []
    assert order(clock, "/devices/cameras/revoke", table=1).json()["code"] == "no-such-camera"


def test_a_newly_paired_phone_replaces_the_one_before_it(clock):
    first = paired(clock)
    with PhoneEnd(clock, 1, first) as phone:
        phone.hear("camera-accepted")
        second = paired(clock)

        assert phone.refused() == "camera-not-paired"
    with PhoneEnd(clock, 1, second) as phone:
        phone.hear("camera-accepted")
    assert listed(clock) == [(1, False)]


def test_a_second_page_of_the_same_phone_takes_over_and_the_first_says_so(clock):
    secret = paired(clock)
    with PhoneEnd(clock, 1, secret) as first, PhoneEnd(clock, 1, secret) as second:
        assert first.refused() == "camera-elsewhere"
        second.hear("camera-accepted")
        assert second.is_silent()


def test_a_phone_that_the_director_turns_away_learns_it(clock):
    with PhoneEnd(clock, 1) as phone:
        shown = phone.hear("camera-code")
        asked = httpx.get(f"{clock.site}/api/devices", headers={"Authorization": f"Bearer {KEY}"}).json()["asked"]
        assert [(one["table"], one["check"], one["camera"]) for one in asked] == [(1, shown["check"], True)]
        order(clock, "/devices/tables/turn-away", shown=shown["code"]).raise_for_status()

        phone.hear("turned-away")
    assert listed(clock) == []


def test_a_table_keeps_its_kiosk_when_a_phone_becomes_its_camera(clock):
    paired(clock)

    with WatcherEnd(clock) as table:
        assert not table.hear("phone")["is_there"]


def test_a_phones_token_opens_nothing_but_its_own_table(clock):
    secret = paired(clock)

    with PhoneEnd(clock, 2, secret) as phone:
        assert phone.refused() == "camera-not-paired"
    for table in (1, 2):
        with WatcherEnd(clock, table, secret) as watcher:
            assert watcher.refused() == "table-not-known"
    for path in ("/api/devices", "/api/tables", "/api/staff"):
        assert httpx.get(f"{clock.site}{path}", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    with PhoneEnd(clock, 1, token(1)) as phone:
        assert phone.refused() == "camera-not-paired"


def test_a_phone_may_say_nothing_else(clock):
    with PhoneEnd(clock, 1, paired(clock)) as phone:
        phone.hear("camera-accepted")
        phone.say("hello", token=token(1), table=1, epoch=1, head={"seq": 0, "hash": ""})

        assert phone.refused() == "peer-unreadable"


def test_the_disk_holds_neither_a_frame_nor_a_token(clock):
    secret = paired(clock)
    with PhoneEnd(clock, 1, secret) as phone, WatcherEnd(clock) as table:
        table.say("next-frame")
        phone.hear("next-frame")
        phone.send(PICTURE)
        table.picture()
    kept = clock.on_disk()

    assert secret.encode() not in kept
    assert PICTURE[100:200] not in kept
