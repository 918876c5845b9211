"""Each table's records reach the clock once and in order, whatever happens to the network or the clock."""

from contextlib import closing, suppress
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from engine.events import SetStacks
from engine.table.actions.hands import Overrule
from engine.table.actions.penalties import Disqualify
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, Records
from kiosk.storage.chain import START, Record, chain, mark_of
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link import connector
from tests.kiosk.clock.flaky import FlakyNetwork
from tests.kit.clock import DEADLINE_S, RandomTable, answer_on, eventually, in_a_process, sql, talk, token
from tests.kit.full_tables import sitting_of, stream_of


def held(clock):
    """The clock's copy of table 1, read from its database."""
    with closing(SqliteStore(clock.file())) as store:
        return list(store.copy(stream_of(1)).walk())


def written(journal):
    with open_reader(journal) as reader:
        return list(reader.walk())


@pytest.mark.slow
def test_everything_that_a_table_plays_reaches_the_clocks_copy(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(30)

        seen = table.wait_until_held(clock)

    counts = {seat: sitting.chips for seat, sitting in enumerate(table.game.table.seats, 1) if sitting}
    assert {seat["seat"]: seat["chips"] for seat in seen["seats"]} == counts
    assert (seen["hand"], seen["flags"]) == (table.game.table.hands, [])
    assert held(clock) == written(table.record)


@pytest.mark.slow
def test_every_record_arrives_once_even_if_every_connection_is_cut(clock, tmp_path, monkeypatch):
    monkeypatch.setattr(connector, "LONGEST_RETRY_S", connector.FIRST_RETRY_S)
    network = FlakyNetwork(clock.port, Random(7))
    try:
        with RandomTable(tmp_path, f"ws://127.0.0.1:{network.port}") as table:
            table.sit()
            for _ in range(10):
                table.play(6)
                table.host.take_posts()
            table.wait(lambda: network.cut >= 3)
            network.heal()
            seen = table.wait_until_held(clock)
    finally:
        network.close()

    assert seen["flags"] == []
    assert held(clock) == written(table.record)


@in_a_process
def test_a_clock_killed_with_9_goes_on_where_its_copy_ends(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(3)
        before = table.wait_until_held(clock)
        clock.kill()
        table.wait(lambda: table.face.away is not None)
        table.play(3)

    clock.start()
    kept = clock.table(1)  # with the kiosk closed, as it may otherwise have sent the rest already
    with RandomTable(tmp_path, clock.socket) as table:
        seen = table.wait_until_held(clock)

    assert kept["seats"] == before["seats"]
    assert seen["records"] > before["records"]
    assert seen["flags"] == []
    assert held(clock) == written(table.record)


def test_the_same_records_sent_twice_count_once(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    eventually(lambda: not clock.table(1)["link"]["linked"])
    records = tuple(written(table.record))
    hello = Hello(token(1), 1, 2, mark_of(records[-1]), sitting=sitting_of(1))

    _, first, second = talk(clock, hello, Records(records), Records(records[-20:]))

    assert first == second
    assert first["mark"]["seq"] == len(records)
    assert held(clock) == list(records)


@pytest.mark.parametrize(("table", "secret"), [(1, "a-guess"), (1, token(2)), (9, token(1))])
def test_a_wrong_token_or_table_is_refused_in_one_clear_sentence(clock, table, secret):
    (answer,) = talk(clock, Hello(secret, table, 1, START))

    assert (answer["say"], answer["why"]) == ("refusal", "the clock does not accept this token for this table")
    assert "settings" in answer["fix"]


def test_a_refused_table_says_so_and_plays_on(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket, secret="a-guess") as table:
        table.wait(lambda: table.face.away is not None and table.face.away.refused)
        away = table.face.away

    assert away
    assert str(away.trouble).startswith("clock-refused (why=the clock does not accept this token for this table, ")


def test_an_older_opening_of_the_journal_is_refused(clock):
    records = tuple(chain(START, 5, 0, [b"x"]))
    mark = mark_of(records[-1])
    talk(clock, Hello(token(1), 1, 5, mark, sitting=sitting_of(1)), Records(records))

    (answer,) = talk(clock, Hello(token(1), 1, 4, mark, sitting=sitting_of(1)))

    assert "another kiosk has taken over this table" in answer["why"]


def test_an_old_copy_of_a_journal_is_refused_and_the_director_sees_it(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    eventually(lambda: not clock.table(1)["link"]["linked"])

    (answer,) = talk(clock, Hello(token(1), 1, 9, START, sitting=sitting_of(1)))

    assert "this is an old copy" in answer["fix"]
    assert "rejected" in clock.table(1)["flags"][0]


def test_a_record_that_does_not_follow_is_flagged_and_its_batch_is_refused(clock):
    good, bad = chain(START, 1, 0, [b"one", b"two"])
    altered = Record(bad.seq, bad.epoch, bad.at_ms, b"changed", bad.hash)

    _, answer = talk(clock, Hello(token(1), 1, 1, mark_of(bad), sitting=sitting_of(1)), Records((good, altered)))

    assert "the table has two histories" in answer["why"]
    assert "the table has two histories" in clock.table(1)["flags"][-1]
    assert held(clock) == []


def test_a_table_that_reconnects_replaces_its_old_connection(clock):
    hello = Hello(token(1), 1, 1, START, sitting=sitting_of(1))
    with connect(f"{clock.socket}/table", proxy=None) as old, connect(f"{clock.socket}/table", proxy=None) as new:
        old.send(encode(hello))
        answer_on(old)
        new.send(encode(hello))
        answer_on(new)

        with suppress(ConnectionClosed):
            while old.recv(timeout=DEADLINE_S):
                pass

        assert clock.table(1)["link"]["linked"]


@in_a_process
def test_damaged_records_in_the_clocks_copy_are_found_set_aside_and_sent_again(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(2)
        table.wait_until_held(clock)
        clock.kill()
        ninth = "WHERE seq = 9 AND stream = ?"
        [(body,)] = sql(clock.place, f"SELECT body FROM record {ninth}", stream_of(1))
        sql(clock.place, f"UPDATE record SET body = ? {ninth}", body.replace(b"1", b"2"), stream_of(1))
        table.wait(lambda: table.face.away is not None)

        clock.start()
        seen = table.wait_until_held(clock)

    assert "damaged from record 9" in seen["flags"][0]
    assert held(clock) == written(table.record)


def test_two_tables_add_up_to_the_chips_issued(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket, 1) as one, RandomTable(tmp_path, clock.socket, 2) as two:
        for table in (one, two):
            table.sit()
            table.play(5)
        counts = [table.wait_until_held(clock) for table in (one, two)]

    assert [sum(seat["chips"] + seat["bet"] for seat in count["seats"]) for count in counts] == [30_000, 30_000]
    totals = clock.tables()["totals"]
    assert (totals["chips_found"], totals["chips_issued"]) == (60_000, 60_000)


def test_the_floors_corrections_are_named_in_the_totals_and_count_in_the_average(clock, tmp_path):
    """A count corrected by 500, and a player disqualified with 5,000, who counts until the director confirms it."""
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.host.orders.ask(Overrule("Ann", "a chip was found", SetStacks((2,), (5_500,), 500)))
        corrected = table.wait_until_held(clock)
        table.host.orders.ask(Disqualify(5, "Ann", "threatened a player"))
        both = table.wait_until_held(clock)

    assert [(seen["chips_found"], seen["adjusted"], seen["removed"]) for seen in (corrected, both)] == [
        (30_500, 500, 0),
        (25_500, 500, 5_000),
    ]
    totals = clock.tables()["totals"]
    found = {name: totals[name] for name in ("chips_found", "chips_issued", "adjusted", "removed")}
    assert found == {"chips_found": 55_500, "chips_issued": 60_000, "adjusted": 500, "removed": 5_000}
    eventually(lambda: clock.room()["average_stack"] == 55_500 // 12)
    assert both["flags"] == []
