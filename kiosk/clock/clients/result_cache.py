"""A cache for results that anyone may request and that take long to calculate. Each is kept until its inputs change."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
MOST = 64


class ResultCache(Generic[T]):
    """The most recently requested results by key, each with the values that it was made from."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, tuple[tuple[object, ...], T]] = OrderedDict()

    def held(self, key: Hashable, sources: tuple[object, ...]) -> T | None:
        """The result made from exactly these values, or None."""
        if (held := self._made.get(key)) is None or len(held[0]) != len(sources):
            return None
        if any(one is not other for one, other in zip(held[0], sources, strict=True)):
            return None
        self._made.move_to_end(key)
        return held[1]

    def keep(self, key: Hashable, sources: tuple[object, ...], made: T) -> T:
        self._made[key] = sources, made
        self._made.move_to_end(key)
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return made

    def of(self, key: Hashable, sources: tuple[object, ...], make: Callable[[], T]) -> T:
        held = self.held(key, sources)
        return self.keep(key, sources, make()) if held is None else held
