"""The entries of one kind that the clock remembers: stored in its database, and read once."""

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.store import Store
from kiosk.clock.store.writer import Writer

T = TypeVar("T", bound=msgspec.Struct)


class Kind(Generic[T]):
    """All entries of one kind, by id. An entry from a newer program that this one cannot read is treated as missing."""

    def __init__(self, store: Store, name: str, form: type[T]) -> None:
        """Raises `Fault`."""
        self.name = name
        self.all = {its_id: one for its_id, body in store.kept(name).items() if (one := read_row(body, form))}

    async def change(self, writer: Writer, changes: Mapping[str, T | None]) -> None:
        """Write these entries, and remove those that are None. Raises `Fault`, with nothing changed."""
        await writer.keep(*self.kept(changes))
        self.take(changes)

    def kept(self, changes: Mapping[str, T | None]) -> list[MemoryEntry]:
        bodies = {its_id: None if one is None else msgspec.json.encode(one) for its_id, one in changes.items()}
        return [MemoryEntry(self.name, its_id, body) for its_id, body in bodies.items()]

    def take(self, changes: Mapping[str, T | None]) -> None:
        """Apply changes that have been written to disk."""
        for its_id, one in changes.items():
            if one is None:
                self.all.pop(its_id, None)
            else:
                self.all[its_id] = one
