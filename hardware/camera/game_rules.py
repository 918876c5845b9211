"""Suppresses stable cards that break the rules of the game: a sixth board card, or the same card twice in one place.
Never adds or changes a card. A suppressed card is reported once it no longer breaks a rule; until then, the dealer is
asked for it."""

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from hardware.camera.voting import Sighting

C = TypeVar("C", bound=Hashable)

BOARD, MAX_ON_BOARD = "board", 5
ANYWHERE = ("table", "hand-held")
"""The places for a reader that is moved to the card. A card read there belongs wherever the next card is due."""

_Key = tuple[Hashable, float, float]


class GameConstraints(Generic[C]):
    """Filters the stable cards of consecutive frames. A card keeps the place at which it was first allowed."""

    def __init__(self) -> None:
        self._allowed: dict[_Key, str] = {}

    def allowed(
        self, stable: "Iterable[Sighting[C]]", place_of: "Callable[[Sighting[C]], str]"
    ) -> "list[tuple[Sighting[C], str]]":
        """The cards that may be reported, with their places. Once a card has been allowed, it stays allowed for as long
        as it is in the same position."""
        keyed = [(_key(each), each) for each in stable]
        self._allowed = {key: self._allowed[key] for key, _ in keyed if key in self._allowed}
        new = {key: place_of(each) for key, each in keyed if key not in self._allowed}
        places = self._allowed | new
        cards = [(each.card, places[key]) for key, each in keyed]
        single = {key: place for key, place in new.items() if cards.count((key[0], place)) == 1}  # type: ignore[arg-type]
        board = [*self._allowed.values(), *single.values()].count(BOARD)
        self._allowed |= {key: place for key, place in single.items() if place != BOARD or board <= MAX_ON_BOARD}
        return [(each, self._allowed[key]) for key, each in keyed if key in self._allowed]


def _key(sighting: "Sighting[C]") -> _Key:
    first = sighting.marks[0]  # constant while the card lies there
    return sighting.card, first.x, first.y
