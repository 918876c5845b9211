"""A tablet's history of its table is chosen after the rest of the room had followed the other one.

The effect on people and chips is shown, and corrected at the tables.
"""

import re
import threading

import httpx
import pytest

from engine.table.actions.people import TakeSeat
from kiosk.clock.features.broadcast.follower import Source
from kiosk.clock.links import kiosks
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.storage.rescue import open_after
from kiosk.table.recovery.clock_copy import keep_history
from kiosk.table.settings import TableSettings
from tests.kiosk.clock.tables.test_choices import copied
from tests.kiosk.clock.web.sockets.test_event_stream import parsed
from tests.kit.clock import DEADLINE_S, KEY, RandomTable, eventually, however_slow, token
from tests.kit.room import NAMES, RoomApi, clock

__all__ = ["clock"]

CHECK = "482913"


@pytest.fixture
def evening(clock, monkeypatch):
    """Eight players at two tables; the clock does not wait for a kiosk that may be about to disconnect."""
    monkeypatch.setattr(kiosks, "LEAVING_S", 0.05)
    with RoomApi(clock) as room:
        one = room.create("Club night", structure="demo", late_levels=3)
        one.open_tables(1, 2)
        one.enter(*NAMES[:8])
        one.draw()
        one.do("start")
        yield one


def names(table):
    return {seat.name for seat in table.game.table.seats if seat}


def held(evening, table):
    eventually(lambda: evening.whole["tables"][table.number - 1]["records"] == table.game.mark)


def keep(folder, clock, choose):
    """The tablet asks; `choose` is called once it waits. From then on its journal is opened in a later epoch."""
    settings = TableSettings(1, str(folder / "table1.journal"), clock.socket, token(1))
    open_after(*however_slow(lambda: keep_history(settings, CHECK, lambda _: choose())))


def test_a_player_moved_by_the_other_history_is_at_two_tables_until_the_first_lets_them_go(tmp_path, clock, evening):
    site, headers = f"{clock.site}/api/copies", {"Authorization": f"Bearer {KEY}"}
    with RandomTable(tmp_path, clock.socket, 2) as there:
        there.sit()
        with RandomTable(tmp_path, clock.socket) as table:
            table.sit()
            table.play(1)
            held(evening, table)
        eventually(lambda: not evening.whole["tables"][0]["link"]["linked"])
        twin = copied(tmp_path, "twin")
        mover = next(entry for entry in evening.view["entries"] if entry["table"] == 1)
        free = sorted(set(range(1, 11)) - {one["seat"] for one in evening.view["entries"] if one["table"] == 2})
        with RandomTable(twin, clock.socket) as other:
            other.wait(lambda: other.face.surroundings.link is not None and other.face.surroundings.link.connected)
            evening.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": free[0]})
            other.wait(lambda: mover["name"] not in names(other))
            there.wait(lambda: bool(there.face.coming))
            (coming,) = there.face.coming
            there.host.orders.ask(TakeSeat(coming.seat, coming.player, coming.name, coming.chips, coming.came_from))
            held(evening, there)
            held(evening, other)
        with RandomTable(tmp_path, "ws://127.0.0.1:9") as table:
            table.dice.seed(5)
            table.play(1)
            assert mover["name"] in names(table)

        def choose():
            (asked,) = httpx.get(site, headers=headers).json()["histories"]
            assert asked["stacks"]
            assert asked["chips"] == coming.chips  # the player who had left is back
            given = httpx.post(f"{site}/choose", json={"table": 1, "check": CHECK}, headers=headers)
            assert given.status_code == 200, given.text

        keep(tmp_path, clock, choose)
        first, second = evening.whole["tables"]
        assert [mover["name"] in flag and "table 2" in flag for flag in first["flags"]] == [True]
        assert second["flags"] == []
        clock.stop()
        clock.start()
        assert evening.whole["tables"][0]["flags"] == first["flags"]

        with RandomTable(tmp_path, clock.socket) as table:
            table.wait(lambda: mover["name"] not in names(table))
            held(evening, table)
            assert evening.whole["tables"][0]["flags"] == []
            ledger = evening.view["ledger"]
            found = ledger["on_tables"] + ledger["in_transit"] + ledger["waiting"]
            (differs,) = evening.view["differences"]
            assert re.search(r"arrived [\d,]+ short at table 2|arrived at table 2 with [\d,]+ extra", differs["said"])
            assert differs["chips"] != 0
            assert found == evening.whole["totals"]["chips_found"] == 8 * 5000 + differs["chips"]


@pytest.mark.slow
def test_viewers_of_the_table_see_the_chosen_history_from_its_start(tmp_path, clock, evening, monkeypatch):
    """Its records are read after the choice is on disk, before the rest of the service has heard of it."""
    wanted, read, choose_on_disk = threading.Event(), Source.read, SqliteStore.choose

    def read_of(source, *range_):
        wanted.set()
        return read(source, *range_)

    def choose_slowly(store, *choice):
        wanted.clear()  # before the choice, so that no read is missed
        made = choose_on_disk(store, *choice)
        assert wanted.wait(DEADLINE_S)
        return made

    monkeypatch.setattr(Source, "read", read_of)
    monkeypatch.setattr(SqliteStore, "choose", choose_slowly)
    site, headers = f"{clock.site}/api", {"Authorization": f"Bearer {KEY}"}
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        held(evening, table)
    eventually(lambda: not evening.whole["tables"][0]["link"]["linked"])
    twin = copied(tmp_path, "twin")
    set_so = httpx.post(f"{site}/broadcast", headers=headers, json={"on": True}, timeout=DEADLINE_S).json()
    params, watch = {"token": set_so["token"]}, f"{site}/broadcast/tables/1/events"
    with httpx.stream("GET", watch, params=params, timeout=DEADLINE_S) as answer:
        seen = (one["data"] for one in parsed(answer.iter_lines()))
        with RandomTable(twin, clock.socket) as other:
            other.dice.seed(99)
            other.play(1)
            held(evening, other)
            assert next(one for one in seen if one["hand"] == 2)
        with RandomTable(tmp_path, "ws://127.0.0.1:9") as table:
            table.play(2)
            own = {number: seat.chips for number, seat in enumerate(table.game.table.seats, 1) if seat}

        def choose():
            body = {"table": 1, "check": CHECK}
            httpx.post(f"{site}/copies/choose", json=body, headers=headers, timeout=DEADLINE_S).raise_for_status()

        keep(tmp_path, clock, choose)
        last = next(one for one in seen if one["hand"] == 3)
        assert {one["seat"]: one["chips"] for one in last["seats"]} == own
