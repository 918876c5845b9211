"""Who is on the clock's staff, and the devices paired with it, as the clock answers and `kiosk room` reads."""

from typing import Literal, get_args

import msgspec

Role = Literal["viewer", "cashier", "floor", "director", "admin"]
"""What somebody may do at the clock, from the least to the most: docs/staff.md."""
StaffRole = Literal["dealer", "viewer", "cashier", "floor", "director", "admin"]
"""A dealer signs in at tables alone."""
ROLES: tuple[Role, ...] = get_args(Role)
STAFF_ROLES: tuple[StaffRole, ...] = get_args(StaffRole)


class StaffLine(msgspec.Struct, frozen=True):
    """One of the staff; `made_here` on the page, else in the settings."""

    name: str
    role: StaffRole
    made_here: bool
    signed_in: bool


class StaffList(msgspec.Struct, frozen=True):
    """All of them, by name."""

    staff: tuple[StaffLine, ...]


class DeviceLine(msgspec.Struct, frozen=True):
    """A paired device: nobody is more than `most` on it. Times are wall time; unused until `until_ms` it lapses."""

    id: str
    name: str
    most: Role
    by: str
    paired_ms: int
    seen_ms: int
    until_ms: int
    signed_in: tuple[str, ...]


class TabletLine(msgspec.Struct, frozen=True):
    """A tablet that was made a table, by whom and when, in wall time."""

    table: int
    by: str
    paired_ms: int


class AskedTable(msgspec.Struct, frozen=True):
    """A tablet asks to be a table, 0 for any: the number `check` and the `code` that it shows, from where, and since
    when, in the service's time."""

    table: int
    check: str
    address: str
    at_ms: int
    code: str = ""


class DeviceList(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of them, by name, and which tables are kept out."""

    devices: tuple[DeviceLine, ...]
    revoked_tables: tuple[int, ...] = ()
    """Tables whose token counts no more."""
    fingerprint: str = ""
    """Of the room's certificate authority, where the clock has one."""
    tablets: tuple[TabletLine, ...] = ()
    """The tablets that were paired, by table."""
    asked: tuple[AskedTable, ...] = ()
    """Those that wait to be let in, the longest first."""
