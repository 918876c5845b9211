"""Flags for the director that do not come from a table's records. They last for this run of the service."""

from collections.abc import Iterator

from engine.message import Message


class TableFlags:
    """The flags of a tournament's tables, by the table's key."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Message, ...]] = {}
        self._rejected: dict[int, Message] = {}
        """Why the history of each table was rejected, until that table connects again."""

    def of(self, key: int) -> Iterator[Message]:
        """The flags of a table."""
        yield from self._found.get(key, ())
        if key in self._rejected:
            yield self._rejected[key]

    def add(self, key: int, found: Message) -> bool:
        """Add a flag. Returns False if the table already has it: a kiosk retries again and again."""
        if found in self._found.get(key, ()):
            return False
        self._found[key] = (*self._found.get(key, ()), found)
        return True

    def reject(self, key: int, why: Message) -> None:
        """A kiosk has a different history for the table."""
        self._rejected[key] = why

    def accept(self, key: int) -> None:
        """The table's history is accepted."""
        self._rejected.pop(key, None)

    def is_known_short(self, key: int) -> bool:
        """Whether the clock itself found that its copy has lost records, and notified the director."""
        return any(found.code in ("copy-damaged", "copy-short") for found in self._found.get(key, ()))
