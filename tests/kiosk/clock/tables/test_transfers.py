"""Players who carry chips between tables: the room's chips are conserved, whichever half of the move arrives first."""

from engine.actions import CallFloor, LeaveSeat, MeetFloor, NotePin, SignIn, TakeSeat
from engine.tournament.tables.transfers import Transfer
from kiosk.clock.tables.audit import chips
from tests.kiosk.clock.tables.test_audit import SEATING, honest, watch
from tests.kit.clock import RandomTable
from tests.kit.randomplay import ask


def after_requests(*actions):
    """An honest table before its first hand, after these requests, as the clock follows it."""
    game, events = honest(1, steps=9)
    for action in actions:
        step = ask(game, action)
        events += step.record
        game = step.after
    return watch(events)


def test_a_table_that_sends_and_receives_players_adds_up():
    audited = after_requests(LeaveSeat(2, 12), TakeSeat(2, "n", "Nia", 7_300, 5))

    assert audited.flags == ()
    assert chips(audited).found == chips(audited).expected == 120_000 - 20_000 + 7_300
    assert audited.departures == (Transfer("p2", "Player 2", 20_000, SEATING.table, 12),)
    assert audited.arrivals == (Transfer("n", "Nia", 7_300, 5, SEATING.table),)


def test_a_player_whom_no_clock_assigned_is_flagged():
    assert any(flag.code == "seat-not-issued" for flag in after_requests(LeaveSeat(2), TakeSeat(2, "n", "N", 9)).flags)


def test_sign_ins_and_floor_calls_are_followed_without_a_flag():
    audited = after_requests(SignIn("Ana"), CallFloor(), CallFloor("chips"), NotePin("floor"), NotePin("floor", "Flo"))

    assert audited.flags == ()
    assert audited.called_ms is not None
    assert after_requests(CallFloor(), MeetFloor("Flo")).called_ms is None


def test_a_player_moves_between_two_tables_of_the_clock(clock, tmp_path):
    """In transit the chips still count in the room; the clock notifies the new table who is coming."""
    with RandomTable(tmp_path, clock.socket, 1) as old, RandomTable(tmp_path, clock.socket, 2) as new:
        for table in (old, new):
            table.sit()
        new.host.ask(LeaveSeat(6, 9))
        old.host.ask(LeaveSeat(3, 2))
        new.wait(lambda: len(new.face.coming) == 1)
        (player,) = new.face.coming
        assert (player.name, player.chips, player.came_from) == ("Cyd 1", 5_000, 1)
        assert clock.tables()["totals"]["chips_found"] == clock.tables()["totals"]["chips_issued"] == 60_000
        assert clock.room()["players_left"] == 12

        new.host.ask(TakeSeat(6, player.player, player.name, player.chips, player.came_from))
        new.wait(lambda: new.face.coming == ())

        assert new.wait_until_held(clock)["flags"] == []
        assert old.wait_until_held(clock)["chips_found"] == clock.table(1)["chips_issued"] == 25_000
        assert clock.tables()["totals"]["chips_found"] == 60_000


def test_an_arrival_that_the_other_table_has_not_sent_is_flagged_until_it_has(clock, tmp_path):
    """The other table may just be offline: the flag is removed once its half is known."""
    with RandomTable(tmp_path, clock.socket, 1) as old, RandomTable(tmp_path, clock.socket, 2) as new:
        for table in (old, new):
            table.sit()
        new.host.ask(LeaveSeat(6, 9))
        new.host.ask(TakeSeat(6, "Cyd 1", "Cyd 1", 5_000, 1))
        said = new.wait_until_held(clock)["flags"]
        assert said == ["Cyd 1 came from table 1 with 5,000, but that table has not sent those chips"]

        old.host.ask(LeaveSeat(3, 2))
        old.wait_until_held(clock)

        assert clock.table(2)["flags"] == []


def test_a_call_keeps_its_age_after_a_restart_of_the_clock(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket, 1) as table:
        table.sit()
        table.host.ask(CallFloor("ruling"))
        called = table.wait_until_held(clock)["floor"]
        clock.stop()
        clock.start()

        after = table.wait_until_held(clock)["floor"]

    assert called["why"] == after["why"] == "ruling"
    assert abs(called["since_ms"] - after["since_ms"]) < 5_000
