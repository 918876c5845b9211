"""The staff that sign at a table: names, roles, hashes of their PINs; and how a table keeps those its clock told.

Knows no PIN: `kiosk.pins` makes the hashes and checks them.
"""

import re
from pathlib import Path
from typing import Literal

import msgspec

from kiosk.disk import put_file
from kiosk.faults import Fault

Role = Literal["dealer", "floor"]
MOST_STAFF = 500
# What argon2 writes; its numbers bounded, so that no settings file can ask for more memory than a table has.
PIN_HASH = re.compile(r"\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}")


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of the staff; `pin` is a hash that `kiosk staff` made."""

    name: str
    role: Role
    pin: str

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > 60:
            raise ValueError("staff have a name of up to 60 letters")
        if not PIN_HASH.fullmatch(self.pin):
            raise ValueError(f"the pin of {self.name} is not what `kiosk staff` makes of one")


def check_staff(staff: tuple[Member, ...]) -> None:
    """Raises `ValueError` where somebody has one role twice, or there are too many."""
    if len(staff) > MOST_STAFF:
        raise ValueError(f"staff are at most {MOST_STAFF}")
    seen: set[tuple[str, str]] = set()
    for member in staff:
        if (member.role, member.name) in seen:
            raise ValueError(f"{member.name} is there twice as {member.role}")
        seen.add((member.role, member.name))


def remember(path: Path, staff: tuple[Member, ...]) -> None:
    """Keep what the clock told of the staff, for a start without it; nobody else on the machine may read it. Raises
    `Fault`."""
    put_file(path, msgspec.json.encode(staff), mine=True)


def recall(path: Path) -> tuple[Member, ...]:
    """What was kept; nothing where nothing was. Raises `Fault` for a file that is damaged: without staff a table would
    ask nobody for a PIN."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Member, ...])
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise Fault(f"{path} cannot be read: {error}", "delete it: the clock tells the staff again") from error
