"""Every kind of card reader, and the kind that an address belongs to. To add a kind, declare it in a file here and list
it in `KINDS`."""

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.readers.camera import CAMERA
from hardware.readers.keys import KEYS, SCREEN_KEYS
from hardware.readers.kind import HardwareDevice, Plugged, ReaderConfig, ReaderKind
from hardware.readers.phone import PHONE
from hardware.readers.script import SCRIPT
from hardware.readers.serial_line import SERIAL_LINE

if TYPE_CHECKING:
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader

OpenReader = Callable[[ReaderConfig, "Codes", "Post", "NowMs"], "Reader"]

KINDS = (SERIAL_LINE, KEYS, SCREEN_KEYS, CAMERA, PHONE, SCRIPT)
_UNKNOWN = "n/a"
"""pyserial's description of a port whose device it does not know."""


def kind_of(url: str) -> ReaderKind:
    return max((kind for kind in KINDS if kind.fits(url)), key=lambda kind: len(kind.scheme))


def open_reader(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    """The reader with these settings, not started yet. A missing device is not an error: the reader reports it and
    waits for it. Raises `ValueError`, with a one-line message, for an address that can never work."""
    return kind_of(reader.url).open(reader, deck, post, now_ms)


@lru_cache(256)  # a table's screen looks up its few readers whenever anything changes
def device_at(url: str) -> HardwareDevice:
    return kind_of(url).describe(url)


def public_address(url: str) -> str:
    return kind_of(url).public(url)


def plugged(folder: Path = Path("/dev")) -> tuple[Plugged, ...]:
    """Possible readers that are plugged in now, serial ports first. Does not open anything. Each is listed under its
    most stable name: if possible, one that does not depend on the USB port."""
    return tuple(device for kind in KINDS for device in kind.discover(folder))


def unlisted(found: Iterable[Plugged], urls: Iterable[str]) -> tuple[Plugged, ...]:
    """The devices that none of these addresses refers to, under any name. Built-in ports without a description are left
    out, because every machine has such ports."""
    known = {_behind(url) for url in urls}
    return tuple(each for each in found if each.says != _UNKNOWN and _behind(each.url) not in known)


def _behind(url: str) -> str:
    """The device file of an address, with links resolved. Any other address is returned unchanged."""
    path = kind_of(url).device_file(url)
    return os.path.realpath(path) if path.startswith("/") else url
