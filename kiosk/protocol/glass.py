"""The messages beside the pictures of a glass: as text on the page's WebSocket, and as lines to the table's program.

A page reaches a table with a clock through the clock. The clock passes everything on between the page and the host of
the table, which keeps one connection per table waiting there.
"""

from typing import Annotated

import msgspec

from engine.decoders import json_decoder
from kiosk.protocol.link.wire import Number, WireMessage

LONGEST_TOKEN = 200
LONGEST_DEVICE = 64
PxPerMm = Annotated[float, msgspec.Meta(ge=1, le=100)]

# The codes with which a glass's WebSocket is closed:
TAKEN_OVER = 4001
"""Another device has taken the table."""
IN_USE = 4002
"""Another device shows the table, and this one did not ask to take it."""
NOT_PAIRED = 4003
"""The token is not valid for the table."""
SCREEN_GONE = 4004
"""The table's screen is starting."""
NOT_ALLOWED = 4005
"""The page sent what no glass may send."""
HOST_AWAY = 4006
"""No host offers the table at the clock."""
TURNED_AWAY = 4007
"""The director has turned the device away."""
LARGEST_MESSAGE = 64 * 1024
"""The most bytes that a glass may send in one message."""


class GlassHello(WireMessage, frozen=True, tag="hello"):
    """A page's first message. With an empty token, it asks the clock to pair the device with the table."""

    token: Annotated[str, msgspec.Meta(max_length=LONGEST_TOKEN)]
    device: Annotated[str, msgspec.Meta(max_length=LONGEST_DEVICE)]
    """A name that the page has made for itself. The same page takes its own place again without asking."""
    px_per_mm: PxPerMm
    """The pixels of the virtual screen in a millimeter of the glass."""
    take: bool = False
    """Whether this glass takes the table from the one that shows it now."""
    table: Number = 0
    """The number of the table, for the clock. 0 if the token's table is the only one there."""


class GlassScale(WireMessage, frozen=True, tag="scale"):
    """The pixels of the virtual screen in a millimeter have changed."""

    px_per_mm: PxPerMm


class GlassPress(WireMessage, frozen=True, tag="press"):
    """A finger comes down. The pointer event follows. `beat` is the last beat that the page had received."""

    beat: int


class GlassHeard(WireMessage, frozen=True, tag="heard"):
    """The page has received this beat."""

    beat: int


class GlassCode(WireMessage, frozen=True, tag="code"):
    """The code for the device to show until the director approves it. The clock sends it again every second."""

    code: str


class GlassPaired(WireMessage, frozen=True, tag="paired"):
    """The director has approved the device. It keeps this token, and connects with it."""

    token: str


class GlassWelcome(WireMessage, frozen=True, tag="welcome"):
    """The glass shows this table from now on. Pictures follow."""

    table: int


class GlassBeat(WireMessage, frozen=True, tag="beat"):
    """Sent twice a second, in line with the pictures. A page that receives none knows that its picture may be old."""

    beat: int


class GlassLate(WireMessage, frozen=True, tag="late"):
    """A touch was ignored because it came too late: the dealer may have seen an old picture."""


class GlassTone(WireMessage, frozen=True, tag="tone"):
    """A sound for the page to play, by its name."""

    tone: str


class OfferTable(WireMessage, frozen=True, tag="offer"):
    """A host's first message to the clock: this connection is for the next glass of the table. The glass's own messages
    follow on it, from its hello on, and the host answers as if they came from the glass itself."""

    table: Number
    token: Annotated[str, msgspec.Meta(max_length=LONGEST_TOKEN)]


class OfferWaits(WireMessage, frozen=True, tag="waits"):
    """Sent by the clock while no glass has come yet, so that the host knows that the connection works."""


FromGlass = GlassHello | GlassScale | GlassPress | GlassHeard
FROM_GLASS = json_decoder(FromGlass)
FROM_HOST = json_decoder(OfferTable)
FROM_CLOCK = json_decoder(GlassHello | OfferWaits)
ToProgram = GlassScale
TO_PROGRAM = json_decoder(ToProgram)
FROM_PROGRAM = json_decoder(GlassTone)
