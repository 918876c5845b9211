"""Names as a room shows them: the names that its tables receive, and therefore keep."""

import pytest

from engine.tournament.field.entries import Entry, Person
from engine.tournament.tables.room_info import Gone, IncomingPlayer
from engine.tournament.targets import EntryName, OutHere, RosterSeat, TableTarget
from kiosk.clock.settings import parse_clock_settings
from kiosk.clock.tournaments.shown.shown_names import TableUpdate, as_shown, shown
from kiosk.faults import Fault
from kiosk.protocol.messages import RoomInfo
from kiosk.rulebooks import find_book
from tests.kit.clock import ClockThread
from tests.kit.room import KioskConnection, RoomApi, room_settings


@pytest.mark.parametrize(
    ("name", "roster", "how", "said"),
    [
        ("Ann Bell", (), "full", "Ann Bell"),
        ("Ann Bell", (), "short", "Ann B."),
        ("María del Mar Ruiz", (), "short", "María R."),
        ("Ann", (), "short", "Ann"),
        ("The Aces", (Person("Ann Bell"),), "short", "The Aces"),
        ("Ann Bell", (), "numbers", "17"),
        ("The Aces", (Person("Ann Bell"),), "numbers", "17"),
    ],
)
def test_a_name_is_shown_in_full_or_short_or_as_the_entrys_number(name, roster, how, said):
    assert shown(Entry(17, "ann", name, 5000, roster=roster), how) == said


@pytest.mark.parametrize(
    ("names", "received"),
    [("full", {"Ann Bell", "Ben Cole"}), ("short", {"Ann B.", "Ben C."}), ("numbers", {"1", "2"})],
)
def test_a_table_receives_names_as_the_room_shows_them_and_the_director_in_full(names, received, tmp_path, free_port):
    clock = ClockThread(tmp_path, free_port, f'names = "{names}"\n{room_settings(free_port)}')
    clock.start()
    try:
        with RoomApi(clock) as room, KioskConnection(clock, 1) as kiosk:
            one = room.create("Club night", structure="demo", late_levels=2)
            one.open_tables(1)
            one.enter("Ann Bell", "Ben Cole")
            one.draw()
            target = kiosk.hello(f"{one.id}-1")["target"]

            assert {seat["name"] for seat in target["roster"]} == received
            assert {entry["name"] for entry in target["names"]} == received
            assert {entry["name"] for entry in one.view["entries"]} == {"Ann Bell", "Ben Cole"}
    finally:
        clock.stop()


def test_players_who_arrive_leave_or_are_out_are_named_in_the_same_way():
    entries = {n: Entry(n, f"id-{n}", name, 5000) for n, name in enumerate(("Ann Bell", "Ben Cole", "Cy Dane"), 1)}
    out = (OutHere("id-2", "Ben Cole"),)
    target = TableTarget(1, "t", "Club night", 1, 1, 9, find_book("tda"), (RosterSeat(3, 3, "Cy Dane"),), out=out,
                         names=(EntryName(1, "Ann Bell"), EntryName(3, "Cy Dane")))  # fmt: skip
    update = TableUpdate(
        (IncomingPlayer("1", "Ann Bell", 5000, 2),), target, RoomInfo((), (Gone("3", "Cy Dane", 5000, 3),), ())
    )

    short = as_shown(update, entries, "short")

    assert as_shown(update, entries, "full") == update
    assert [one.name for one in short.coming] == ["Ann B."]
    assert short.target is not None
    assert short.room_info is not None
    assert [one.name for one in short.target.roster] == ["Cy D."]
    assert [one.name for one in short.target.out] == ["Ben C."]
    assert [one.name for one in short.target.names] == ["Ann B.", "Cy D."]
    assert [one.name for one in short.room_info.gone] == ["Cy D."]


def test_an_unknown_way_to_show_names_is_refused():
    with pytest.raises(Fault):
        parse_clock_settings(f'names = "nicknames"\n{room_settings(8080)}', "clock.toml")
