"""Which cards lie still, from what was seen in picture after picture. Knows no picture, clock or thread.

A card counts once it was seen in so many of the last pictures at one place; a hand that crosses, a blurred or a misread
picture makes no card, and takes none away. A card is gone when it was in none of them.
"""

from collections import deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Generic, NamedTuple, TypeVar

C = TypeVar("C", bound=Hashable)


class Sighting(NamedTuple, Generic[C]):
    """A card in one picture: its middle in pixels, and how many of them are a millimetre there."""

    card: C
    x: float
    y: float
    px_per_mm: float


@dataclass
class Steady(Generic[C]):
    """Feeds on pictures, tells what came to lie still. `within_mm` is how far a card that lies may seem to move."""

    needed: int = 3
    of: int = 5
    within_mm: float = 2.0
    _past: "deque[tuple[Sighting[C], ...]]" = field(init=False)
    _lying: "list[Sighting[C]]" = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if not 1 <= self.needed <= self.of:
            raise ValueError(f"{self.needed} of {self.of} pictures can never be")
        self._past = deque(maxlen=self.of)

    def see(self, sightings: Iterable[Sighting[C]]) -> list[Sighting[C]]:
        """What came to lie still with this picture, once each."""
        now = tuple(sightings)
        self._past.append(now)
        self._lying = [card for card in self._lying if self._times(card)]
        came: list[Sighting[C]] = []
        for each in now:
            if self._times(each) >= self.needed and not self._lies(each):
                self._lying.append(each)
                came.append(each)
        return came

    @property
    def lying(self) -> "tuple[Sighting[C], ...]":
        """The cards that lie still, where they were when they came to lie."""
        return tuple(self._lying)

    def _times(self, sighting: Sighting[C]) -> int:
        """In how many of the last pictures it was there."""
        return sum(any(self._same(each, sighting) for each in picture) for picture in self._past)

    def _lies(self, sighting: Sighting[C]) -> bool:
        return any(self._same(each, sighting) for each in self._lying)

    def _same(self, one: Sighting[C], other: Sighting[C]) -> bool:
        if one.card != other.card:
            return False
        return hypot(one.x - other.x, one.y - other.y) <= self.within_mm * other.px_per_mm
