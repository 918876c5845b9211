"""Rooms on a PostgreSQL server, in which everything fails, by seed. The server is a model (`test_server_model.py`).

`KIOSK_SERVER_SEEDS` says how many seeds the nightly run plays with one clock, and how many with two.
"""

import pytest

from kiosk.clock import command as clock_command
from kiosk.clock.store.postgres import lease, store
from tests.kit.sizes import by_hand
from tests.lab.faults import database, server_clocks
from tests.lab.faults.command import played
from tests.lab.faults.plan import CLOCK, SECOND, SERVER_KINDS, FaultPlan, PlannedFault, server_plan_of

SEEDS = by_hand("KIOSK_SERVER_SEEDS", 100)
FIRST = 1_000
TOGETHER = 5


def a_room(*faults, clocks=1, played_s=60.0):
    return FaultPlan(seed=7, tables=2, players=10, played_s=played_s, faults=faults, clocks=clocks)


ONE_CLOCK = a_room(
    PlannedFault(22.0, "unsure", CLOCK, 0.0, 0),
    PlannedFault(28.0, "part", CLOCK, 6.0),
    PlannedFault(40.0, "unsure", CLOCK, 0.0, 1),
    PlannedFault(46.0, "stop", CLOCK, 8.0),
    PlannedFault(55.0, "unsure", CLOCK, 0.0, 2),
    PlannedFault(59.0, "kill", CLOCK, 2.0),
)
TWO_CLOCKS = a_room(
    PlannedFault(25.0, "stop", CLOCK, 12.0),
    PlannedFault(45.0, "kill", SECOND, 10.0),
    PlannedFault(47.0, "unsure", CLOCK, 0.0, 1),
    clocks=2,
)


@pytest.mark.slow
@pytest.mark.parametrize("plan", [ONE_CLOCK, TWO_CLOCKS], ids=["one clock", "two clocks"])
def test_the_promises_hold_while_a_clock_does_not_reach_its_server(plan):
    run = played(plan)

    assert run.broken == ()
    assert run.hands > 3


@pytest.mark.slow
@pytest.mark.parametrize("lost", [0, 5])
def test_a_replica_takes_the_place_of_its_primary_which_then_comes_back(lost):
    assert played(a_room(PlannedFault(30.0, "old", CLOCK, 5.0, lost))).broken == ()


FULL_SERVER = (PlannedFault(30.0, "crowd", CLOCK, 20.0), PlannedFault(40.0, "kill", CLOCK, 2.0))


@pytest.mark.slow
@pytest.mark.parametrize("clocks", [1, 2])
def test_a_full_server_stops_no_clock_and_loses_nothing(clocks):
    assert played(a_room(*FULL_SERVER, clocks=clocks)).broken == ()


@pytest.mark.slow
def test_a_clock_that_ends_because_the_server_is_full_is_detected(monkeypatch):
    monkeypatch.setattr(lease, "_check_room", lambda _: None)
    monkeypatch.setattr(server_clocks, "WAITS", clock_command.WAITS - {"server-full"})

    assert any("clock ends: server-full" in what for what in played(a_room(*FULL_SERVER)).broken)


@pytest.mark.nightly
@pytest.mark.parametrize("clocks", [1, 2])
@pytest.mark.parametrize("first", range(FIRST, FIRST + SEEDS, TOGETHER))
def test_many_seeds_on_a_server_break_no_promise(first, clocks):
    runs = {seed: played(server_plan_of(seed, clocks)) for seed in range(first, min(first + TOGETHER, FIRST + SEEDS))}

    assert {seed: run.broken for seed, run in runs.items() if run.broken} == {}


def unchecked(statement, place):
    """A statement that does not check the lease. Its epoch is in this place of its values."""

    def checks_nothing(db, session, *values):
        given = list(values)
        epoch, given[place] = given[place], db.lease.epoch
        answer = statement(db, session, *given)
        db.fenced = epoch
        return answer

    return checks_nothing


@pytest.mark.slow
def test_a_clock_that_writes_after_another_took_over_is_detected(monkeypatch):
    for sql, place in ((store._WRITE, 0), (database._RENEW, -1)):
        line = database._one_line(sql)
        monkeypatch.setitem(database._STATEMENTS, line, unchecked(database._STATEMENTS[line], place))

    broken = played(TWO_CLOCKS).broken

    assert any("clock writes in epoch 1, and the lease is in epoch 2" in what for what in broken)


@pytest.mark.slow
def test_a_clock_that_does_not_wait_for_its_turn_again_is_detected(monkeypatch):
    """As with seed 4 and one clock: the replica had not confirmed the first commit of an opening."""
    again = a_room(PlannedFault(30.0, "unsure", CLOCK, 0.0, 2), PlannedFault(30.0, "unsure", CLOCK, 0.0, 2))
    assert played(again).broken == ()
    monkeypatch.setattr(server_clocks, "WAITS", clock_command.WAITS - {"server-not-replicated"})

    assert any("clock ends: server-not-replicated" in what for what in played(again).broken)


def test_every_kind_of_fault_of_a_server_occurs_with_each_clock():
    faults = [planned for seed in range(100) for planned in server_plan_of(seed).faults]

    assert {planned.kind for planned in faults} >= set(SERVER_KINDS)
    assert {planned.where for planned in faults if planned.kind == "stop"} == {CLOCK, SECOND}
