"""A table's card reader: bytes on a serial line, chosen by a seed.

Everything that processes the bytes is the table's own program: frames, decks and checks. Only the port and the thread
are simulated: the loop runs the program's reader when bytes arrive.
"""

import asyncio
import errno
import os
from collections.abc import Callable, Generator
from pathlib import Path
from random import Random
from typing import Literal, get_args

from msgspec.structs import replace

from engine.actions import BOARD
from engine.cards import Card
from engine.table.state import MOST_SEATS
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import Codes
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import NowMs, Post, Reader
from hardware.serial.reader import SerialReader
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.lab.faults.cards import ROOM, SPARE, deck_file
from tests.lab.faults.machines import Run, running
from tests.lab.faults.misreads import WRONG, Burst, bursts

ADDRESS = "/dev/simulated-reader"
WAKE_S = 0.05
"""How soon a program reads what has arrived."""
SILENCE_S = 0.15
"""After this time, a program knows that no more bytes will follow."""
Place = Literal["board", "table", "seats"]
"""`board`: it reads only the board. `table`: cards from anywhere at the table are brought to it. `seats`: it has an
antenna at the board and at each seat."""
PLACES: tuple[Place, ...] = get_args(Place)
ANTENNAS = SerialSettings(
    pattern="(?P<pos>[0-9]+)[|](?P<uid>[0-9A-F]+)",
    places={"0": "board", **{str(seat): f"seat {seat}" for seat in range(1, MOST_SEATS + 1)}},
)


class SimulatedReader:
    """The reader at a table. The device stays while programs come and go."""

    def __init__(self, place: Place, dice: Random, say: Callable[..., None]) -> None:
        """`say` is called with each burst, and how well the card was read."""
        self.place = place
        self.misreads = 0.0
        """The share of cards that are misread."""
        self.is_plugged = True
        self.busy_until_s = 0.0
        """When it will be finished with the last card."""
        self.listening: _LoopReader | None = None
        """The reader of the program that has the port open."""
        self._dice = dice
        self._say = say

    def fit(self, settings: TableSettings, decks: Path) -> TableSettings:
        """The table's settings with this reader, and with the deck files from the folder `decks`."""
        own = ReaderSettings(ADDRESS, self.place) if self.place != "seats" else ReaderSettings(ADDRESS, line=ANTENNAS)
        deck, other = (str(deck_file(decks, name)) for name in (ROOM, SPARE))
        return replace(settings, deck=deck, other_decks=(other,), readers=(own,))

    def reads(self, where: int) -> bool:
        """Whether a card on the board, or at a seat, comes to this reader."""
        return where == BOARD or self.place != "board"

    def open(self, reader: ReaderConfig, deck: Codes, post: Post, now_ms: NowMs) -> Reader:
        """Open the reader for the running program, as `hardware.readers` does."""
        run = running()
        assert run
        port = SimulatedPort(self)
        on_line = SerialReader(
            reader.url, deck, reader.place, post, now_ms, reader.line, opener=lambda *_: port.opened()
        )
        return _LoopReader(self, on_line, port, run)

    def read(self, where: int, card: Card, following: Card | None, said: Callable[[Burst], None]) -> None:
        """Read a card at `where`; `following` is a card beside it. `said` is called with each burst that reaches a
        program."""
        how = self._dice.choice(WRONG) if self._dice.random() < self.misreads else "well"
        antenna = f"{where}|".encode() if self.place == "seats" else b""
        for burst in bursts(self._dice, how, antenna, card, following):
            self._say("reads", card, how, burst.data.hex())
            self._send(burst, said)
            if how not in ("held", "chatter"):
                self.busy_until_s = asyncio.get_running_loop().time() + burst.after_s + WAKE_S

    def _send(self, burst: Burst, said: Callable[[Burst], None]) -> None:
        if to := self.listening:
            to.run.later(burst.after_s + self._dice.uniform(0, WAKE_S), lambda: self._arrive(to, burst, said))

    def _arrive(self, to: "_LoopReader", burst: Burst, said: Callable[[Burst], None]) -> None:
        if to is self.listening and to.port.is_open and self.is_plugged:
            said(burst)
            to.take(burst.data)

    def behave(self) -> None:
        """Go back to reading all cards correctly."""
        self.misreads = 0.0

    def replug(self) -> None:
        """Plug the reader in again."""
        self.is_plugged = True

    def unplug(self) -> None:
        """Unplug the reader. The bytes that the program has not read yet are lost."""
        self.is_plugged = False
        if self.listening and self.listening.port.is_open:
            self.listening.turn_soon()


class SimulatedPort:
    """A program's port, with the interface of pyserial."""

    def __init__(self, device: SimulatedReader) -> None:
        self._device = device
        self.is_open = False
        self._come = bytearray()

    def opened(self) -> "SimulatedPort":
        """Open the port. Raises `OSError` if the device is unplugged."""
        if not self._device.is_plugged:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        self.is_open = True
        self._come.clear()
        return self

    def come(self, data: bytes) -> None:
        """Add bytes that arrive on the line."""
        self._come += data

    @property
    def in_waiting(self) -> int:
        """The number of bytes that can be read now."""
        return len(self._come)

    def read(self, size: int = 1) -> bytes:
        """Take bytes that have arrived. Raises `OSError` once the device is unplugged."""
        if not self._device.is_plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        taken = bytes(self._come[:size])
        del self._come[:size]
        return taken

    def close(self) -> None:
        """Close the port."""
        self.is_open = False


class _LoopReader:
    """The program's reader, run by the loop instead of a thread."""

    def __init__(self, device: SimulatedReader, reader: SerialReader, port: SimulatedPort, run: Run) -> None:
        self.port = port
        self.run = run
        self._device = device
        self._reader = reader
        self._turns: Generator[float, None, None] = reader.turns()
        self._stopped = False
        self._waits = False
        """Whether it is waiting to open its port again."""

    def start(self) -> None:
        """Start, as a `Reader` does."""
        self._device.listening = self
        self.turn_soon()

    def stop(self) -> None:
        """Stop, as a `Reader` does."""
        self._stopped = True
        self._reader.stop()
        self._turns.close()
        if self._device.listening is self:
            self._device.listening = None

    def turn_soon(self) -> None:
        """Let the program run the reader as soon as it can."""
        self.run.later(0, self._turn)

    def take(self, data: bytes) -> None:
        """Deliver bytes, with silence before and after them."""
        self._turn()
        self.port.come(data)
        self._turn()
        self.run.later(SILENCE_S, self._turn)

    def _turn(self) -> None:
        if self._stopped or self._waits:
            return
        if wait_s := next(self._turns, 0.0):
            self._waits = True
            self.run.later(wait_s, self._go_on)

    def _go_on(self) -> None:
        self._waits = False
        self._turn()
