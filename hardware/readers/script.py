"""A script that simulates a reader."""

from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardware.readers.kind import Diagnosis, HardwareDevice, ReaderConfig, ReaderKind

if TYPE_CHECKING:
    from hardware.reading.deck import Codes
    from hardware.reading.reading import NowMs, Post, Reader


def _open(reader: ReaderConfig, deck: "Codes", post: "Post", now_ms: "NowMs") -> "Reader":
    from hardware.simulated import open_script  # noqa: PLC0415  the first frame does not wait for it

    return open_script(reader.url, deck, reader.place, post, now_ms)


def _diagnose(reader: ReaderConfig, now_ms: "NowMs") -> Diagnosis:
    from engine.message import message  # noqa: PLC0415  only a command asks for this
    from hardware.reading.deck import PLAIN_DECK  # noqa: PLC0415

    _open(reader, PLAIN_DECK, lambda _: None, now_ms)
    return Diagnosis(message("doctor-simulated", place=reader.place))


SCRIPT = ReaderKind(
    scheme="sim:",
    examples=("sim:///script.txt",),
    doc="a script that simulates a reader, for training",
    group="",
    check=lambda _: None,  # a missing script is reported when the table starts
    open=_open,
    describe=lambda url: HardwareDevice("script", PurePath(urlsplit(url).path).name),
    device_file=lambda _: "",
    discover=lambda _: (),
    diagnose=_diagnose,
    may_repeat=True,
)
