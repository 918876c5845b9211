"""Players who carry chips between tables: the room's chips are conserved, whichever half of the move arrives first."""

from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.staff import CallFloor, MeetFloor, NotePin, SignIn
from kiosk.clock.tables.audit import chips
from tests.kiosk.clock.tables.test_audit import honest, watch
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
    assert audited.brought == 7_300 - 20_000


def test_a_player_whom_no_clock_assigned_is_flagged():
    assert any(flag.code == "seat-not-issued" for flag in after_requests(LeaveSeat(2), TakeSeat(2, "n", "N", 9)).flags)


def test_sign_ins_and_floor_calls_are_followed_without_a_flag():
    audited = after_requests(SignIn("Ana"), CallFloor(), CallFloor("chips"), NotePin("floor"), NotePin("floor", "Flo"))

    assert audited.flags == ()
    assert audited.called_ms is not None
    assert after_requests(CallFloor(), MeetFloor("Flo")).called_ms is None


def test_a_call_keeps_its_age_after_a_restart_of_the_clock(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket, 1) as table:
        table.sit()
        table.host.orders.ask(CallFloor("ruling"))
        called = table.wait_until_held(clock)["floor"]
        clock.stop()
        clock.start()

        after = table.wait_until_held(clock)["floor"]

    assert called["why"] == after["why"] == "ruling"
    assert abs(called["since_ms"] - after["since_ms"]) < 5_000
