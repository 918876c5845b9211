"""Every kind of order by every role, over HTTP, as a dry run and on the page's socket: a role without the right is
refused, and any other gets as far as the rules.

Generated from the kinds of orders. Each order names a future record as the newest that was seen, so the rules refuse
all of them and every order meets the same tournament.
"""

import json
from random import Random
from typing import get_args

import httpx
import msgspec
import pytest

from engine.decoders import json_decoded
from engine.tournament.actions import DirectorOrder, EditStructure, UndoAct, UseTable
from engine.tournament.levels.structure import load_structure
from kiosk.clock.access.roles import may
from kiosk.protocol.messages import EntryAsked, Request
from kiosk.protocol.people import ROLES
from tests.kit.clock import DEADLINE_S, DirectorsPage
from tests.kit.made import encoded
from tests.kit.room import KioskConnection
from tests.kit.signing import Asker, signed_in

TO_COME = 2**62
KINDS = {str(one.__struct_config__.tag): one for one in get_args(DirectorOrder)}
TOO_LOW = "this needs the "
STALE = "the clock had just changed: check it and press again if you still want to"
UNDONE = {"their own act": "register", "what a table asked for": "floor", "another's act": "undo-others"}
"""The right that undoing each kind of act takes."""


def made(kind, dice):
    """An order of this kind that decodes."""
    while True:
        body = encoded(kind, dice)
        try:
            json_decoded(body, DirectorOrder)
        except msgspec.MsgspecError:
            continue
        return json.loads(body)


@pytest.fixture
def tournament(room):
    """With two players at table 1."""
    one = room.create("Club night", structure="demo")
    one.open_tables(1)
    one.enter("Ana", "Bo")
    one.draw()
    return one


def orders_of(acts):
    """An order of each kind, and an undo of each of these acts, by name; and the right that each takes."""
    dice = Random("orders")
    given = (UseTable(1, 9), EditStructure(load_structure("demo")))  # the clock itself looks at some of these
    orders = {str(one.__struct_config__.tag): json.loads(msgspec.json.encode(one)) for one in given}
    orders |= {name: made(kind, dice) for name, kind in KINDS.items() if kind is not UndoAct and name not in orders}
    takes = {name: KINDS[name].right for name in orders}
    orders |= {f"undo {whose}": {"do": "undo", "act": act} for whose, act in acts.items()}
    return orders, takes | {f"undo {whose}": UNDONE[whose] for whose in acts}


def over_http(client, path, orders, **query):
    """Status and code of each answer."""
    answers = {}
    for name, action in orders.items():
        said = client.post(path, json={"action": action, "seen": TO_COME}, params=query)
        answers[name] = (said.status_code, said.json().get("code", ""))
    return answers


def by_the_page(clock, token, orders):
    """The page's answer to each order, as text."""
    with DirectorsPage(clock, token) as page:
        return {
            name: page.order(action["do"], TO_COME, **{part: one for part, one in action.items() if part != "do"})
            for name, action in orders.items()
        }


@pytest.mark.slow  # every kind of order by every role, three times; and as many PINs as roles
@pytest.mark.parametrize("role", ROLES)
def test_every_order_is_refused_exactly_to_the_roles_without_the_right(clock, tournament, role):
    """Over HTTP, as a dry run, and on the socket of the director's page.

    Someone who gave an order as a cashier may have another role by now.
    """
    key, act = Asker(clock), f"{clock.site}/api/tournaments/{tournament.id}/act"
    key.hire("Ann", "cashier")
    entered = {"do": "add-entry", "player": "cy", "name": "Cy"}
    signed_in(clock, "Ann").post(f"tournaments/{tournament.id}/act", action=entered).raise_for_status()
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{tournament.id}-1")
        kiosk.say(Request("ask", EntryAsked("Zoe", 9)))
        assert kiosk.hear("request-result")["why"] == ""
    by = {one["by"]: one["act"] for one in tournament.view["acts"]}
    acts = {"their own act": by["Ann"], "what a table asked for": by["table 1"], "another's act": by["director"]}
    orders, takes = orders_of(acts)
    assert {one["do"] for one in orders.values()} == KINDS.keys()
    key.hire("Ann", role)
    who = signed_in(clock, "Ann")
    before = tournament.whole["totals"]["mark"]

    with httpx.Client(headers=who.headers, timeout=DEADLINE_S) as client:
        done, tried = over_http(client, act, orders), over_http(client, act, orders, dry_run=True)
    page_answers = by_the_page(clock, who.token, orders)

    kept = {name for name, capability in takes.items() if not may(role, capability)}
    for answers in (done, tried):
        assert {name for name, (status, _) in answers.items() if status == 403} == kept
        assert {answers[name] for name in kept} <= {(403, "role-too-low")}
        assert {answers[name] for name in orders.keys() - kept} <= {(412, "clock-changed")}
    assert {name for name, why in page_answers.items() if why.startswith(TOO_LOW)} == kept
    assert {page_answers[name] for name in orders.keys() - kept} <= {STALE}
    assert tournament.whole["totals"]["mark"] == before
