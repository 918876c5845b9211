"""Reads a keyboard scanner from its input device, grabbed exclusively so that its keys do not reach any window.

Linux only, through the kernel's interface: `struct input_event`, and the ioctl EVIOCGRAB, which delivers the device's
events only to this program. Keys are reported as those of the US layout; hardware/keys/layouts.py reads them under the
scanner's own layout. On other systems the screen filters the keys (hardware/keys/burst.py).
"""

import errno
import os
import select
import struct
import sys
from collections.abc import Callable
from contextlib import suppress

from hardware.bad_input import bad_input
from hardware.keys.alt_codes import AltCodes
from hardware.keys.layouts import GRABBED
from hardware.reading.frames import LONGEST_LINE

SCHEME = "keys:"
SCREEN = f"{SCHEME}screen"
"""The address of a scanner whose keys are read at the table's screen (hardware/keys/screen.py)."""
EVENT = struct.Struct("@llHHi")
"""The fields are seconds, microseconds, type, code and value."""
_SYN, _KEY, _SYN_DROPPED = 0, 1, 3
_UP, _DOWN = 0, 1
_SHIFTS = frozenset((42, 54))
_ALT, _ALT_GR, _PAD = 56, 100, range(71, 83)
_EVIOCGRAB = 0x40044590
_OTHER = "\x83"
"""A character that no layout has in a code. It is returned for a key with AltGr, and for keys of other countries."""
_OTHERS = (89, 124)
"""The additional keys of Brazilian and Japanese keyboards."""
_NO_CODE = b"\x18" * (LONGEST_LINE + 1)
"""A code longer than any line, so that the frame around it is dropped. It is returned if the kernel has lost events,
because the rest of a code could be another card's code."""

# From linux/input-event-codes.h, starting at the first key of each row.
_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]\r", "QWERTYUIOP{}\r"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (15, "\r", "\r"),  # Tab: some scanners end a code with it
    (57, " ", " "),
    (55, "*", "*"),
    (71, "789-456+1230.", "789-456+1230."),
    (96, "\r", "\r"),
    (98, "/", "/"),
    (86, *GRABBED),
)
_PLAIN = {first + i: char for first, plain, _ in _ROWS for i, char in enumerate(plain)}
_SHIFTED = {first + i: char for first, _, shifted in _ROWS for i, char in enumerate(shifted)}


def grab(device: int) -> None:
    """Grab the device exclusively. Raises `OSError`, with EBUSY if another program has grabbed it."""
    import fcntl  # noqa: PLC0415  not on every system

    fcntl.ioctl(device, _EVIOCGRAB, 1)


def check_keys(url: str) -> None:
    """Raise `BadInput` for an address that can never be a keyboard on this system."""
    if sys.platform != "linux":
        raise bad_input("keys-need-linux", screen=SCREEN)
    if not url.removeprefix(SCHEME).startswith("/"):
        raise bad_input("no-keyboard-address", screen=SCREEN)


def open_keys(url: str, wake_s: float, grab: Callable[[int], None] = grab) -> "KeyPort":
    """The keyboard at `keys:/dev/input/by-id/...-event-kbd`, opened and grabbed. Raises `OSError`."""
    device = os.open(url.removeprefix(SCHEME), os.O_RDONLY | os.O_NONBLOCK)
    try:
        grab(device)
    except OSError:
        os.close(device)
        raise
    return KeyPort(device, wake_s)


class KeyPort:
    """A grabbed keyboard with the interface of an open serial port: typed text is read as bytes."""

    def __init__(self, device: int, wake_s: float) -> None:
        self._device = device
        self._wake_s = wake_s
        self._shifts: set[int] = set()
        self._alt = AltCodes()
        self._alt_gr = False
        self._half = b""

    @property
    def in_waiting(self) -> int:
        return 0

    def read(self, size: int = 1, /) -> bytes:
        """The typed bytes, or no bytes after `wake_s` without keys. Raises `OSError` once the device is gone."""
        if not select.select([self._device], [], [], self._wake_s)[0]:
            return b""
        data = os.read(self._device, 64 * EVENT.size)
        if not data:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        data = self._half + data
        whole = len(data) - len(data) % EVENT.size
        self._half = data[whole:]
        return b"".join(self._typed(*event[2:]) for event in EVENT.iter_unpack(data[:whole]))

    def close(self) -> None:
        """Release the device, which then works as an ordinary keyboard again."""
        with suppress(OSError):
            os.close(self._device)

    def _typed(self, kind: int, code: int, value: int) -> bytes:
        if kind == _SYN and code == _SYN_DROPPED:
            self._shifts.clear()
            self._alt_gr = False
            self._alt.release()
            return _NO_CODE
        return self._key(code, value).encode("latin-1", "replace") if kind == _KEY else b""

    def _key(self, code: int, value: int) -> str:
        if code in _SHIFTS:
            (self._shifts.discard if value == _UP else self._shifts.add)(code)
            return ""
        if code == _ALT_GR:
            self._alt_gr = value != _UP
            return ""
        if code == _ALT:
            return self._by_number(value)
        if value == _DOWN and (code in _OTHERS or (self._alt_gr and code in _PLAIN)):
            return _OTHER
        char = (_SHIFTED if self._shifts else _PLAIN).get(code, "") if value == _DOWN else ""
        if self._alt.is_held and code in _PAD and char.isdigit():
            self._alt.digit(char)
            return ""
        return char

    def _by_number(self, value: int) -> str:
        """Alt was pressed or released. On release, returns the character whose number was typed."""
        if value == _DOWN:
            self._alt.hold(0)
        made = self._alt.release() if value == _UP else None
        return made.text.replace("\t", "\r") if made else ""
