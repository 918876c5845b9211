"""Who may sign for what at a table: names and roles, the PIN while it is keyed, and orders with a name in them. No Qt.

Knows no hash and checks no PIN: the program that shows the screen does.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.actions import Declare, KillHand, TableAction
from engine.events import Role

NAMELESS: dict[Role, str] = {"dealer": "dealer", "floor": "floor"}
"""Who signs where nobody is named."""
LEAST_PIN, MOST_PIN = 4, 12


class Staff(msgspec.Struct, frozen=True):
    """Somebody who has a PIN here."""

    name: str
    role: Role


class Pin(str):
    """Digits that nothing shows: not the glass, and not what Python says of a value that holds them."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Pin of {len(self)}"


class PinAnswer(msgspec.Struct, frozen=True):
    """Whose PIN it was, nobody's where it was wrong; then nobody may try for `wait_ms`."""

    name: str = ""
    wait_ms: int = 0


def signers(staff: tuple[Staff, ...], role: Role) -> tuple[str, ...]:
    """Who has a PIN for a role, by name."""
    return tuple(sorted(one.name for one in staff if one.role == role))


def signed(action: TableAction, name: str, role: Role = "floor") -> TableAction:
    """The order with the name of who gave it: in its `by`, or before the reason that the floor gives."""
    fields: dict[str, Any] = {field: getattr(action, field) for field in action.__struct_fields__}
    if isinstance(fields.get("by"), str) and not isinstance(action, Declare):
        whose = name or fields["by"] or NAMELESS[role]
        return replace(action, by=whose)
    reason = "why" if isinstance(action, KillHand) else "floor"
    if name and fields.get(reason):
        return replace(action, **{reason: f"{name}: {fields[reason]}"})
    return action
