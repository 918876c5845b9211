"""A serial reader on a real pseudo-terminal, with a scanner, a vandal or nobody on the other side."""

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
    """Tells when a reader has taken in what was sent: it asks for more only after that."""

    def __init__(self) -> None:
        self._taken = b""
        self._changed = threading.Condition()
        self.clock = HandClock()

    @contextmanager
    def reading(self, scanner, heard, settings=EVERY_CODE, deck=PLAIN_DECK):
        """A reader connected to the scanner, with this tap in its line."""
        self.clock = HandClock()
        reader = SerialReader(str(scanner.path), deck, "board", heard.post, self.clock, settings, opener=self._open)
        reader.start()
        heard.wait_for_health(True)
        yield
        reader.stop()

    def wait_for(self, sent: bytes) -> None:
        """Wait until just these bytes were taken in since the last time."""
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
    """A real port that tells each chunk when it is asked for the next."""

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
def reader(scanner, start_reader, heard):
    """A reader connected to the scanner."""
    reader = start_reader(scanner.path)
    heard.wait_for_health(True)
    return reader


@pytest.mark.usefixtures("reader")
def test_every_card_is_read_as_it_is_scanned(scanner, heard):
    for card in DECK:
        scanner.scan(card)

    heard.wait_for_cards(*DECK)


@pytest.mark.usefixtures("reader")
def test_a_reading_says_where_and_when(scanner, heard, clock):
    clock.ms = 5_500

    scanner.scan(QUEEN)

    heard.wait_for_cards(QUEEN)
    assert heard.all[-1] == Reading(QUEEN, "board", 5_500)


@pytest.mark.parametrize(
    "line", [b"%b\r", b"%b\n", b"%b\r\n", b"\x02%b\x03", b"\x02%b\x03\x7f", b"%b\x00", b"\x02]d1%b\r\n"]
)
@pytest.mark.usefixtures("reader")
def test_every_framing_is_read(scanner, heard, line):
    for card in (QUEEN, ACE, TWO):
        scanner.send(line % str(card).encode())

    heard.wait_for_cards(QUEEN, ACE, TWO)


@pytest.mark.parametrize("line", [b"PCQh;\r", b"PCQh;\n", b"PCQh;\r\n", b"\x02PCQh;\x03", b"]d1PCQh;\r\n"])
def test_a_frame_is_read_whole_wherever_it_is_cut(scanner, heard, line):
    tap = Tap()
    with tap.reading(scanner, heard, SerialSettings(prefix="PC", suffix=";", repeat_ms=0)):
        for cut in range(1, len(line)):
            for piece in (line[:cut], line[cut:]):
                scanner.send(piece)
                tap.wait_for(piece)

    assert heard.cards == [QUEEN] * (len(line) - 1)


@pytest.mark.parametrize("code", ["4006381333931", "QH", "Q\x80h", "Q\x7fh", "Qh ", "\xff"])
@pytest.mark.usefixtures("reader")
def test_an_unknown_code_is_reported_and_stops_nothing(scanner, heard, clock, code):
    scanner.send(code.encode("latin-1") + b"\r\n")
    scanner.scan(QUEEN)

    heard.wait_for_cards(QUEEN)
    assert heard.all[1:-1] == [UnknownCode(code, "board", clock.ms)]


def test_a_code_without_line_end_is_read_after_a_silence(scanner, heard):
    tap = Tap()
    with tap.reading(scanner, heard):
        for card in (QUEEN, ACE):
            for byte in str(card):
                scanner.send(byte.encode())
                tap.wait_for(byte.encode())
            tap.clock.ms += 100
            heard.wait(lambda card=card: heard.cards[-1:] == [card])

    assert heard.all[1:] == [Reading(QUEEN, "board", 1_100), Reading(ACE, "board", 1_200)]


def test_a_stall_makes_no_card_of_a_piece_of_a_code(scanner, heard):
    numbers = Deck.of("numbers", {str(card): str(number) for number, card in enumerate(DECK)})
    tap = Tap()
    with tap.reading(scanner, heard, deck=numbers):
        scanner.send(b"1")
        tap.wait_for(b"1")
        tap.clock.ms += 60_000
        tap.wait_for(b"")
        scanner.send(b"2\r")
        heard.wait_for_cards(DECK[12])


