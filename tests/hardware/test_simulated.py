"""The stand-ins that ship behave like real readers."""

import re

import pytest

from engine.bad_input import BadInput
from engine.cards import DECK, Card
from hardware.readers import open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import PLAIN_DECK, Deck
from hardware.reading.reading import Health, Reading, UnknownCode
from hardware.simulated import PtyScanner, ScriptedReader, read_script
from tests.kit.inbox import HandClock
from tests.said import refused

QUEEN, ACE = Card("Qh"), Card("As")


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "flop.txt"
    path.write_text("# the flop\nQh\n\n  As\nspilt coffee\nQh\n")
    return path


def test_a_script_is_codes_without_its_comments():
    assert read_script("# flop\nQh\n\n  As \nspilt coffee\n") == ["Qh", "As", "spilt coffee"]


def test_a_script_is_reported_code_by_code_when_asked(script, start_reader, received):
    reader = start_reader(f"sim://{script}")

    assert [reader.next() for _ in range(5)] == [True, True, True, True, False]
    assert received.all == [
        Health(True, "plays a script", "board", 1_000),
        Reading(QUEEN, "board", 1_000),
        Reading(ACE, "board", 1_000),
        UnknownCode("spilt coffee", "board", 1_000),
        Reading(QUEEN, "board", 1_000),
    ]


def test_a_script_with_a_pace_plays_itself(script, start_reader, received):
    start_reader(f"sim://{script}?pace_ms=1")

    received.wait_for_cards(QUEEN, ACE, QUEEN)


def test_a_stopped_script_reports_nothing_more(script, start_reader, received):
    reader = start_reader(f"sim://{script}?pace_ms=600000")

    reader.stop()

    assert not reader.next()
    assert received.cards == []


def test_a_script_can_be_given_without_a_file(received):
    reader = ScriptedReader((str(card) for card in DECK), PLAIN_DECK, "seat 3", received.post, HandClock())

    while reader.next():
        pass

    assert received.cards == list(DECK)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sim:///no/such/script.txt", "cannot be read"),
        ("sim:///", "cannot be read"),
        ("sim://script.txt", "address is sim:///path"),
        ("sim://[script.txt", "address is sim:///path"),
        ("sim:///script.txt?pace_ms=fast", "address is sim:///path"),
        ("sim:///script.txt?pace_ms=", "address is sim:///path"),
        ("sim:///script.txt?speed=3", "address is sim:///path"),
    ],
)
def test_an_invalid_script_address_is_refused_in_one_line(url, words, received):
    with refused(BadInput, rf"^{re.escape(url)}.*{words}"):
        open_reader(ReaderConfig(url), PLAIN_DECK, received.post, HandClock())


def test_a_scanner_sends_the_codes_of_its_deck(tmp_path, start_reader, received):
    deck = Deck.of("coded", {str(card): f"{number:04}" for number, card in enumerate(DECK)})

    with PtyScanner(tmp_path / "scanner", deck, ends=b"\x03") as scanner:
        start_reader(scanner.path, deck=deck)
        received.wait_for_health(True)
        scanner.scan(QUEEN)
        received.wait_for_cards(QUEEN)


def test_codes_scanned_while_unplugged_are_lost(scanner, start_reader, received):
    start_reader(scanner.path)
    received.wait_for_health(True)
    scanner.unplug()
    scanner.unplug()
    assert not scanner.path.is_symlink()

    scanner.scan(QUEEN)
    scanner.replug()
    received.wait_for_health(True, False, True)
    scanner.scan(ACE)

    received.wait_for_cards(ACE)
