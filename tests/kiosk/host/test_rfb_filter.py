"""A glass may send three things to its screen: requests for pictures, one finger, and a size. Nothing else passes."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.host.rfb_filter import ENCODINGS, MOST_PX, SIZED, BadRfb, RfbFilter

GREETING = b"RFB 003.008\n\x01\x01"
CLIPBOARD, EXTENDED_KEYS, POWER = -1063131698, -258, -309
PRESS, LIFT = struct.pack(">BBHH", 5, 1, 10, 20), struct.pack(">BBHH", 5, 0, 10, 20)


def encodings(*asked):
    return struct.pack(f">BxH{len(asked)}i", 2, len(asked), *asked)


def greeted(on_late=bool):
    found = RfbFilter(on_late)
    assert found.receive(GREETING) == b"RFB 003.008\n\x01\x00"  # it never shares its screen
    assert found.receive(encodings(SIZED)) == encodings(SIZED)
    return found


def size(wide, high, screens=1):
    return struct.pack(">BxHHBx", 251, wide, high, screens) + bytes(16 * screens)


PLAIN = [
    bytes(20),
    b"\x03\x01" + bytes(8),
    b"\x96\x01" + bytes(8),
    b"\xf8\x00\x00\x00\x00\x00\x00\x00\x03abc",
    size(1280, 800),
    LIFT,
]


@pytest.mark.parametrize("message", PLAIN)
def test_what_a_picture_needs_passes_unchanged_however_it_is_cut(message):
    assert greeted().receive(message) == message
    one_by_one = greeted()
    assert b"".join(one_by_one.receive(bytes([byte])) for byte in message) == message


@pytest.mark.parametrize(
    "message",
    [
        struct.pack(">BBHI", 4, 1, 0, 0xFF08),  # a key
        struct.pack(">BxxxI", 6, 5) + b"hello",  # the clipboard
        b"\xfa\x00\x01\x02",  # power control
        b"\xff\x00" + bytes(10),  # extended keys
        struct.pack(">BxH", 2, 65535),  # a list of encodings without end
        b"\xf8\x00\x00\x00\x00\x00\x00\x00\xff",  # a fence with too much in it
        size(65535, 65535),
        size(100, 100),
        size(MOST_PX + 1, 800),
        size(1280, 800, 2),
        size(1280, 800, 0),
    ],
)
def test_anything_else_is_refused(message):
    with pytest.raises(BadRfb):
        greeted().receive(message)


@pytest.mark.parametrize("asked", [b"", encodings(), encodings(7, -223), encodings(SIZED) + encodings(7)])
def test_a_page_that_does_not_follow_the_size_cannot_set_it(asked):
    """Xvnc would crash."""
    found = RfbFilter()
    found.receive(GREETING + asked)
    with pytest.raises(BadRfb):
        found.receive(size(1280, 800))


@pytest.mark.parametrize("greeting", [b"GET / HTTP/1", b"RFB 003.003\n", b"RFB 003.008\n\x02", b"RFB 003.008\n\x10"])
def test_another_greeting_is_refused(greeting):
    with pytest.raises(BadRfb):
        RfbFilter().receive(greeting)


def test_the_page_gets_no_clipboard_no_extended_keys_and_no_power_control():
    asked = (7, CLIPBOARD, EXTENDED_KEYS, POWER, -308)

    passed = greeted().receive(encodings(*asked))

    assert passed == encodings(7, -308)
    assert {CLIPBOARD, EXTENDED_KEYS, POWER} & ENCODINGS == set()


def test_a_press_passes_only_if_it_was_allowed_and_only_once():
    late = []
    found = greeted(lambda: late.append(1))

    found.allow_press()
    assert found.receive(PRESS + PRESS + LIFT) == PRESS + PRESS + LIFT  # pressed, moved, lifted
    assert found.receive(PRESS + PRESS + LIFT) == LIFT
    assert late == [1]


def test_other_buttons_and_the_wheel_do_nothing():
    found = greeted()
    found.allow_press()

    assert found.receive(struct.pack(">BBHH", 5, 0b11111110, 10, 20)) == LIFT
    assert found.receive(struct.pack(">BBHH", 5, 0b11111111, 10, 20)) == PRESS


def test_the_size_that_the_page_asks_for_is_known():
    found = greeted()
    found.receive(size(1180, 820))

    assert found.size == (1180, 820)


@pytest.mark.fuzz
@given(st.lists(st.binary(max_size=300), max_size=20))
def test_no_bytes_make_it_fail_otherwise_or_store_much(parts):
    found = greeted()
    passed = b""
    try:
        for part in parts:
            passed += found.receive(part)
            assert len(found._waiting) < 1024
    except BadRfb:
        pass
    assert len(passed) <= sum(len(part) for part in parts)
