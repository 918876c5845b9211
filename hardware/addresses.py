"""Reader addresses: the kind of device and a readable name, without the system's prefixes. Does not open anything."""

import re
from functools import lru_cache
from pathlib import PurePath
from typing import Literal
from urllib.parse import SplitResult, urlsplit

import msgspec

from hardware.camera.settings import SCHEME as CAMERA
from hardware.camera.settings import is_device
from hardware.keys.device import SCHEME as KEYS
from hardware.keys.device import SCREEN

DeviceKind = Literal["usb", "port", "network", "keys", "screen", "camera", "stream", "film", "script"]

_BY_ID = r"(?:usb|pci|platform)-(.+?)(?:-if\d+(?:-port\d+)?|-event-kbd|-video-index\d+|-port\d+)?"
_USB = r"tty(?:ACM|USB)\d+|cu\.usb.*"


class HardwareDevice(msgspec.Struct, frozen=True):
    """A kind of device and its name, such as `usb` and "Maker Scanner 0042"."""

    kind: DeviceKind
    name: str


@lru_cache(256)  # a table's screen asks for its few readers whenever anything changes
def device_at(url: str) -> HardwareDevice:
    """The device at an address from the settings."""
    if url == SCREEN:
        return HardwareDevice("screen", "")
    if url.startswith("sim:"):
        return HardwareDevice("script", PurePath(urlsplit(url).path).name)
    if url.startswith(CAMERA):
        return _camera(url.removeprefix(CAMERA))
    if url.startswith(KEYS):
        return HardwareDevice("keys", _name(url.removeprefix(KEYS)))
    parts = urlsplit(url)
    if parts.netloc:
        return HardwareDevice("network", _host(parts))
    path = PurePath(url)
    by_link = path.parent.name in ("by-id", "by-path") or re.fullmatch(_USB, path.name)
    return HardwareDevice("usb" if by_link else "port", _name(url))


def public_address(url: str) -> str:
    """The address without credentials. Only the host of a network address remains. A name and password come before the
    host; some cameras expect them after it.
    """
    scheme = CAMERA if url.startswith(CAMERA) else ""
    parts = urlsplit(url.removeprefix(scheme))
    return f"{scheme}{parts.scheme}://{_host(parts)}" if parts.netloc else url


def _camera(source: str) -> HardwareDevice:
    parts = urlsplit(source)
    if parts.netloc:
        return HardwareDevice("stream", _host(parts))
    if is_device(source):
        return HardwareDevice("camera", _name(source))
    return HardwareDevice("film", PurePath(source).name)


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]  # drops the name and password


def _name(path: str) -> str:
    """The name in `usb-Maker_Scanner_0042-if00`, as `Maker Scanner 0042`. For any other file, it is the file's own
    name."""
    last = PurePath(path).name
    fits = re.fullmatch(_BY_ID, last)
    return fits[1].replace("_", " ") if fits else last
