"""The messages about the room that are sent to a display."""

import msgspec

from kiosk.protocol.displays import DisplayProgram
from kiosk.protocol.link.wire import WireMessage


class OnDisplay(msgspec.Struct, frozen=True):
    """A tournament in the room."""

    id: str
    name: str
    started: bool
    ended: bool


class Shows(WireMessage, frozen=True, tag="shows"):
    """The content of a display: its setting, the tournaments to choose from in the order in which they were created,
    and whether it is the display with sound."""

    program: DisplayProgram
    tournaments: tuple[OnDisplay, ...] = ()
    voice: bool = False


class Announced(WireMessage, frozen=True, tag="announced"):
    """An announcement: its text, when it stops being shown (in the service's time), and its unique number."""

    number: int
    text: str
    until_ms: int
    aloud: bool
