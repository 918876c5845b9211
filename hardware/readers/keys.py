"""Scanners that act as keyboards: on Linux, the program grabs the device; otherwise, the screen filters out their
keys."""

from typing import TYPE_CHECKING

from hardware.bad_input import bad_input
from hardware.keys.device import SCHEME, SCREEN, KeyPort, check_keys, open_keys
from hardware.readers.kind import Diagnosis, HardwareDevice, ReaderConfig, ReaderKind, device_name, linked
from hardware.readers.serial_line import diagnose_port
from hardware.reading.line_settings import SerialSettings

if TYPE_CHECKING:
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader


def _check(reader: ReaderConfig) -> None:
    try:
        check_keys(reader.url)
    except ValueError as error:
        from engine.bad_input import why_bad  # noqa: PLC0415  the first frame does not wait for it

        raise bad_input("no-reader-address", url=reader.url, why=why_bad(error)) from error


def _opened(url: str, _: SerialSettings) -> KeyPort:
    from hardware.serial.ports import WAKE_S  # noqa: PLC0415  it loads the serial port library

    return open_keys(url, WAKE_S)


def _open(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    from hardware.keys.layouts import of_device  # noqa: PLC0415  the first frame does not wait for it
    from hardware.keys.typed_lines import TypedLines  # noqa: PLC0415  as above
    from hardware.serial.reader import SerialReader  # noqa: PLC0415  it loads the serial port library

    _check(reader)
    lines = TypedLines(deck, reader.place, reader.line, of_device(), reader.line.prefix)
    return SerialReader(reader.url, deck, reader.place, post, now_ms, reader.line, _opened, KEYS.group, lines)


KEYS = ReaderKind(
    scheme=SCHEME,
    examples=("keys:/dev/input/by-id/...-event-kbd",),
    doc="a scanner that types, on Linux: the program grabs its device, so nothing it types reaches the screen",
    group="input",
    check=_check,
    open=_open,
    describe=lambda url: HardwareDevice("keys", device_name(url.removeprefix(SCHEME))),
    device_file=lambda url: url.removeprefix(SCHEME),
    discover=lambda folder: linked(
        folder / "input" / "by-id", "-event-kbd", SCHEME, "acts as a keyboard: a scanner, or a real one"
    ),
    diagnose=lambda reader, _: diagnose_port(reader, _opened),
    is_scanner=True,
)


def _open_screen(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    from hardware.keys.screen import ScreenKeys  # noqa: PLC0415  the first frame does not wait for it

    return ScreenKeys(deck, reader.place, post, now_ms, reader.line)


def _diagnose_screen(reader: ReaderConfig, _: "NowMs") -> Diagnosis:
    from engine.message import message  # noqa: PLC0415  only a command asks for this

    return Diagnosis(message("doctor-at-screen", place=reader.place))


SCREEN_KEYS = ReaderKind(
    scheme=SCREEN,
    examples=(SCREEN,),
    doc="a scanner that types and whose device cannot be grabbed: the screen filters out its keystrokes",
    group="",
    check=lambda _: None,
    open=_open_screen,
    describe=lambda _: HardwareDevice("screen", ""),
    device_file=lambda _: "",
    discover=lambda _: (),
    diagnose=_diagnose_screen,
    is_scanner=True,
    at_screen=True,
)
