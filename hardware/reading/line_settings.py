"""Settings of a serial line. Opens nothing and loads no serial library."""

from typing import Annotated, Literal

import msgspec

from hardware.reading.frames import LONGEST_FRAME, LONGEST_LINE
from hardware.reading.line_pattern import REPEAT_MS, LinePattern


class SerialSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line's parameters, and what its reader adds to each code.

    9600 8N1 is the usual default; USB readers ignore it, some built-in ones need 115200. `repeat_ms` is how long a card
    must be absent before it counts again; use a short time, or 0, where a program scans faster than people do.
    `idle_ms` of silence end a code of a reader that sends no terminator. `pattern` and `places` are for readers that
    send more than a code (hardware/reading/line_pattern.py).
    """

    baud: Annotated[int, msgspec.Meta(ge=1)] = 9600
    data_bits: Literal[5, 6, 7, 8] = 8
    parity: Literal["N", "E", "O", "M", "S"] = "N"
    stop_bits: Literal[1, 2] = 1
    xonxoff: bool = False
    prefix: str = ""
    suffix: str = ""
    repeat_ms: Annotated[int, msgspec.Meta(ge=0)] = REPEAT_MS
    idle_ms: Annotated[int, msgspec.Meta(ge=0)] = 100
    pattern: str = ""
    places: dict[str, str] = {}

    @property
    def longest(self) -> int:
        """The maximum length of a line in bytes: more than a code's if a pattern extracts the code."""
        return LONGEST_LINE if self.pattern else LONGEST_FRAME

    def __post_init__(self) -> None:
        LinePattern("table", self.pattern, self.places)