def test_a_reader_with_antennas_says_where_each_card_lies(scanner, start_reader, heard):
    antennas = SerialSettings(
        pattern=r"(?P<pos>\d+)\|(?P<uid>[0-9A-Fa-f:]+)", places={"0": "board", "4": "seat 4"}, repeat_ms=0
    )
    start_reader(scanner.path, antennas, CODED)
    heard.wait_for_health(True)

    scanner.send(b"MFRC522 ready\r\n0|%b\r\n4|04:a2:b3:c5\r\n9|04A2B3C4\r\n" % CODED.codes[QUEEN].encode())

    heard.wait_for_codes("9|04A2B3C4")
    assert heard.all[1:] == [
        Reading(QUEEN, "board", 1_000),
        Reading(DECK[1], "seat 4", 1_000),
        UnknownCode("9|04A2B3C4", "board", 1_000, nowhere=True, position="9"),
    ]


def test_a_line_that_says_much_around_a_code_is_read(scanner, start_reader, heard):
    pattern = r'\{"antenna":(?P<pos>\d+),"epc":"(?P<uid>[0-9A-F]+)".*\}'
    deck = Deck.of("tags", {str(card): f"E28011606000020C2D3A{number:04X}" for number, card in enumerate(DECK)})
    start_reader(scanner.path, SerialSettings(pattern=pattern, places={"1": "seat 4"}), deck)
    heard.wait_for_health(True)

    scanner.send(b'{"antenna":1,"epc":"E28011606000020C2D3A0001","rssi":-45.5,"t":1712}\r\n')

    heard.wait_for_cards(DECK[1])
    assert heard.all[-1] == Reading(DECK[1], "seat 4", 1_000)


def test_a_card_left_at_an_antenna_without_a_name_is_reported_once(scanner, start_reader, heard):
    """
    Also where the reader says how well it hears the card, and each line is another.
    """
    line = SerialSettings(pattern=r"(?P<pos>\d+)\|(?P<uid>[0-9A-F]+)\|-\d+", places={"0": "board"})
    start_reader(scanner.path, line, CODED)
    heard.wait_for_health(True)

    for level in range(40, 50):
        scanner.send(b"7|04A2B3C4|-%d\r\n" % level)
    scanner.send(b"8|04A2B3C4|-40\r\n0|%b|-40\r\n" % CODED.codes[QUEEN].encode())

    heard.wait_for_cards(QUEEN)
    assert heard.codes == ["7|04A2B3C4|-40", "8|04A2B3C4|-40"]


@pytest.mark.usefixtures("reader")
def test_a_card_left_in_front_of_the_reader_is_read_once(scanner, heard, clock):
    for _ in range(20):
        scanner.scan(QUEEN)
    scanner.scan(ACE)
    heard.wait_for_cards(QUEEN, ACE)

    clock.ms += 700
    scanner.scan(QUEEN)

    heard.wait_for_cards(QUEEN, ACE, QUEEN)


