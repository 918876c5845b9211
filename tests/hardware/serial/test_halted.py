"""A code of which a part waits while the program is busy or suspended is read completely."""

import errno
import threading

import pytest

from engine.cards import Card
from hardware.reading.deck import PLAIN_DECK
from hardware.reading.reading import Reading
from hardware.serial.reader import SerialReader
from tests.kit.inbox import HandClock, stop

QUEEN = Card("Qh")
HALTED_MS = 5_000


class HaltingPort:
    """A line defined by what each read finds, how long the program then halts, and how many bytes wait afterwards."""

    def __init__(self, clock, reads):
        self._clock = clock
        self._reads = iter(reads)
        self._closed = threading.Event()
        self.in_waiting = 0

    def read(self, _size=1):
        found = next(self._reads, None)
        if found is None:
            self._closed.wait()
            return b""
        chunk, halted_ms, self.in_waiting = found
        self._clock.ms += halted_ms
        return chunk

    def close(self):
        self._closed.set()


@pytest.mark.parametrize(
    "reads",
    [
        [(b"Q", 0, 0), (b"h\r", HALTED_MS, 0)],
        [(b"Q", 0, 0), (b"", HALTED_MS, 2), (b"h\r", 0, 0)],
    ],
    ids=["before it reads", "after a read that found nothing"],
)
def test_a_program_that_halts_within_the_first_code_still_reads_it(reads, received):
    """
    The halt once counted as a silence after half a code, because no complete code had shown yet that each ends with a
    line.
    """
    clock = HandClock()
    port = HaltingPort(clock, reads)
    reader = SerialReader("/dev/line", PLAIN_DECK, "board", received.post, clock, opener=lambda _, __: port)
    reader.start()

    received.wait(lambda: len(received.all) > 1)
    port.close()
    stop(reader)

    assert received.all[1:] == [Reading(QUEEN, "board", 1_000 + HALTED_MS)]


class HandPort:
    """A line whose data the test sets. `None` disconnects it."""

    def __init__(self):
        self.come: bytes | None = b""

    @property
    def in_waiting(self):
        return len(self.come or b"")

    def read(self, _size=1):
        if self.come is None:
            raise OSError(errno.EIO, "gone")
        chunk, self.come = self.come, b""
        return chunk

    def close(self):
        self.come = b""


def test_a_loop_can_run_a_reader_without_a_thread(received):
    port, clock = HandPort(), HandClock()
    reader = SerialReader("/dev/line", PLAIN_DECK, "board", received.post, clock, opener=lambda _, __: port)
    turns = reader.turns()

    assert [next(turns), received.all[-1].connected] == [0, True]
    port.come = b"Qh\r"
    assert [next(turns), received.all[-1]] == [0, Reading(QUEEN, "board", 1_000)]
    port.come = None
    assert [next(turns), received.all[-1].problem] == [0.1, "unplugged"]
    assert [next(turns), received.all[-1].connected] == [0, True]
    reader.stop()
    assert list(turns) == [0.1]
