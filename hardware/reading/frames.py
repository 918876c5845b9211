"""Splits a byte stream into frames, one code each. Knows nothing about ports, threads or cards; time is passed in.

According to their manuals, readers send `[prefix][AIM identifier] code [suffix]` and CR, LF, CR LF, ETX, NUL or no
terminator, some with a leading STX and a trailing check byte. A frame is the part between them. The deck decides
whether it is a card.
"""

import re
from functools import cached_property

import msgspec

LONGEST_FRAME = 64
"""The limit in bytes. It is longer than any card's code, but short enough to drop unterminated noise quickly."""
LONGEST_LINE = 256
"""The limit in bytes. It is longer than any line that includes the position, signal strength and time."""

_UNENDED = 3
"""After this many unterminated codes in a row, the reader is treated as one that sends no terminator. A code whose
transmission stalls twice is still one code."""
_PRINTABLE = re.compile(rb"[\t -~]+")

# ISO/IEC 15424: `]`, the letter of the symbology, and a modifier. `]d1` is a Data Matrix, and `]C0` is a Code 128.
AIM_IDENTIFIER = rb"\][A-Za-z][0-9A-Za-z]"


class LineFrames(msgspec.Struct, dict=True, eq=False):
    """Collects bytes and returns completed frames. The frames are the same no matter how the bytes were split.

    A byte in `ends` ends a frame. A byte in `starts` begins one and drops the bytes before it. Frames that are empty,
    are longer than `longest`, or lack the configured `prefix` or `suffix` are dropped. Buffers at most twice `longest`
    + 1 bytes.

    Some readers send no terminator. Until one is seen after a printable code, a gap of `idle_ms` without a byte also
    ends a frame; 0 turns that off. Once a terminator has been seen, and after a start byte, a gap does not end a frame,
    because a line that stalls inside a code must not produce half a code. A terminator by itself or after noise does
    not count, because a reader may send one when it is plugged in.

    If the terminator that was seen was noise, three unterminated codes in a row bring the timeout back. So do three
    start bytes in a row whose codes are not followed by an end.
    """

    prefix: bytes = b""
    suffix: bytes = b""
    starts: bytes = b"\x02"
    ends: bytes = b"\r\n\x03\x00"
    idle_ms: int = 0
    longest: int = LONGEST_FRAME
    _half: bytearray = msgspec.field(default_factory=bytearray)
    _burst: bytearray = msgspec.field(default_factory=bytearray)
    _unended: int = 0
    """The number of codes in a row that were followed by a gap instead of the expected terminator."""
    _unclosed: int = 0
    """The number of codes in a row that began with a start byte and were followed by another start byte instead of an
    end byte."""
    _last_ms: int = 0
    _started: bool = False
    _sends_ends: bool = False

    def feed(self, chunk: bytes, now_ms: int = 0) -> list[bytes]:
        """The codes that these bytes complete, in order, without the prefix, the AIM identifier and the suffix."""
        whole = self._before_silence(now_ms)
        if chunk:
            self._last_ms = now_ms
        for byte in chunk:
            if byte in self.ends:
                frame = bytes(self._half)
                whole.append(frame)
                if self._is_plausible(frame):
                    self._sends_ends, self._unclosed = True, 0
                self._begin()
            elif byte in self.starts:
                if self._started and self._is_plausible(bytes(self._half)):
                    self._unclosed += 1
                self._begin(started=True)
            else:
                self._append(byte)
        return [code for frame in whole if (code := self._unwrap(frame))]

    def reset(self) -> None:
        """Drop the unfinished frame, because the cable was unplugged and the next bytes may come from a different
        reader."""
        self._begin()
        self._sends_ends, self._unclosed = False, 0

    def _begin(self, started: bool = False) -> None:
        self._half.clear()
        self._burst.clear()
        self._unended = 0
        self._started = started

    def _append(self, byte: int) -> None:
        for held in (self._half, self._burst):
            if len(held) <= self.longest:  # one byte over the limit marks the frame as too long
                held.append(byte)

    def _before_silence(self, now_ms: int) -> list[bytes]:
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
        """Whether a terminator is still due after these bytes, despite the gap."""
        if self._unclosed >= _UNENDED - 1 or not (self._sends_ends or self._started):
            return False
        self._unended = self._unended + 1 if self._is_plausible(burst) else 0
        self._sends_ends &= self._unended < _UNENDED
        return self._unended < _UNENDED

    def _is_plausible(self, frame: bytes) -> bool:
        return bool(_PRINTABLE.fullmatch(self._unwrap(frame)))

    def _unwrap(self, frame: bytes) -> bytes:
        """The code in a frame, or no bytes for an invalid frame."""
        if len(frame) > self.longest:
            return b""
        fits = self._wrapping.fullmatch(frame)
        return fits[1] if fits else b""

    @cached_property
    def _wrapping(self) -> re.Pattern[bytes]:
        """A pattern that extracts the code from a frame. The AIM identifier comes before a prefix that is printed in
        the code, but after one that the reader adds."""
        aim, prefix, suffix = AIM_IDENTIFIER, re.escape(self.prefix), re.escape(self.suffix)
        return re.compile(b"(?>%b%b|%b(?:%b)?)(.+)%b" % (aim, prefix, prefix, aim, suffix), re.DOTALL)
