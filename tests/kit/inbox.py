"""Collects the events that readers post to a test, and waits for a condition, never for a time."""

import random
from collections.abc import Callable
from threading import Condition

from engine.cards import Card
from hardware.reading.reading import Health, Reader, Reading, UnknownCode
from hardware.serial.reader import SerialReader
from tests.kit.patience import PATIENCE_S
from tests.kit.sizes import size

FUZZ_BYTES = size("KIOSK_FUZZ_BYTES", 20_000)


class EventCollector:
    """The posted events in order, from any thread."""

    def __init__(self) -> None:
        self.all: list[Reading | UnknownCode | Health] = []
        self._changed = Condition()

    def post(self, event: Reading | UnknownCode | Health) -> None:
        with self._changed:
            self.all.append(event)
            self._changed.notify_all()

    def wait(self, until: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(until, PATIENCE_S), f"only received {self.all}"

    def wait_for_cards(self, *cards: Card) -> None:
        """Wait for as many cards; they must be these, in this order."""
        self.wait(lambda: len(self.cards) >= len(cards))
        assert self.cards == list(cards)

    def wait_for_codes(self, *codes: str) -> None:
        self.wait(lambda: len(self.codes) >= len(codes))
        assert self.codes == list(codes)

    def wait_for_health(self, *connected: bool) -> None:
        """Wait until the reader has connected and disconnected in this order.

        Several messages about one loss may differ.
        """
        self.wait(lambda: self.health == list(connected))

    @property
    def cards(self) -> list[Card]:
        """The cards that were newly put down."""
        return [event.card for event in self.all if isinstance(event, Reading) and not event.again]

    @property
    def codes(self) -> list[str]:
        return [event.code for event in self.all if isinstance(event, UnknownCode)]

    @property
    def sentences(self) -> list[str]:
        return [event.says for event in self.all if isinstance(event, Health)]

    @property
    def health(self) -> list[bool]:
        states = [event.connected for event in self.all if isinstance(event, Health)]
        return [now for now, before in zip(states, [None, *states], strict=False) if now != before]


def stop(reader: Reader) -> None:
    """Wait until its thread has ended: a program that exits does not wait for a reader that is blocked."""
    reader.stop()
    assert isinstance(reader, SerialReader)
    reader._thread.join(PATIENCE_S)


class HandClock:
    """Monotonic milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.ms = 1_000

    def __call__(self) -> int:
        return self.ms


def noise(dice: random.Random, length: int) -> bytes:
    """Line noise rich in the bytes of frames: line ends, STX, NUL, brackets, and the letters of cards."""
    return bytes(dice.choices(b"\r\n\x02\x03\x00]CdQ0AKTsh29" + bytes(range(256)), k=length))
