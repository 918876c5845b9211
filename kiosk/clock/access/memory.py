"""The clock's memory of its staff, devices, sign-ins and wrong PINs: stored in its database, and read once."""

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from kiosk.clock.access.devices import PairedDevice
from kiosk.clock.access.paired_table import PairedTable
from kiosk.clock.access.revoked import RevokedToken
from kiosk.clock.access.sessions import Session
from kiosk.clock.access.staff import StaffMember
from kiosk.clock.access.waits.wrong_pins import WrongPins
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.rows import read_row
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
        """Write these entries, and remove those that are None. The change is on disk when this returns. Raises `Fault`,
        with nothing changed.
        """
        await writer.keep(*self.kept(changes))
        self.take(changes)

    def kept(self, changes: Mapping[str, T | None]) -> list[MemoryEntry]:
        """The changes as rows to write."""
        bodies = {its_id: None if one is None else msgspec.json.encode(one) for its_id, one in changes.items()}
        return [MemoryEntry(self.name, its_id, body) for its_id, body in bodies.items()]

    def take(self, changes: Mapping[str, T | None]) -> None:
        """Apply changes that have been written to disk."""
        for its_id, one in changes.items():
            if one is None:
                self.all.pop(its_id, None)
            else:
                self.all[its_id] = one


class Memory:
    """All kinds of entries."""

    def __init__(self, store: Store) -> None:
        """Raises `Fault`."""
        self.staff = Kind(store, "staff", StaffMember)
        self.devices = Kind(store, "device", PairedDevice)
        self.sessions = Kind(store, "session", Session)
        self.wrong = Kind(store, "wrong", WrongPins)
        self.revoked = Kind(store, "revoked-token", RevokedToken)
        self.paired = Kind(store, "paired-table", PairedTable)
