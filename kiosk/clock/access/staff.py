"""The room's staff, from the clock's settings and its page, and which of them sign in at tables."""

from collections.abc import Iterable

import msgspec

from engine.names import name_key, one_line
from kiosk.clock.access.sessions import fingerprint
from kiosk.faults import bad_input
from kiosk.protocol.people import ROLES, Role, StaffRole
from kiosk.protocol.staff import LONGEST_NAME, Member, Signer

RESERVED = ("director", "clock", "policy")
"""The names that the log uses for the director's key and for the room itself."""


class StaffMember(msgspec.Struct, frozen=True):
    """A staff member with a PIN. Only the argon2id hash of the PIN is stored. Its fields are stored in the database, so
    they must never change.
    """

    name: str
    role: StaffRole
    pin: str

    @property
    def console_role(self) -> Role | None:
        """The person's role at the clock, or None for a dealer."""
        return next((role for role in ROLES if role == self.role), None)


def checked_name(name: str) -> str:
    """The name on one line. Raises `BadInput` if it is empty or too long, or if the log uses it for something else."""
    line = one_line(name)
    if not line or len(line) > LONGEST_NAME:
        raise bad_input("staff-name", letters=str(LONGEST_NAME))
    key = name_key(line)
    if key in RESERVED or key.startswith("table "):
        raise bad_input("staff-reserved", name=line)
    return line


def merged(settings: Iterable[Member], made: Iterable[StaffMember]) -> tuple[StaffMember, ...]:
    """All staff, sorted by name. A member added on the page replaces one with the same name in the settings."""
    mine = tuple(made)
    shadowed = {name_key(one.name) for one in mine}
    others = [StaffMember(one.name, one.role, one.pin) for one in settings if name_key(one.name) not in shadowed]
    return tuple(sorted([*mine, *others], key=lambda one: (name_key(one.name), one.role)))


def at_tables(staff: Iterable[StaffMember]) -> tuple[Member, ...]:
    """The staff who sign in at a table. Dealers sign in as dealers; everyone with the floor's role or a higher one
    signs in as floor."""
    found = []
    for one in staff:
        if one.role == "dealer":
            found.append(Member(one.name, "dealer", one.pin))
        elif one.role in ("floor", "director", "admin"):
            found.append(Member(one.name, "floor", one.pin))
    return tuple(found)


def signers(members: Iterable[Member]) -> tuple[Signer, ...]:
    """The staff as they are sent to a table, without their hashes."""
    return tuple(Signer(one.name, one.role, fingerprint(one.pin)) for one in members)
