"""Tells why nothing on a serial line can be read: its parity or its speed differs from the settings. Uses no port."""

import re
from dataclasses import dataclass

from hardware.reading.line_settings import Hint

MANY = 3
"""After this many garbled frames, noise is no longer the likely cause."""
_PRINTABLE = re.compile(rb"[\t -~]+")
_ENDS = b"\r\n\x03\x00"


@dataclass(eq=False)
class LineCheck:
    """Takes the frames of one connection in order. Once a frame could be read, the settings are right, and what is
    garbled later is noise."""

    _is_legible: bool = False
    _garbled: int = 0

    def hint(self, frame: bytes) -> Hint:
        if self._is_legible or _PRINTABLE.fullmatch(frame):
            self._is_legible = True
            return ""
        self._garbled += 1
        if has_parity(frame):
            return "parity"
        return "speed" if self._garbled >= MANY else ""


def has_parity(frame: bytes) -> bool:
    """Whether these are 7-bit characters whose eighth bit is their parity: printable, and each with the same one."""
    text = bytes(byte & 0x7F for byte in frame).rstrip(_ENDS)
    parities = {byte.bit_count() % 2 for byte in frame}
    return len(text) > 1 and len(parities) == 1 and _PRINTABLE.fullmatch(text) is not None
