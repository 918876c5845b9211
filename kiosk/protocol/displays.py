"""The programs for the room's displays: slides in rotation, each a grid of cells."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from engine.bad_input import check_range
from engine.names import one_line
from engine.tournament.field.entries import MOST_TABLE

GRID = 24
"""The number of columns and rows in a layout, regardless of the screen's shape."""
MOST_CELLS = 24
MOST_SLIDES = 8
MOST_TOURNAMENTS = 4
"""The maximum number of tournaments on one screen."""
LONGEST_NAME = 40
LONGEST_WORDS = 300
LEAST_SECONDS, MOST_SECONDS = 5, 600

What = Literal[
    "all-in", "average", "blinds", "break", "clock", "draw", "event", "foot", "leaders", "level", "message", "moves",
    "next", "payouts", "picture", "players", "prizes", "push", "qr", "seats", "structure", "then",
]  # fmt: skip
Shape = Literal["auto", "clock", "prizes", "break", "seats", "two", "final", "own"]
"""A layout that ships with the program. `auto` is the layout that fits the current situation; `own` uses the cells of
the slide."""
Spotlight = Literal["off", "last-table", "any", "table"]
"""The tables whose all-ins with cards up take over the display. `table` means one chosen table."""
Colors = Literal["dark", "light"]
Edge = Annotated[int, msgspec.Meta(ge=0, lt=GRID)]
Length = Annotated[int, msgspec.Meta(ge=1, le=GRID)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
DisplayName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Id = Annotated[str, msgspec.Meta(max_length=64)]


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One cell of a layout, positioned by grid columns and rows from the upper left. It shows the slide's tournament
    number `nth`, counted from 0."""

    what: What
    x: Edge
    y: Edge
    w: Length
    h: Length
    nth: Annotated[int, msgspec.Meta(ge=0, lt=MOST_TOURNAMENTS)] = 0
    text: Words = ""
    picture: Id = ""
    """The id of a picture that was sent to the clock."""

    def __post_init__(self) -> None:
        check_range("x + w", self.x + self.w, 1, GRID)
        check_range("y + h", self.y + self.h, 1, GRID)


class Slide(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One layout, and how long it is shown if there are several."""

    layout: Shape = "auto"
    seconds: Annotated[int, msgspec.Meta(ge=LEAST_SECONDS, le=MOST_SECONDS)] = 20
    tournaments: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_TOURNAMENTS)] = ()
    """Tournament ids. If none is given, the newest tournament in progress is shown."""
    cells: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=MOST_CELLS)] = ()


class DisplayProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The slides that a display shows in rotation. Without any, the display picks what fits the current situation."""

    slides: Annotated[tuple[Slide, ...], msgspec.Meta(max_length=MOST_SLIDES)] = ()


class SetDisplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Set what a display shows from now on."""

    display: DisplayName
    program: DisplayProgram


class ChooseRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Choose the display that speaks announcements (none if `voice` is empty), the tables whose all-ins are shown, and
    the colors of all displays whose address does not name any."""

    voice: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    spotlight: Spotlight = "last-table"
    table: Annotated[int, msgspec.Meta(ge=0, le=MOST_TABLE)] = 0
    """The chosen physical table; 0 for none."""
    colors: Colors = "dark"


class RoomDisplays(msgspec.Struct, frozen=True):
    """The displays that have settings, by name, and the settings that all displays share."""

    programs: tuple[SetDisplay, ...] = ()
    room: ChooseRoom = ChooseRoom()

    def of(self, display: str) -> DisplayProgram:
        return next((one.program for one in self.programs if one.display == display), DisplayProgram())

    def showing(self, picture: str) -> str:
        """The name of the first display set to show the picture; empty if there is none."""
        return next((one.display for one in self.programs if any(cell.picture == picture for cell in _cells(one))), "")

    @property
    def with_pushes(self) -> bool:
        """Whether a display is set to show the dealers' next push. If one is, the room allows showing it."""
        return any(cell.what == "push" for one in self.programs for cell in _cells(one))

    @property
    def with_leaders(self) -> bool:
        """Whether a display is set to show the chip leaders. If one is, the room allows showing them."""
        slides = [slide for one in self.programs for slide in one.program.slides]
        return any(slide.layout == "final" or any(cell.what == "leaders" for cell in slide.cells) for slide in slides)


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message for one display or for all of them. It is also spoken if it is `aloud` and a voice is chosen."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_WORDS)]
    seconds: Annotated[int, msgspec.Meta(ge=LEAST_SECONDS, le=MOST_SECONDS)] = 20
    display: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    aloud: bool = True


class SendPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture to store: PNG, JPEG or WebP, in Base64."""

    picture: bytes


class StoredPicture(msgspec.Struct, frozen=True):
    """The id by which a cell refers to a stored picture."""

    id: str


class PictureList(msgspec.Struct, frozen=True):
    """The ids of the pictures that the clock keeps, newest first."""

    pictures: tuple[str, ...]


class DisplayView(msgspec.Struct, frozen=True):
    """A display as the director sees it: the number of screens on it now, the size of the newest one, and its
    program."""

    display: str
    screens: int
    width: int
    height: int
    program: DisplayProgram


class DisplayList(msgspec.Struct, frozen=True):
    """All displays that are connected or have settings."""

    displays: tuple[DisplayView, ...]
    room: ChooseRoom


def _cells(one: SetDisplay) -> Iterator[Cell]:
    return (cell for slide in one.program.slides for cell in slide.cells)


def tidy(name: str) -> str:
    """A display's name as it is stored: one line, cut to the length limit."""
    return one_line(name)[:LONGEST_NAME].strip()