@pytest.mark.fuzz
def test_noise_between_frames_gives_no_card_and_costs_none(scanner, start_reader, heard):
    dice = random.Random(4)
    start_reader(scanner.path, EVERY_CODE, CODED)
    heard.wait_for_health(True)

    cards = dice.choices(DECK, k=max(4, FUZZ_BYTES // 1_000))
    coded = b"".join(noise(dice, 1_000) + b"\r" + CODED.codes[card].encode() + b"\r" for card in cards)
    scanner.send(coded)

    heard.wait_for_cards(*cards)
    assert heard.health == [True]


def test_a_cable_pulled_in_the_middle_of_a_frame_makes_no_card(scanner, heard):
    tap = Tap()
    with tap.reading(scanner, heard):
        scanner.send(b"Q")
        tap.wait_for(b"Q")

        scanner.unplug()
        heard.wait_for_health(True, False)
        assert heard.sentences[1] == f"{scanner.path} was unplugged: plug it in again; it reconnects automatically"
        scanner.replug()
        heard.wait_for_health(True, False, True)
        scanner.send(b"h\r\n")
        scanner.scan(ACE)

        heard.wait_for_cards(ACE)
    assert heard.codes == ["h"]


def test_a_cable_pulled_at_any_byte_of_a_frame_makes_no_other_card(scanner, heard):
    line = b"\x02]d1%b\x03\r\n"
    tap = Tap()
    with tap.reading(scanner, heard, deck=CODED):
        frame, other = (line % CODED.codes[card].encode() for card in (QUEEN, ACE))
        for cut in range(len(frame) + 1):
            scanner.send(frame[:cut])
            tap.wait_for(frame[:cut])
            scanner.unplug()
            heard.wait_for_health(*[True, False] * (cut + 1))
            scanner.replug()
            heard.wait_for_health(*[True, False] * (cut + 1), True)
            scanner.send(frame[cut:] + other)
            tap.wait_for(frame[cut:] + other)

    # Whole before the cut, or whole behind it: with its identifier, or with nothing but the code.
    whole = {0, 1, 4, *range(frame.index(b"\x03") + 1, len(frame) + 1)}
    expected = [[QUEEN, ACE] if cut in whole else [ACE] for cut in range(len(frame) + 1)]
    assert heard.cards == [card for cards in expected for card in cards]


@pytest.mark.usefixtures("reader")
def test_a_reader_survives_being_unplugged_again_and_again(scanner, heard):
    for times, card in enumerate(DECK[:5], start=1):
        scanner.scan(card)
        heard.wait_for_cards(*DECK[:times])
        scanner.unplug()
        heard.wait_for_health(*[True, False] * times)
        scanner.replug()
        heard.wait_for_health(*[True, False] * times, True)


@pytest.mark.usefixtures("reader")
def test_a_flood_on_a_cable_that_is_pulled_stops_nothing(scanner, heard):
    flood = threading.Thread(target=scanner.send, args=(b"??\r" * 1_000,))
    flood.start()
    heard.wait_for_codes("??")
    flood.join()
    scanner.unplug()
    scanner.replug()
    heard.wait_for_health(True, False, True)

    scanner.scan(ACE)

    heard.wait_for_cards(ACE)


def test_a_reader_that_is_not_there_is_reported_once_and_taken_up_when_it_comes(tmp_path, start_reader, heard):
    path = tmp_path / "scanner"
    start_reader(path)
    heard.wait_for_health(False)

    with PtyScanner(path) as scanner:
        heard.wait_for_health(False, True)
        scanner.scan(QUEEN)
        heard.wait_for_cards(QUEEN)

    assert heard.sentences[:2] == [
        f"{path} was not found: plug the reader in, or correct its address in the settings",
        f"{path} is connected",
    ]


def test_a_reader_that_stays_away_is_reported_once(heard):
    tries = iter(range(2))

    def open_at_last(url, settings):
        if next(tries, None) is None:
            return serial.serial_for_url("loop://", timeout=0.1)
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    reader = SerialReader("/dev/cu", CODED, "board", heard.post, HandClock(), opener=open_at_last)
    reader.start()
    heard.wait_for_health(False, True)
    reader.stop()

    assert len(heard.all) == 2


def test_a_port_that_another_program_reads_is_reported_and_taken_up_when_free(scanner, start_reader, heard):
    other = serial.Serial(str(scanner.path), exclusive=True)
    start_reader(scanner.path)
    heard.wait_for_health(False)
    assert heard.sentences == [f"{scanner.path} is in use by another program: close it"]

    other.close()

    heard.wait_for_health(False, True)


@pytest.mark.usefixtures("reader")
def test_the_port_is_locked_against_other_programs(scanner):
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        serial.Serial(str(scanner.path), exclusive=True)


def test_a_file_that_is_no_port_is_reported_in_one_line(tmp_path, start_reader, heard):
    path = tmp_path / "notes.txt"
    path.write_text("no port")

    start_reader(path)

    heard.wait_for_health(False)
    assert heard.sentences == [f"{path} is not a serial port: correct its address in the settings"]


def test_a_reader_that_stopped_tells_nothing_and_frees_its_port(scanner, start_reader, heard):
    first = start_reader(scanner.path)
    heard.wait_for_health(True)

    stop(first)
    told = list(heard.all)
    scanner.scan(QUEEN)

    with serial.Serial(str(scanner.path), exclusive=True):
        assert heard.all == told


@pytest.mark.parametrize("there", [True, False])
def test_stopping_ends_the_thread(tmp_path, scanner, heard, there):
    url = scanner.path if there else tmp_path / "nothing"
    reader = open_reader(str(url), CODED, f"seat {there}", heard.post, HandClock())
    reader.start()
    heard.wait_for_health(there)
    assert f"reader at seat {there}" in [thread.name for thread in threading.enumerate()]

    stop(reader)

    assert f"reader at seat {there}" not in [thread.name for thread in threading.enumerate()]


def test_a_reader_stopped_while_it_connects_lets_go_of_the_port_and_tells_nothing(heard):
    port = serial.serial_for_url("loop://", timeout=0.1)
    connecting, connected = threading.Event(), threading.Event()

    def open_slowly(url, settings):
        connecting.set()
        assert connected.wait(PATIENCE_S)
        return port

    reader = SerialReader("loop://", CODED, "far away", heard.post, HandClock(), opener=open_slowly)
    reader.start()
    assert connecting.wait(PATIENCE_S)

    reader.stop()
    connected.set()
    for thread in threading.enumerate():
        if thread.name == "reader at far away":
            thread.join(PATIENCE_S)

    assert not port.is_open
    assert heard.all == []


def test_a_reader_that_never_ran_can_be_stopped(heard):
    open_reader("/dev/nothing", CODED, "board", heard.post, HandClock()).stop()

    assert heard.all == []


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
def test_an_error_of_the_port_says_what_to_do(number, words):
    error = serial.SerialException(number, f"could not open port: {os.strerror(number)}")

    assert words in port_advice("/dev/ttyACM0", error)


NO_ADDRESSES = [
    *("gopher://reader", "", "socket://reader", "socket://:4001", "socket://reader:0", "socket://reader:99999"),
    *("rfc2217://reader", "RFC2217://reader:port", "socket://[", "rfc2217://[fe80::1", "//[reader"),
]


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_an_address_that_can_never_work_is_refused_in_one_line(url, heard):
    with refused(BadInput, r"is not a reader's address: .+\Z"):
        open_reader(url, CODED, "board", heard.post, HandClock())


def test_a_setting_that_no_port_has_is_refused(heard):
    with refused(BadInput, "is not a reader's address"):
        open_reader("/dev/ttyACM0", CODED, "board", heard.post, HandClock(), SerialSettings(baud=-1))


def test_an_error_in_what_listens_is_reported_as_itself_and_ends_no_reading(scanner, heard):
    def listen(told):
        heard.post(told)
        if isinstance(told, Reading) and told.card is QUEEN:
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
    heard.wait_for_health(True, False)  # open, and not well before something was read without an error
    scanner.scan(ACE)

    heard.wait_for_health(True, False, True)
    heard.wait_for_cards(QUEEN, ACE)
    reader.stop()
    assert "cable" not in heard.sentences[1]
    assert heard.sentences[1].endswith("(OSError: a bug of ours)")


def test_an_error_that_nobody_foresaw_is_reported_with_its_cause_and_the_line_opened_again(heard):
    tries = iter(range(3))

    def open_at_last(url, settings):
        if next(tries, None) is None:
            return serial.serial_for_url("loop://", timeout=0.1)
        raise TypeError("no\nfd")

    reader = SerialReader("/dev/cu", CODED, "board", heard.post, HandClock(), opener=open_at_last)
    reader.start()
    heard.wait_for_health(False, True)
    reader.stop()

    assert heard.all[0] == Health(
        False,
        "/dev/cu hit an unexpected error and retries: restart this program if it persists (TypeError: no fd)",
        "board",
        1_000,
        "/dev/cu",
        "failing",
    )
    assert len(heard.all) == 2
