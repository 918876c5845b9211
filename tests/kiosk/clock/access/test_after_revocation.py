"""Someone whose access was revoked can do nothing after the director's order is answered, whatever they began before
it.

Tested without a clock: anything sent on the old connection after the answer is ignored, and the clock closes the
connection.
"""

import json
import socket
import threading
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kiosk.clock.links.kiosks import ConnectedKiosk
from kiosk.protocol.link.recovery import AskCopy, AskKeep
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import CheckPin, Hello, Ping
from kiosk.storage.chain import START, Mark
from tests.kit.asking_tablet import TabletThread
from tests.kit.clock import DEADLINE_S, say, token
from tests.kit.room import KioskConnection
from tests.kit.signing import PHONE, Asker, paired, signed_in


def answers_after(client, *said):
    """Every message on a connection until the clock closes it, after these messages are sent too."""
    answers = []
    with suppress(ConnectionClosed):
        for one in said:
            client.send(one)
    with suppress(ConnectionClosed):
        while True:
            answers.append(json.loads(client.recv(timeout=DEADLINE_S)))
    return answers


def order(friday, name):
    """The page's order to enter a player."""
    command = {"do": "add-entry", "player": name, "name": name}
    return json.dumps({"say": "do", "id": 1, "command": command, "seen": friday.view["mark"]})


PAGES_OVER = ["signed out", "removed", "another PIN", "another role", "their own PIN elsewhere", "the phone revoked"]


def end(how, key, phone, desk):
    """Ann's sign-in ends, and the clock has answered."""
    match how:
        case "signed out":
            answer = phone.post("session/end")
        case "removed":
            answer = key.post("staff/remove", name="Ann")
        case "another PIN":
            answer = key.post("staff/put", name="Ann", role="director", pin="471283")
        case "another role":
            answer = key.post("staff/put", name="Ann", role="viewer")
        case "their own PIN elsewhere":
            answer = desk.post("session/pin", old="471183", new="593718")
        case "the phone revoked":
            (device,) = key.get("devices").json()["devices"]
            answer = key.post("devices/revoke", id=device["id"])
    answer.raise_for_status()


@pytest.fixture
def ann(clock, room):
    """The key, Ann on a paired phone, and Ann at the clock's own machine."""
    key = Asker(clock)
    key.hire("Ann", "director", pin="471183")
    secret = paired(clock, key, "director")
    phone = signed_in(clock, "Ann", "471183", address=PHONE, device=secret)
    return key, phone, signed_in(clock, "Ann", "471183")


@pytest.mark.parametrize("how", PAGES_OVER)
def test_a_page_can_give_no_order_once_its_session_has_ended(clock, room, ann, how):
    friday, (key, phone, desk) = room.create("Friday", structure="demo"), ann
    with connect(f"{clock.socket}/director", proxy=None, max_queue=None) as page:
        say(page, {"say": "enter", "key": phone.token, "tournament": friday.id})
        page.send(order(friday, "Bo"))
        while json.loads(page.recv(timeout=DEADLINE_S))["say"] != "answer":
            pass

        another = order(friday, "Cy")
        end(how, key, phone, desk)
        answers = answers_after(page, another)

    assert "answer" not in {one["say"] for one in answers}
    assert [entry["name"] for entry in friday.view["entries"]] == ["Bo"]


@pytest.mark.parametrize("how", PAGES_OVER)
def test_an_order_is_rejected_if_its_body_arrives_after_the_session_has_ended(clock, room, ann, how):
    """Before, a client that had sent the head of a request had 20 s for the rest of it."""
    friday, (key, phone, desk) = room.create("Friday", structure="demo"), ann
    body = json.dumps({"action": {"do": "add-entry", "player": "cy", "name": "Cy"}}).encode()
    head = (
        f"POST /api/tournaments/{friday.id}/act HTTP/1.1", "Host: x", f"Authorization: Bearer {phone.token}",
        f"Content-Length: {len(body)}", "Expect: 100-continue", "", "",
    )  # fmt: skip
    with socket.create_connection(("127.0.0.1", clock.port), timeout=DEADLINE_S) as slow:
        slow.sendall("\r\n".join(head).encode())
        assert slow.recv(4096).startswith(b"HTTP/1.1 100")  # the key was accepted; the clock waits for the body

        end(how, key, phone, desk)
        slow.sendall(body)
        assert slow.recv(4096).startswith(b"HTTP/1.1 401")

    assert friday.view["entries"] == []


