"""Bytes become the frames that they contain, however they are split."""

import random
import re
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.reading.frames import LONGEST_FRAME, LONGEST_LINE, LineFrames
from tests.kit.inbox import FUZZ_BYTES, noise

LINES = [
    (b"Qh\r", [b"Qh"]),
    (b"Qh\n", [b"Qh"]),
    (b"Qh\r\n", [b"Qh"]),
    (b"\x02Qh\x03", [b"Qh"]),
    (b"\x02Qh\x03\x39\x02As\x03\x32", [b"Qh", b"As"]),  # a check byte follows each ETX
    (b"\x02Qh\r\n", [b"Qh"]),
    (b"Qh\r\nAs\r\n", [b"Qh", b"As"]),
    (b"\r\n\r\n\x02\x03", []),
    (b"]C0Qh\r", [b"Qh"]),
    (b"]d1Qh\r\n", [b"Qh"]),
    (b"\x02]Q3Qh\x03", [b"Qh"]),
    (b"]C0\r", []),
    (b"]C0]C0Qh\r", [b"]C0Qh"]),  # one identifier is the reader's, and the rest is the code
    (b"]]Qh\r", [b"]]Qh"]),
    (b"Qh", []),
    (b"Q\x02As\r", [b"As"]),
    (b"Qh\x00As\x00", [b"Qh", b"As"]),
    (b"\x00Qh\r", [b"Qh"]),  # as a line sends when its reader is switched on
    (b"Q\x00h\r", [b"Q", b"h"]),
]

bits_of_lines = st.sampled_from([line for line, _ in LINES]) | st.binary(max_size=90)
streams = st.lists(bits_of_lines, max_size=12).map(b"".join)


@pytest.mark.parametrize(("line", "codes"), LINES)
def test_every_framing_in_use_is_understood(line, codes):
    assert LineFrames().feed(line) == codes


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        (b"PCQh;\r\n", [b"Qh"]),
        (b"]C0PCQh;\r", [b"Qh"]),  # printed in the code
        (b"PC]d1Qh;\r", [b"Qh"]),  # added by the reader
        (b"\x02PCQh;\x03", [b"Qh"]),
        (b"Qh;\r", []),
        (b"PCQh\r", []),
        (b"CQh;\r", []),
        (b"PC;\r", []),
    ],
)
def test_a_frame_without_its_prefix_and_suffix_is_dropped(line, codes):
    assert LineFrames(prefix=b"PC", suffix=b";").feed(line) == codes


def test_a_prefix_is_literal_and_not_a_pattern():
    frames = LineFrames(prefix=b".*", suffix=b"$")

    assert frames.feed(b"xyQh$\r.*Qh$\r") == [b"Qh"]


def test_the_line_ends_can_be_chosen():
    assert LineFrames(ends=b";", starts=b"").feed(b"Qh;\x02\r;") == [b"Qh", b"\x02\r"]


@pytest.mark.parametrize("surplus", [1, 2, 5_000])
def test_endless_noise_is_dropped_up_to_the_next_line(surplus):
    frames = LineFrames()

    assert frames.feed(b"x" * LONGEST_FRAME + b"\r") == [b"x" * LONGEST_FRAME]
    assert frames.feed(b"x" * (LONGEST_FRAME + surplus) + b"\rQh\r") == [b"Qh"]
    assert frames.feed(b"x" * (LONGEST_FRAME + surplus) + b"\x02Qh\r") == [b"Qh"]


def test_a_line_around_a_code_may_be_longer_if_the_settings_say_so():
    frames = LineFrames(longest=LONGEST_LINE)

    assert frames.feed(b"x" * LONGEST_LINE + b"\r") == [b"x" * LONGEST_LINE]
    assert frames.feed(b"x" * (LONGEST_LINE + 1) + b"\rQh\r") == [b"Qh"]


def test_a_pulled_cable_discards_the_half_frame():
    frames = LineFrames()
    assert frames.feed(b"Q") == []

    frames.reset()

    assert frames.feed(b"h\r") == [b"h"]


