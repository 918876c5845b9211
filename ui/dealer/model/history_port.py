"""What a page may ask of the table's record as it opens."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.history.recall import Recalled


class Memory(Protocol):
    """The record, read only when somebody wants to know: nothing of it is kept by the screen."""

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The last hands that were played or told here, the newest first."""
        ...
