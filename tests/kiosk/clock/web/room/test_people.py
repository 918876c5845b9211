"""A name erased for good: no disk of the clock or a kiosk has it any more, and every decision is kept."""

from contextlib import suppress

import httpx
import pytest

from engine.table.actions.people import TakeSeat
from kiosk.clock.store.names import names_path
from kiosk.clock.tables import auditing
from tests.kit.clock import KEY, DirectorsPage, RandomTable, about_the_file, eventually
from tests.kit.room import RoomApi, clock

__all__ = ["clock"]

NAME = "Ottilie Quersprung"


def erase(clock, name, key=KEY, **more):
    url = f"{clock.site}/api/people/erase"
    return httpx.post(url, headers={"Authorization": f"Bearer {key}"}, json={"name": name, **more})


def on_disk(folder, text):
    """The files in a folder that contain this text, in upper or lower case."""
    return {file.name for file in folder.rglob("*") if text.casefold().encode() in contents(file).lower()}


def anywhere(clock, text):
    """The files of the clock, and of kiosks in its folder, that contain this text. For a database on a server, those
    of a copy."""
    clock.file()
    return on_disk(clock.database.parent, text)


def contents(file):
    """Skips anything that is not a file, or no longer is: a database's own files exist only for a moment."""
    with suppress(FileNotFoundError, IsADirectoryError):
        return file.read_bytes()
    return b""


def entered(clock):
    """A tournament that a player of this name entered, and left."""
    with RoomApi(clock) as room:
        one = room.create("Club night", structure="demo", late_levels=2, re_entries=1)
        one.enter("Ana")
        one.do("add-entry", player="member-4711", name=NAME)
        one.do("void-entry", entry=2)
        return one.id


def names_in(clock, its_id):
    with RoomApi(clock) as room:
        return [entry["name"] for entry in room.ask("GET", f"/{its_id}")["tournament"]["entries"]]


def test_a_journal_has_numbers_that_stand_for_names_even_after_a_restart(clock):
    its_id = entered(clock)
    assert names_in(clock, its_id) == ["Ana", NAME]
    assert anywhere(clock, "Quersprung") == anywhere(clock, "member-4711") == {"clock.db.names"}

    clock.stop()
    clock.start()

    assert names_in(clock, its_id) == ["Ana", NAME]


def test_an_erased_name_is_nowhere_on_disk_and_the_tournament_is_otherwise_unchanged(clock):
    its_id = entered(clock)
    with RoomApi(clock) as room:
        before = room.ask("GET", f"/{its_id}")["tournament"]

    said = erase(clock, NAME.upper())

    assert (said.status_code, said.json()["kept"]) == (200, [])
    ana, erased = names_in(clock, its_id)
    assert ana == "Ana"
    assert erased.startswith("#")
    assert anywhere(clock, "Quersprung") == anywhere(clock, "member-4711") == set()
    clock.stop()
    clock.start()
    assert names_in(clock, its_id) == ["Ana", erased]
    with RoomApi(clock) as room:
        after = room.ask("GET", f"/{its_id}")["tournament"]
    assert (after["ledger"], after["acts"][:3]) == (before["ledger"], before["acts"][:3])


@about_the_file("a server has the names in its database")
def test_a_missing_file_of_names_is_reported_to_the_director_and_in_the_log(clock, caplog):
    with RoomApi(clock) as room:
        night = room.create("Club night")
        night.enter("Ana", "Bo")
        clock.stop()
        names_path(clock.database).unlink()
        clock.start()
        with DirectorsPage(clock) as page:
            page.hear_until(lambda: "totals" in {one["say"] for one in page.said})
            assert "names have been lost" in page.last("totals")["fault"]
            assert "Put this file's lines from the last backup above" in page.last("totals")["fault"]
        night.enter("Cyd")

        shown = [one["name"] for one in night.view["entries"]]

    assert "names-lost" in caplog.text
    assert "Cyd" in shown
    assert len(set(shown)) == 3


def test_a_player_who_returns_after_the_erasure_is_a_new_person(clock):
    its_id = entered(clock)
    erase(clock, NAME)
    (_, erased) = names_in(clock, its_id)

    with RoomApi(clock) as room:
        room.ask(
            "POST",
            f"/{its_id}/act",
            {"action": {"do": "add-entry", "player": NAME.casefold(), "name": NAME}, "seen": None},
        )

    assert names_in(clock, its_id) == ["Ana", erased, NAME]


