"""The lines of a hand that the dealer can read and repair."""

import msgspec

from engine.events import Event


class Line(msgspec.Struct, frozen=True):
    """One fact of the hand that still counts, at `mark` of the table's record."""

    mark: int
    event: Event
    inferred: bool
    street: str
