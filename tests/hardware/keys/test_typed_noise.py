"""Typing scanners in endless noise: every card that was scanned is read, no other, and nothing stops.
`KIOSK_FUZZ_BYTES` in the environment sets the amount of noise.
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
"""The number of keys or bytes of noise before each card."""
ALPHABET = "0123456789ABCDEFPC]d0a b\r\n\té\x00"


def cards_of(dice: Random, least: int = 4):
    return dice.choices(DECK, k=max(least, FUZZ_BYTES // EVERY))


@pytest.mark.parametrize("line", [PLAIN, PREFIXED], ids=["no prefix", "prefix"])
def test_endless_keys_produce_no_card_and_hide_none(received, line):
    """
    At every speed, with repeated keys, with and without end keys. A person's keys come back in order.
    """
    dice, clock = Random(8), HandClock()
    reader = ScreenKeys(CODED, "board", received.post, clock, line)
    reader.start()
    scans: ScanDetector[int] = ScanDetector(reader.keys)
    number, last = 0, -1

    def press(text: str, gap_ms: int, repeated: bool = False) -> None:
        nonlocal number
        clock.ms += gap_ms
        number += 1
        take(scans.press(number, text, clock.ms, repeated))

    def take(detected: list[Scan | Typed[int]]) -> None:
        nonlocal last
        for each in detected:
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

    assert received.cards == cards
    assert not [code for code in received.codes if code in CODED.codes.values()]


def test_a_device_that_sends_anything_at_all_produces_no_card_and_hides_none(tmp_path, received):
    """
    Events of every kind and value, keys that are never released, reports that the kernel dropped.
    """
    dice = Random(9)
    keyboard = Keyboard(tmp_path / "usb-scanner-event-kbd")
    reader = SerialReader(
        f"keys:{keyboard.path}", CODED, "board", received.post, HandClock(), PLAIN, opener=keyboard.open
    )
    reader.start()
    received.wait_for_health(True)
    cards = cards_of(dice)
    calm = event(1, SHIFT, 0) + event(1, 54, 0) + stroke(ENTER)

    for card in cards:
        noise = b"".join(any_event(dice) for _ in range(EVERY // EVENT.size))
        keyboard.send(noise + calm + typed(CODED.codes[card]))

    received.wait_for_cards(*cards)
    reader.stop()
    assert received.health == [True]


def any_event(dice):
    """Any event that a kernel can send, and some that it never does."""
    if dice.random() < 0.2:
        return dice.randbytes(EVENT.size)
    code = dice.choice((SHIFT, 54, ENTER, dice.randrange(256), *KEYS.values()))
    return event(dice.choice((0, 1, 1, 1, 4)), code, dice.choice((0, 1, 1, 2)))
