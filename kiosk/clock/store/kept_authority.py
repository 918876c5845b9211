"""The room's certificate authority as an entry in a database on a server, so that all clocks of the room use the same
one."""

from collections.abc import Mapping

import msgspec

from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.faults import Fault
from kiosk.storage.tls_files import RoomAuthority

KIND = "authority"
"""The kind and the id of the entry."""


def kept_authority(rows: Mapping[str, bytes]) -> RoomAuthority | None:
    """The authority among the entries of its kind, or None if there is none. Raises `Fault` if it cannot be read: a new
    one would be rejected by every table."""
    if KIND not in rows:
        return None
    found = read_row(rows[KIND], RoomAuthority)
    if found is None:
        raise Fault("room-ca-entry-damaged")
    return found


def entry_of(authority: RoomAuthority) -> MemoryEntry:
    return MemoryEntry(KIND, KIND, msgspec.json.encode(authority))
