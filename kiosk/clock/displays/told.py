"""What a display is told of the room."""

import msgspec

from kiosk.protocol.displays import Programme
from kiosk.protocol.messages import Message


class OnDisplay(msgspec.Struct, frozen=True):
    """A tournament of the room."""

    id: str
    name: str
    started: bool
    ended: bool


class Shows(Message, frozen=True, tag="shows"):
    """What this display shows, of which there are these tournaments, in the order they were made; and whether it is
    the one that is heard."""

    programme: Programme
    tournaments: tuple[OnDisplay, ...] = ()
    voice: bool = False


class Announced(Message, frozen=True, tag="announced"):
    """Words to be shown until then, in the service's time; a number of its own for each."""

    number: int
    text: str
    until_ms: int
    aloud: bool
