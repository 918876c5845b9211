"""The open connections that must end as soon as their token is revoked. Belongs to the event loop."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class WatchedConnections(Generic[K]):
    """Each connection has a key, which identifies the token with which it was opened. Several may have the same key."""

    def __init__(self) -> None:
        self._all: dict[object, tuple[K, Callable[[], object]]] = {}

    @property
    def keys(self) -> list[K]:
        return [key for key, _ in self._all.values()]

    @contextmanager
    def watch(self, key: K, hang_up: Callable[[], object]) -> Iterator[None]:
        """Call `hang_up` as soon as this key is no longer valid. Enter this context before checking the token, so that
        a client whose token is revoked in the meantime gets nothing."""
        connection = object()
        self._all[connection] = (key, hang_up)
        try:
            yield
        finally:
            del self._all[connection]

    def end(self, is_over: Callable[[K], bool]) -> None:
        """Hang up every connection whose key is no longer valid."""
        for key, hang_up in list(self._all.values()):
            if is_over(key):
                hang_up()
