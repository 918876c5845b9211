"""Readers on real pseudo-terminals."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.readers import open_reader
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import PLAIN_DECK, Deck
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Reader
from hardware.simulated import PtyScanner
from tests.kit.inbox import EventCollector, HandClock

OpenReader = Callable[..., Reader]


@pytest.fixture
def received() -> EventCollector:
    return EventCollector()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def scanner(tmp_path: Path) -> Iterator[PtyScanner]:
    """A scanner plugged in at a path of its own."""
    with PtyScanner(tmp_path / "scanner") as scanner:
        yield scanner


@pytest.fixture
def start_reader(received: EventCollector, clock: HandClock) -> Iterator[OpenReader]:
    """Start a reader at an address, and stop it when the test ends."""
    started = []

    def start(url: object, settings: SerialSettings | None = None, deck: Deck = PLAIN_DECK) -> Reader:
        config = ReaderConfig(str(url), "board", settings or SerialSettings())
        reader = open_reader(config, deck, received.post, clock)
        started.append(reader)
        reader.start()
        return reader

    yield start
    for reader in started:
        reader.stop()
