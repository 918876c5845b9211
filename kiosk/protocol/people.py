"""The clock's staff, the devices paired with it, and the tablets that ask it for a table's record, as the clock reports
them and `kiosk room` reads them."""

from typing import Literal, get_args

import msgspec

from engine.message import Message, message
from kiosk.protocol.link.versions import Comparison

Role = Literal["viewer", "cashier", "floor", "director", "admin"]
"""The rights of a person at the clock, from fewest to most (see docs/staff.md)."""
StaffRole = Literal["dealer", "viewer", "cashier", "floor", "director", "admin"]
"""The roles of the staff. A dealer can only sign in at tables."""
ROLES: tuple[Role, ...] = get_args(Role)
STAFF_ROLES: tuple[StaffRole, ...] = get_args(StaffRole)
ROLE_MESSAGES: dict[StaffRole, Message] = {
    "dealer": message("role-dealer"), "viewer": message("role-viewer"), "cashier": message("role-cashier"),
    "floor": message("role-floor"), "director": message("role-director"), "admin": message("role-admin"),
}  # fmt: skip
"""The names of the roles."""


class StaffLine(msgspec.Struct, frozen=True):
    """A member of the staff. `made_here` means that the member was created on the page; all others are in the
    settings."""

    name: str
    role: StaffRole
    made_here: bool
    signed_in: bool


class StaffList(msgspec.Struct, frozen=True):
    """All members of the staff, sorted by name."""

    staff: tuple[StaffLine, ...]


class DeviceLine(msgspec.Struct, frozen=True):
    """A paired device. A person who signs in there gets at most the rights of `most`. Times are wall-clock time. The
    pairing expires if the device is not used by `until_ms`."""

    id: str
    name: str
    most: Role
    by: str
    paired_ms: int
    seen_ms: int
    until_ms: int
    signed_in: tuple[str, ...]


class TabletLine(msgspec.Struct, frozen=True):
    """A tablet that was paired as a table, with the name of the person who paired it and the wall-clock time of the
    pairing."""

    table: int
    by: str
    paired_ms: int


class CameraLine(msgspec.Struct, frozen=True):
    """A phone that was paired as a table's camera, and whether it is connected now. The other fields are those of
    `TabletLine`."""

    table: int
    by: str
    paired_ms: int
    connected: bool


class ConnectedTable(msgspec.Struct, frozen=True):
    """A table that is connected now, the version of its program (empty if it does not send one), and how it compares to
    the clock's version."""

    table: int
    version: str
    compared_to_clock: Comparison


class AskedTable(msgspec.Struct, frozen=True):
    """A tablet's request to become table number `table` (0 for any), or a phone's request to become that table's
    `camera`. The device shows the number `check` and the `code`.

    `address` is where it connects from, and `at_ms` is the time of the request, in the clock service's time.
    """

    table: int
    check: str
    address: str
    at_ms: int
    code: str = ""
    camera: bool = False


class AskedGlass(msgspec.Struct, frozen=True):
    """A device that asks to show the screen of table number `table`. It shows the `code`. `address` is where it
    connects from, and `at_ms` is the time of the request, in the clock service's time."""

    table: int
    code: str
    address: str
    at_ms: int


class PairedGlassLine(msgspec.Struct, frozen=True):
    """A device that was paired to show a table's screen: where it connected from, the name of the person who paired it
    and the wall-clock time of the pairing, and whether it is connected now."""

    id: str
    table: int
    address: str
    by: str
    paired_ms: int
    connected: bool


class DeviceList(msgspec.Struct, frozen=True, omit_defaults=True):
    """All paired devices, sorted by name, and the tables that are locked out."""

    devices: tuple[DeviceLine, ...]
    revoked_tables: tuple[int, ...] = ()
    fingerprint: str = ""
    """The fingerprint of the room's certificate authority, if the clock has one."""
    tablets: tuple[TabletLine, ...] = ()
    asked: tuple[AskedTable, ...] = ()
    """The tablets and phones that are waiting for approval, longest wait first."""
    hosted: tuple[int, ...] = ()
    """The tables whose screens a host offers now, for any device with a browser."""
    glasses: tuple[PairedGlassLine, ...] = ()
    """The devices that may show one table's screen each, by table."""
    asked_glasses: tuple[AskedGlass, ...] = ()
    """The devices that ask to show a table's screen, longest wait first."""
    cameras: tuple[CameraLine, ...] = ()
    """The phones that are tables' cameras."""
    version: str = ""
    """The version of the clock's program, if a table is connected."""
    connected: tuple[ConnectedTable, ...] = ()
    """The connected tables, by table number."""


class AskedCopy(msgspec.Struct, frozen=True, gc=False):
    """A tablet that is asking for the clock's copy of a table's journal. The fields are the number that the tablet
    shows, the number of records in the copy, and the time of the request, in the clock service's time."""

    table: int
    check: str
    records: int
    at_ms: int


class TwoStacks(msgspec.Struct, frozen=True):
    """A seat's stack after the last finished hand, according to the tablet and according to the clock's copy. It is 0
    if the seat is empty."""

    seat: int
    name: str
    tablet: int
    clock: int


class AskedHistory(msgspec.Struct, frozen=True):
    """A tablet that is asking to keep its own history of a table in place of the clock's copy. `check` is the number
    that the tablet shows, and `at_ms` is the time of the request, in the clock service's time. The tablet has `records`
    records; the first `shared` of them are also in the clock's copy. `aside` records from the copy, with `hands_aside`
    hands, would be set aside. `added` records from the tablet, with `hands_added` hands, would replace them. `chips` is
    the change in the table's chips compared with the copy, negative if there would be fewer. `flags` is the number of
    problems found in the tablet's records."""

    table: int
    check: str
    at_ms: int
    records: int
    shared: int
    aside: int
    added: int
    hands_aside: int
    hands_added: int
    chips: int
    flags: int
    stacks: tuple[TwoStacks, ...]
    """The seats whose stacks differ between the two histories."""


class CopyList(msgspec.Struct, frozen=True):
    """The tablets that are asking for the clock's copy, and those that are asking to keep their own history. The
    longest-waiting ones come first."""

    copies: tuple[AskedCopy, ...]
    histories: tuple[AskedHistory, ...]
