"""A table that follows its tournament: a journal for each sitting, and the players whom the room assigns."""

import pytest

from engine.money import Money
from engine.table.actions.people import TakeSeat
from engine.table.state import players
from tests.kit.clock import RandomTable, eventually
from tests.kit.room import NAMES, RoomApi, clock
from ui.dealer.model.taps import MoveRequest, RebuyRequest, ReturnRequest
from ui.dealer.view.stage.out import went_out

__all__ = ["clock"]


@pytest.fixture
def room(clock):
    with RoomApi(clock) as one:
        yield one


def evening(room, name="Club night", entries=NAMES[:8], tables=(1, 2), **terms):
    one = room.create(name, structure="demo", late_levels=3, re_entries=1, **terms)
    one.open_tables(*tables)
    one.enter(*entries)
    one.draw()
    one.do("start")
    return one


def play_out(one, table):
    """Play to the last hand, then pay the winner."""
    while len(players(table.game.table)) > 1:
        table.play(1)
    eventually(lambda: one.whole["tables"][0]["records"] == table.game.mark)
    for _ in range(4):  # late registration is over
        one.do("next")
    while proposals := one.view["proposals"]:
        action = proposals[0]["action"]
        one.do(action.pop("do"), **action)


def free_tables(table):
    table.wait(lambda: bool(table.face.surroundings.booking.tables))
    return table.face.surroundings.booking.tables


def gone_from(table):
    return table.face.surroundings.booking.gone


def names(table):
    return sorted(seat.name for seat in table.game.table.seats if seat)


def seated(one, table):
    return sorted(entry["name"] for entry in one.view["entries"] if entry["table"] == table)


def test_a_table_seats_itself_once_its_tournament_is_drawn(tmp_path, clock, room):
    with RandomTable(tmp_path, clock.socket) as table:
        table.wait(lambda: table.face.surroundings.link is not None and table.face.surroundings.link.connected)
        assert not table.game.table.book
        one = evening(room)

        table.sit()
        assert names(table) == seated(one, 1)
        table.play(3)
        eventually(lambda: one.whole["tables"][0]["records"] == table.game.mark)

    whole = one.whole
    assert whole["tables"][0]["flags"] == []
    assert whole["totals"]["chips_found"] == whole["totals"]["chips_issued"] == 8 * 5000


@pytest.mark.slow
def test_the_next_evening_on_the_same_kiosk_starts_over_and_the_earlier_journal_is_kept(tmp_path, clock, room):
    first = evening(room, entries=NAMES[:2], tables=(1,))
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(2)
        eventually(lambda: first.whole["tables"][0]["records"] == table.game.mark)
        play_out(first, table)
        second = evening(room, "The day after", NAMES[8:14], (1,))

        table.wait(lambda: names(table) == sorted(NAMES[8:14]))
        table.play(2)
        eventually(lambda: second.whole["tables"][0]["records"] == table.game.mark)
        assert second.whole["tables"][0]["flags"] == []

    with RandomTable(tmp_path, clock.socket) as again:
        assert names(again) == sorted(seat.name for seat in again.game.table.seats if seat)
        assert set(names(again)) <= set(NAMES[8:14])
    kept = sorted(path.name for path in tmp_path.glob("table1-*.journal"))
    assert kept == sorted([f"table1-{first.id}-1.journal", f"table1-{second.id}-1.journal"])


def test_a_late_entry_and_a_move_reach_the_tables(tmp_path, clock, room):
    one = evening(room)
    with RandomTable(tmp_path, clock.socket, 1) as here, RandomTable(tmp_path, clock.socket, 2) as there:
        here.sit()
        there.sit()
        one.enter("Zoe")
        zoe = next(entry["entry"] for entry in one.view["entries"] if entry["name"] == "Zoe")
        one.do("seat-entry", entry=zoe)
        at = next(entry["table"] for entry in one.view["entries"] if entry["name"] == "Zoe")
        table = {1: here, 2: there}[at]
        table.wait(lambda: "Zoe" in names(table))

        mover = next(entry for entry in one.view["entries"] if entry["table"] == 1)
        free = sorted(set(range(1, 11)) - {entry["seat"] for entry in one.view["entries"] if entry["table"] == 2})
        one.do("move-entry", entry=mover["entry"], to={"sitting": 2, "seat": free[0]})
        here.wait(lambda: mover["name"] not in names(here))
        there.wait(lambda: bool(there.face.coming))
        (coming,) = there.face.coming
        assert (coming.name, coming.seat, coming.chips) == (mover["name"], free[0], 5000)
        assert one.whole["totals"]["chips_found"] == 9 * 5000

        there.host.orders.ask(TakeSeat(coming.seat, coming.player, coming.name, coming.chips, coming.came_from))
        there.wait(lambda: not there.face.coming)
        eventually(lambda: one.view["ledger"]["in_transit"] == 0)

    assert mover["name"] in names(there)
    assert [view["flags"] for view in one.whole["tables"]] == [[], []]


