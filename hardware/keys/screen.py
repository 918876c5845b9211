"""A scanner that types at the table's screen, as a reader. Knows no keyboard and no window: whoever listens to the keys
of the screen tells scans from typing (hardware/keys/burst.py) and says each code here.

On Linux `keys:/dev/input/by-id/...` is better: that device is held and tells when it is lost (hardware/keys/device.py).
"""

from dataclasses import dataclass, field

from hardware.keys.burst import KeySettings
from hardware.keys.device import SCREEN
from hardware.reading.deck import Codes
from hardware.reading.line_pattern import LinePattern
from hardware.reading.line_settings import SerialSettings
from hardware.reading.reading import Health, NowMs, Post, ReaderMessage, RepeatFilter


@dataclass(eq=False)
class ScreenKeys:
    """A `Reader` of what is scanned into the screen. Whether a scanner is plugged in, nobody can tell."""

    deck: Codes
    place: str
    post: Post
    now_ms: NowMs
    line: SerialSettings = field(default_factory=SerialSettings)

    def __post_init__(self) -> None:
        # As on a line: where a code is a piece of another, a stall in the middle of it could make a wrong card.
        silence_ends = self.line.idle_ms > 0 and self.deck.is_truncation_safe
        self.keys = KeySettings(prefix=self.line.prefix, silence_ends=silence_ends, longest=self.line.longest)
        """How its scans are told from typing."""
        self._lines = LinePattern(self.place, self.line.pattern, self.line.places)
        self._repeats = RepeatFilter(self.deck, self.place, self.line.repeat_ms)
        self._is_listening = False

    def start(self) -> None:
        self._is_listening = True
        self._emit(Health(True, "listens to what is typed at the screen", self.place, self.now_ms(), SCREEN))

    def stop(self) -> None:
        self._is_listening = False

    def scanned(self, code: str) -> None:
        """A scanner typed this, without its prefix."""
        now_ms = self.now_ms()
        parsed = self._lines.parse(code.removesuffix(self.line.suffix)) if code.endswith(self.line.suffix) else None
        if parsed and (message := self._repeats.receive_line(parsed, code, now_ms)):
            self._emit(message)

    def _emit(self, message: ReaderMessage) -> None:
        if self._is_listening:
            self.post(message)
