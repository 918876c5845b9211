"""The declaration of a kind of card reader. Does not load any driver or anything else that would delay the first
frame."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec

from hardware.camera.settings import CameraSettings
from hardware.reading.line_settings import SerialSettings

if TYPE_CHECKING:
    from engine.message import Message
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Problem, Reader


_BY_ID = r"(?:usb|pci|platform)-(.+?)(?:-if\d+(?:-port\d+)?|-event-kbd|-video-index\d+|-port\d+)?"


class ReaderConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reader: its address, its place, and the options for its kind."""

    url: str
    """The address of the reader. [Card readers](card-readers.md#connect-a-reader) lists the kinds. List each device
    once."""
    place: str = "table"
    """The place that the reader covers: `board`, `seat 1` to `seat 10`, or `muck`. Use `hand-held` or `table` if the
    reader is moved to the card."""
    line: SerialSettings = SerialSettings()
    """Options for a reader on a serial line, or for one that types like a keyboard."""
    camera: CameraSettings = CameraSettings()
    """Options for a camera."""


class HardwareDevice(msgspec.Struct, frozen=True):
    """A kind of device and its name, such as `usb` and "Maker Scanner 0042". The names of the kinds are in
    `ui/words/en/readers.toml`."""

    kind: str
    name: str


class Plugged(NamedTuple):
    """A device: its address for the settings, and its own description."""

    url: str
    says: str


class Diagnosis(NamedTuple):
    says: "Message | None"
    problem: "Problem" = ""


@dataclass(frozen=True, kw_only=True)
class ReaderKind:
    scheme: str
    """The text that this kind's addresses begin with. If several kinds fit an address, the longest scheme wins."""
    examples: tuple[str, ...]
    """Example addresses, as the docs show them."""
    doc: str
    """The description of such a reader in the docs."""
    group: str
    """The Linux group whose members may open devices of this kind. Empty if there are no such devices."""
    check: Callable[[ReaderConfig], None]
    """Raises `BadInput` for an address that can never work."""
    open: Callable[[ReaderConfig, "Codes", "Post", "NowMs"], "Reader"]
    """The reader, not started yet. Raises `ValueError`, with a one-line message, for settings that can never work."""
    describe: Callable[[str], HardwareDevice]
    """The device at an address, with a readable name. Does not open anything."""
    device_file: Callable[[str], str]
    """The path of the device at an address. Empty if it has none."""
    discover: Callable[[Path], Iterable[Plugged]]
    """The devices that are plugged in now. Searches the given folder, normally /dev, and does not open anything."""
    diagnose: Callable[[ReaderConfig, "NowMs"], Diagnosis]
    """Tries the reader for `kiosk doctor`. Raises `ValueError` like `open`."""
    is_camera: bool = False
    """Whether the reader takes pictures that the screen can show."""
    is_scanner: bool = False
    """Whether the reader can read any text, such as the address of a clock, and not only cards."""
    at_screen: bool = False
    """Whether scans from this kind of reader arrive at the table's screen, so that no command can open it."""
    at_table: bool = False
    """Whether only a running table can open the reader, so that no command can."""
    may_repeat: bool = False
    """Whether one address may have several readers."""
    opens_unlisted: bool = False
    """Whether `kiosk doctor --live` opens devices of this kind if there are no settings."""

    def fits(self, url: str) -> bool:
        """Whether the address may be of this kind. For a kind that is read at the screen, the scheme is the whole
        address."""
        return url == self.scheme if self.at_screen else url.startswith(self.scheme)

    def public(self, url: str) -> str:
        """An address of this kind without credentials. Only the host of a network address remains. Credentials may come
        before the host or, for some cameras, after it."""
        parts = urlsplit(url.removeprefix(self.scheme))
        return self.scheme + SplitResult(parts.scheme, host(parts), "", "", "").geturl() if parts.netloc else url


def host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def device_name(path: str) -> str:
    """The readable name in a path, such as `Maker Scanner 0042` for `usb-Maker_Scanner_0042-if00`. For any other path,
    it is the file's own name."""
    last = PurePath(path).name
    fits = re.fullmatch(_BY_ID, last)
    return fits[1].replace("_", " ") if fits else last


def links(folder: Path) -> list[Path]:
    """The names of devices in a folder, such as /dev/serial/by-id. Empty if there is no such folder."""
    return sorted(folder.iterdir()) if folder.is_dir() else []


def linked(folder: Path, ending: str, scheme: str, says: str) -> Iterator[Plugged]:
    """The devices in a folder such as /dev/serial/by-id whose names end with `ending`."""
    return (Plugged(f"{scheme}{link}", says) for link in links(folder) if link.name.endswith(ending))
