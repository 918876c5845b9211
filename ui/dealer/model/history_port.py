"""The queries that a page may make on the table's record when it opens."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.history.recall import Recalled


class HistoryPort(Protocol):
    """The record, read on demand: the screen does not keep any of it."""

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands that were played or reported here, newest first."""
        ...