def test_a_player_who_is_still_in_is_erased_only_if_the_director_insists(clock, tmp_path):
    its_id = entered(clock)

    refused = erase(clock, "ana")

    assert (refused.status_code, refused.json()["code"]) == (409, "erased-in-play")
    assert names_in(clock, its_id)[0] == "Ana"
    assert erase(clock, "ana", anyway=True).status_code == 200
    assert names_in(clock, its_id)[0].startswith("#")


def test_an_unknown_name_or_a_missing_key_erases_nothing(clock):
    entered(clock)

    assert erase(clock, "Nobody At All").json()["code"] == "nobody-of-that-name"
    assert erase(clock, NAME, key="a-guess").status_code == 401
    assert (
        httpx.post(f"{clock.site}/api/people/erase", headers={"Authorization": f"Bearer {KEY}"}, json=[]).status_code
        == 400
    )


# At a table


def drawn(room, *names):
    """A tournament of one table with these players, drawn and started."""
    one = room.create("Club night", structure="demo", late_levels=2, re_entries=1)
    one.open_tables(1)
    one.enter(*names)
    one.draw()
    one.do("start")
    return one


def seat_names(table):
    return {seat.name for seat in table.game.table.seats if seat}


def all_held(one, table):
    eventually(lambda: one.whole["tables"][0]["records"] == table.game.mark)


def seen_by_director(one):
    return {seat["name"] for seat in one.whole["tables"][0]["seats"]}


def exported(clock, one, form="ohh", **params):
    url = f"{clock.site}/api/tournaments/{one.id}/hands.{form}"
    return httpx.get(url, headers={"Authorization": f"Bearer {KEY}"}, params=params).text


def seat_alone(clock, table, name):
    """A dealer seats a player while the clock is away."""
    free = next(number for number, seat in enumerate(table.game.table.seats, 1) if seat is None)
    clock.stop()
    table.wait(lambda: table.face.away is not None)
    table.host.orders.ask(TakeSeat(free, name, name, 5000))
    clock.start()
    table.wait_until_held(clock)


@pytest.fixture
def kiosk(tmp_path):
    """The kiosk's disk."""
    folder = tmp_path / "kiosk"
    folder.mkdir()
    return folder


@pytest.fixture
def room(clock):
    with RoomApi(clock) as one:
        yield one


def test_a_seated_players_name_is_erased_from_table_clock_and_exports_at_once(kiosk, clock, room, monkeypatch):
    monkeypatch.setattr(auditing, "SNAPSHOT_RECORDS", 20)
    one = drawn(room, "Ana", "Bo", NAME)
    with RandomTable(kiosk, clock.socket) as table, DirectorsPage(clock) as page:
        table.wait(lambda: seat_names(table) == {"Ana", "Bo", NAME})
        table.sit()
        table.play(2)
        all_held(one, table)
        eventually(lambda: NAME in seen_by_director(one))
        assert NAME in exported(clock, one)
        assert anywhere(clock, "Quersprung") == {"clock.db.names", f"table1-{one.id}-1.journal.target"}

        said = erase(clock, NAME, anyway=True).json()

        erased = names_in(clock, one.id)[2]
        assert said["kept"] == []
        table.wait(lambda: seat_names(table) == {"Ana", "Bo", erased})
        page.hear_until(lambda: any(erased in str(message) for message in page.said if message["say"] == "table"))
        assert anywhere(clock, "Quersprung") == set()
        assert seen_by_director(one) == {"Ana", "Bo", erased}
        for form in ("ohh", "phhs"):
            assert NAME not in exported(clock, one, form)
            assert erased in exported(clock, one, form)
            assert exported(clock, one, form, entry=3) in exported(clock, one, form)
        table.play(1)
        all_held(one, table)
        whole = one.whole
        assert (whole["tables"][0]["flags"], whole["totals"]["chips_found"]) == ([], 15_000)


def test_a_kiosk_that_was_offline_shows_the_name_until_it_hears_of_the_erasure(kiosk, clock, room):
    one = drawn(room, "Ana", NAME)
    with RandomTable(kiosk, clock.socket) as table:
        table.wait(lambda: seat_names(table) == {"Ana", NAME})
        table.sit()
        table.play_on(3)
        all_held(one, table)

    erase(clock, NAME, anyway=True)
    assert anywhere(clock, "Quersprung") == {f"table1-{one.id}-1.journal.target"}
    clock.stop()

    with RandomTable(kiosk, clock.socket) as table:
        assert seat_names(table) == {"Ana", NAME}
        clock.start()
        table.wait(lambda: NAME not in seat_names(table))
        assert anywhere(clock, "Quersprung") == set()
        table.play(1)
        all_held(one, table)
        assert one.whole["tables"][0]["flags"] == []