def revoke(clock):
    Asker(clock).post("devices/tables/revoke", table=1).raise_for_status()


def replace(clock):
    """Another tablet takes the place of table 1."""
    with TabletThread(clock.socket, 1) as tablet:
        shown = tablet.shows().code
        Asker(clock).post("devices/tables/approve", shown=shown, replace=True).raise_for_status()
        assert tablet.has()


@pytest.mark.parametrize("over", [revoke, replace])
def test_a_table_gets_no_answer_once_its_token_is_revoked(clock, over):
    """PINs that are keyed there are the surest sign: each would be answered, or counted."""
    Asker(clock).hire("Ann", "dealer")
    with KioskConnection(clock, 1) as wire:
        wire.say(Hello(token(1), 1, 1, START))
        wire.say(CheckPin("a", "dealer", "4711", "Ann"))
        assert wire.hear("pin-checked")["result"] == "right"

        over(clock)
        answers = answers_after(wire.socket, encode(CheckPin("b", "dealer", "4711", "Ann")), encode(Ping(1)))

    assert not {"pin-checked", "pong"} & {one["say"] for one in answers}


@pytest.mark.parametrize("over", [revoke, replace])
@pytest.mark.parametrize("asks", ["copy", "keep"])
def test_a_revoked_tablet_is_given_neither_the_copy_nor_its_own_history(clock, room, over, asks):
    """
    Before, it stayed in the list, and a director who approved it gave the table away.
    """
    friday = room.create("Friday", structure="demo")
    friday.open_tables(1)
    with KioskConnection(clock, 1) as wire:
        sitting = wire.hello()["sitting"]
    copy, keep = AskCopy(token(1), 1, "123456"), AskKeep(token(1), 1, "123456", 1, Mark(1, bytes(32)), sitting)
    with KioskConnection(clock, 1) as wire:
        wire.say(copy if asks == "copy" else keep)
        wire.hear("copy-held")

        over(clock)
        answers = answers_after(wire.socket, encode(Ping(1)))

    assert "pong" not in {one["say"] for one in answers}
    assert Asker(clock).get("copies").json() == {"copies": [], "histories": []}


@pytest.mark.parametrize("over", [revoke, replace])
def test_a_kiosk_that_waits_for_a_tables_place_is_not_let_in_after_the_revocation(clock, room, monkeypatch, over):
    """Before, a second kiosk with a stolen token waited for the first to leave, and was let in when the clock closed
    that connection.
    """
    waits, keeps_out = threading.Event(), ConnectedKiosk.keeps_out

    def noted(*around):
        waits.set()
        return keeps_out(*around)

    monkeypatch.setattr("kiosk.clock.links.kiosks.LEAVING_S", 10 * DEADLINE_S)
    monkeypatch.setattr(ConnectedKiosk, "keeps_out", noted)
    friday = room.create("Friday", structure="demo")
    friday.open_tables(1)
    with KioskConnection(clock, 1) as first:
        name = first.hello()["sitting"]
    with KioskConnection(clock, 1) as seated, KioskConnection(clock, 1) as second:
        seated.say(Hello(token(1), 1, 1, START, sitting=name, opening="one"))
        assert seated.hear()["say"] == "welcome"
        second.say(Hello(token(1), 1, 1, START, sitting=name, opening="another"))
        assert waits.wait(DEADLINE_S)

        over(clock)
        answers = answers_after(second.socket)

    assert "welcome" not in {one["say"] for one in answers}
