"""A reader on a serial line, with its own thread that survives noise, unplugging and a missing port. An unexpected
error is reported and the line reopened. Nothing is ever sent to the reader."""

from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Protocol

from hardware.reading.deck import Codes
from hardware.reading.frames import LineFrames
from hardware.reading.line_settings import Hint, LinePattern, ParsedLine, SerialSettings
from hardware.reading.reading import Health, NowMs, Post, Problem, ReaderMessage, RepeatFilter
from hardware.reading.retry import next_backoff_s, unexpected_error_text
from hardware.serial.garbled import LineCheck
from hardware.serial.ports import PORT_ERRORS, SerialPort, open_port, port_advice, problem_of


class LineParser(Protocol):
    def parse(self, line: str) -> ParsedLine | None:
        """The code in a line, without its prefix and suffix. None if there is none."""


@dataclass(eq=False)
class SerialReader:
    """A `Reader` on a serial line that reports changes in its health."""

    url: str
    deck: Codes
    place: str
    post: Post
    now_ms: NowMs
    settings: SerialSettings = field(default_factory=SerialSettings)
    opener: Callable[[str, SerialSettings], SerialPort] = open_port
    group: str = "dialout"
    """The Linux group whose members may open the port."""
    lines: LineParser | None = None
    """How to parse a line with its prefix and suffix, if it is not the text of a serial line."""

    def __post_init__(self) -> None:
        line = self.settings
        # If one code contains another, a stall inside it could produce the wrong card. In that case, only terminators
        # end a frame.
        idle_ms = line.idle_ms if self.deck.is_truncation_safe else 0
        prefix, suffix = (b"", b"") if self.lines else (line.prefix.encode(), line.suffix.encode())
        self._frames = LineFrames(prefix, suffix, idle_ms=idle_ms, longest=line.longest)
        self._lines = self.lines or LinePattern(self.place, line.pattern, line.places)
        self._check = LineCheck()
        self._repeats = RepeatFilter(self.deck, self.place, line.repeat_ms)
        self._health: tuple[bool, str] | None = None
        self._is_failing = False
        """Whether the last read failed. If so, the reader counts as connected again only after a read that succeeds."""
        self._read_ms = 0
        self._not_silent_ms = 0
        """For all reads that returned data, the total time since the previous read ended. The line may not have been
        silent during that time, so it does not count as a gap."""
        self._stopping = Event()
        self._thread = Thread(target=self._run, name=f"reader at {self.place}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        # Connecting can block the thread for several seconds. The thread then ends by itself and posts nothing.
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=0.9)

    def turns(self) -> Generator[float, None, None]:
        """The reader's work, one turn at a time, so that either a thread or an event loop can run it. Yields the number
        of seconds to wait before the next turn. Returns once the reader is stopped."""
        failure, retry_s = "", 0.0
        while not self._stopping.is_set():
            retry_s = next_backoff_s(retry_s)
            try:
                if failure:
                    self._report_health(False, failure, "failing")
                if port := self._connect():
                    yield from self._read(port)
                    retry_s = next_backoff_s(0)
                failure = ""
            except Exception as error:
                failure = f"{self.url} {unexpected_error_text(error)}"
            yield retry_s

    def _run(self) -> None:
        with closing(self.turns()) as turns:
            for wait_s in turns:
                if self._stopping.wait(wait_s):
                    return

    def _read(self, port: SerialPort) -> Generator[float, None, None]:
        try:
            with closing(self._chunks(port)) as chunks:
                for chunk, now_ms in chunks:
                    self._receive(chunk, now_ms)
                    if chunk:
                        self._is_failing = False
                        self._report_connected()
                    yield 0.0
            self._is_failing = False
        except Exception:
            self._is_failing = True
            raise
        finally:
            self._frames.reset()

    def _report_connected(self) -> None:
        self._report_health(True, f"{self.url} is connected")

    def _connect(self) -> SerialPort | None:
        try:
            port = self.opener(self.url, self.settings)
        except PORT_ERRORS as error:
            self._report_health(False, port_advice(self.url, error, self.group), problem_of(error))
            return None
        self._check = LineCheck()
        if not self._is_failing:
            self._report_connected()
        return port

    def _chunks(self, port: SerialPort) -> Generator[tuple[bytes, int], None, None]:
        """The data from the line and the time at which it was read, until the line is lost or the reader stops. Empty
        data means that nothing had arrived by that time."""
        try:
            while not self._stopping.is_set():
                chunk = port.read(max(1, port.in_waiting))
                now_ms = self.now_ms()
                if chunk or not port.in_waiting:  # otherwise, it arrived while the program was paused after the read
                    yield chunk, now_ms
        except PORT_ERRORS as error:
            self._report_health(False, port_advice(self.url, error, self.group), problem_of(error))
        finally:
            with suppress(*PORT_ERRORS):
                port.close()

    def _receive(self, chunk: bytes, now_ms: int) -> None:
        if chunk:
            # The data may have waited for a program that had just started or was paused. That is not a gap on the line.
            self._not_silent_ms += now_ms - self._read_ms
        self._read_ms = now_ms
        for frame in self._frames.feed(chunk, now_ms - self._not_silent_ms):
            # Latin-1 maps every byte to its own character, so that no noise can look like another code.
            line = frame.decode("latin-1")
            hint: Hint = "" if self.lines else self._check.hint(frame)
            parsed = ParsedLine(line, self.place, hint=hint) if hint else self._lines.parse(line)
            if parsed and (message := self._repeats.receive_line(parsed, line, now_ms)):
                self._emit(message)

    def _report_health(self, connected: bool, says: str, problem: Problem = "") -> None:
        """Report a change. A port that stays unavailable is reported once."""
        if self._health != (connected, says):
            self._emit(Health(connected, says, self.place, self.now_ms(), self.url, problem))
            self._health = (connected, says)

    def _emit(self, message: ReaderMessage) -> None:
        if not self._stopping.is_set():
            self.post(message)
