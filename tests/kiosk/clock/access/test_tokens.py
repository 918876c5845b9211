"""Every route and every first message, with every state of a token: an unknown client can do nothing.

Generated from the routes and messages; test_roles covers what each role can do with them.
"""

import json
from itertools import count
from typing import get_args

import httpx
import pytest
from websockets.sync.client import connect

from engine.tournament.actions import Start
from kiosk.clock.access import sessions
from kiosk.clock.tournaments.publishing.director_messages import Do, Enter, FromDirector, ViewSitting
from kiosk.clock.web.app import OPERATIONS
from kiosk.clock.web.openapi import PARAMETERS
from kiosk.protocol.link.pairing import TellNonce
from kiosk.protocol.link.recovery import AskCopy, AskKeep, FetchBackup, FetchCopy, OldRecords
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import (
    Answered,
    CheckPin,
    FromTable,
    Hello,
    Ping,
    RebuyAsked,
    Records,
    Request,
    TableHealth,
)
from kiosk.protocol.people import ROLES
from kiosk.storage.chain import START
from tests.kit.clock import DEADLINE_S, KEY, ClockThread, token
from tests.kit.ports import unused_port
from tests.kit.room import room_settings
from tests.kit.signing import PHONE, Asker, paired, signed_in

KEYED = [one for one in OPERATIONS.values() if one.needs_key]
FILLED = {**PARAMETERS, "tournament": "nobody"}
OF_TABLE = (
    Records(()), TableHealth(True), Ping(0), Request("1", RebuyAsked(1)), Answered("1"),
    FetchCopy(0), TellNonce(""), CheckPin("1", "dealer", "4711"), FetchBackup("", 0), OldRecords("", ()),
)  # fmt: skip
OF_DIRECTOR = (Do(1, Start(), 0), ViewSitting(1), Ping(0))


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    port = unused_port()
    one = ClockThread(tmp_path_factory.mktemp("tokens"), port, room_settings(port))
    one.start()
    yield one
    one.stop()


OVER = ("signed out", "of a revoked device", "of a former PIN", "expired")
"""The states of a sign-in that is over, for every role."""


@pytest.fixture(scope="module")
def tokens(clock):
    """Invalid tokens, one for each way of being invalid, by that state and, if somebody had the token, their role.

    A token of a sign-in has only that one fault; `expired` becomes invalid only in `each`.
    """
    key = Asker(clock)
    none = {"none": "", "wrong": "a-guess", "a table's": token(1), "nearly right": KEY[:-1]}
    found = {(state, ""): sent for state, sent in none.items()}
    device = paired(clock, key, "admin")
    for role in ROLES:
        name = f"Ann {role}"
        key.hire(name, role)
        former = signed_in(clock, name)
        key.hire(name, role, "8315")
        signed_out, expired = signed_in(clock, name, "8315"), signed_in(clock, name, "8315")
        revoked = signed_in(clock, name, "8315", address=PHONE, device=device)
        assert [one.get("tournaments").status_code for one in (signed_out, revoked)] == [200] * 2
        signed_out.post("session/end").raise_for_status()
        these = (signed_out.token, revoked.token, former.token, expired.token)
        found |= zip(((state, role) for state in OVER), these, strict=True)
    key.post("devices/revoke", id=key.get("devices").json()["devices"][0]["id"]).raise_for_status()
    return found


def each(tokens):
    """Each token with its owner and state, one after the other; the last ones after every sign-in has expired."""
    yield from ((whose, sent) for whose, sent in tokens.items() if whose[0] != "expired")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "SESSION_MS", 0)
        yield from ((whose, sent) for whose, sent in tokens.items() if whose[0] == "expired")


@pytest.mark.slow  # every route by every token
def test_no_route_that_requires_a_key_answers_an_invalid_token(clock, tokens, caplog):
    """Each guess comes from a different address; otherwise the second would have to wait."""
    addresses = count(1)
    routes = [(one.name, one.method, f"{clock.site}{one.path.format_map(FILLED)}") for one in KEYED]

    let_in = []
    with httpx.Client(timeout=DEADLINE_S) as http:
        for whose, sent in each(tokens):
            for name, method, url in routes:
                number = next(addresses)
                headers = {"X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}"}
                headers |= {"Authorization": f"Bearer {sent}"} if sent else {}
                status = http.request(method, url, headers=headers).status_code
                if status != 401:
                    let_in.append((whose, name, status))
    assert let_in == []


clients = count(1)


def first_answer(clock, path, message):
    """The answer to a client's first message, from an address of its own: after a few guesses a client has to wait."""
    headers = {"X-Forwarded-For": f"10.2.0.{next(clients) % 250}"}
    with connect(f"{clock.socket}/{path}", proxy=None, additional_headers=headers) as socket:
        socket.send(encode(message))
        said = json.loads(socket.recv(timeout=DEADLINE_S))
        return said["say"], said.get("why", "")


def tags(union):
    return {str(one.__struct_config__.tag) for one in get_args(union)}


def test_a_directors_page_must_begin_with_a_valid_key(clock, tokens, caplog):
    assert tags(FromDirector) == {"enter", *(one.__struct_config__.tag for one in OF_DIRECTOR)}

    answers = {
        *(first_answer(clock, "director", Enter(sent)) for whose, sent in each(tokens) if whose[0] != "nearly right"),
        *(first_answer(clock, "director", one) for one in OF_DIRECTOR),
    }

    assert {say for say, _ in answers} == {"refusal"}
    assert {why for _, why in answers} == {"this is not the director's key"}


def test_a_table_must_begin_with_its_own_token(clock, tokens):
    Asker(clock).post("devices/tables/revoke", table=2).raise_for_status()
    first = {"hello", "ask-copy", "ask-keep", "ask-pairing"}
    assert tags(FromTable) == {*first, *(one.__struct_config__.tag for one in OF_TABLE)}
    begun = [*tokens.values(), token(2), KEY]

    table_answers = {first_answer(clock, "table", Hello(sent, 1, 1, START)) for sent in begun if sent != token(1)}
    table_answers.add(first_answer(clock, "table", Hello(token(2), 2, 1, START)))
    table_answers |= {first_answer(clock, "table", AskCopy(sent, 1, "1")) for sent in begun if sent != token(1)}
    table_answers.add(first_answer(clock, "table", AskCopy(token(2), 2, "1")))
    table_answers |= {
        first_answer(clock, "table", AskKeep(sent, 1, "1", 1, START)) for sent in begun if sent != token(1)
    }
    table_answers.add(first_answer(clock, "table", AskKeep(token(2), 2, "1", 1, START)))
    others = {first_answer(clock, "table", one) for one in OF_TABLE}

    assert [say for say, _ in (*table_answers, *others)] == ["refusal", "refusal"], (table_answers, others)
    assert first_answer(clock, "table", Hello(token(1), 1, 1, START))[0] == "go-to"


def test_a_display_gives_no_orders(clock):
    """This holds even with the key; a display can only send pings."""
    for message in (Enter(KEY), *OF_DIRECTOR[:-1]):
        assert first_answer(clock, "room", message)[0] == "refusal"
