"""Staff who may sign in, a PIN being keyed in, and signed orders. The program checks PINs, so there are no hashes
here."""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.actions import Declare, KillHand, TableAction
from engine.events import Role

LEAST_PIN, MOST_PIN = 4, 12


class Staff(msgspec.Struct, frozen=True):
    """A staff member with a PIN at this table."""

    name: str
    role: Role


class Pin(str):
    """Digits that are never shown: neither on the screen nor in a repr."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Pin of {len(self)}"


class PinAnswer(msgspec.Struct, frozen=True):
    """The result of a PIN check: the name of the PIN's owner, or an empty name for a wrong PIN. After a wrong PIN, no
    PIN is accepted for `wait_ms`."""

    name: str = ""
    wait_ms: int = 0
    asked: str = ""
    """The id of the question to the clock. The answer comes later, with the same id."""
    is_away: bool = False
    """Whether the PIN may still be correct: only the clock could tell, and it is unreachable."""
    tried: bool = False
    """Whether the PIN was checked. No PIN is checked during a lockout."""


def signers(staff: tuple[Staff, ...], role: Role) -> tuple[str, ...]:
    """The names of the staff who have a PIN for a role."""
    return tuple(sorted(one.name for one in staff if one.role == role))


def signed(action: TableAction, name: str, role: Role = "floor") -> TableAction:
    """The order with the signer's name, in its `by` field or before the reason that the floor gives. Without a name,
    the `by` field has the `role`."""
    fields: dict[str, Any] = {field: getattr(action, field) for field in action.__struct_fields__}
    if isinstance(fields.get("by"), str) and not isinstance(action, Declare):
        whose = name or fields["by"] or role
        return replace(action, by=whose)
    reason = "why" if isinstance(action, KillHand) else "floor"
    if name and fields.get(reason):
        return replace(action, **{reason: f"{name}: {fields[reason]}"})
    return action