@given(streams, st.data())
def test_the_frames_are_the_same_however_the_bytes_are_split(stream, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    whole, bytewise, split = LineFrames(), LineFrames(), LineFrames()

    frames = whole.feed(stream)

    assert [frame for byte in stream for frame in bytewise.feed(bytes([byte]))] == frames
    assert [frame for piece in pieces for frame in split.feed(piece)] == frames


def codes_in(stream: bytes) -> list[bytes]:
    """A second implementation of the same rule: lines, the part after their last STX, not too long, without one
    identifier."""
    lines = [line.rpartition(b"\x02")[2] for line in re.split(b"[\r\n\x03\x00]", stream)[:-1]]
    bare = [re.sub(rb"\A\][A-Za-z][A-Za-z0-9]", b"", line) for line in lines if len(line) <= LONGEST_FRAME]
    return [code for code in bare if code]


@given(streams | st.binary(max_size=400))
@example(b"x" * LONGEST_FRAME + b"]\r")
def test_any_bytes_give_the_same_codes_as_a_second_implementation(stream):
    assert LineFrames().feed(stream) == codes_in(stream)


@pytest.mark.fuzz
def test_a_lot_of_noise_gives_only_the_codes_that_are_in_it():
    stream = noise(random.Random(2), FUZZ_BYTES)

    assert LineFrames().feed(stream) == codes_in(stream)


def test_endless_noise_fills_no_memory():
    frames = LineFrames()
    block = b"x" * 4096
    frames.feed(block)
    tracemalloc.start()

    for _ in range(50):
        frames.feed(block)

    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 1024


def test_silence_ends_the_code_of_a_reader_without_line_ends():
    frames = LineFrames(idle_ms=100)

    assert [frames.feed(b"Q", 0), frames.feed(b"h", 60), frames.feed(b"", 159)] == [[], [], []]
    assert frames.feed(b"", 160) == [b"Qh"]
    assert frames.feed(b"", 999) == []
    assert frames.feed(b"As", 1_000) == []
    assert frames.feed(b"Kd", 2_000) == [b"As"]


def test_once_a_line_end_was_seen_a_stalled_line_gives_no_half_code():
    frames = LineFrames(idle_ms=100)
    frames.feed(b"Qh\r", 0)

    assert frames.feed(b"D1", 1_000) == []
    assert frames.feed(b"As\r", 60_000) == [b"D1As"]


def test_after_a_start_byte_an_end_byte_is_expected():
    frames = LineFrames(idle_ms=100)

    assert frames.feed(b"\x02Q", 0) == []
    assert frames.feed(b"h\x03", 60_000) == [b"Qh"]


@pytest.mark.parametrize("noise", [b"\x00", b"\r", b"\r\n\x00"])
def test_an_end_byte_without_a_code_is_noise_and_later_ends_are_not_expected(noise):
    frames = LineFrames(idle_ms=100)
    frames.feed(noise, 0)  # as a line sends when its reader is switched on

    assert frames.feed(b"Qh", 1_000) == []
    assert frames.feed(b"", 1_100) == [b"Qh"]


def test_another_reader_on_the_same_line_may_end_its_codes_differently():
    frames = LineFrames(idle_ms=100)
    frames.feed(b"Qh\r", 0)

    frames.reset()

    assert frames.feed(b"As", 1_000) == []
    assert frames.feed(b"", 1_100) == [b"As"]


CODES = [b"%08X" % number for number in range(0x04A2B3C4, 0x04A2B3C4 + 90)]


def codes_read(frames, codes, after_ms=0):
    """The codes found in data without line ends, scanned a second apart and polled twenty times a second."""
    read = []
    for number, code in enumerate(codes, start=1):
        read += frames.feed(code, after_ms + number * 1_000)
        for late_ms in range(50, 1_000, 50):
            read += frames.feed(b"", after_ms + number * 1_000 + late_ms)
    return read


@pytest.mark.parametrize("noise", [b"\x02", b"\x7f\x00", b"\xfe\r", b"\x02\x00", b"\x02\xfe\x03", b"x" * 65 + b"\r"])
def test_after_noise_no_line_end_is_expected(noise):
    """
    Such noise comes from a reader that is plugged into a powered adapter: a break is read as NUL.
    """
    frames = LineFrames(idle_ms=100)
    frames.feed(noise, 0)

    assert codes_read(frames, CODES) == CODES


@given(st.lists(st.binary(min_size=1, max_size=90), max_size=5))
@example([b"Q\r"])
@example([b"\x02", b"\x02\x18"])
def test_noise_costs_a_reader_without_line_ends_at_most_two_codes(noises):
    frames = LineFrames(idle_ms=100)
    for second, burst in enumerate(noises):
        frames.feed(burst, second * 1_000)

    assert codes_read(frames, CODES[:9], len(noises) * 1_000)[-7:] == CODES[2:9]


def test_a_start_byte_without_an_end_costs_at_most_two_codes():
    frames = LineFrames(idle_ms=100)

    assert codes_read(frames, [b"\x02" + CODES[0], *CODES[1:]]) == CODES[2:]


@pytest.mark.parametrize("earlier", [b"", b"Qh\r"])
def test_a_reader_that_sends_start_bytes_and_no_ends_is_read_from_the_third_code(earlier):
    frames = LineFrames(idle_ms=100)
    frames.feed(earlier, 0)

    assert codes_read(frames, [b"\x02" + code for code in CODES]) == CODES[2:]


def test_after_an_end_byte_following_two_broken_codes_the_next_end_is_expected():
    frames = LineFrames(idle_ms=100)
    read = codes_read(frames, [b"\x02" + CODES[0], b"\x02" + CODES[1] + b"\x03", b"\x02" + CODES[2]])

    assert read == [CODES[1]]
    assert codes_read(frames, [b"\x02D1", b"As\x03"], 10_000) == [b"D1As"]


@given(st.binary(max_size=90), st.lists(st.integers(0, 8), max_size=2))
def test_a_code_that_stalls_twice_stays_whole_if_the_line_has_shown_its_end(noise, cuts):
    frames, code = LineFrames(idle_ms=100), CODES[0]
    frames.feed(CODES[1] + b"\r", 0)
    frames.feed(noise + b"\r", 1_000)
    begin, end = min([0, *cuts]), max([0, *cuts])

    read = codes_read(frames, [code[:begin], code[begin:end], code[end:] + b"\r"], 2_000)

    assert read == [code]


def test_noise_between_codes_does_not_switch_to_silence_as_the_end():
    frames = LineFrames(idle_ms=100)
    frames.feed(b"Qh\r", 0)

    assert codes_read(frames, [b"\xfe"] * 9 + [b"\r", b"D1", b"As\r"])[-1:] == [b"D1As"]


def test_silence_ends_nothing_if_it_is_disabled():
    frames = LineFrames()
    frames.feed(b"Qh", 0)

    assert frames.feed(b"", 3_600_000) == []
