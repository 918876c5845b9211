"""A client that guesses a table's token waits, longer each time; the table itself, from its own address, does not."""

import json

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kiosk.clock.access.access import Access
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.store import Store
from kiosk.clock.times import Times
from kiosk.protocol.messages import AskCopy, AskKeep, Hello, encode
from kiosk.storage.chain import START
from tests.kit.clock import RandomTable, token
from tests.kit.signing import Asker


def refused(clock, message):
    with connect(f"{clock.socket}/table", proxy=None) as socket:
        socket.send(encode(message))
        said = json.loads(socket.recv(timeout=120))
        try:
            socket.recv(timeout=120)
        except ConnectionClosed:
            return said.get("why", "")
    return ""


def is_linked(table):
    link = table.face.surroundings.link
    return link is not None and link.connected


def test_no_token_is_checked_after_three_guesses_on_any_route_and_the_log_says_so(clock, tmp_path, caplog):
    with RandomTable(tmp_path, clock.socket) as table:
        table.wait(lambda: is_linked(table))
        guesses = [
            lambda: Asker(clock, "guess 1").get("kiosk/2").status_code == 401,
            lambda: "does not accept this token for this table" in refused(clock, Hello("guess 2", 2, 1, START)),
            lambda: "does not accept this token for this table" in refused(clock, AskCopy("guess 3", 2, "12")),
        ]
        assert all(guess() for guess in guesses)

        assert Asker(clock, token(2)).get("kiosk/2").status_code == 401
        keeps = AskKeep(token(2), 2, "12", 1, START)
        for right in (Hello(token(2), 2, 1, START), AskCopy(token(2), 2, "12"), keeps):
            assert refused(clock, right) == "too many wrong tokens for this table came from here"
        assert Asker(clock, token(1)).get("kiosk/1").status_code == 200  # another table
        assert is_linked(table)
    assert "wrong tokens of table 2 from 127.0.0.1" in caplog.text
    assert "guess" not in caplog.text


def test_one_wrong_token_sent_repeatedly_and_a_table_that_does_not_exist_count_as_no_guesses(clock):
    for _ in range(5):
        assert Asker(clock, "always the same").get("kiosk/2").status_code == 401
    for guess in range(5):
        assert Asker(clock, f"guess {guess}").get("kiosk/77").status_code == 401

    assert Asker(clock, token(2)).get("kiosk/2").status_code == 200


def test_another_address_does_not_have_to_wait_and_the_wait_ends(tmp_path, caplog):
    now_ms = 0
    store = Store.open(tmp_path / "clock.db")
    settings = ClockSettings({1: "t0ken1"}, "the-key", tmp_path / "clock.db", "127.0.0.1", 0)
    access = Access(settings, store, Times(lambda: now_ms, lambda: now_ms, "boot"))
    for guess in range(4):
        access.count_wrong_token(1, f"guess {guess}", "10.0.0.66")

    assert access.token_wait_s(1, "10.0.0.66") == 10
    assert [one.why.fields["address"] for one in access.turned_away.last] == ["10.0.0.66"]
    assert access.token_wait_s(1, "10.0.0.7") == 0
    now_ms = 10_000
    assert access.token_wait_s(1, "10.0.0.66") == 0
    store.close()
    caplog.clear()
