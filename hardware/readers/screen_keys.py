"""A scanner that types and whose device cannot be grabbed: the table's screen filters out its keystrokes."""

from typing import TYPE_CHECKING

from hardware.keys.device import SCREEN
from hardware.readers.config import ReaderConfig
from hardware.readers.kind import Diagnosis, HardwareDevice, ReaderKind

if TYPE_CHECKING:
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader


def _open(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    from hardware.keys.screen import ScreenKeys  # noqa: PLC0415  the first frame does not wait for it

    return ScreenKeys(deck, reader.place, post, now_ms, reader.line)


def _diagnose(reader: ReaderConfig, _: "NowMs") -> Diagnosis:
    from engine.message import message  # noqa: PLC0415  only a command asks for this

    return Diagnosis(message("doctor-at-screen", place=reader.place))


SCREEN_KEYS = ReaderKind(
    scheme=SCREEN,
    examples=(SCREEN,),
    doc="a scanner that types and whose device cannot be grabbed: the screen filters out its keystrokes",
    group="",
    check=lambda _: None,
    open=_open,
    describe=lambda _: HardwareDevice("screen", ""),
    device_file=lambda _: "",
    discover=lambda _: (),
    diagnose=_diagnose,
    is_scanner=True,
    at_screen=True,
)
