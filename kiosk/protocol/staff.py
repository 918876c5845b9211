"""The staff who sign in at a table: as the settings list them, with hashes of their PINs, and as the clock lists them.
Knows nothing about the PINs themselves: `kiosk.pins` makes the hashes and checks them."""

import re
from typing import Literal

import msgspec

from kiosk.faults import bad_input

Role = Literal["dealer", "floor"]
MOST_STAFF = 500
LONGEST_NAME = 60
# The form that argon2 writes. Its numbers are limited so that no settings file can demand more memory than a table has.
PIN_HASH = re.compile(r"\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}")


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member of the staff."""

    name: str
    """The person's name, from 1 to 60 characters long. A name may appear only once in each role."""
    role: Role
    """The person's role. A dealer deals. The floor can do everything that a dealer can, and can also make rulings."""
    pin: str
    """The hash that was printed by `kiosk staff`. Never enter the PIN itself."""

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > LONGEST_NAME:
            raise bad_input("staff-name", letters=str(LONGEST_NAME))
        if not PIN_HASH.fullmatch(self.pin):
            raise bad_input("staff-pin", name=self.name)


class Signer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person who can sign at a table, as listed by the clock for that table."""

    name: str
    role: Role
    pin_id: str = ""
    """An id that changes with every new PIN of this person. It reveals nothing about the PIN."""


def check_staff(staff: tuple[Member, ...]) -> None:
    """Raises `BadInput` if a name appears twice in the same role, or if there are too many members."""
    if len(staff) > MOST_STAFF:
        raise bad_input("staff-too-many", most=str(MOST_STAFF))
    seen: set[tuple[str, str]] = set()
    for member in staff:
        if (member.role, member.name) in seen:
            raise bad_input("staff-twice", name=member.name, role=member.role)
        seen.add((member.role, member.name))
