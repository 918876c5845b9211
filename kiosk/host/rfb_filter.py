"""The part of the RFB protocol (RFC 6143) that a glass may use: pictures, one finger, and the size of the screen.

Bytes from the page come in, and the bytes that may pass to the virtual screen come out. There are no keys, no clipboard
and no extensions. Knows nothing about sockets.
"""

import struct
from collections.abc import Callable

VERSION = b"RFB 003.008\n"
NO_SECURITY = b"\x01"
"""The security type None. The glass has been identified before."""
ALONE = b"\x00"
"""The shared flag of ClientInit. A glass never shares its screen."""
LEAST_PX, MOST_PX = 200, 4096
MOST_ENCODINGS = 64
MOST_FENCE_BYTES = 64

SIZED = -308
"""The encoding of a page that follows the size of the screen. Xvnc crashes if another page asks for a size."""
ENCODINGS = frozenset((
    0, 1, 2, 5, 6, 7, 16, 21,  # raw, copied, RRE, hextile, zlib, tight, ZRLE and JPEG pictures
    -223, -224, -239, SIZED, -312, -313, -314,  # sizes, cursors, fences and continuous updates
    *range(-32, -22), *range(-256, -246),  # the quality of JPEG, and the level of compression
))  # fmt: skip
"""The encodings that the page may ask for. All others are removed from its list: with the clipboard, extended keys or
power control, the screen would offer what no glass may use."""

PIXEL_FORMAT, SET_ENCODINGS, UPDATE_REQUEST, POINTER = 0, 2, 3, 5
CONTINUOUS_UPDATES, FENCE, DESKTOP_SIZE = 150, 248, 251
SIZES = {PIXEL_FORMAT: 20, UPDATE_REQUEST: 10, POINTER: 6, CONTINUOUS_UPDATES: 10}
"""The messages of one size, in bytes."""


class BadRfb(Exception):
    """The page sent something that no glass may send."""


class RfbFilter:
    """The client's half of one connection. A press passes only after `allow_press`, and only once."""

    def __init__(self, on_late: Callable[[], object] = bool) -> None:
        """`on_late` is called for a press that was not allowed. It and its release do not pass."""
        self._on_late = on_late
        self._waiting = bytearray()
        self._greeting = [VERSION, NO_SECURITY, ALONE]
        self._is_allowed = self._is_down = self._is_blocked = self._is_sized = False
        self.size: tuple[int, int] | None = None
        """The width and height that the page has last asked for, in pixels."""

    def allow_press(self) -> None:
        self._is_allowed = True

    def forbid_press(self) -> None:
        """The press that was allowed has not come in time."""
        self._is_allowed = False

    def receive(self, data: bytes) -> bytes:
        """The bytes that may pass. Raises `BadRfb`; the connection must then be closed."""
        self._waiting += data
        out = bytearray()
        while (size := self._size_of_next()) and len(self._waiting) >= size:
            message = bytes(self._waiting[:size])
            del self._waiting[:size]
            out += self._passed(message)
        return bytes(out)

    def _size_of_next(self) -> int:
        """The size of the next message; 0 if more bytes are needed to tell. It is limited before anything is stored."""
        if self._greeting:
            return len(self._greeting[0])
        if not self._waiting:
            return 0
        kind = self._waiting[0]
        if kind in SIZES:
            return SIZES[kind]
        if kind == SET_ENCODINGS:
            return self._counted(2, ">H", 4, 4, MOST_ENCODINGS)
        if kind == FENCE:
            return self._counted(8, ">B", 9, 1, MOST_FENCE_BYTES)
        if kind == DESKTOP_SIZE:
            return self._counted(6, ">B", 8, 16, 1)
        raise BadRfb(f"message {kind}")

    def _counted(self, at: int, form: str, head: int, each: int, most: int) -> int:
        """The size of a message with a number of parts."""
        end = at + struct.calcsize(form)
        if len(self._waiting) < end:
            return 0
        (count,) = struct.unpack(form, self._waiting[at:end])
        if count > most:
            raise BadRfb(f"{count} parts in message {self._waiting[0]}")
        return head + each * int(count)

    def _passed(self, message: bytes) -> bytes:
        if self._greeting:
            return self._greeted(message)
        kind = message[0]
        if kind == SET_ENCODINGS:
            return self._encodings(message)
        if kind == POINTER:
            return self._pointer(message)
        if kind == DESKTOP_SIZE:
            self._check_size(message)
        return message

    def _greeted(self, message: bytes) -> bytes:
        wanted = self._greeting.pop(0)
        if wanted == ALONE:
            return ALONE  # whatever the page has asked for
        if message != wanted:
            raise BadRfb("greeting")
        return message

    def _encodings(self, message: bytes) -> bytes:
        (count,) = struct.unpack(">H", message[2:4])
        asked = struct.unpack(f">{count}i", message[4:])
        allowed = [one for one in asked if one in ENCODINGS]
        self._is_sized = SIZED in allowed
        return struct.pack(f">BxH{len(allowed)}i", SET_ENCODINGS, len(allowed), *allowed)

    def _pointer(self, message: bytes) -> bytes:
        """One finger is the left button. All other buttons are up."""
        _, buttons, x, y = struct.unpack(">BBHH", message)
        is_down = bool(buttons & 1)
        if is_down and not self._is_down and not self._is_blocked:
            if self._is_allowed:
                self._is_down = True
            else:
                self._is_blocked = True
                self._on_late()
            self._is_allowed = False
        if is_down and self._is_blocked:
            return b""
        if not is_down:
            self._is_down = self._is_blocked = False
        return struct.pack(">BBHH", POINTER, self._is_down, x, y)

    def _check_size(self, message: bytes) -> None:
        wide, high, screens = struct.unpack(">HHB", message[2:7])
        if not self._is_sized or screens != 1 or not all(LEAST_PX <= one <= MOST_PX for one in (wide, high)):
            raise BadRfb(f"a screen of {wide}x{high}")
        self.size = wide, high
