"""The room's staff, from the clock's settings and its page, and which of them sign at tables."""

from collections.abc import Iterable

import msgspec

from engine.names import name_key, one_line
from kiosk.clock.access.sessions import fingerprint
from kiosk.faults import bad_input
from kiosk.protocol.people import ROLES, Role, StaffRole
from kiosk.protocol.staff import LONGEST_NAME, Member, Signer

RESERVED = ("director", "clock", "policy")
"""The names of the director's key and the room itself in the log."""
HASH_OF_NONE = f"$argon2id$v=19$m=19456,t=2,p=1${'A' * 22}${'A' * 43}"
"""A hash that no PIN has: all of it is zero."""


class StaffMember(msgspec.Struct, frozen=True):
    """A staff member with a PIN, of which only the argon2id hash is stored. Its fields are the database's and never
    change.
    """

    name: str
    role: StaffRole
    pin: str

    @property
    def console_role(self) -> Role | None:
        """The role at the clock; None for a dealer."""
        return next((role for role in ROLES if role == self.role), None)


def checked_name(name: str) -> str:
    """The name in one line. Raises `BadInput` for an empty or long one, or one that the log uses for something else."""
    line = one_line(name)
    if not line or len(line) > LONGEST_NAME:
        raise bad_input("staff-name", letters=str(LONGEST_NAME))
    key = name_key(line)
    if key in RESERVED or key.startswith("table "):
        raise bad_input("staff-reserved", name=line)
    return line


def merged(settings: Iterable[Member], made: Iterable[StaffMember]) -> tuple[StaffMember, ...]:
    """All staff by name; a member added on the page replaces one of that name in the settings."""
    mine = tuple(made)
    shadowed = {name_key(one.name) for one in mine}
    others = [StaffMember(one.name, one.role, one.pin) for one in settings if name_key(one.name) not in shadowed]
    return tuple(sorted([*mine, *others], key=lambda one: (name_key(one.name), one.role)))


def at_tables(staff: Iterable[StaffMember]) -> tuple[Member, ...]:
    """The staff who sign at a table: dealers, and as floor everyone with that role or a higher one."""
    found = []
    for one in staff:
        if one.role == "dealer":
            found.append(Member(one.name, "dealer", one.pin))
        elif one.role in ("floor", "director", "admin"):
            found.append(Member(one.name, "floor", one.pin))
    return tuple(found)


def signers(members: Iterable[Member], asks_pins: bool) -> tuple[Signer, ...]:
    """The staff as a table is sent them, without their hashes. A table that does not ask the clock about PINs would
    require none if it got no hashes. It is therefore sent hashes that no PIN has, so it can still play but no one
    can sign there."""
    if asks_pins:
        return tuple(Signer(one.name, one.role, pin_id=fingerprint(one.pin)) for one in members)
    return tuple(Signer(one.name, one.role, HASH_OF_NONE) for one in members)
