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
from hardware.reading.reading import Health, NowMs, Post, Told, Watch


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
        silence_ends = self.line.idle_ms > 0 and self.deck.survives_cuts
        self.keys = KeySettings(prefix=self.line.prefix, silence_ends=silence_ends, longest=self.line.longest)
        """How its scans are told from typing."""
        self._lines = LinePattern(self.place, self.line.pattern, self.line.places)
        self._watch = Watch(self.deck, self.place, self.line.repeat_ms)
        self._listens = False

    def start(self) -> None:
        self._listens = True
        self._tell(Health(True, "listens to what is typed at the screen", self.place, self.now_ms(), SCREEN))

    def stop(self) -> None:
        self._listens = False

    def scanned(self, code: str) -> None:
        """A scanner typed this, without its prefix."""
        now_ms = self.now_ms()
        said = self._lines.said(code.removesuffix(self.line.suffix)) if code.endswith(self.line.suffix) else None
        if said and (told := self._watch.hear(said, code, now_ms)):
            self._tell(told)

    def _tell(self, told: Told) -> None:
        if self._listens:
            self.post(told)
