"""Settings of a serial line, and how a reader's line is parsed into a code and, for a reader with several antennas, a
location. Does not open anything or load a serial library.

One pattern covers bar codes and RFID. A line from a board with several antennas, such as `0|04A2B3C4`, is read by

    pattern = '(?P<pos>[0-9]+)[|](?P<uid>[0-9A-F:]+)'
    places = { "0" = "board", "1" = "seat 1" }

`code` is taken verbatim. `uid` is a tag number, which readers write in either case with colons, dashes or spaces
between bytes; it is normalized to uppercase without separators. `pos` is optional.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from hardware.bad_input import bad_input
from hardware.reading.frames import LONGEST_FRAME, LONGEST_LINE

REPEAT_MS = 700
"""How long, in milliseconds, a card must be absent before it counts as a new scan. It is longer than the factory-set
lockout of scanners (0.5 s), and shorter than the time that a hand needs to take a card back and scan it again."""
_BETWEEN_BYTES = str.maketrans("", "", ": -")


Hint = Literal["", "layout", "caps", "learned", "parity", "speed"]
"""Why a line is not a card, as a code that the screen translates. `layout`: it would be another card under another
keyboard layout. `caps`: Caps Lock is on. `learned`: it is the layout code, so the layout is known from now on.
`parity`, `speed`: the serial line seems to have another parity or speed than the settings."""


class ParsedLine(msgspec.Struct, frozen=True):
    """A parsed line. `place` is empty if its `position` is not in the settings. With a `hint`, it is not a card."""

    code: str
    place: str
    position: str = ""
    hint: Hint = ""


class LinePattern(msgspec.Struct, frozen=True, dict=True):
    """How to parse a line. Without a pattern, the whole line is the code, read at `place`. Raises `BadInput` for a
    pattern that can never yield a code."""

    place: str
    pattern: str = ""
    places: Mapping[str, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        groups = self._compiled.groupindex.keys() if self.pattern else {"code"}
        if not groups & {"code", "uid"}:
            raise bad_input("pattern-without-code", pattern=repr(self.pattern))
        if self.places and "pos" not in groups:
            raise bad_input("pattern-without-position", pattern=repr(self.pattern))
        if "pos" in groups and not self.places:
            raise bad_input("pattern-without-places", pattern=repr(self.pattern))

    def parse(self, line: str) -> ParsedLine | None:
        """The code and its place. None if the line does not match the pattern or if its code is too long."""
        if not self.pattern:
            return ParsedLine(line, self.place)
        fits = self._compiled.fullmatch(line)
        if fits is None:
            return None
        groups = fits.groupdict()
        tag = groups.get("uid")
        code = groups.get("code") or (tag.translate(_BETWEEN_BYTES).upper() if tag else "")
        if not 0 < len(code) <= LONGEST_FRAME:
            return None
        at = groups.get("pos")
        if at is None or at in self.places:
            return ParsedLine(code, self.place if at is None else self.places[at])
        return ParsedLine(code, "", at)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        try:
            return re.compile(self.pattern)
        except re.error as error:
            raise bad_input("pattern-unusable", pattern=repr(self.pattern), position=str(error.pos or 0)) from error


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
    layout: str = ""
    """What a scanner that types sends for the layout code. A table remembers it when the code is scanned there."""

    @property
    def longest(self) -> int:
        """The maximum length of a line in bytes. It is longer than a code if a pattern extracts the code."""
        return LONGEST_LINE if self.pattern else LONGEST_FRAME

    def __post_init__(self) -> None:
        LinePattern("table", self.pattern, self.places)
