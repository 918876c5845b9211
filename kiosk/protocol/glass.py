"""The messages beside the pictures of a glass: as text on the page's WebSocket, and as lines to the table's program."""

from typing import Annotated

import msgspec

from engine.decoders import json_decoder
from kiosk.protocol.link.wire import WireMessage

LONGEST_TOKEN = 200
LONGEST_DEVICE = 64
PxPerMm = Annotated[float, msgspec.Meta(ge=1, le=100)]

TAKEN_OVER, IN_USE, NOT_PAIRED, SCREEN_GONE, NOT_ALLOWED = 4001, 4002, 4003, 4004, 4005
"""The codes with which a glass's WebSocket is closed. Another device has taken the table; another device shows it and
was not asked to stop; the token is not valid; the table's screen is starting; or the page sent what no glass may send.
"""


class GlassHello(WireMessage, frozen=True, tag="hello"):
    """A page's first message."""

    token: Annotated[str, msgspec.Meta(max_length=LONGEST_TOKEN)]
    device: Annotated[str, msgspec.Meta(max_length=LONGEST_DEVICE)]
    """A name that the page has made for itself. The same page takes its own place again without asking."""
    px_per_mm: PxPerMm
    """The pixels of the virtual screen in a millimeter of the glass."""
    take: bool = False
    """Whether this glass takes the table from the one that shows it now."""


class GlassScale(WireMessage, frozen=True, tag="scale"):
    """The pixels of the virtual screen in a millimeter have changed."""

    px_per_mm: PxPerMm


class GlassPress(WireMessage, frozen=True, tag="press"):
    """A finger comes down. The pointer event follows. `beat` is the last beat that the page had received."""

    beat: int


class GlassHeard(WireMessage, frozen=True, tag="heard"):
    """The page has received this beat."""

    beat: int


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


FromGlass = GlassHello | GlassScale | GlassPress | GlassHeard
FROM_GLASS = json_decoder(FromGlass)
ToProgram = GlassScale
TO_PROGRAM = json_decoder(ToProgram)
FROM_PROGRAM = json_decoder(GlassTone)
