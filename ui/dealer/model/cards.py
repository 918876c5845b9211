"""Readings that the table does not accept, and cards that were not read in time, as values. Contains no text."""

from typing import Literal

import msgspec

from engine.cards import Card
from engine.message import Message

CodeHint = Literal["", "layout", "caps", "learned", "parity", "speed"]
"""Why a reader cannot be sure of a code, if it knows the reason (`Hint` in hardware/reading/line_settings.py)."""


class OddCard(msgspec.Struct, frozen=True):
    """A card or code that has no effect, and the reason. Places are `BOARD` or a seat, or None if the place is not
    known.

    `lies-already`: the record has it at `lies`, but it was seen at another place. `mucked`: it was seen in the muck in
    this hand. `other-deck`: it belongs to `deck`, while the deck `in_play` is another one; a face-down card is not
    reported. `foreign`: no card has this `code`. `nowhere`: it was read at `position`, a place that its reader reports
    but that is not in the settings. `unheld`: a scanner typed at the screen but is not a reader of this table, or the
    table does not have exclusive use of its device. A `CodeHint`: the reader cannot be sure of the code.
    """

    kind: Literal["lies-already", "mucked", "other-deck", "foreign", "nowhere", "unheld"] | CodeHint
    card: Card | None = None
    lies: int | None = None
    seen: int | None = None
    deck: str = ""
    in_play: str = ""
    code: str = ""
    position: str = ""

    @property
    def places(self) -> tuple[int, ...]:
        """The places where the same card was seen. It is shown there until the dealer has looked."""
        return tuple(place for place in (self.lies, self.seen) if place is not None)


class Missed(msgspec.Struct, frozen=True):
    """A card that is overdue at a place: only `got` of the `wanted` cards were read there."""

    where: int
    street: str
    got: int
    wanted: int


class Decks(msgspec.Struct, frozen=True):
    """The decks in use, starting with the one first in play; those being enrolled, with the number of cards so far; and
    complete ones that wait for the next start."""

    names: tuple[str, ...] = ()
    begun: tuple[tuple[str, int], ...] = ()
    waiting: tuple[str, ...] = ()


EnrollDo = Literal["begin", "again", "later", "leave"]
"""Start or resume this deck; scan a card again (the last if none is given); leave a card for the end; or pause."""


class Enrolling(msgspec.Struct, frozen=True):
    """A deck that is being enrolled: the card to scan next, None once it is complete, and the result of the last scan.

    `again`: it was the card just taken. `twice`: its code already belongs to another card, `other`. `foreign`: it is
    the card `other` from the deck `of`. `unreadable`: no reader can be sure of that code. `at-once`: two codes arrived
    at the same moment, and neither counts. `elsewhere`: it was read at `place`, but this deck is scanned at the place
    `at`. `nowhere`: it was read at a place that its reader reports but that is not in the settings. A `CodeHint`: the
    reader cannot be sure of the code.
    """

    deck: str
    asked: Card | None
    done: tuple[Card, ...] = ()
    later: tuple[Card, ...] = ()
    problem: Literal["again", "twice", "foreign", "unreadable", "at-once", "elsewhere", "nowhere"] | CodeHint = ""
    other: Card | None = None
    of: str = ""
    place: str = ""
    at: str = ""


LearnDo = Literal["again", "later", "accept", "restart", "remove"]
"""Show the last card again; leave a card for the end; accept the last card although it reads as another one; forget
all cards and start over; or read standard faces from now on."""

LearnState = Literal["showing", "checking", "used"]
"""Whether cards are shown to the camera, their faces are compared with each other, or the camera reads them."""


class Learning(msgspec.Struct, frozen=True):
    """The faces of a deck that a camera is learning: the card to show next, None once all are learned, and why the last
    picture did not count. `other` is the card that it looked like."""

    asked: Card | None
    done: tuple[Card, ...] = ()
    later: tuple[Card, ...] = ()
    problem: Message | None = None
    other: Card | None = None
    state: LearnState = "showing"
