"""Scanners that type, in endless noise: every card that was scanned is read, no other, and nothing stops.

How much noise comes from the environment: `KIOSK_FUZZ_BYTES`.
"""

from random import Random

import pytest

from engine.cards import DECK
from hardware.keys.burst import ENDS, Scan, ScanDetector, Typed
from hardware.keys.device import EVENT
from hardware.keys.screen import ScreenKeys
from hardware.reading.deck import Deck
from hardware.reading.line_settings import SerialSettings
from hardware.serial.reader import SerialReader
from tests.hardware.keys.test_device import ENTER, KEYS, SHIFT, Keyboard, event, stroke, typed
from tests.kit.inbox import FUZZ_BYTES, HandClock

pytestmark = pytest.mark.fuzz

CODED = Deck.of("coded", {str(card): f"{number:08X}" for number, card in enumerate(DECK, start=0x04A2B3C4)})
PREFIXED = SerialSettings(prefix="PC", repeat_ms=0)
PLAIN = SerialSettings(repeat_ms=0)
EVERY = 1_000
"""So many keys or bytes of noise before each card."""
ALPHABET = "0123456789ABCDEFPC]d0a b\r\n\té\x00"


def cards_of(dice: Random, least: int = 4):
    return dice.choices(DECK, k=max(least, FUZZ_BYTES // EVERY))


@pytest.mark.parametrize("line", [PLAIN, PREFIXED], ids=["no prefix", "prefix"])
def test_keys_without_end_make_no_card_and_take_none(heard, line):
    """
    At every speed, held down or not, with ends and without; a person's keys come back in their order.
    """
    dice, clock = Random(8), HandClock()
    reader = ScreenKeys(CODED, "board", heard.post, clock, line)
    reader.start()
    scans: ScanDetector[int] = ScanDetector(reader.keys)
    number, last = 0, -1

    def press(text: str, gap_ms: int, repeated: bool = False) -> None:
        nonlocal number
        clock.ms += gap_ms
        number += 1
        take(scans.press(number, text, clock.ms, repeated))

    def take(told: list[Scan | Typed[int]]) -> None:
        nonlocal last
        for each in told:
            if isinstance(each, Scan):
                reader.scanned(each.code)
                continue
            assert [last, *each.keys] == sorted({last, *each.keys})
            last = each.keys[-1]

    cards = cards_of(dice)
    for card in cards:
        haste = dice.choice((5, 40, 150))
        for text in dice.choices((*ALPHABET, "", "left"), k=EVERY):
            press(text, dice.randrange(haste), dice.random() < 0.05)
        take(scans.silence())
        clock.ms += 500
        for text in line.prefix + CODED.codes[card] + dice.choice(ENDS):
            press(text, 8)

    assert heard.cards == cards
    assert not [code for code in heard.codes if code in CODED.codes.values()]


def test_a_device_that_says_anything_at_all_makes_no_card_and_takes_none(tmp_path, heard):
    """
    Events of every kind and value, keys that go down for ever, reports that the kernel dropped.
    """
    dice = Random(9)
    keyboard = Keyboard(tmp_path / "usb-scanner-event-kbd")
    reader = SerialReader(f"keys:{keyboard.path}", CODED, "board", heard.post, HandClock(), PLAIN, opener=keyboard.open)
    reader.start()
    heard.wait_for_health(True)
    cards = cards_of(dice)
    calm = event(1, SHIFT, 0) + event(1, 54, 0) + stroke(ENTER)

    for card in cards:
        noise = b"".join(any_event(dice) for _ in range(EVERY // EVENT.size))
        keyboard.send(noise + calm + typed(CODED.codes[card]))

    heard.wait_for_cards(*cards)
    reader.stop()
    assert heard.health == [True]


def any_event(dice):
    """Any event that a kernel can send, and some that it never does."""
    if dice.random() < 0.2:
        return dice.randbytes(EVENT.size)
    code = dice.choice((SHIFT, 54, ENTER, dice.randrange(256), *KEYS.values()))
    return event(dice.choice((0, 1, 1, 1, 4)), code, dice.choice((0, 1, 1, 2)))