def test_a_dealers_requests_are_booked_by_the_room_and_come_back_as_the_target(tmp_path, clock, room):
    """
    A late entry, a rebuy and a move. Afterwards every chip is accounted for, and no table has flags.
    """
    one = evening(room, rebuys=1, rebuy_cost=1000)
    with RandomTable(tmp_path, clock.socket, 1) as table:
        table.sit()
        seat, mover = next((number, seat) for number, seat in enumerate(table.game.table.seats, 1) if seat)
        free = next(number for number, there in enumerate(table.game.table.seats, 1) if there is None)

        table.host.orders.ask(TakeSeat(free, "Zoe", "Zoe", 5000))
        table.wait(lambda: "Zoe" in names(table))
        (other,) = free_tables(table)
        table.host.orders.ask_room(MoveRequest(seat, 2, other.free[1]))
        table.wait(lambda: mover.name not in names(table))
        table.host.orders.ask_room(RebuyRequest(free))
        table.wait(lambda: [seat.chips for seat in table.game.table.seats if seat and seat.name == "Zoe"] == [10_000])
        eventually(lambda: one.whole["tables"][0]["records"] == table.game.mark)

    whole = one.whole
    assert [view["flags"] for view in whole["tables"]] == [[], []]
    assert whole["totals"]["chips_found"] == whole["tournament"]["ledger"]["issued"] == (8 + 2) * 5000
    assert seated(one, 2).count(mover.name) == 1
    assert next(entry["seat"] for entry in one.view["entries"] if entry["name"] == mover.name) == other.free[1]
    assert "Zoe" in seated(one, 1)


def test_a_player_on_the_way_can_be_called_back_with_every_chip_until_seated_there(tmp_path, clock, room):
    one = evening(room)
    with RandomTable(tmp_path, clock.socket, 1) as here, RandomTable(tmp_path, clock.socket, 2) as there:
        here.sit()
        there.sit()
        seat, mover = next((number, seat) for number, seat in enumerate(here.game.table.seats, 1) if seat)
        to = free_tables(here)[0].free[0]
        here.host.orders.ask_room(MoveRequest(seat, 2, to))
        here.wait(lambda: [gone.to for gone in gone_from(here)] == [2])
        (gone,) = gone_from(here)
        assert (gone.name, gone.chips, gone.seat, gone.to_seat) == (mover.name, 5000, seat, to)
        there.wait(lambda: bool(there.face.coming))

        on_the_way = [entry for entry in one.view["entries"] if entry["on_the_way"]]
        assert [(entry["name"], entry["from_table"], entry["table"], entry["chips"]) for entry in on_the_way] == [
            (mover.name, 1, 2, 5000)
        ]
        here.host.orders.ask_room(ReturnRequest(gone.player))
        here.wait(lambda: mover.name in names(here))
        assert (back := here.game.table.seats[seat - 1])
        assert back.chips == 5000
        there.wait(lambda: not there.face.coming)
        here.wait(lambda: gone_from(here) == ())
        eventually(lambda: one.view["ledger"]["in_transit"] == 0)
        assert not any(entry["on_the_way"] for entry in one.view["entries"])
        assert one.whole["totals"]["chips_found"] == 8 * 5000
        assert [view["flags"] for view in one.whole["tables"]] == [[], []]

        here.host.orders.ask_room(MoveRequest(seat, 2, to))
        here.wait(lambda: [gone.to for gone in gone_from(here)] == [2])
        there.wait(lambda: bool(there.face.coming))
        (coming,) = there.face.coming
        there.host.orders.ask(TakeSeat(coming.seat, coming.player, coming.name, coming.chips, coming.came_from))
        there.wait(lambda: not there.face.coming)
        here.wait(lambda: gone_from(here) == ())

    assert seated(one, 2).count(mover.name) == 1
    assert one.view["proposals"] == [] or all(
        proposal["action"]["do"] != "seat-again" for proposal in one.view["proposals"]
    )


def test_a_busted_players_place_is_provisional_until_the_director_confirms_it(tmp_path, clock, room):
    one = evening(room, entries=NAMES[:4], tables=(1,))
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        while len(players(table.game.table)) == 4:
            table.play(1)
        left = len(players(table.game.table))
        table.wait(lambda: bool(table.face.surroundings.booking.places))
        places = table.face.surroundings.booking.places
        assert {place.place for place in places} <= set(range(left + 1, 5))
        assert not any(place.confirmed for place in places)
        gone = went_out(table.game)
        assert gone
        assert {seat.player for seat in gone.seats} == {place.player for place in places}

        eventually(lambda: any(each["action"]["do"] == "confirm-bust" for each in one.view["proposals"]))
        while busts := [each["action"] for each in one.view["proposals"] if each["action"]["do"] == "confirm-bust"]:
            one.do(busts[0].pop("do"), **busts[0])
        table.wait(lambda: all(place.confirmed for place in table.face.surroundings.booking.places))
        assert {place.place for place in table.face.surroundings.booking.places} == {one.place for one in places}


