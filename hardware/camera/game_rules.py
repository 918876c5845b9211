"""What may not be told though it lies still, by the rules of the game: a board of six, one card twice at one place.

A rule here makes no card and mends none: what breaks it is not told until it no longer does, and the dealer is asked.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from hardware.camera.voting import Sighting

C = TypeVar("C", bound=Hashable)

BOARD, MAX_ON_BOARD = "board", 5
ANYWHERE = ("table", "hand-held")
"""Places of a reader that is taken to the card: it then lies wherever the next one is due."""

_Key = tuple[Hashable, float, float]


class GameConstraints(Generic[C]):
    """Judges what lies still, picture after picture; where a card lay when it was passed is its place while it lies."""

    def __init__(self) -> None:
        self._allowed: dict[_Key, str] = {}

    def allowed(
        self, stable: Iterable[Sighting[C]], place_of: Callable[[Sighting[C]], str]
    ) -> list[tuple[Sighting[C], str]]:
        """What may be told, with its place; what was passed before stays passed while it lies."""
        keyed = [(_key(each), each) for each in stable]
        self._allowed = {key: self._allowed[key] for key, _ in keyed if key in self._allowed}
        new = {key: place_of(each) for key, each in keyed if key not in self._allowed}
        places = self._allowed | new
        cards = [(each.card, places[key]) for key, each in keyed]
        single = {key: place for key, place in new.items() if cards.count((key[0], place)) == 1}  # type: ignore[arg-type]
        board = [*self._allowed.values(), *single.values()].count(BOARD)
        self._allowed |= {key: place for key, place in single.items() if place != BOARD or board <= MAX_ON_BOARD}
        return [(each, self._allowed[key]) for key, each in keyed if key in self._allowed]


def _key(sighting: Sighting[C]) -> _Key:
    first = sighting.marks[0]  # stays while the card lies
    return sighting.card, first.x, first.y
