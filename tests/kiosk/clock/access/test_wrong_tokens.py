"""A client that guesses a table's token waits, longer each time; the table itself, from its own address, does not."""

import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.access.tablets import TableTokens
from kiosk.clock.access.waits.turned_away import TurnAwayLog
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.pins import FIRST_WAIT_MS, FREE_TRIES
from kiosk.protocol.link.recovery import AskCopy, AskKeep
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello
from kiosk.storage.chain import START
from tests.kit.clock import RandomTable, token
from tests.kit.signing import Asker
from ui.words.languages import words_in


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
    assert "wrong tokens for table 2 from 127.0.0.1" in caplog.text
    assert "guess" not in caplog.text


def test_one_wrong_token_sent_repeatedly_and_a_table_that_does_not_exist_count_as_no_guesses(clock):
    for _ in range(5):
        assert Asker(clock, "always the same").get("kiosk/2").status_code == 401
    for guess in range(5):
        assert Asker(clock, f"guess {guess}").get("kiosk/77").status_code == 401

    assert Asker(clock, token(2)).get("kiosk/2").status_code == 200


def test_another_address_does_not_have_to_wait_and_the_wait_ends(tmp_path, caplog):
    now_ms = 0
    store = SqliteStore(tmp_path / "clock.db")
    writer = Writer(store, lambda *_: None)
    times, turned_away = Times(lambda: now_ms, lambda: now_ms, "boot"), TurnAwayLog(lambda: now_ms, bool)
    kiosk_access = KioskAccess(TableTokens({1: "t0ken1"}, store, writer, times), turned_away, times, words_in("en"))
    for guess in range(FREE_TRIES):
        kiosk_access.check_guesses(1, f"guess {guess}", "10.0.0.66")

    with pytest.raises(Fault) as waits:
        kiosk_access.check_guesses(1, "t0ken1", "10.0.0.66")
    assert waits.value.message.fields["seconds"] == FIRST_WAIT_MS // 1000
    assert [one.why.fields["address"] for one in turned_away.last] == ["10.0.0.66"]
    kiosk_access.check_guesses(1, "t0ken1", "10.0.0.7")
    now_ms = FIRST_WAIT_MS
    kiosk_access.check_guesses(1, "another guess", "10.0.0.66")
    with pytest.raises(Fault) as waits:
        kiosk_access.check_guesses(1, "t0ken1", "10.0.0.66")
    assert waits.value.message.fields["seconds"] == 2 * FIRST_WAIT_MS // 1000
    writer.close()
    caplog.clear()
