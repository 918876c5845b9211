"""Settings of a serial line. Does not open anything or load a serial library."""

from typing import Annotated, Literal

import msgspec

from hardware.reading.frames import LONGEST_FRAME, LONGEST_LINE
from hardware.reading.line_pattern import REPEAT_MS, LinePattern


class SerialSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of the line, and the text that the reader adds to each code.

    9600 8N1 is the usual default.
    """

    baud: Annotated[int, msgspec.Meta(ge=1)] = 9600
    """Bits per second. USB readers ignore this setting; some built-in readers need 115200."""
    data_bits: Literal[5, 6, 7, 8] = 8
    """Bits per character."""
    parity: Literal["N", "E", "O", "M", "S"] = "N"
    """The parity: none, even, odd, mark or space."""
    stop_bits: Literal[1, 2] = 1
    """The number of stop bits after each character."""
    xonxoff: bool = False
    """Whether the line uses software flow control."""
    prefix: str = ""
    """The text that the reader sends before each code."""
    suffix: str = ""
    """The text that the reader sends after each code, before the end of the line."""
    repeat_ms: Annotated[int, msgspec.Meta(ge=0)] = REPEAT_MS
    """How long a card must be out of sight before it counts again, in milliseconds. Use a short time, or 0, if a
    program sends the codes faster than people can scan cards."""
    idle_ms: Annotated[int, msgspec.Meta(ge=0)] = 100
    """The length of a pause, in milliseconds, that ends a code if the reader does not send a terminator."""
    pattern: str = ""
    """A regular expression for readers that send more than just a code. Its groups are `code` or `uid`, and `pos`."""
    places: dict[str, str] = {}
    """The place for each `pos` that the pattern finds."""

    @property
    def longest(self) -> int:
        """The maximum length of a line in bytes. It is longer than a code if a pattern extracts the code."""
        return LONGEST_LINE if self.pattern else LONGEST_FRAME

    def __post_init__(self) -> None:
        LinePattern("table", self.pattern, self.places)
