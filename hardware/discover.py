"""Finds possible card readers on this machine: serial ports, keyboards and cameras. Does not open anything.

Each has its stable name, which does not depend on the socket if the device has such a name.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from serial.tools.list_ports import comports

from hardware.camera.diagnosis import device_of
from hardware.camera.settings import SCHEME as CAMERA
from hardware.keys.device import SCHEME as KEYS

BY_ID = {
    "serial": Path("/dev/serial/by-id"),
    "serial-path": Path("/dev/serial/by-path"),
    "keys": Path("/dev/input/by-id"),
    "camera": Path("/dev/v4l/by-id"),
}


_UNKNOWN = "n/a"
"""pyserial's description of a port whose device it does not know."""


class Plugged(NamedTuple):
    """A device: its address for the settings, and its own description."""

    url: str
    says: str


class _Port(Protocol):
    device: str
    description: str


def plugged(folders: dict[str, Path] = BY_ID, ports: Callable[[], Iterable[_Port]] = comports) -> tuple[Plugged, ...]:
    """All devices that are plugged in now, serial ports first."""
    return (*_serial(folders, ports), *_keyboards(folders["keys"]), *_cameras(folders["camera"]))


def unlisted(found: Iterable[Plugged], urls: Iterable[str]) -> tuple[Plugged, ...]:
    """The devices that none of these addresses refers to, under any name. Built-in ports without a description are left
    out, because every machine has such ports.
    """
    known = {_behind(url) for url in urls}
    return tuple(each for each in found if each.says != _UNKNOWN and _behind(each.url) not in known)


def _behind(url: str) -> str:
    """The device file of an address, with links resolved. Any other address is returned unchanged."""
    path = url.removeprefix(KEYS).removeprefix(CAMERA)
    if url.startswith(CAMERA):
        path = str(device_of(path) or path)
    return os.path.realpath(path) if path.startswith("/") else url


def _serial(folders: dict[str, Path], ports: Callable[[], Iterable[_Port]]) -> Iterator[Plugged]:
    # Two readers without serial numbers share one name by id. By path, each USB socket has its own name.
    names = {_device(link): link for name in ("serial-path", "serial") for link in _links(folders[name])}
    for port in sorted(ports(), key=lambda port: port.device):
        yield Plugged(str(names.get(_device(Path(port.device)), port.device)), port.description)


def _keyboards(folder: Path) -> Iterator[Plugged]:
    for link in _links(folder):
        if link.name.endswith("-event-kbd"):
            yield Plugged(f"{KEYS}{link}", "acts as a keyboard: a scanner, or a real one")


def _cameras(folder: Path) -> Iterator[Plugged]:
    for link in _links(folder):
        if link.name.endswith("-index0"):  # a camera's other devices deliver no pictures
            yield Plugged(f"{CAMERA}{link}", "a camera")


def _links(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _device(path: Path) -> str:
    return str(path.resolve())
