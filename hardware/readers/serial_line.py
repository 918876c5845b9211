"""A reader on a serial line: a path, or a pyserial address such as `socket://`."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardware.readers.kind import Diagnosis, HardwareDevice, Plugged, ReaderConfig, ReaderKind, device_name, host, links
from hardware.reading.line_settings import SerialSettings

if TYPE_CHECKING:
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader
    from hardware.serial.ports import SerialPort

_USB = r"tty(?:ACM|USB)\d+|cu\.usb.*"


def diagnose_port(reader: ReaderConfig, opener: "Callable[[str, SerialSettings], SerialPort]") -> Diagnosis:
    """Check whether `opener` can open the port now. If it cannot, the result gives the problem."""
    from engine.message import message  # noqa: PLC0415  only a command asks for this
    from hardware.serial.ports import PORT_ERRORS, problem_of  # noqa: PLC0415  it loads the serial port library

    try:
        opener(reader.url, reader.line).close()
    except PORT_ERRORS as error:
        return Diagnosis(None, problem_of(error))
    return Diagnosis(message("doctor-opens", place=reader.place, url=reader.url))


def _check(reader: ReaderConfig) -> None:
    # Imported late: a table without a reader does not wait for the serial port library.
    from hardware.serial.ports import check_address  # noqa: PLC0415

    check_address(reader.url, reader.line)


def _open(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    from hardware.serial.reader import SerialReader  # noqa: PLC0415  it loads the serial port library

    _check(reader)
    return SerialReader(reader.url, deck, reader.place, post, now_ms, reader.line)


def _describe(url: str) -> HardwareDevice:
    parts = urlsplit(url)
    if parts.netloc:
        return HardwareDevice("network", host(parts))
    path = PurePath(url)
    by_link = path.parent.name in ("by-id", "by-path") or re.fullmatch(_USB, path.name)
    return HardwareDevice("usb" if by_link else "port", device_name(url))


def _discover(folder: Path) -> Iterator[Plugged]:
    from serial.tools.list_ports import comports  # noqa: PLC0415  it loads the serial port library

    # In `by-id`, two readers without serial numbers share one name. In `by-path`, each USB port has its own name.
    names = {str(link.resolve()): link for by in ("by-path", "by-id") for link in links(folder / "serial" / by)}
    for port in sorted(comports(), key=lambda port: port.device):
        yield Plugged(str(names.get(str(Path(port.device).resolve()), port.device)), port.description)


def _diagnose(reader: ReaderConfig, _: "NowMs") -> Diagnosis:
    from hardware.serial.ports import open_port  # noqa: PLC0415  it loads the serial port library

    return diagnose_port(reader, open_port)


SERIAL_LINE = ReaderKind(
    scheme="",
    examples=("/dev/serial/by-id/...", "COM3", "socket://", "rfc2217://"),
    doc="a barcode or RFID reader on a serial line; its options are in `line = { ... }`",
    group="dialout",
    check=_check,
    open=_open,
    describe=_describe,
    device_file=str,
    discover=_discover,
    diagnose=_diagnose,
    is_scanner=True,
    opens_unlisted=True,
)
