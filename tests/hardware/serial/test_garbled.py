"""A serial line with another speed or parity than the settings gives no card, and the reader says what to check."""

import pytest

from engine.cards import Card
from hardware.reading.deck import STICKER_DECK
from hardware.reading.frames import LineFrames
from hardware.reading.reading import UnknownCode
from hardware.serial.garbled import MANY, LineCheck, has_parity
from hardware.serial.reader import SerialReader
from hardware.simulated import PtyScanner
from tests.hardware.serial.uart import Framing
from tests.hardware.serial.uart import received as through_line
from tests.kit.inbox import HandClock

EVEN, ODD, PLAIN = Framing(bits=7, parity="E"), Framing(bits=7, parity="O"), Framing()
SPEEDS = (1_200, 4_800, 19_200, 38_400, 115_200)


def test_the_line_carries_every_code_if_both_sides_agree():
    for framing in (PLAIN, EVEN, ODD, Framing(115_200)):
        assert through_line(b"QH\r\n", framing, framing) == b"QH\r\n"


@pytest.mark.parametrize("sender", [EVEN, ODD], ids=["7E1", "7O1"])
@pytest.mark.parametrize("ends", [b"\r", b"\r\n"])
def test_seven_bits_with_parity_on_a_line_of_eight_are_recognized_in_every_code(sender, ends):
    for code in STICKER_DECK.codes.values():
        arrived = through_line(code.encode() + ends, sender, PLAIN)
        assert has_parity(arrived)
        assert LineCheck().hint(arrived) == "parity"


@pytest.mark.parametrize("receiver", [PLAIN, EVEN], ids=["8N1", "7E1"])
@pytest.mark.parametrize("sender", [PLAIN, EVEN, ODD], ids=["8N1", "7E1", "7O1"])
@pytest.mark.parametrize("baud", SPEEDS)
def test_no_speed_and_no_parity_makes_another_card(baud, sender, receiver):
    for card, code in STICKER_DECK.codes.items():
        arrived = through_line(f"{code}\r\n".encode(), sender, receiver._replace(baud=baud))
        frames = LineFrames(idle_ms=100)
        for frame in frames.feed(arrived, 1_000) + frames.feed(b"", 2_000):
            assert STICKER_DECK.card(frame.decode("latin-1")) in (card, None)


@pytest.mark.parametrize("frame", [b"QH", b"\xd1H\x8d\x13\x07", b"\xff\xfe", b"\xd1"])
def test_other_bytes_are_not_taken_for_parity(frame):
    assert not has_parity(frame)


def test_noise_on_a_line_that_was_read_before_is_no_wrong_speed():
    check = LineCheck()

    assert [check.hint(b"\xf8\x80") for _ in range(MANY)] == ["", "", "speed"]
    assert check.hint(b"QH") == ""
    assert [check.hint(b"\xf8\x80") for _ in range(MANY)] == ["", "", ""]


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (through_line(b"QH\r\n", EVEN, PLAIN), "parity"),
        (b"\xf8\x80\xfe\n", "speed"),
    ],
    ids=["7E1", "another speed"],
)
def test_a_reader_says_what_to_check_until_a_code_can_be_read(tmp_path, received, data, hint):
    clock = HandClock()
    with PtyScanner(tmp_path / "reader") as scanner:
        reader = SerialReader(str(scanner.path), STICKER_DECK, "board", received.post, clock)
        reader.start()
        received.wait_for_health(True)
        for _ in range(MANY):
            clock.ms += 1_000
            scanner.send(data)
        received.wait(lambda: hint in hints(received))
        scanner.send(b"QH\r")

        received.wait_for_cards(Card("Qh"))
        reader.stop()


def hints(received):
    return [each.hint for each in received.all if isinstance(each, UnknownCode)]