def test_the_place_of_a_busted_player_comes_with_its_prize_once_entries_are_closed(tmp_path, clock, room):
    two_paid = [{"entries": 1, "shares": [10_000]}, {"entries": 2, "shares": [7_000, 3_000]}]
    payouts = {"name": "Two of two", "rows": two_paid}
    one = room.create("Friday", structure="demo", buy_in=1000, currency="EUR", payouts=payouts)
    one.open_tables(1)
    one.enter(*NAMES[:2])
    one.draw()
    one.do("start")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        while len(players(table.game.table)) > 1:
            table.play(1)
        table.wait(lambda: any(place.place == 2 for place in table.face.surroundings.booking.places))
        (second,) = (place for place in table.face.surroundings.booking.places if place.place == 2)

    assert second.prize == Money(600, "EUR")


def test_a_move_to_a_seat_that_the_room_has_given_away_is_refused_with_a_reason(tmp_path, clock, room):
    one = evening(room)
    with RandomTable(tmp_path, clock.socket, 1) as here:
        here.sit()
        movers = [(number, seat) for number, seat in enumerate(here.game.table.seats, 1) if seat]
        to = free_tables(here)[0].free[0]
        before = names(here)
        one.enter("Zoe")
        zoe = next(entry["entry"] for entry in one.view["entries"] if entry["name"] == "Zoe")
        one.do("seat-entry", entry=zoe, to={"sitting": 2, "seat": to})  # the table does not know of it yet
        here.host.orders.ask_room(MoveRequest(movers[0][0], 2, to))
        here.wait(lambda: bool(here.face.surroundings.booking.refused))

        assert here.face.surroundings.booking.refused[0][1] == f"seat {to} at table 2 is taken"
        assert names(here) == before


def test_a_kiosk_without_its_clock_plays_on_at_its_sitting(tmp_path, clock, room):
    one = evening(room)
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
    sitting = names(table)

    clock.stop()
    with RandomTable(tmp_path, clock.socket) as table:
        assert names(table) == sitting
        table.play(2)
        mark = table.game.mark
        clock.start()
        table.wait(lambda: table.face.surroundings.link is not None and table.face.surroundings.link.connected)
        eventually(lambda: one.whole["tables"][0]["records"] == mark)
    assert one.whole["tables"][0]["flags"] == []


@pytest.mark.slow
def test_the_final_table_is_drawn_while_the_clock_restarts_and_players_carry_their_chips(tmp_path, clock, room):
    """
    Both tables let all players go. Table 1 begins a new sitting after the clock was away.
    """
    one = room.create("Sunday", structure="demo", redraws={"final_table": 8})
    one.open_tables(1, 2)
    one.enter(*NAMES[:8])
    one.draw()
    one.do("start")
    with RandomTable(tmp_path, clock.socket, 1) as here, RandomTable(tmp_path, clock.socket, 2) as there:
        here.sit()
        there.sit()
        here.play(1)
        there.play(1)
        here.wait(lambda: len(names(here)) == 4)
        (asked,) = [proposal for proposal in one.view["proposals"] if proposal["action"]["do"] == "redraw"]
        assert asked["why"] == "8 players left: redraw everyone at the final table"
        one.do("redraw")
        here.wait(lambda: not names(here))
        there.wait(lambda: not names(there))
        clock.stop()
        clock.start()

        here.wait(lambda: len(here.face.surroundings.coming) == 8)
        assert one.view["ledger"]["in_transit"] == 8 * 5000
        for coming in here.face.surroundings.coming:
            redrawn = coming.came_from == 1
            here.host.orders.ask(
                TakeSeat(coming.seat, coming.player, coming.name, coming.chips, coming.came_from, redrawn)
            )
        here.wait(lambda: not here.face.surroundings.coming)
        here.play(2)
        eventually(lambda: one.whole["tables"][-1]["records"] == here.game.mark)

        whole = one.whole
        assert one.view["ledger"]["in_transit"] == 0
        assert whole["totals"]["chips_found"] == whole["totals"]["chips_issued"] == 8 * 5000
        assert [view["flags"] for view in whole["tables"]] == [[], [], []]
        assert [sitting["closed"] for sitting in one.view["sittings"]] == [True, True, False]
