"""Finds stable cards by voting over consecutive frames. Knows nothing about images, clocks or threads.

A card is stable once it has been seen at one position in enough of the last frames and no other card has been read
there since it appeared. A passing hand or a blurred or misread frame neither adds nor removes a card. A card is gone
when none of the last frames shows it.
"""

from collections import deque
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Generic, NamedTuple, TypeVar

C = TypeVar("C", bound=Hashable)


class CodePosition(NamedTuple):
    """The position of a reading in pixels, and the scale there in pixels per millimeter."""

    x: float
    y: float
    px_per_mm: float


class Sighting(NamedTuple, Generic[C]):
    """A card in one frame, with the positions of its code or of its visible corners."""

    card: C
    marks: tuple[CodePosition, ...]
    deck: str = ""


@dataclass
class StableTracker(Generic[C]):
    """Tracks the cards seen in `needed` of the last `of` frames. A stationary card may appear to move by `within_mm`.
    Different readings within `apart_mm` of each other contradict each other for `remembers` frames."""

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
        """The cards that became stable in this frame. Each card is reported only once. `uncertain` readings do not add
        a card, but contradict other cards just as certain readings do."""
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
        """The stable cards with all their readings so far, earliest first."""
        return tuple(self._stable)

    def _count(self, sighting: Sighting[C]) -> int:
        return sum(any(self._same(each, sighting) for each in picture) for picture in self._past)

    def _is_stable(self, sighting: Sighting[C]) -> bool:
        return any(self._same(each, sighting) for each in self._stable)

    def _is_contradicted(self, sighting: Sighting[C]) -> bool:
        """Whether another card is stable at its position, or has been read there since this one appeared. A card that
        was there earlier and is gone is not a contradiction. Neither is a frame in which this card is still sliding."""
        if any(each.card != sighting.card and _meet(each, sighting, self.apart_mm) for each in self._stable):
            return True
        was_read = False
        for sure, every in self._read:
            was_read = was_read or any(self._same(each, sighting) for each in sure)
            if was_read and any(each.card != sighting.card and _meet(each, sighting, self.apart_mm) for each in every):
                return True
        return False

    def _merged(self, card: Sighting[C], known: int = 0) -> Sighting[C]:
        """Add corners that were not visible before. The first `known` marks keep their positions. A corner is added
        only after it has been read as many times as a card must be read to become stable. Otherwise, a frame with
        another card still sliding could give this card one of that card's corners. The other card would then contradict
        this one permanently."""
        marks = list(card.marks[:known])
        deck = card.deck
        for each in [card, *(each for picture in self._past for each in picture if self._same(each, card))]:
            marks += [at for at in each.marks if not _is_near(at, marks, self.apart_mm) and self._is_corner(card, at)]
            deck = deck or each.deck
        return Sighting(card.card, tuple(marks) or card.marks, deck)

    def _is_corner(self, card: Sighting[C], mark: CodePosition) -> bool:
        alone = Sighting(card.card, (mark,))
        return self._count(alone) >= self.needed

    def _same(self, one: Sighting[C], other: Sighting[C]) -> bool:
        return one.card == other.card and _meet(one, other, self.within_mm)


def _meet(one: Sighting[C], other: Sighting[C], within_mm: float) -> bool:
    return any(_is_near(mark, other.marks, within_mm) for mark in one.marks)


def _is_near(mark: CodePosition, marks: Iterable[CodePosition], within_mm: float) -> bool:
    return any(hypot(mark.x - each.x, mark.y - each.y) <= within_mm * each.px_per_mm for each in marks)
