"""A reader fed with scans from the table's screen. Knows nothing about keyboards or windows. The screen's key filter
separates scans from typing (hardware/keys/burst.py) and passes each code to `scanned`. On Linux, prefer
`keys:/dev/input/by-id/...`: that device is grabbed, and the program notices if it is unplugged
(hardware/keys/device.py)."""

from dataclasses import dataclass, field

from hardware.keys.burst import KeySettings
from hardware.keys.device import SCREEN
from hardware.keys.layouts import at_screen
from hardware.keys.typed_lines import TypedLines
from hardware.reading.deck import Codes
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Health, NowMs, Post, ReaderMessage, RepeatFilter


@dataclass(eq=False)
class ScreenKeys:
    """A `Reader` of scans typed at the screen. It cannot detect whether a scanner is plugged in."""

    deck: Codes
    place: str
    post: Post
    now_ms: NowMs
    line: SerialSettings = field(default_factory=SerialSettings)

    def __post_init__(self) -> None:
        # As on a serial line, if one code contains another, a stall inside it could produce the wrong card.
        silence_ends = self.line.idle_ms > 0 and self.deck.is_truncation_safe
        self._lines = TypedLines(self.deck, self.place, self.line, at_screen(), prefix="")
        self.keys = KeySettings(
            prefix=self.line.prefix,
            silence_ends=silence_ends,
            longest=self.line.longest,
            is_code=self._lines.is_expected,
        )
        self._repeats = RepeatFilter(self.deck, self.place, self.line.repeat_ms)
        self._is_listening = False

    def start(self) -> None:
        self._is_listening = True
        self._emit(Health(True, "listens for scans at the screen", self.place, self.now_ms(), SCREEN))

    def stop(self) -> None:
        self._is_listening = False

    def scanned(self, code: str) -> None:
        now_ms = self.now_ms()
        parsed = self._lines.parse(code)
        if parsed and (message := self._repeats.receive_line(parsed, code, now_ms)):
            self._emit(message)

    def _emit(self, message: ReaderMessage) -> None:
        if self._is_listening:
            self.post(message)
