"""A camera's picture on a page, and what is drawn on it, as values."""

import msgspec

from ui.dealer.model.readers import Area


class OutlineView(msgspec.Struct, frozen=True):
    """A place marked in a picture, with `handles` at its corners if it can be moved, and slots for `cards` cards."""

    text: str
    area: Area
    handles: bool = False
    held: str = ""
    """The part being dragged: a corner, or `whole`."""
    cards: int = 0


class BoxView(msgspec.Struct, frozen=True):
    """Something read in a picture. It is `sure` if it counts as a card there."""

    text: str
    area: Area
    sure: bool = True


class PictureView(msgspec.Struct, frozen=True):
    """A camera's picture with what is drawn on it. `dots` are three bytes each, blue first. While there is no picture,
    `dots` is empty and `text` says so. `said` is for a screen reader."""

    width: int
    height: int
    dots: bytes = b""
    boxes: tuple[BoxView, ...] = ()
    outlines: tuple[OutlineView, ...] = ()
    text: str = ""
    said: str = ""
