"""What the room's displays show: slides by turns, each a grid of cells."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from engine.bad_input import check_range
from engine.names import one_line
from engine.tournament.field.entries import MOST_TABLE

GRID = 24
"""Columns and rows of a layout, whatever the screen's shape."""
MOST_CELLS = 24
MOST_SLIDES = 8
MOST_TOURNAMENTS = 4
"""On one screen."""
LONGEST_NAME = 40
LONGEST_WORDS = 300
LEAST_SECONDS, MOST_SECONDS = 5, 600

What = Literal[
    "all-in", "average", "blinds", "break", "clock", "event", "foot", "leaders", "level", "message", "moves", "next",
    "payouts", "picture", "players", "prizes", "push", "qr", "seats", "structure", "then",
]  # fmt: skip
Shape = Literal["auto", "clock", "prizes", "break", "seats", "two", "final", "own"]
"""A layout that ships; `auto` is the one that fits the moment, `own` the cells of the slide."""
Spotlight = Literal["off", "last-table", "any", "table"]
"""At which tables an all-in with cards up is shown by itself; `table` is one that was chosen."""
Edge = Annotated[int, msgspec.Meta(ge=0, lt=GRID)]
Length = Annotated[int, msgspec.Meta(ge=1, le=GRID)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
DisplayName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Id = Annotated[str, msgspec.Meta(max_length=64)]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a layout, in columns and rows from the upper left, of the `nth` of the slide's tournaments."""

    what: What
    x: Edge
    y: Edge
    w: Length
    h: Length
    nth: Annotated[int, msgspec.Meta(ge=0, lt=MOST_TOURNAMENTS)] = 0
    text: Words = ""
    """Of a message."""
    picture: Id = ""
    """One that was sent to the clock."""

    def __post_init__(self) -> None:
        check_range("x + w", self.x + self.w, 1, GRID)
        check_range("y + h", self.y + self.h, 1, GRID)


class Slide(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One layout, and for how long it is shown where there are several."""

    layout: Shape = "auto"
    seconds: Annotated[int, msgspec.Meta(ge=LEAST_SECONDS, le=MOST_SECONDS)] = 20
    tournaments: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_TOURNAMENTS)] = ()
    """By id; the newest that is on where none is named."""
    cells: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=MOST_CELLS)] = ()


class Programme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a display shows by turns; by itself what fits the moment where nothing is set."""

    slides: Annotated[tuple[Slide, ...], msgspec.Meta(max_length=MOST_SLIDES)] = ()


class SetDisplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display shows this from now on."""

    display: DisplayName
    programme: Programme


class ChooseRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which display is heard, none for an empty name, and at which tables an all-in is shown."""

    voice: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    spotlight: Spotlight = "last-table"
    table: Annotated[int, msgspec.Meta(ge=0, le=MOST_TABLE)] = 0
    """The physical table that was chosen; 0 for none."""


class RoomDisplays(msgspec.Struct, frozen=True):
    """The displays that something was set for, by name, and what is of all of them."""

    programmes: tuple[SetDisplay, ...] = ()
    room: ChooseRoom = ChooseRoom()

    def of(self, display: str) -> Programme:
        """What a display shows."""
        return next((one.programme for one in self.programmes if one.display == display), Programme())

    def showing(self, picture: str) -> str:
        """The first display that was set to show a picture; empty for none."""
        return next(
            (one.display for one in self.programmes if any(cell.picture == picture for cell in _cells(one))), ""
        )

    @property
    def with_pushes(self) -> bool:
        """Whether a display was set to show the dealers' next push: then the room allows it."""
        return any(cell.what == "push" for one in self.programmes for cell in _cells(one))

    @property
    def with_leaders(self) -> bool:
        """Whether a display was set to show who leads: then the room allows it."""
        slides = [slide for one in self.programmes for slide in one.programme.slides]
        return any(slide.layout == "final" or any(cell.what == "leaders" for cell in slide.cells) for slide in slides)


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for all displays, or for one; `aloud` where a voice is chosen."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_WORDS)]
    seconds: Annotated[int, msgspec.Meta(ge=LEAST_SECONDS, le=MOST_SECONDS)] = 20
    display: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    aloud: bool = True


class SendPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PNG, JPEG or WebP, in Base64."""

    picture: bytes


class KeptPicture(msgspec.Struct, frozen=True):
    """What a cell calls it."""

    id: str


class PictureList(msgspec.Struct, frozen=True):
    """The pictures that the clock keeps, by what cells call them, the newest first."""

    pictures: tuple[str, ...]


class DisplayView(msgspec.Struct, frozen=True):
    """A display as its director sees it: on how many screens it is now, how big the newest is, and what it shows."""

    display: str
    screens: int
    width: int
    height: int
    programme: Programme


class DisplayList(msgspec.Struct, frozen=True):
    """All displays that are there, or that something was set for."""

    displays: tuple[DisplayView, ...]
    room: ChooseRoom


def _cells(one: SetDisplay) -> Iterator[Cell]:
    return (cell for slide in one.programme.slides for cell in slide.cells)


def tidy(name: str) -> str:
    """A display's name as it is stored: one line, no longer than one may be."""
    return one_line(name)[:LONGEST_NAME].strip()
