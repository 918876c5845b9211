"""The capabilities of each role: one table, for the clock's access checks, the pages and `docs/staff.md`.

A role has all the capabilities of the roles before it. Each kind of order specifies the capability that it requires
(`TournamentActionBase.right`); only admins may give an order that specifies none. Each operation of the HTTP API
specifies the capability that it requires (`kiosk/clock/web/operations.py`).
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from engine.tournament.actions import DirectorOrder, UndoAct
from engine.tournament.order import Right, TournamentActionBase
from engine.tournament.state import Tournament
from kiosk.clock.access.sessions import Identity
from kiosk.protocol.people import ROLES, Role

CapabilityName = Literal[
    "look", "register", "floor", "run", "undo-others", "devices", "recovery", "staff", "erase",
]  # fmt: skip


class Capability(NamedTuple):
    """A capability that every role from `least` up has: what it allows, in words, and the kinds of orders it covers."""

    name: CapabilityName
    least: Role
    allows: str
    orders: tuple[str, ...] = ()


def _orders(right: Right) -> tuple[str, ...]:
    kinds: tuple[type[TournamentActionBase], ...] = get_args(DirectorOrder)
    return tuple(sorted(str(one.__struct_config__.tag) for one in kinds if one.right == right))


CAPABILITIES = (
    Capability("look", "viewer", "see everything (players, tables, hands, prizes, the log), and print it"),
    Capability(
        "register", "cashier",
        "enter players: entries, rebuys, add-ons, check-in; undo their own actions", _orders("register"),
    ),
    Capability(
        "floor", "floor",
        "seat and move players, run tables, confirm busts, answer floor calls, start and pause the clock",
        _orders("floor"),
    ),
    Capability(
        "run", "director",
        "make and change a tournament: levels, draws, prizes, deals, displays, the floor plan", _orders("run"),
    ),
    Capability("undo-others", "director", "undo what others did"),
    Capability("devices", "director", "pair and revoke devices"),
    Capability("recovery", "director", "see the recovery code, and continue without the records of a lost table"),
    Capability("staff", "admin", "add and remove staff, change roles and PINs"),
    Capability("erase", "admin", "erase a name permanently"),
)  # fmt: skip


def at_most(role: Role, other: Role) -> Role:
    return min(role, other, key=ROLES.index)


def may(role: Role, capability: str) -> bool:
    return any(one.name == capability and _reaches(role, one.least) for one in CAPABILITIES)


def least_for(capability: str) -> Role:
    """The lowest role that has the capability, or admin if there is no capability with that name."""
    return next((one.least for one in CAPABILITIES if one.name == capability), "admin")


def granted(role: Role) -> Iterator[Capability]:
    return (one for one in CAPABILITIES if _reaches(role, one.least))


def _reaches(role: Role, least: Role) -> bool:
    return ROLES.index(role) >= ROLES.index(least)


def capability_for(order: DirectorOrder, tournament: Tournament, who: Identity) -> str:
    """The capability that the order requires, or an empty string if only an admin may give it. Anyone who may give
    orders may undo their own, and the floor may undo a table's requests. Any other undo requires a director."""
    if isinstance(order, UndoAct):
        by = next((act.by for act in tournament.acts if act.number == order.act), "")
        if by.startswith("table "):
            return "floor"
        if by != who.name:
            return "undo-others"
    return order.right or ""