@pytest.mark.slow
def test_a_winners_name_is_erased_from_the_kiosk_too(kiosk, clock, room):
    one = drawn(room, NAME, NAME.replace("Ottilie", "Otto"))
    with RandomTable(kiosk, clock.socket) as table:
        table.sit()
        table.play(400)
        all_held(one, table)
        for _ in range(3):  # late registration ends
            one.do("next")
        while proposals := one.view["proposals"]:
            action = proposals[0]["action"]
            one.do(action.pop("do"), **action)
        assert one.view["ended"]
        table.wait(lambda: b"Quersprung" in (kiosk / f"table1-{one.id}-1.journal.room").read_bytes())

        for first in ("Ottilie", "Otto"):
            assert erase(clock, NAME.replace("Ottilie", first)).json()["kept"] == []

        table.wait(lambda: on_disk(kiosk, "Quersprung") == set())
    assert anywhere(clock, "Quersprung") == set()


def test_a_name_that_a_dealer_typed_stays_at_the_table_and_the_answer_says_so(kiosk, clock, room):
    one = drawn(room, "Ana", "Bo")
    with RandomTable(kiosk, clock.socket) as table:
        table.wait(lambda: seat_names(table) == {"Ana", "Bo"})
        table.sit()
        seat_alone(clock, table, NAME)
        assert NAME in seen_by_director(one)
        one.enter(NAME)

        said = erase(clock, NAME, anyway=True).json()

        assert said["kept"] == [{"tournament": "Club night", "table": 1}]
        assert NAME in seat_names(table)


@pytest.mark.slow
def test_a_player_typed_by_a_dealer_and_then_booked_is_erased_wherever_the_clock_shows_them(kiosk, clock, room):
    one = drawn(room, "Ana", "Bo")
    with RandomTable(kiosk, clock.socket) as table:
        table.wait(lambda: seat_names(table) == {"Ana", "Bo"})
        table.sit()
        seat_alone(clock, table, NAME)
        one.do("book-unbooked", sitting=1, player=NAME)
        table.play(1)
        all_held(one, table)
        assert NAME in exported(clock, one)

        erase(clock, NAME, anyway=True)

        assert NAME not in seen_by_director(one)
        assert NAME not in exported(clock, one)


def test_a_player_who_moves_to_another_table_is_in_neither_journal_by_name(tmp_path, clock, room):
    folders = [tmp_path / "kiosk-1", tmp_path / "kiosk-2"]
    for folder in folders:
        folder.mkdir()
    one = room.create("Club night", structure="demo", late_levels=2)
    one.open_tables(1, 2)
    one.enter("Ana", "Bo", "Cyd", "Dee", NAME, "Fay")
    one.draw()
    one.do("start")
    tables = {number: RandomTable(folder, clock.socket, number) for number, folder in enumerate(folders, 1)}
    try:
        mover = next(entry for entry in one.view["entries"] if entry["name"] == NAME)
        here, there = tables[mover["table"]], tables[3 - mover["table"]]
        for table in (here, there):
            table.sit()
        free = next(number for number, seat in enumerate(there.game.table.seats, 1) if seat is None)
        one.do("move-entry", entry=mover["entry"], to={"sitting": there.number, "seat": free})
        here.wait(lambda: NAME not in seat_names(here))
        there.wait(lambda: bool(there.face.coming))
        (coming,) = there.face.coming

        there.host.orders.ask(TakeSeat(free, coming.player, coming.name, coming.chips, coming.came_from))

        assert NAME in seat_names(there)
        files = {f"table{number}-{one.id}-{number}.journal.target" for number in tables}
        assert anywhere(clock, "Quersprung") == {"clock.db.names", *files}
        eventually(lambda: one.whole["totals"]["chips_found"] == 30_000)
        assert erase(clock, NAME, anyway=True).json()["kept"] == []
        for table in (here, there):
            table.wait(lambda: on_disk(table.journal.parent, "Quersprung") == set())  # noqa: B023  called at once
        assert NAME not in seat_names(there)
        assert [table["flags"] for table in one.whole["tables"]] == [[], []]
    finally:
        for table in tables.values():
            table.host.stop()
