"""Posts from other threads to the one that owns the state. Knows neither what is posted nor how the owner is woken."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """What was posted and not yet taken, in order. `wake` is called from the posting thread when the first arrives."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._items: dict[Hashable, T] = {}

    def post(self, item: T, latest: Hashable = None) -> None:
        """Leave an item, from any thread. Of those with the same `latest` only the newest is kept.

        So a reader's health, said ten times a second to an owner that is busy, takes the room of one item.
        """
        key = object() if latest is None else latest
        with self._lock:
            was_empty = not self._items
            self._items.pop(key, None)
            self._items[key] = item
        if was_empty:
            self._wake()

    def take(self) -> list[T]:
        """Everything posted since the last time, on the owner's thread."""
        with self._lock:
            items, self._items = self._items, {}
        return list(items.values())
