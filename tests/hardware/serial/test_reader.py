"""A serial reader on a real pseudo-terminal, with a scanner, noise, or no writer on the other side."""

import errno
import os
import random
import threading
from collections.abc import Callable
from contextlib import contextmanager

import pytest
import serial

from engine.bad_input import BadInput
from engine.cards import DECK, Card
from hardware.readers import open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import PLAIN_DECK, Deck
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Health, Reading, UnknownCode
from hardware.serial.ports import SerialPort, open_port, port_advice
from hardware.serial.reader import SerialReader
from hardware.simulated import PtyScanner
from tests.kit.inbox import FUZZ_BYTES, HandClock, noise, stop
from tests.kit.patience import PATIENCE_S
from tests.said import refused

QUEEN, ACE, TWO = Card("Qh"), Card("As"), Card("2c")
CODED = Deck.of("coded", {str(card): f"{number:08X}" for number, card in enumerate(DECK, start=0x04A2B3C4)})
EVERY_CODE = SerialSettings(repeat_ms=0)


class Tap:
    """Tells when a reader has processed what was sent, because it asks for more only after that."""

    def __init__(self) -> None:
        self._taken = b""
        self._changed = threading.Condition()
        self.clock = HandClock()

    @contextmanager
    def reading(self, scanner, received, settings=EVERY_CODE, deck=PLAIN_DECK):
        """A reader connected to the scanner, with this tap in its line."""
        self.clock = HandClock()
        reader = SerialReader(str(scanner.path), deck, "board", received.post, self.clock, settings, opener=self._open)
        reader.start()
        received.wait_for_health(True)
        yield
        reader.stop()

    def wait_for(self, sent: bytes) -> None:
        """Wait until exactly these bytes were processed since the last call."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._taken == sent, PATIENCE_S), self._taken
            self._taken = b""

    def _open(self, url, settings):
        port = open_port(url, settings)
        return TappedPort(port, self._note)

    def _note(self, chunk: bytes) -> None:
        with self._changed:
            self._taken += chunk
            self._changed.notify_all()


class TappedPort:
    """A real port that notes each chunk when it is asked for the next."""

    def __init__(self, port: SerialPort, note: Callable[[bytes], None]) -> None:
        self._port = port
        self._note = note
        self._last = b""

    @property
    def in_waiting(self) -> int:
        self._note(self._last)
        return self._port.in_waiting

    def read(self, size: int = 1) -> bytes:
        self._last = self._port.read(size)
        return self._last

    def close(self) -> None:
        self._port.close()


@pytest.fixture
def reader(scanner, start_reader, received):
    """A reader connected to the scanner."""
    reader = start_reader(scanner.path)
    received.wait_for_health(True)
    return reader


@pytest.mark.usefixtures("reader")
def test_every_card_is_read_as_it_is_scanned(scanner, received):
    for card in DECK:
        scanner.scan(card)

    received.wait_for_cards(*DECK)


@pytest.mark.usefixtures("reader")
def test_a_reading_has_its_place_and_time(scanner, received, clock):
    clock.ms = 5_500

    scanner.scan(QUEEN)

    received.wait_for_cards(QUEEN)
    assert received.all[-1] == Reading(QUEEN, "board", 5_500)


@pytest.mark.parametrize(
    "line", [b"%b\r", b"%b\n", b"%b\r\n", b"\x02%b\x03", b"\x02%b\x03\x7f", b"%b\x00", b"\x02]d1%b\r\n"]
)
@pytest.mark.usefixtures("reader")
def test_every_framing_is_read(scanner, received, line):
    for card in (QUEEN, ACE, TWO):
        scanner.send(line % str(card).encode())

    received.wait_for_cards(QUEEN, ACE, TWO)


@pytest.mark.parametrize("line", [b"PCQh;\r", b"PCQh;\n", b"PCQh;\r\n", b"\x02PCQh;\x03", b"]d1PCQh;\r\n"])
def test_a_frame_is_read_completely_wherever_it_is_split(scanner, received, line):
    tap = Tap()
    with tap.reading(scanner, received, SerialSettings(prefix="PC", suffix=";", repeat_ms=0)):
        for cut in range(1, len(line)):
            for piece in (line[:cut], line[cut:]):
                scanner.send(piece)
                tap.wait_for(piece)

    assert received.cards == [QUEEN] * (len(line) - 1)


@pytest.mark.parametrize("code", ["4006381333931", "QH", "Q\x80h", "Q\x7fh", "Qh ", "\xff"])
@pytest.mark.usefixtures("reader")
def test_an_unknown_code_is_reported_and_stops_nothing(scanner, received, clock, code):
    scanner.send(code.encode("latin-1") + b"\r\n")
    scanner.scan(QUEEN)

    received.wait_for_cards(QUEEN)
    assert received.all[1:-1] == [UnknownCode(code, "board", clock.ms)]


def test_a_code_without_a_line_end_is_read_after_a_silence(scanner, received):
    tap = Tap()
    with tap.reading(scanner, received):
        for card in (QUEEN, ACE):
            for byte in str(card):
                scanner.send(byte.encode())
                tap.wait_for(byte.encode())
            tap.clock.ms += 100
            received.wait(lambda card=card: received.cards[-1:] == [card])

    assert received.all[1:] == [Reading(QUEEN, "board", 1_100), Reading(ACE, "board", 1_200)]


def test_a_stall_does_not_turn_part_of_a_code_into_a_card(scanner, received):
    numbers = Deck.of("numbers", {str(card): str(number) for number, card in enumerate(DECK)})
    tap = Tap()
    with tap.reading(scanner, received, deck=numbers):
        scanner.send(b"1")
        tap.wait_for(b"1")
        tap.clock.ms += 60_000
        tap.wait_for(b"")
        scanner.send(b"2\r")
        received.wait_for_cards(DECK[12])


def test_a_reader_with_antennas_gives_each_card_its_place(scanner, start_reader, received):
    antennas = SerialSettings(
        pattern=r"(?P<pos>\d+)\|(?P<uid>[0-9A-Fa-f:]+)", places={"0": "board", "4": "seat 4"}, repeat_ms=0
    )
    start_reader(scanner.path, antennas, CODED)
    received.wait_for_health(True)

    scanner.send(b"MFRC522 ready\r\n0|%b\r\n4|04:a2:b3:c5\r\n9|04A2B3C4\r\n" % CODED.codes[QUEEN].encode())

    received.wait_for_codes("9|04A2B3C4")
    assert received.all[1:] == [
        Reading(QUEEN, "board", 1_000),
        Reading(DECK[1], "seat 4", 1_000),
        UnknownCode("9|04A2B3C4", "board", 1_000, nowhere=True, position="9"),
    ]


def test_a_code_within_a_long_line_is_read(scanner, start_reader, received):
    pattern = r'\{"antenna":(?P<pos>\d+),"epc":"(?P<uid>[0-9A-F]+)".*\}'
    deck = Deck.of("tags", {str(card): f"E28011606000020C2D3A{number:04X}" for number, card in enumerate(DECK)})
    start_reader(scanner.path, SerialSettings(pattern=pattern, places={"1": "seat 4"}), deck)
    received.wait_for_health(True)

    scanner.send(b'{"antenna":1,"epc":"E28011606000020C2D3A0001","rssi":-45.5,"t":1712}\r\n')

    received.wait_for_cards(DECK[1])
    assert received.all[-1] == Reading(DECK[1], "seat 4", 1_000)


def test_a_card_left_at_an_unnamed_antenna_is_reported_once(scanner, start_reader, received):
    """
    This holds even if the reader adds the signal strength, so that each line is different.
    """
    line = SerialSettings(pattern=r"(?P<pos>\d+)\|(?P<uid>[0-9A-F]+)\|-\d+", places={"0": "board"})
    start_reader(scanner.path, line, CODED)
    received.wait_for_health(True)

    for level in range(40, 50):
        scanner.send(b"7|04A2B3C4|-%d\r\n" % level)
    scanner.send(b"8|04A2B3C4|-40\r\n0|%b|-40\r\n" % CODED.codes[QUEEN].encode())

    received.wait_for_cards(QUEEN)
    assert received.codes == ["7|04A2B3C4|-40", "8|04A2B3C4|-40"]


@pytest.mark.usefixtures("reader")
def test_a_card_left_in_front_of_the_reader_is_read_once(scanner, received, clock):
    for _ in range(20):
        scanner.scan(QUEEN)
    scanner.scan(ACE)
    received.wait_for_cards(QUEEN, ACE)

    clock.ms += 700
    scanner.scan(QUEEN)

    received.wait_for_cards(QUEEN, ACE, QUEEN)


@pytest.mark.fuzz
def test_noise_between_frames_gives_no_card_and_costs_none(scanner, start_reader, received):
    dice = random.Random(4)
    start_reader(scanner.path, EVERY_CODE, CODED)
    received.wait_for_health(True)

    cards = dice.choices(DECK, k=max(4, FUZZ_BYTES // 1_000))
    coded = b"".join(noise(dice, 1_000) + b"\r" + CODED.codes[card].encode() + b"\r" for card in cards)
    scanner.send(coded)

    received.wait_for_cards(*cards)
    assert received.health == [True]


def test_a_cable_pulled_in_the_middle_of_a_frame_makes_no_card(scanner, received):
    tap = Tap()
    with tap.reading(scanner, received):
        scanner.send(b"Q")
        tap.wait_for(b"Q")

        scanner.unplug()
        received.wait_for_health(True, False)
        assert received.sentences[1] == f"{scanner.path} was unplugged: plug it in again; it reconnects automatically"
        scanner.replug()
        received.wait_for_health(True, False, True)
        scanner.send(b"h\r\n")
        scanner.scan(ACE)

        received.wait_for_cards(ACE)
    assert received.codes == ["h"]


def test_a_cable_pulled_at_any_byte_of_a_frame_makes_no_other_card(scanner, received):
    line = b"\x02]d1%b\x03\r\n"
    tap = Tap()
    with tap.reading(scanner, received, deck=CODED):
        frame, other = (line % CODED.codes[card].encode() for card in (QUEEN, ACE))
        for cut in range(len(frame) + 1):
            scanner.send(frame[:cut])
            tap.wait_for(frame[:cut])
            scanner.unplug()
            received.wait_for_health(*[True, False] * (cut + 1))
            scanner.replug()
            received.wait_for_health(*[True, False] * (cut + 1), True)
            scanner.send(frame[cut:] + other)
            tap.wait_for(frame[cut:] + other)

    # Whole before the cut, or whole after it: with its identifier, or with only the code.
    whole = {0, 1, 4, *range(frame.index(b"\x03") + 1, len(frame) + 1)}
    expected = [[QUEEN, ACE] if cut in whole else [ACE] for cut in range(len(frame) + 1)]
    assert received.cards == [card for cards in expected for card in cards]


@pytest.mark.usefixtures("reader")
def test_a_reader_survives_being_unplugged_repeatedly(scanner, received):
    for times, card in enumerate(DECK[:5], start=1):
        scanner.scan(card)
        received.wait_for_cards(*DECK[:times])
        scanner.unplug()
        received.wait_for_health(*[True, False] * times)
        scanner.replug()
        received.wait_for_health(*[True, False] * times, True)


@pytest.mark.usefixtures("reader")
def test_a_flood_on_a_pulled_cable_stops_nothing(scanner, received):
    flood = threading.Thread(target=scanner.send, args=(b"??\r" * 1_000,))
    flood.start()
    received.wait_for_codes("??")
    flood.join()
    scanner.unplug()
    scanner.replug()
    received.wait_for_health(True, False, True)

    scanner.scan(ACE)

    received.wait_for_cards(ACE)


def test_a_missing_reader_is_reported_once_and_used_when_it_appears(tmp_path, start_reader, received):
    path = tmp_path / "scanner"
    start_reader(path)
    received.wait_for_health(False)

    with PtyScanner(path) as scanner:
        received.wait_for_health(False, True)
        scanner.scan(QUEEN)
        received.wait_for_cards(QUEEN)

    assert received.sentences[:2] == [
        f"{path} was not found: plug the reader in, or correct its address in the settings",
        f"{path} is connected",
    ]


def test_a_reader_that_stays_away_is_reported_once(received):
    tries = iter(range(2))

    def open_at_last(url, settings):
        if next(tries, None) is None:
            return serial.serial_for_url("loop://", timeout=0.1)
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    reader = SerialReader("/dev/cu", CODED, "board", received.post, HandClock(), opener=open_at_last)
    reader.start()
    received.wait_for_health(False, True)
    reader.stop()

    assert len(received.all) == 2


def test_a_port_in_use_by_another_program_is_reported_and_used_when_free(scanner, start_reader, received):
    other = serial.Serial(str(scanner.path), exclusive=True)
    start_reader(scanner.path)
    received.wait_for_health(False)
    assert received.sentences == [f"{scanner.path} is in use by another program: close it"]

    other.close()

    received.wait_for_health(False, True)


@pytest.mark.usefixtures("reader")
def test_the_port_is_locked_against_other_programs(scanner):
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        serial.Serial(str(scanner.path), exclusive=True)


def test_a_file_that_is_no_port_is_reported_in_one_line(tmp_path, start_reader, received):
    path = tmp_path / "notes.txt"
    path.write_text("no port")

    start_reader(path)

    received.wait_for_health(False)
    assert received.sentences == [f"{path} is not a serial port: correct its address in the settings"]


def test_a_stopped_reader_reports_nothing_and_frees_its_port(scanner, start_reader, received):
    first = start_reader(scanner.path)
    received.wait_for_health(True)

    stop(first)
    before = list(received.all)
    scanner.scan(QUEEN)

    with serial.Serial(str(scanner.path), exclusive=True):
        assert received.all == before


@pytest.mark.parametrize("there", [True, False])
def test_stopping_ends_the_thread(tmp_path, scanner, received, there):
    url = scanner.path if there else tmp_path / "nothing"
    reader = open_reader(ReaderConfig(str(url), f"seat {there}"), CODED, received.post, HandClock())
    reader.start()
    received.wait_for_health(there)
    assert f"reader at seat {there}" in [thread.name for thread in threading.enumerate()]

    stop(reader)

    assert f"reader at seat {there}" not in [thread.name for thread in threading.enumerate()]


def test_a_reader_stopped_while_it_connects_releases_the_port_and_reports_nothing(received):
    port = serial.serial_for_url("loop://", timeout=0.1)
    connecting, connected = threading.Event(), threading.Event()

    def open_slowly(url, settings):
        connecting.set()
        assert connected.wait(PATIENCE_S)
        return port

    reader = SerialReader("loop://", CODED, "far away", received.post, HandClock(), opener=open_slowly)
    reader.start()
    assert connecting.wait(PATIENCE_S)

    reader.stop()
    connected.set()
    for thread in threading.enumerate():
        if thread.name == "reader at far away":
            thread.join(PATIENCE_S)

    assert not port.is_open
    assert received.all == []


def test_a_reader_that_never_ran_can_be_stopped(received):
    open_reader(ReaderConfig("/dev/nothing"), CODED, received.post, HandClock()).stop()

    assert received.all == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "plug the reader in"),
        (errno.EACCES, "add this user to the group dialout"),
        (errno.EBUSY, "close it"),
        (errno.EIO, "plug it in again"),
        (errno.ECONNREFUSED, "check its power"),
        (errno.EINVAL, "check the reader's cable"),
    ],
)
def test_a_port_error_says_what_to_do(number, words):
    error = serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    assert words in port_advice("/dev/ttyACM0", error)


NO_ADDRESSES = [
    *("gopher://reader", "", "socket://reader", "socket://:4001", "socket://reader:0", "socket://reader:99999"),
    *("rfc2217://reader", "RFC2217://reader:port", "socket://[", "rfc2217://[fe80::1", "//[reader"),
]


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_an_address_that_can_never_work_is_refused_in_one_line(url, received):
    with refused(BadInput, r"is not a reader's address: .+\Z"):
        open_reader(ReaderConfig(url), CODED, received.post, HandClock())


def test_an_impossible_port_setting_is_refused(received):
    with refused(BadInput, "is not a reader's address"):
        open_reader(ReaderConfig("/dev/ttyACM0", line=SerialSettings(baud=-1)), CODED, received.post, HandClock())


def test_an_error_in_the_listener_is_reported_as_such_and_does_not_end_the_reading(scanner, received):
    def listen(message):
        received.post(message)
        if isinstance(message, Reading) and message.card is QUEEN:
            raise OSError("a bug of ours")

    opened = threading.Semaphore(0)

    def opens(url, settings):
        port = open_port(url, settings)
        opened.release()
        return port

    reader = SerialReader(str(scanner.path), PLAIN_DECK, "board", listen, HandClock(), opener=opens)
    reader.start()
    assert opened.acquire(timeout=PATIENCE_S)
    scanner.scan(QUEEN)
    assert opened.acquire(timeout=PATIENCE_S)
    received.wait_for_health(True, False)  # open, but not working before something was read without an error
    scanner.scan(ACE)

    received.wait_for_health(True, False, True)
    received.wait_for_cards(QUEEN, ACE)
    reader.stop()
    assert "cable" not in received.sentences[1]
    assert received.sentences[1].endswith("(OSError: a bug of ours)")


def test_an_unexpected_error_is_reported_with_its_cause_and_the_line_reopened(received):
    tries = iter(range(3))

    def open_at_last(url, settings):
        if next(tries, None) is None:
            return serial.serial_for_url("loop://", timeout=0.1)
        raise TypeError("no\nfd")

    reader = SerialReader("/dev/cu", CODED, "board", received.post, HandClock(), opener=open_at_last)
    reader.start()
    received.wait_for_health(False, True)
    reader.stop()

    assert received.all[0] == Health(
        False,
        "/dev/cu hit an unexpected error and retries: restart this program if it persists (TypeError: no fd)",
        "board",
        1_000,
        "/dev/cu",
        "failing",
    )
    assert len(received.all) == 2
