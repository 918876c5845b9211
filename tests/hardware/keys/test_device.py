"""A typing scanner, read from its device file: a pipe that sends what the kernel sends."""

import errno
import os

import pytest

from engine.bad_input import BadInput
from engine.cards import DECK, Card
from hardware.keys.device import EVENT, open_keys
from hardware.keys.layouts import LAYOUT_CODE, of_device
from hardware.keys.typed_lines import TypedLines
from hardware.readers import kind_of, open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import STICKER_DECK
from hardware.reading.frames import LONGEST_FRAME, LONGEST_LINE, LineFrames
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Reading, UnknownCode
from hardware.serial.ports import port_advice
from hardware.serial.reader import SerialReader
from tests.kit.inbox import HandClock
from tests.said import refused

SHIFT, ALT, ALT_GR, ENTER, KEYPAD_ENTER, TAB, LEFT_ARROW = 42, 56, 100, 28, 96, 15, 105
PAD = (82, 79, 80, 81, 75, 76, 77, 71, 72, 73)
ROW = {2: "1234567890", 16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
KEYS = {char: first + number for first, row in ROW.items() for number, char in enumerate(row)}
QUEEN, ACE = Card("Qh"), Card("As")


def event(kind, code, value):
    return EVENT.pack(1_700_000_000, 0, kind, code, value)


def stroke(code, shifted=False):
    """One key down and up, each followed by the kernel's end of report; with Shift held around it."""
    shift = [(1, SHIFT, 1), (0, 0, 0)] if shifted else []
    unshift = [(1, SHIFT, 0), (0, 0, 0)] if shifted else []
    return b"".join(
        event(*each) for each in [*shift, (4, 4, code), (1, code, 1), (0, 0, 0), (1, code, 0), (0, 0, 0), *unshift]
    )


def typed(text, end=ENTER):
    return b"".join(stroke(KEYS[char], shifted=char.isalpha()) for char in text) + (stroke(end) if end else b"")


def by_numbers(text):
    """The events of a scanner set to no country's keyboard: Alt down, four digits of the number pad, Alt up; and so
    on."""
    return b"".join(
        event(1, ALT, 1) + b"".join(stroke(PAD[int(digit)]) for digit in f"{ord(char):04}") + event(1, ALT, 0)
        for char in text
    )


class Keyboard:
    """The device file of a scanner, and the devices that were grabbed."""

    def __init__(self, path):
        self.path, self.grabbed, self.busy = path, [], False
        self.plug()

    def plug(self):
        """Put the file in its place only once its other end is open, because before that there is nothing to read."""
        fresh = self.path.with_name("fresh")
        os.mkfifo(fresh)
        self._end = os.open(fresh, os.O_RDWR)
        fresh.rename(self.path)

    def unplug(self):
        self.path.unlink()
        os.close(self._end)

    def send(self, data):
        os.write(self._end, data)

    def grab(self, device):
        if self.busy:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.grabbed.append(os.readlink(f"/proc/self/fd/{device}"))

    def open(self, url, settings):
        return open_keys(url, 0.01, self.grab)


@pytest.fixture
def keyboard(tmp_path):
    return Keyboard(tmp_path / "usb-scanner-event-kbd")


@pytest.fixture
def reader(keyboard, received):
    reader = SerialReader(
        f"keys:{keyboard.path}", STICKER_DECK, "hand-held", received.post, HandClock(), opener=keyboard.open
    )
    reader.start()
    yield reader
    reader.stop()


@pytest.mark.usefixtures("reader")
def test_every_card_that_a_scanner_types_is_read_and_its_device_is_grabbed(keyboard, received):
    received.wait_for_health(True)

    for code in STICKER_DECK.codes.values():
        keyboard.send(typed(code))

    received.wait_for_cards(*DECK)
    assert received.all[1] == Reading(DECK[0], "hand-held", 1_000)
    assert keyboard.grabbed == [str(keyboard.path)]


@pytest.mark.usefixtures("reader")
def test_keys_split_at_any_byte_are_read_completely(keyboard, received):
    received.wait_for_health(True)

    for byte in typed("QH"):
        keyboard.send(bytes([byte]))

    received.wait_for_cards(QUEEN)


@pytest.mark.parametrize("end", [ENTER, KEYPAD_ENTER, TAB])
@pytest.mark.usefixtures("reader")
def test_a_code_ends_with_any_end_key_of_the_scanner(keyboard, received, end):
    received.wait_for_health(True)

    keyboard.send(typed("QH", end) + typed("AS", end))

    received.wait_for_cards(QUEEN, ACE)


@pytest.mark.parametrize("longest", [LONGEST_FRAME, LONGEST_LINE])
def test_a_scanner_without_an_end_key_is_still_read_after_the_kernel_lost_keys(keyboard, longest):
    port = open_keys(f"keys:{keyboard.path}", 0.01, keyboard.grab)
    frames = LineFrames(idle_ms=100, longest=longest)

    keyboard.send(stroke(KEYS["Q"], True) + event(0, 3, 0) + stroke(KEYS["H"], True))
    assert frames.feed(port.read(), 0) == frames.feed(port.read(), 200) == []

    keyboard.send(typed("AS", end=None))
    assert frames.feed(port.read(), 300) + frames.feed(port.read(), 500) == [b"AS"]
    port.close()


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("end", ["\r", "\n", "\t"])
def test_characters_can_be_typed_as_alt_codes(keyboard, received, end):
    received.wait_for_health(True)

    keyboard.send(by_numbers("QH" + end) + typed("AS"))

    received.wait_for_cards(QUEEN, ACE)
    assert received.codes == []


@pytest.mark.usefixtures("reader")
def test_a_code_with_an_invalid_alt_code_is_not_a_card(keyboard, received):
    received.wait_for_health(True)

    keyboard.send(by_numbers("Q\xa3H\r") + typed("AS"))

    received.wait_for_cards(ACE)
    assert len(received.codes) == 1


@pytest.mark.usefixtures("reader")
def test_an_alt_code_of_which_the_kernel_lost_digits_is_no_character(keyboard, received):
    received.wait_for_health(True)

    keys = [by_numbers("QH\r")[at : at + EVENT.size] for at in range(0, len(by_numbers("QH\r")), EVENT.size)]
    keyboard.send(b"".join([*keys[:9], event(0, 3, 0), *keys[13:]]) + typed("AS"))

    received.wait_for_cards(ACE)
    assert received.codes == []


@pytest.mark.usefixtures("reader")
def test_keys_without_a_character_and_repeated_keys_are_ignored(keyboard, received):
    received.wait_for_health(True)

    keyboard.send(stroke(KEYS["Q"], True) + stroke(LEFT_ARROW) + event(1, KEYS["Q"], 2) + typed("H"))

    received.wait_for_cards(QUEEN)


@pytest.mark.usefixtures("reader")
def test_a_code_of_which_the_kernel_lost_keys_is_no_card(keyboard, received):
    received.wait_for_health(True)

    keyboard.send(stroke(KEYS["Q"], True) + event(0, 3, 0) + typed("H") + typed("AS"))

    received.wait_for_cards(ACE)
    assert received.codes == []


@pytest.mark.usefixtures("reader")
def test_the_end_of_a_code_whose_beginning_the_kernel_lost_is_not_read_as_another_card(keyboard, received):
    received.wait_for_health(True)

    keyboard.send(typed("D1QH") + stroke(KEYS["D"], True) + event(0, 3, 0) + typed("QH") + typed("AS"))

    received.wait_for_cards(ACE)
    assert received.codes == ["D1QH"]


@pytest.mark.parametrize("cut", range(typed("QH").count(event(0, 0, 0)) + 1))
@pytest.mark.usefixtures("reader")
def test_a_scanner_unplugged_in_the_middle_of_a_code_does_not_combine_the_halves(keyboard, received, cut):
    events = [typed("QH")[at : at + EVENT.size] for at in range(0, len(typed("QH")), EVENT.size)]
    received.wait_for_health(True)
    keyboard.send(b"".join(events[:cut]) + event(1, LEFT_ARROW, 1))
    keyboard.unplug()
    received.wait_for_health(True, False)
    keyboard.plug()
    received.wait_for_health(True, False, True)

    keyboard.send(b"".join(events[cut:]) + typed("AS"))

    received.wait(lambda: ACE in received.cards)
    assert received.cards == ([QUEEN, ACE] if QUEEN in received.cards else [ACE])
    assert QUEEN not in received.cards or cut <= 3


@pytest.mark.parametrize("prefix", ["", "PX"])
def test_a_scanner_set_to_the_french_layout_is_read_once_the_layout_code_was_scanned(keyboard, received, prefix):
    config = ReaderConfig(f"keys:{keyboard.path}", "board", SerialSettings(prefix=prefix))
    lines = TypedLines(STICKER_DECK, "board", config.line, of_device(), prefix)
    reader = SerialReader(
        config.url, STICKER_DECK, "board", received.post, HandClock(), config.line, keyboard.open, "input", lines
    )
    reader.start()
    received.wait_for_health(True)

    keyboard.send(french(prefix + "AS") + french(prefix + LAYOUT_CODE) + french(prefix + "AS"))

    received.wait_for_cards(ACE)
    assert [code.hint for code in received.all if isinstance(code, UnknownCode)] == ["layout", "learned"]
    reader.stop()


def french(code):
    """The events of a scanner that is set to the French layout: digits with Shift, A where the US layout has Q."""
    keys = {**KEYS, "A": KEYS["Q"], "Q": KEYS["A"], "Z": KEYS["W"], "W": KEYS["Z"], "M": 39}
    return b"".join(stroke(keys[char], shifted=True) for char in code) + stroke(ENTER)


def test_a_key_with_alt_gr_is_no_character_of_a_code(keyboard):
    port = open_keys(f"keys:{keyboard.path}", 0.01, keyboard.grab)

    keyboard.send(event(1, ALT_GR, 1) + stroke(KEYS["Q"], True) + event(1, ALT_GR, 0) + typed("H"))

    assert port.read() == b"\x83H\r"
    port.close()


def test_a_keyboard_in_use_by_another_program_is_reported_until_it_is_free(keyboard, received):
    keyboard.busy = True
    reader = SerialReader(
        f"keys:{keyboard.path}", STICKER_DECK, "board", received.post, HandClock(), opener=keyboard.open
    )
    reader.start()
    received.wait_for_health(False)
    assert received.sentences[0].endswith("is in use by another program: close it")

    keyboard.busy = False
    received.wait_for_health(False, True)
    reader.stop()


def test_the_advice_names_the_group_that_a_user_has_to_join():
    error = PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    url = "keys:/dev/input/by-id/x"

    assert "add this user to the group input" in port_advice(url, error, kind_of(url).group)


def test_a_file_that_is_no_keyboard_is_reported_in_one_line(tmp_path, start_reader, received):
    path = tmp_path / "notes"
    path.write_text("no keyboard")

    start_reader(f"keys:{path}")

    received.wait_for_health(False)
    assert "\n" not in received.sentences[0]


@pytest.mark.parametrize("url", ["keys:", "keys:event3"])
def test_an_address_of_no_device_is_refused(url, received):
    with refused(BadInput, "a keyboard's address is keys:/dev/input/by-id"):
        open_reader(ReaderConfig(url), STICKER_DECK, received.post, HandClock())
