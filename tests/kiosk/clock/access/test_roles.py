"""One table says which role can do what: it leaves nothing out, and every entrance of the clock enforces it."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.tournament.actions import DirectorOrder, UndoAct
from engine.tournament.order import TournamentActionBase
from engine.tournament.state import Act, Tournament
from kiosk.clock.access.roles import (
    CAPABILITIES,
    CapabilityName,
    at_most,
    capability_for,
    least_for,
    may,
)
from kiosk.clock.access.sessions import Identity
from kiosk.clock.web.app import OPERATIONS
from kiosk.clock.web.openapi import PARAMETERS
from kiosk.protocol.people import ROLES
from tests.kiosk.clock.access.paper import MARK, PAPER, table
from tests.kit.signing import Asker, signed_in

ORDERS = sorted(str(one.__struct_config__.tag) for one in get_args(DirectorOrder))
KEYED = [one for one in OPERATIONS.values() if one.needs_key]
ENDING = {"sign_out", "stream_events"}
"""One ends the sign-in, and the other never ends."""
FILLED = {**PARAMETERS, "tournament": "nobody"}


def test_every_order_belongs_to_exactly_one_capability():
    assert sorted(kind for one in CAPABILITIES for kind in one.orders) == ORDERS


def test_every_name_of_a_capability_has_its_row():
    assert tuple(one.name for one in CAPABILITIES) == get_args(CapabilityName)


def test_every_role_has_the_rights_of_the_role_below_it():
    for one in CAPABILITIES:
        granted = [may(role, one.name) for role in ROLES]
        assert granted == sorted(granted), one.name
        assert granted[ROLES.index(one.least)]


def test_an_order_without_a_capability_is_for_admins_only():
    class ReachForTheMoon(TournamentActionBase, frozen=True, tag="reach-for-the-moon"):
        """An order that names no right."""

        def decide(self, tournament, context):
            return ()

    moon: Any = ReachForTheMoon()
    assert capability_for(moon, Tournament(), Identity("Ann", "director", "x")) == ""
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
    asked = [(one, one.path.removeprefix("/api/").format_map(FILLED)) for one in KEYED if one.name not in ENDING]

    for role in ROLES:
        who = signed_in(clock, role.title() + "a")
        kept_out = {
            one.name
            for one, path in asked
            if (who.get(path) if one.method == "GET" else who.post(path)).status_code == 403
        }
        assert kept_out == {one.name for one, _ in asked if not may(role, one.may)}, role


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
