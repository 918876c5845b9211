"""How a serial line talks, as settings say it. Opens nothing, and loads no serial library."""

from typing import Annotated, Literal

import msgspec

from hardware.reading.frames import LONGEST_FRAME, LONGEST_LINE
from hardware.reading.line_pattern import REPEAT_MS, LinePattern


class SerialSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the line talks, and what its reader adds to each code.

    9600 8N1 is the classic line; USB readers ignore it, some built-in ones want 115200. `repeat_ms` is how long a card
    must be out of sight before it counts again; it must be short, or 0, where a program scans faster than people do.
    `idle_ms` of silence end a code of a reader that sends no line end. `pattern` and `places` are for readers that say
    more than a code (hardware/reading/line_pattern.py).
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
        """Bytes that its lines may have: more than a code where a pattern finds the code in them."""
        return LONGEST_LINE if self.pattern else LONGEST_FRAME

    def __post_init__(self) -> None:
        LinePattern("table", self.pattern, self.places)
