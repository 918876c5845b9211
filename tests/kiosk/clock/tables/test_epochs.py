"""The clock lets only one of several kiosks with a table's journal write for it; the others are read-only.

All of these tests fail on the earlier program, which accepted any epoch that a sender named. Twins drew the same one
and both played on, an old copy went on with a flag, and an epoch of 2^63-1 locked the true kiosk out permanently.
"""

import shutil

import pytest
from websockets.sync.client import connect

from engine.table.actions.staff import SignIn
from kiosk.clock.links import kiosks
from kiosk.clock.store.port import Batch
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, Records
from kiosk.storage.chain import START, Mark, chain, mark_of
from kiosk.storage.journal_reader import open_reader
from tests.kit.clock import RandomTable, answer_on, eventually, talk, token
from tests.kit.full_tables import sitting_of, stream_of
from ui.words.languages import words_in

HIGHEST = 2**63 - 1


def hello(epoch, end, opening=""):
    """Table 1's hello, with a journal that ends here."""
    return Hello(token(1), 1, epoch, end, sitting=sitting_of(1), opening=opening)


def has_left(clock):
    """The clock knows that no kiosk of table 1 is connected any more; until then it keeps another one waiting."""
    eventually(lambda: not clock.table(1)["link"]["linked"])


def written(journal):
    with open_reader(journal) as reader:
        return list(reader.walk())


@pytest.fixture
def impatient(monkeypatch):
    """A clock that does not wait for a kiosk that may be about to disconnect."""
    monkeypatch.setattr(kiosks, "LEAVING_S", 0.05)


def test_the_second_of_two_kiosks_with_one_journal_is_read_only_and_says_what_to_do(clock, impatient, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    has_left(clock)
    twins = tmp_path / "twin"
    twins.mkdir()
    for file in tmp_path.glob("table1*"):
        shutil.copy(file, twins)

    with RandomTable(twins, "ws://127.0.0.1:9") as twin:
        twin.play(1)  # without a clock it plays on
    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        table.wait_until_held(clock)
        with RandomTable(twins, clock.socket) as twin:
            twin.wait(lambda: twin.face.away is not None and twin.face.away.lost)
            mark = twin.game.mark
            twin.host.orders.ask(SignIn("Ann"))

            assert twin.game.mark == mark
            assert "kiosk" in words_in("en").fault(twin.face.refusals[-1]).fix
            seen = clock.tables()
            why = [one["why"] for one in seen["totals"]["rejected"]] + seen["tables"][0]["flags"]
            assert any("kiosk" in one for one in why)
            table.play(1)
            assert table.wait_until_held(clock)["records"] == table.game.mark


def test_an_impossible_epoch_locks_no_kiosk_out(clock, tmp_path):
    """The sender has a stolen token and knows where the journal ends."""
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    has_left(clock)
    last = written(table.record)[-1]
    end = mark_of(last)

    (answer,) = talk(clock, hello(HIGHEST, end))
    assert "opened 9223372036854775807 times" in answer["why"]
    invented = tuple(chain(end, 5, 0, [b"invented"]))
    welcome, answer = talk(clock, hello(5, end, "stranger"), Records(invented))
    assert welcome["mark"]["seq"] == end.seq
    assert "without the records" in answer["why"]
    _, answer = talk(clock, hello(5, end), Records(invented))
    assert "without the records" in answer["why"], "leaving out the opening does not help"
    hollow = type(last)(last.seq, last.epoch, last.at_ms, b"", last.hash)
    talk(clock, hello(5, end, "stranger"), Records((hollow,)))
    has_left(clock)

    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        assert table.wait_until_held(clock)["flags"] == []
        assert table.face.away is None


def test_a_second_kiosk_is_kept_out_while_another_is_connected(clock, impatient):
    first = chain(START, 1, 0, [b"one"])
    end = mark_of(first[-1])
    with connect(f"{clock.socket}/table", proxy=None) as socket:
        socket.send(encode(hello(1, end, "first")))
        answer_on(socket)
        socket.send(encode(Records(tuple(first))))
        answer_on(socket)

        (answer,) = talk(clock, hello(2, end, "second"))
        assert (answer["lost"], answer["held"]) == (True, 1)
        assert "another kiosk is connected" in answer["why"]

    has_left(clock)
    welcome, ack = talk(clock, hello(2, end, "second"), Records(tuple(first)))
    assert (welcome["say"], ack["say"]) == ("welcome", "ack")
    has_left(clock)
    (answer,) = talk(clock, hello(2, end, "third"))
    assert "a copy of the same journal" in answer["why"]


def test_a_record_of_a_later_epoch_than_its_senders_is_rejected(tmp_path):
    store = SqliteStore(tmp_path / "clock.db")
    (taken,) = store.commit([Batch(stream_of(1), 1, chain(START, HIGHEST, 0, [b"one"]), "one")])

    assert not isinstance(taken, Mark)
    store.close()
