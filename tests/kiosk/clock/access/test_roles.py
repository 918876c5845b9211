"""One table says which role can do what: it leaves nothing out, and every entrance of the clock enforces it."""

import re
from pathlib import Path
from typing import get_args

import pytest

from engine.tournament.actions import DirectorOrder, UndoAct
from engine.tournament.state import Act, Tournament
from kiosk.clock.access.orders import capability_for
from kiosk.clock.access.roles import (
    CAPABILITIES,
    at_most,
    capability_of_operation,
    capability_of_order,
    least_for,
    may,
)
from kiosk.clock.access.sessions import Identity
from kiosk.clock.web.openapi import NO_KEY, OPERATIONS
from kiosk.protocol.people import ROLES
from tests.kiosk.clock.access.paper import MARK, PAPER, table
from tests.kit.signing import Asker, signed_in

ORDERS = sorted(str(one.__struct_config__.tag) for one in get_args(DirectorOrder))
KEYED = sorted(OPERATIONS.keys() - NO_KEY.keys())


def test_every_order_and_keyed_operation_belongs_to_exactly_one_capability():
    orders = [kind for one in CAPABILITIES for kind in one.orders]
    operations = [name for one in CAPABILITIES for name in one.operations]

    assert sorted(orders) == ORDERS
    assert sorted(operations) == KEYED


def test_every_role_has_the_rights_of_the_role_below_it():
    for one in CAPABILITIES:
        granted = [may(role, one.name) for role in ROLES]
        assert granted == sorted(granted), one.name
        assert granted[ROLES.index(one.least)]


def test_an_operation_without_a_capability_is_for_admins_only():
    assert (capability_of_order("reach-for-the-moon"), capability_of_operation("read_minds")) == ("", "")
    assert [role for role in ROLES if may(role, "")] == []
    assert least_for("") == "admin"


def test_a_device_can_lower_a_role_and_never_raise_it():
    assert (at_most("admin", "floor"), at_most("cashier", "floor")) == ("floor", "cashier")


@pytest.mark.parametrize(
    ("by", "takes"), [("Ann", "register"), ("Bob", "undo-others"), ("director", "undo-others"), ("table 4", "floor")]
)
def test_an_undo_needs_the_right_that_fits_the_author_of_the_act(by, takes):
    tournament = Tournament(acts=(Act(7, by),))

    assert capability_for(UndoAct(7), tournament, Identity("Ann", "cashier", "x")) == takes


@pytest.mark.slow  # as many PINs as roles, and every operation by each
def test_every_route_is_closed_exactly_to_the_roles_without_the_right(clock):
    """Asked without a body: a role with the right gets an answer that the body is missing, or that there is no such
    tournament.
    """
    for role in ROLES:
        Asker(clock).hire(role.title() + "a", role)
    asked = httpx_routes(clock)
    assert {name for name, _, _ in asked} >= set(KEYED) - {"sign_out", "stream_events"}

    for role in ROLES:
        who = signed_in(clock, role.title() + "a")
        kept_out = {
            name
            for name, method, path in asked
            if (who.get(path) if method == "GET" else who.post(path)).status_code == 403
        }
        assert kept_out == {name for name, _, _ in asked if not may(role, capability_of_operation(name))}, role


def httpx_routes(clock):
    """Each operation that requires a key, with its method and path."""
    document = Asker(clock).get("openapi.json").json()
    fill = {
        "name": "demo",
        "tournament": "nobody",
        "sitting": 1,
        "table": 1,
        "entry": 1,
        "form": "ohh",
        "kind": "entries",
    }
    return [
        (one["operationId"], method.upper(), path.removeprefix("/api/").format_map(fill))
        for path, methods in document["paths"].items()
        for method, one in methods.items()
        if one["operationId"] in KEYED and one["operationId"] not in ("sign_out", "stream_events")
    ]


@pytest.mark.parametrize(("role", "may_enter", "may_start"), [
    ("viewer", 403, 403), ("cashier", 200, 403), ("floor", 200, 200), ("director", 200, 200),
])  # fmt: skip
def test_the_right_to_give_an_order_depends_on_its_kind(clock, room, role, may_enter, may_start):
    tournament = room.create("Club night", structure="demo")
    Asker(clock).hire("Ann", role)
    who, act = signed_in(clock, "Ann"), f"tournaments/{tournament.id}/act"

    entered = who.post(act, action={"do": "add-entry", "player": "bo", "name": "Bo"})
    started = who.post(act, action={"do": "start"})

    assert (entered.status_code, started.status_code) == (may_enter, may_start)
    if may_start == 403:
        assert started.json()["code"] == "role-too-low"
        assert started.json()["why"] == "this needs the floor role or higher"


def test_the_page_hides_what_each_capability_needs():
    css = (Path(__file__).parents[4] / "ui/director/sign_in.css").read_text()

    assert re.findall(r'data-needs="([\w-]+)"', css) == [one.name for one in CAPABILITIES]


def test_the_staff_page_of_the_docs_has_the_table_from_the_code():
    assert PAPER.read_text().partition(MARK)[2] == f"{table()}\n", "run python -m tests.kiosk.clock.access.paper"
