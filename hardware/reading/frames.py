"""Bytes to whole frames: what a reader said between two line ends. Knows no port, thread or card; time is handed in.

What readers send, by their makers' manuals: `[prefix][AIM identifier] code [suffix]` and CR, LF, CR LF, ETX, NUL or
nothing at all, some with STX in front and a check byte behind. A frame is what lies between; whether it is a card, the
deck says.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property

LONGEST_FRAME = 64
"""Bytes. Longer than any card's code, short enough that noise without a line end is dropped soon."""
LONGEST_LINE = 256
"""Bytes. Longer than what any reader says around a code: where, how well it hears it, when."""

_UNENDED = 3
"""So many codes in a row, each followed by a silence and none by an end, show that a reader sends no ends. A code that
stalls on its line twice is still one."""
_PRINTABLE = re.compile(rb"[\t -~]+")

# ISO/IEC 15424: `]`, the symbology's letter, a modifier. `]d1` is a Data Matrix, `]C0` a Code 128.
AIM_IDENTIFIER = rb"\][A-Za-z][0-9A-Za-z]"


@dataclass
class LineFrames:
    """Collects bytes and gives the frames they complete, the same ones however the bytes were split.

    A byte of `ends` ends a frame and a byte of `starts` begins one, dropping what lay before it. A frame that is
    empty, longer than `longest`, or without the `prefix` and `suffix` that were set is dropped. Holds no more than
    twice `longest` + 1 bytes.

    Some readers send no line end. Until one is seen that ends a printable code, `idle_ms` without a byte end a frame
    too; 0 turns that off. From then on silence ends nothing, nor after a start: a line that stalls in the middle of a
    code gives no half code. An end alone or behind noise says nothing, as of a reader that is plugged in; a start with
    nothing behind it neither. Where a promise of ends was noise, three codes without one take it back.
    """

    prefix: bytes = b""
    suffix: bytes = b""
    starts: bytes = b"\x02"
    ends: bytes = b"\r\n\x03\x00"
    idle_ms: int = 0
    longest: int = LONGEST_FRAME
    _half: bytearray = field(default_factory=bytearray, init=False, repr=False)
    _burst: bytearray = field(default_factory=bytearray, init=False, repr=False)
    """What of the half frame came since the last silence."""
    _unended: int = field(default=0, init=False, repr=False)
    """Codes in a row that a silence followed where an end was due."""
    _last_ms: int = field(default=0, init=False, repr=False)
    _started: bool = field(default=False, init=False, repr=False)
    _sends_ends: bool = field(default=False, init=False, repr=False)

    def feed(self, chunk: bytes, now_ms: int = 0) -> list[bytes]:
        """The codes that these bytes complete, in order, without prefix, AIM identifier and suffix."""
        whole = self._before_silence(now_ms)
        if chunk:
            self._last_ms = now_ms
        for byte in chunk:
            if byte in self.ends:
                frame = bytes(self._half)
                whole.append(frame)
                self._sends_ends |= self._is_plausible(frame)
                self._begin()
            elif byte in self.starts:
                self._begin(started=True)
            else:
                self._append(byte)
        return [code for frame in whole if (code := self._unwrap(frame))]

    def reset(self) -> None:
        """Forget the half frame: the cable was pulled, what follows belongs to another, perhaps of another reader."""
        self._begin()
        self._sends_ends = False

    def _begin(self, started: bool = False) -> None:
        self._half.clear()
        self._burst.clear()
        self._unended = 0
        self._started = started

    def _append(self, byte: int) -> None:
        for held in (self._half, self._burst):
            if len(held) <= self.longest:  # one more than may be: marks the frame as too long
                held.append(byte)

    def _before_silence(self, now_ms: int) -> list[bytes]:
        """The frame that ends in the silence since the last byte, if one does."""
        if not self.idle_ms or now_ms - self._last_ms < self.idle_ms:
            return []
        burst = bytes(self._burst)
        self._burst.clear()
        if burst and self._awaits_end(burst):
            return []
        if burst or not self._half:
            self._begin()
        return [burst]

    def _awaits_end(self, burst: bytes) -> bool:
        """Whether an end is due behind these bytes, although silence follows them."""
        if not (self._sends_ends or self._started):
            return False
        self._unended = self._unended + 1 if self._is_plausible(burst) else 0
        self._sends_ends &= self._unended < _UNENDED
        return self._unended < _UNENDED

    def _is_plausible(self, frame: bytes) -> bool:
        """Whether this is a code and no noise."""
        return bool(_PRINTABLE.fullmatch(self._unwrap(frame)))

    def _unwrap(self, frame: bytes) -> bytes:
        """The code in a frame; nothing for a broken frame."""
        if len(frame) > self.longest:
            return b""
        fits = self._wrapping.fullmatch(frame)
        return fits[1] if fits else b""

    @cached_property
    def _wrapping(self) -> re.Pattern[bytes]:
        """The AIM identifier comes before a prefix that is printed in the code, after one that the reader adds."""
        aim, prefix, suffix = AIM_IDENTIFIER, re.escape(self.prefix), re.escape(self.suffix)
        return re.compile(b"(?>%b%b|%b(?:%b)?)(.+)%b" % (aim, prefix, prefix, aim, suffix), re.DOTALL)
