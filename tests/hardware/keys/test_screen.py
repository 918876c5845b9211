"""A scan at the screen is reported like any reader's: the place, and the card or an unknown code."""

import pytest
from msgspec.structs import replace

from engine.cards import Card
from hardware.keys.layouts import LAYOUT_CODE
from hardware.keys.screen import ScreenKeys
from hardware.readers import open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import PLAIN_DECK, Deck
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Health, Reading, UnknownCode
from tests.kit.inbox import EventCollector, HandClock

QUEEN = Card("Qh")


@pytest.fixture
def listen(received: EventCollector, clock: HandClock):
    """Start a reader at `keys:screen`, whose layout is known."""

    def listen(line: SerialSettings | None = None, deck: Deck = PLAIN_DECK) -> ScreenKeys:
        line = replace(line or SerialSettings(), layout=LAYOUT_CODE)
        reader = open_reader(ReaderConfig("keys:screen", "board", line), deck, received.post, clock)
        assert isinstance(reader, ScreenKeys)
        reader.start()
        return reader

    return listen


def test_a_scan_is_a_card_at_the_readers_place_and_a_repeat_is_again(listen, received, clock):
    reader = listen()

    reader.scanned("Qh")
    clock.ms += 100
    reader.scanned("Qh")

    assert received.all[1:] == [Reading(QUEEN, "board", 1_000), Reading(QUEEN, "board", 1_100, again=True)]


def test_the_reader_is_connected_from_the_start_and_silent_before_and_after(received, clock):
    reader = open_reader(ReaderConfig("keys:screen", "board"), PLAIN_DECK, received.post, clock)
    assert isinstance(reader, ScreenKeys)

    reader.scanned("Qh")
    reader.start()
    reader.stop()
    reader.scanned("Qh")

    assert received.all == [Health(True, "listens for scans at the screen", "board", 1_000, "keys:screen")]


@pytest.mark.parametrize(
    ("line", "typed", "expected"),
    [
        (SerialSettings(suffix="X"), "QhX", Reading(QUEEN, "board", 1_000)),
        (SerialSettings(suffix="X"), "Qh", None),
        (SerialSettings(pattern="C(?P<code>..)"), "CQh", Reading(QUEEN, "board", 1_000)),
        (SerialSettings(pattern="C(?P<code>..)"), "Qh", None),
        (SerialSettings(pattern="(?P<pos>.)(?P<code>..)", places={"M": "muck"}), "MQh", Reading(QUEEN, "muck", 1_000)),
        (
            SerialSettings(pattern="(?P<pos>.)(?P<code>..)", places={"M": "muck"}),
            "XQh",
            UnknownCode("XQh", "board", 1_000, nowhere=True, position="X"),
        ),
        (SerialSettings(), "4006381333931", UnknownCode("4006381333931", "board", 1_000)),
        (SerialSettings(), "QH", UnknownCode("QH", "board", 1_000)),
        (SerialSettings(), "qH", UnknownCode("qH", "board", 1_000, hint="caps")),
        (SerialSettings(), LAYOUT_CODE, UnknownCode(LAYOUT_CODE, "board", 1_000, hint="learned")),
    ],
)
def test_the_settings_define_which_part_of_a_scan_is_the_code(listen, received, line, typed, expected):
    listen(line).scanned(typed)

    assert received.all[1:] == ([expected] if expected else [])


def test_a_scan_at_an_unnamed_position_is_reported_once_while_it_is_repeated(listen, received):
    reader = listen(SerialSettings(pattern="(?P<pos>.)(?P<code>..)", places={"M": "muck"}))

    for _ in range(10):
        reader.scanned("XQh")

    assert received.codes == ["XQh"]


def test_a_line_around_a_code_may_be_longer_than_a_code(listen):
    assert listen().keys.longest == 64
    assert listen(SerialSettings(pattern=".*(?P<code>..)")).keys.longest == 256


def test_silence_ends_no_code_if_a_part_of_it_is_another_card(listen):
    """It also does not if the settings disable it."""
    codes = {**PLAIN_DECK.codes, QUEEN: f"{PLAIN_DECK.codes[Card('As')]}Q"}

    assert listen().keys.silence_ends
    assert not listen(deck=Deck("cuts", codes)).keys.silence_ends
    assert not listen(SerialSettings(idle_ms=0)).keys.silence_ends
