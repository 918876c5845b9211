"""The capabilities of each role: one table, for the clock's access checks, the pages and `docs/staff.md`.

A role has all the capabilities of the roles before it. Anything that is not named by a capability is for admins only.
"""

from collections.abc import Iterator
from typing import NamedTuple

from kiosk.protocol.people import ROLES, Role


class Capability(NamedTuple):
    """A capability that every role from `least` up has. Tournament orders are named by their kind, and HTTP API
    operations by their names.
    """

    name: str
    least: Role
    orders: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()


CAPABILITIES = (
    Capability("look", "viewer", operations=(
        "list_tournaments", "read_tournament", "read_log", "stream_events", "read_draws", "read_cards", "read_results",
        "read_summary", "read_hands", "read_colour_up", "read_deal", "read_tables", "read_plan", "list_displays",
        "list_pictures", "print_sheet", "read_presets", "list_people", "list_alike",
        "list_corrections",
        "read_live", "read_rulings", "read_figures", "read_forecast", "read_pace",
        "read_cases", "read_story", "read_last_hands", "read_metrics",
        "read_downs", "print_rota",
        "list_structures", "read_shipped", "read_file", "make_to_measure", "write_file",
        "order",  # each order is checked under its own kind
        "sign_out", "change_own_pin",
    )),
    Capability("register", "cashier", orders=(
        "add-entry", "add-entries", "add-member", "check-in", "void-entry", "give-up", "turn-away", "promote", "rebuy",
        "add-on", "send-purchases", "undo",
    ), operations=("import_players", "read_phone_link")),
    Capability("floor", "floor", orders=(
        "open-table", "close-table", "type-table", "halt-table", "seat-entry", "move-entry", "seat-again",
        "book-unbooked", "break-table", "set-break-order", "use-seat", "pin-entry", "confirm-bust", "count-bag",
        "forfeit", "clear-forfeit", "next-hand", "start", "pause",
    ), operations=(
        "answer_table", "rule_on", "read_floor_orders", "share_pots", "announce", "order_downs", "rename_person",
        "merge_people", "undo_correction",
    )),
    Capability("run", "director", orders=(
        "next", "previous", "jump", "add-time", "apply-elapsed", "undo-clock", "schedule", "prepare-draw", "draw-seats",
        "redraw", "hand-for-hand", "change-terms", "edit-structure", "accept-difference", "make-deal", "end-flight",
        "carry-over", "end", "set-policy",
    ), operations=(
        "create_tournament", "place_table", "remove_table", "set_display", "choose_room", "keep_picture",
        "remove_picture", "read_broadcast", "set_broadcast", "read_leagues", "try_formula", "define_league",
        "remove_league",
    )),
    Capability("undo-others", "director"),
    Capability("devices", "director", operations=(
        "read_devices", "approve_device", "revoke_device", "revoke_table", "allow_table",
        "approve_table", "turn_tablet_away",
        "read_copies", "give_copy", "choose_history",
    )),
    Capability("recovery", "director", operations=(
        "read_recovery", "show_recovery_code", "note_on_paper", "dismiss_table",
    )),
    Capability("staff", "admin", operations=("read_staff", "put_staff", "remove_staff")),
    Capability("erase", "admin", operations=("erase_name",)),
)  # fmt: skip


def at_most(role: Role, other: Role) -> Role:
    """The lower of the two roles."""
    return min(role, other, key=ROLES.index)


def may(role: Role, capability: str) -> bool:
    """Whether a role has a capability."""
    return any(one.name == capability and _reaches(role, one.least) for one in CAPABILITIES)


def least_for(capability: str) -> Role:
    """The lowest role that has the capability, or admin if there is no capability of that name."""
    return next((one.least for one in CAPABILITIES if one.name == capability), "admin")


def capability_of_order(kind: str) -> str:
    """The capability that an order requires, or an empty string if no capability names it."""
    return next((one.name for one in CAPABILITIES if kind in one.orders), "")


def capability_of_operation(name: str) -> str:
    """The capability that an operation of the API requires, or an empty string if no capability names it."""
    return next((one.name for one in CAPABILITIES if name in one.operations), "")


def granted(role: Role) -> Iterator[Capability]:
    """The capabilities of a role."""
    return (one for one in CAPABILITIES if _reaches(role, one.least))


def _reaches(role: Role, least: Role) -> bool:
    return ROLES.index(role) >= ROLES.index(least)
