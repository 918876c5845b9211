"""A queue from other threads to the thread that owns the state. Knows nothing about the items or how the owner is
woken."""

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """Items posted and not yet taken, in order. The first one calls `wake`, on the posting thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._items: dict[Hashable, T] = {}

    def post(self, item: T, latest: Hashable = None) -> None:
        """Add an item, from any thread. Of several items with the same `latest`, only the newest is kept.

        A reader may report its health ten times a second to a busy owner, and this way it takes up only one item.
        """
        key = object() if latest is None else latest
        with self._lock:
            was_empty = not self._items
            self._items.pop(key, None)
            self._items[key] = item
        if was_empty:
            self._wake()

    def take(self) -> list[T]:
        """All items posted since the last call; called on the owner's thread."""
        with self._lock:
            items, self._items = self._items, {}
        return list(items.values())
