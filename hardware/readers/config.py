"""The settings of one card reader. Loads no driver."""

import msgspec

from hardware.camera.settings import CameraSettings
from hardware.reading.line_settings import SerialSettings


class ReaderConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reader: its address, its place, and the options of its kind."""

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
