"""Which cards lie still, from what was seen in picture after picture. Knows no picture, clock or thread.

A card counts once it was seen in so many of the last pictures at one place, unless another one was read there since
it is; a hand that crosses, a blurred or a misread picture makes no card, and takes none away. A card is gone when it
was in none of them.
"""

from collections import deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Generic, NamedTuple, TypeVar

C = TypeVar("C", bound=Hashable)


class Mark(NamedTuple):
    """Where something of a card was read, in pixels, and how many of them are a millimetre there."""

    x: float
    y: float
    px_per_mm: float


class Sighting(NamedTuple, Generic[C]):
    """A card in one picture, by what is read of it: the code on it, or those of its corners that are in sight."""

    card: C
    marks: tuple[Mark, ...]
    deck: str = ""
    """The deck it is of, where that was read too."""


@dataclass
class StableTracker(Generic[C]):
    """Feeds on pictures, tells what came to lie still. `within_mm` is how far a card that lies may seem to move, and
    `apart_mm` how far two cards must be apart at least: what is read of them nearer than that contradicts itself. So
    many pictures as `remembers` it is not forgotten."""

    needed: int = 3
    of: int = 5
    within_mm: float = 2.0
    apart_mm: float = 4.0
    remembers: int = 10
    _past: "deque[tuple[Sighting[C], ...]]" = field(init=False)
    _read: "deque[tuple[tuple[Sighting[C], ...], tuple[Sighting[C], ...]]]" = field(init=False)
    _stable: "list[Sighting[C]]" = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        if not 1 <= self.needed <= self.of:
            raise ValueError(f"{self.needed} of {self.of} pictures can never be")
        self._past, self._read = deque(maxlen=self.of), deque(maxlen=self.remembers)

    def update(self, sightings: Iterable[Sighting[C]], uncertain: Iterable[Sighting[C]] = ()) -> list[Sighting[C]]:
        """Cards that became stable in this frame, each reported once. `uncertain` readings add no card, but
        contradict others as sure ones do."""
        now = tuple(sightings)
        self._past.append(now)
        self._read.append((now, (*now, *uncertain)))
        self._stable = [self._merged(card, len(card.marks)) for card in self._stable if self._count(card)]
        came: list[Sighting[C]] = []
        for each in now:
            if self._count(each) >= self.needed and not self._is_stable(each) and not self._is_contradicted(each):
                self._stable.append(self._merged(each))
                came.append(each)
        return came

    @property
    def stable(self) -> "tuple[Sighting[C], ...]":
        """The cards that lie still, by all that was read of them while they lay there; what was read first is first."""
        return tuple(self._stable)

    def _count(self, sighting: Sighting[C]) -> int:
        """In how many of the last pictures it was there."""
        return sum(any(self._same(each, sighting) for each in picture) for picture in self._past)

    def _is_stable(self, sighting: Sighting[C]) -> bool:
        return any(self._same(each, sighting) for each in self._stable)

    def _is_contradicted(self, sighting: Sighting[C]) -> bool:
        """Whether another card lies at its place, or was read there since this one is: one that was there before and is
        no more, or a picture of this one while it still slid, contradicts nothing."""
        if any(each.card != sighting.card and _meet(each, sighting, self.apart_mm) for each in self._stable):
            return True
        was_read = False
        for sure, every in self._read:
            was_read = was_read or any(self._same(each, sighting) for each in sure)
            if was_read and any(each.card != sighting.card and _meet(each, sighting, self.apart_mm) for each in every):
                return True
        return False

    def _merged(self, card: Sighting[C], known: int = 0) -> Sighting[C]:
        """With the corners that were out of sight before, and of its first `known` each where it was first.

        A corner belongs to a card that was read there as often as a card must be: a picture in which another card still
        slides may give this one a corner of that, and what lies there then would be taken for a contradiction for good.
        """
        marks = list(card.marks[:known])
        deck = card.deck
        for each in [card, *(each for picture in self._past for each in picture if self._same(each, card))]:
            marks += [at for at in each.marks if not _is_near(at, marks, self.apart_mm) and self._is_corner(card, at)]
            deck = deck or each.deck
        return Sighting(card.card, tuple(marks) or card.marks, deck)

    def _is_corner(self, card: Sighting[C], mark: Mark) -> bool:
        """Whether it was read there in enough of the last pictures."""
        alone = Sighting(card.card, (mark,))
        return self._count(alone) >= self.needed

    def _same(self, one: Sighting[C], other: Sighting[C]) -> bool:
        return one.card == other.card and _meet(one, other, self.within_mm)


def _meet(one: Sighting[C], other: Sighting[C], within_mm: float) -> bool:
    return any(_is_near(mark, other.marks, within_mm) for mark in one.marks)


def _is_near(mark: Mark, marks: Iterable[Mark], within_mm: float) -> bool:
    return any(hypot(mark.x - each.x, mark.y - each.y) <= within_mm * each.px_per_mm for each in marks)
