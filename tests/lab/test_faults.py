"""Rooms in which everything fails, by seed: the promises hold after every step, and a seed always fails the same way.

`KIOSK_FAULT_SEEDS` says how many seeds the nightly run plays, and `KIOSK_FAULT_FIRST` gives the first one. Each test
plays several seeds, so that all workers have their share.
"""

import asyncio
import gc
import re
import subprocess
import sys
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import Redraw
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels.structure import blinds, load_structure
from engine.tournament.orders.seating import redraw as redraw_order
from engine.tournament.prizes.payouts import load_payouts
from kiosk.clock.access import sign_ins
from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.access.waits import wrong_pins
from kiosk.clock.access.waits.wrong_pins import PinWaits, one_more
from kiosk.clock.links import kiosks
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.sqlite import store as sqlite_store
from kiosk.pins import Lockout, wait_ms
from kiosk.protocol.sync import Intake, Outbox
from kiosk.simulate.director import twice
from kiosk.storage import journal
from kiosk.storage.journal_reader import check
from kiosk.storage.promised import Promises
from kiosk.table.control.write_gate import WriteGate
from kiosk.table.link.follower import ClockFollower
from kiosk.table.people import sign_in
from tests.kiosk.storage.append_forever import ROOT
from tests.kit.sizes import by_hand
from tests.kit.small_room import CREATE, SmallRoom
from tests.lab.faults import command, machines, room, tables
from tests.lab.faults.command import main, played
from tests.lab.faults.disks import SimulatedDisk
from tests.lab.faults.machines import FaultLoop, PowerCut, Run
from tests.lab.faults.oracles import Oracles
from tests.lab.faults.plan import CLOCK, KINDS, SERVER_KINDS, FaultPlan, PlannedFault, only, plan_of
from tests.lab.faults.run import FaultRun, run_plan
from tests.lab.faults.shrink import shrunk
from tests.lab.faults.tables import SimulatedTable
from tests.lab.faults.trace import Trace
from tests.lab.faults.world import World

SEEDS = by_hand("KIOSK_FAULT_SEEDS", 1000)
FIRST = by_hand("KIOSK_FAULT_FIRST", 1000)
TOGETHER = 10
SMALL = FaultPlan(
    seed=7,
    tables=2,
    players=10,
    played_s=90.0,
    faults=(
        PlannedFault(25.0, "cut", 1, 30.0),
        PlannedFault(28.0, "mangle", 2, 20.0),
        PlannedFault(30.0, "tear", CLOCK, 3.0, 1),
        PlannedFault(34.0, "full", 2, 10.0),
        PlannedFault(50.0, "tear", 2, 2.0, 1),
        PlannedFault(60.0, "kill", CLOCK, 2.0),
        PlannedFault(60.0, "stale", 1, 15.0, 10),
        PlannedFault(62.0, "fail", 2, 9.0),
        PlannedFault(75.0, "lose", 2, 0.0),
    ),
)


def command_of(seed, *words):
    return [
        sys.executable,
        "-m",
        "tests.lab.faults",
        "--seed",
        str(seed),
        *words,
    ]


def ran(broken):
    return FaultRun(broken, "0" * 64, 1, 2, 3, 4, 5)


@pytest.mark.slow
def test_the_promises_hold_while_a_room_fails():
    run = played(SMALL)

    assert run.broken == ()
    assert run.deaths == 5
    assert run.hands


def broken_by(seeds):
    """The promises that each seed breaks, after the command that plays it again."""
    runs = {seed: played(plan_of(seed)) for seed in seeds}
    return [
        f"python -m tests.lab.faults --seed {seed}: {'; '.join(run.broken)}" for seed, run in runs.items() if run.broken
    ]


@pytest.mark.slow
def test_the_screen_of_a_table_without_power_is_not_touched():
    """As in seed 1202: a lost table was fetched while it had no power, and its answer was taken for the contents of its
    disk.
    """
    twin, dark = PlannedFault(30.0, "twin", 1, 35.0, 40), PlannedFault(70.0, "lie", 1, 20.0, 13)

    assert played(replace(SMALL, faults=(twin, dark))).broken == ()


@pytest.mark.slow
def test_a_table_whose_disk_lost_its_next_sitting_is_fetched_and_asks_for_it():
    """As in seed 1969: it stayed at the previous sitting, and nothing on its screen led to the players at the next."""
    assert played(only(plan_of(1969), (3, 4, 5))).broken == ()


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(FIRST, FIRST + SEEDS, TOGETHER))
def test_many_seeds_break_no_promise(first):
    assert broken_by(range(first, min(first + TOGETHER, FIRST + SEEDS))) == []


def test_a_seed_that_fails_in_the_nightly_run_is_reported_with_its_command(monkeypatch):
    monkeypatch.setattr(command, "run_plan", lambda plan, _: ran(("the sky", "the earth") if plan.seed == 12 else ()))

    assert broken_by(range(11, 14)) == ["python -m tests.lab.faults --seed 12: the sky; the earth"]


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 3], ids=["with readers", "without"])
def test_a_seed_fails_the_same_way_in_every_process(seed):
    said = [
        subprocess.run(
            command_of(seed),
            cwd=ROOT,
            env={"PYTHONHASHSEED": hashes, "PATH": ""},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hashes in ("1", "2")
    ]

    assert said[0] == said[1]
    assert re.fullmatch(rf"seed {seed}: \d+ faults, \d+ deaths, \d+ hands, [\d,]+ records, [0-9a-f]{{16}}\n", said[0])


# Each promise is broken on purpose, and the oracles must notice


class Remembers(SimulatedTable):
    """A table that takes an older copy of its disk for its own."""

    promised = property(lambda table: table.__dict__.setdefault("seen", {}), lambda *_: None)


@pytest.mark.slow
def test_a_screen_that_goes_back_is_detected(monkeypatch):
    monkeypatch.setattr(room, "SimulatedTable", Remembers)

    run = played(replace(SMALL, faults=(PlannedFault(40.0, "stale", 1, 20.0, 15),)))

    assert any(re.match(r"table-1 showed record \d+ of .* and now shows \d+", what) for what in run.broken)


@pytest.mark.slow
def test_a_link_that_forgets_what_it_has_to_send_is_detected(monkeypatch):
    monkeypatch.setattr(Outbox, "acked", lambda box, mark: setattr(box, "_mark", box._log.head))

    run = played(replace(SMALL, faults=(PlannedFault(25.0, "cut", 1, 40.0),)))

    assert any("the clock lacks" in what for what in run.broken)


TWINS = replace(SMALL, faults=(PlannedFault(30.0, "twin", 1, 45.0, 40),))
"""The true kiosk is cut off until the other one is connected; then both get through."""


@pytest.mark.slow
def test_a_read_only_kiosk_that_plays_on_is_detected(monkeypatch):
    assert played(TWINS).broken == ()
    monkeypatch.setattr(WriteGate, "stopped", property(lambda gate: gate._frozen))

    assert any("table-1 only shows, and has written record" in what for what in played(TWINS).broken)


@pytest.mark.slow
def test_merging_two_histories_is_detected(monkeypatch):
    def take(intake, epoch, batch):
        copy = intake._copy
        copy.add(epoch, [record for record in batch if record.seq > copy.head().seq])
        return copy.head()

    monkeypatch.setattr(Intake, "take", take)
    monkeypatch.setattr(Outbox, "acked", lambda box, mark: setattr(box, "_mark", mark))
    monkeypatch.setattr(sqlite_store, "check_opening", lambda *_: None)
    monkeypatch.setattr(KioskAccess, "check_journal", lambda *_: None)
    monkeypatch.setattr(kiosks.ConnectedKiosk, "keeps_out", lambda *_: False)

    broken = played(TWINS).broken

    assert any("record-unfollowed" in what for what in broken)
    assert any("is no beginning of its journal" in what for what in broken)


@pytest.mark.slow
def test_a_table_that_takes_the_remains_on_a_lying_disk_for_the_whole_is_detected(monkeypatch):
    lies = replace(SMALL, faults=(PlannedFault(30.0, "lie", 1, 5.0, 15),))
    assert played(lies).broken == ()
    monkeypatch.setattr(journal, "check", lambda path, _: check(path, Promises()))

    assert any(re.match(r"table-1 goes on at record \d+ of \d+", what) for what in played(lies).broken)


@pytest.mark.slow
def test_a_table_is_not_checked_against_the_claims_of_an_older_disk():
    """As in seed 2625: the older disk lied and lost power, and the original was put back before the table started."""
    older, lies = PlannedFault(30.0, "stale", 1, 20.0, 10), PlannedFault(42.0, "lie", 1, 20.0, 10)

    assert played(replace(SMALL, faults=(older, lies))).broken == ()


def test_a_power_cut_is_not_undone_by_a_copy_of_the_disk_or_a_later_lie(tmp_path):
    """As in seed 4486: a disk began to lie while its machine had no power."""
    disk = SimulatedDisk(tmp_path / "table-1", Random(7))
    disk.boot()
    file, old, new = disk.folder / "table.journal", b"o" * 5_120, b"n" * 5_120
    file.write_bytes(old)
    disk.die_at(1, lambda: None)
    with pytest.raises(PowerCut), disk.moment(OSError):
        file.write_bytes(new)

    _, torn = disk.image()[file.name]
    assert torn not in {old, new}

    disk.lie(lambda held, *_: held)
    disk.boot()
    file.write_bytes(new)
    disk.cut(power=True)
    disk.boot()
    assert file.read_bytes() == torn


def test_records_that_a_lying_disk_never_claimed_are_detected(tmp_path):
    broken: list[str] = []
    oracles = Oracles(SimpleNamespace(desk=None), {}, tmp_path, broken.append)  # type: ignore[arg-type]
    left, claimed = tmp_path / "table-1", tmp_path / "table-1-before"
    for folder, bodies in ((left, (b"one", b"two")), (claimed, (b"one", b"2", b"three"))):
        folder.mkdir()
        with journal.Journal.open(folder / "table.journal", lambda: 0) as written:
            written.append(0, bodies)

    assert oracles.after_a_lie(left, left) == 2
    assert broken == []
    oracles.after_a_lie(left, claimed)
    assert broken == ["table-1 has records in table.journal that were never written"]


FORGETS = replace(SMALL, faults=(PlannedFault(30.0, "forget", CLOCK, 5.0, 30),))
TRIES = 20
"""Evenings of a plan. Lost records have to be needed again: that happens in 39 of the first 60 for a table's records,
and in 16 for the tournament's.
"""


def found(plan, pattern):
    """Whether one of the plan's first evenings breaks such a promise."""
    runs = (played(replace(plan, seed=seed)) for seed in range(plan.seed, plan.seed + TRIES))
    return any(re.search(pattern, what) for run in runs for what in run.broken)


BURNS = replace(SMALL, faults=(PlannedFault(45.0, "burn", CLOCK, 5.0),))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [FORGETS, BURNS], ids=["forget", "burn"])
def test_a_table_that_trusts_a_former_acknowledgement_of_the_clock_is_detected(plan, monkeypatch):
    assert played(plan).broken == ()
    newest: dict[Any, int] = {}

    def acked(box, mark):
        known = newest[id(box._log)] = max(mark.seq, newest.get(id(box._log), 0))
        box._mark = box._log.head if mark.seq < known else mark

    monkeypatch.setattr(Outbox, "acked", acked)

    assert found(plan, "the clock lacks")


@pytest.mark.slow
def test_a_lost_clock_is_rebuilt_during_play(tmp_path):
    trace = Trace(keep=True)

    run = run_plan(BURNS, tmp_path, trace)

    assert run.broken == ()
    assert run.deaths == 1
    (rebuilt,) = [line for line in trace.lines or () if line.split()[1:3] == ["is", "rebuilt"]]
    assert rebuilt.startswith("50.000000 ")


def test_a_clock_that_loses_records_twice_is_short_until_those_of_the_first_loss_are_back_too(tmp_path):
    """As in seed 1655: a table was cut off from the first loss until after the second."""
    audited = SimpleNamespace(seq=0, flags=())
    desk: Any = SimpleNamespace(audited=SimpleNamespace(tables={1: audited}))
    oracles = Oracles(SimpleNamespace(desk=None), {}, tmp_path, pytest.fail)  # type: ignore[arg-type]

    for audited.seq in (482, 0):
        oracles._look_at(desk, 1)
        oracles.forgot(tmp_path)

    assert oracles._is_short(desk)
    audited.seq = 482
    assert not oracles._is_short(desk)


@pytest.mark.slow
def test_an_older_disk_let_in_by_a_rebuilt_clock_is_a_history_of_its_own():
    """As in seed 1048: what the clock had of the table was lost while an older disk was in its place."""
    older = PlannedFault(30.0, "stale", 1, 40.0, 10)

    assert played(replace(BURNS, faults=(older, *BURNS.faults))).broken == ()


GUESSES = replace(SMALL, faults=(PlannedFault(20.0, "guess", 1, 60.0), PlannedFault(45.0, "kill", CLOCK, 1.0)))


@pytest.mark.slow
def test_a_clock_that_forgets_the_count_of_wrong_pins_at_a_restart_is_detected(monkeypatch):
    assert played(GUESSES).broken == ()

    async def count(waits, _, keys, *__):
        for key in keys:
            waits._wrong.all[key] = one_more(waits._wrong.all.get(key), waits._now())

    monkeypatch.setattr(PinWaits, "count", count)

    found = [re.fullmatch(r"a PIN of table 1 is looked at too early after (\d+) wrong ones", what)
             for what in played(GUESSES).broken]  # fmt: skip
    assert any(found)


@pytest.mark.slow
def test_setting_the_clock_back_cuts_no_wait_short_after_the_first_wrong_pins():
    """As in seed 1146."""
    guess, back = PlannedFault(20.0, "guess", 1, 12.0), PlannedFault(23.0, "wall", CLOCK, 60.0, -80_000_000)

    assert played(replace(SMALL, seed=3, played_s=35.0, faults=(guess, back))).broken == ()


@pytest.mark.slow
def test_a_clock_whose_waits_depend_on_the_time_of_day_is_detected(monkeypatch):
    guess, back = PlannedFault(20.0, "guess", 1, 60.0), PlannedFault(30.0, "wall", CLOCK, 60.0, -80_000_000)
    plan = replace(SMALL, faults=(guess, back))
    assert played(plan).broken == ()

    def left_ms(wrong, now):
        return max(0, min(wait := wait_ms(wrong.count), wrong.last_ms + wait - now.wall_ms)) if wrong else 0

    monkeypatch.setattr(wrong_pins, "left_ms", left_ms)

    assert any("waits for longer than it was told" in what for what in played(plan).broken)


@pytest.mark.parametrize("pause_s", [0.0, 1.0])
def test_a_run_that_never_ends_is_reported_with_its_seed(pause_s, monkeypatch, capsys):
    """Before, only the limit of the whole test stopped it, after half an hour, and nobody knew which seed it was."""

    async def rest(_):
        while True:
            await asyncio.sleep(pause_s)

    monkeypatch.setattr(World, "_rest", rest)
    monkeypatch.setattr(machines, "MOST_ROUNDS", 5_000)

    assert main(["--seed", "5", "--only", "0", "--seconds", "5"]) == 1

    said = capsys.readouterr().err
    assert "the run does not end: 5000 rounds of its loop" in said
    assert "python -m tests.lab.faults --seed 5 --only 0" in said


def uncaught_of(program, ends):
    """The uncaught errors of a program. `ends` is called with the program's run in the same step in which an order is
    refused."""
    loop, run, uncaught = FaultLoop(lambda: 0.0), Run("clock"), []
    loop.set_exception_handler(lambda _, context: uncaught.append(str(context.get("exception", ""))))

    async def refuse():
        loop.call_soon(ends, run)
        raise Refused("tournament-ended")

    async def play():
        run.spawn(program(refuse()))
        await asyncio.sleep(1)
        run.die()

    loop.run_until_complete(play())
    loop.close()
    return uncaught


async def catch(order):
    with suppress(Refused):
        await asyncio.shield(order)


@pytest.mark.parametrize("ends", [Run.die, Run.stop])
def test_an_error_is_not_reported_if_its_program_died_before_it_could_catch_it(ends):
    """As in seed 1487: the clock's machine died at the moment when an order was refused."""
    uncaught = uncaught_of(catch, ends)
    gc.collect()

    assert not any(uncaught)


def test_an_error_that_a_program_does_not_catch_is_reported():
    uncaught = uncaught_of(lambda order: order, lambda _: None)
    gc.collect()

    assert uncaught == ["tournament-ended"]


@pytest.mark.slow
def test_a_clock_may_count_wrong_pins_from_before_a_loss_on_its_disk():
    """As in seed 1131: the clock appeared to wait for longer than it had announced."""
    guess, lost = PlannedFault(79.2, "guess", 2, 103.2), PlannedFault(114.6, "forget", CLOCK, 19.9, 35)

    assert played(FaultPlan(1131, 2, 14, 18.75, (guess, lost))).broken == ()


@pytest.mark.slow
def test_a_clock_that_accepts_every_pin_is_detected(monkeypatch):
    monkeypatch.setattr(sign_ins, "find_member", lambda staff, *_: staff[0])

    assert any(re.fullmatch(r"PIN \d{4} of table 1 is right", what) for what in played(GUESSES).broken)


ALONE = replace(SMALL, seed=10, faults=(PlannedFault(20.0, "guess", 1, 65.0), PlannedFault(24.0, "cut", 1, 60.0)))
"""Someone signs at a table, and others guess PINs, most of the time with its clock away."""


@pytest.mark.slow
def test_a_table_without_its_clock_that_does_not_wait_after_wrong_pins_is_detected(monkeypatch):
    assert played(ALONE).broken == ()
    monkeypatch.setattr(Lockout, "left_ms", lambda *_: 0)

    found = [re.fullmatch(r"table 1 looks at a PIN too early, without its clock, after (\d+) wrong ones", what)
             for what in played(ALONE).broken]  # fmt: skip
    assert any(found)


@pytest.mark.slow
def test_a_table_without_its_clock_that_accepts_every_pin_is_detected(monkeypatch):
    monkeypatch.setattr(sign_in, "find_member", lambda staff, *_: staff[0])

    broken = played(ALONE).broken

    assert any(re.fullmatch(r"PIN \d{4} is right at table 1, without its clock", what) for what in broken)


REFUSES = replace(SMALL, faults=(PlannedFault(30.0, "refuse", CLOCK, 25.0),))


@pytest.mark.slow
def test_a_clock_whose_disk_refuses_writes_for_a_while_resumes_where_it_stopped(tmp_path):
    trace = Trace(keep=True)

    run = run_plan(REFUSES, tmp_path, trace)

    assert run.broken == ()
    assert run.deaths == 1  # it was restarted because it could not write any more
    assert run.hands > 3


@pytest.mark.slow
def test_a_tournament_that_differs_from_its_decisions_is_detected(monkeypatch):
    take = StreamKeeper._take

    def another(keeper, step):
        events = take(keeper, step)
        keeper.state = replace(keeper.state, name=f"{keeper.state.name}'")
        return events

    monkeypatch.setattr(StreamKeeper, "_take", another)

    broken = played(replace(SMALL, faults=())).broken

    assert "the tournament is another one than its decisions lead to" in broken


@pytest.mark.slow
def test_a_tournament_sent_with_a_mark_beyond_its_disk_is_detected(monkeypatch):
    newest: dict[Any, int] = {}

    def mark(keeper):
        newest[keeper.stream] = max(newest.get(keeper.stream, 0), keeper._head.seq)
        return newest[keeper.stream]

    monkeypatch.setattr(StreamKeeper, "mark", property(mark))

    assert found(FORGETS, r"^the tournament is told as of record \d+, and ends at \d+")


@pytest.mark.slow
def test_a_level_that_goes_back_and_a_game_that_differs_from_its_journal_are_detected(monkeypatch):
    first, later = (blinds(load_structure("demo"), index) for index in (0, 2))
    follow = ClockFollower.follow
    wrong = lambda at, table: follow(at, table) and (later if table.hands < 2 else first)  # noqa: E731
    monkeypatch.setattr(ClockFollower, "follow", wrong)
    monkeypatch.setattr(tables, "apply", lambda game, _: game)

    broken = played(replace(SMALL, faults=())).broken

    assert "table-1 went back from level 2 to 1" in broken
    assert "table 1 plays another game than its journal" in broken


def test_a_player_with_a_second_stack_after_a_redraw_is_detected(monkeypatch):
    """As seed 3023 did: a new player's table was cut off, and seated the player after a redraw had seated them
    elsewhere.
    """
    monkeypatch.setattr(redraw_order, "check_heard", lambda *_: None)
    room = SmallRoom(1)
    room.open(9, 2, 9, create=replace(CREATE, terms=EventTerms(load_payouts("club"), buy_in=2000)))
    room.tables_follow()
    entry = sorted(room.tables[1].held)[0]
    late = room.tables[1].held.pop(entry)
    assert room.ask(Redraw())
    room.tables_follow()
    assert twice(room.facts) == []

    room.tables[1].held[entry] = late

    assert twice(room.facts) == [entry]


# The report of a failing seed


def test_a_failing_plan_is_shrunk_to_the_faults_that_cause_the_failure():
    plan = replace(plan_of(2), played_s=240.0)
    tried = []

    def breaks(fewer):
        tried.append(fewer)
        return {plan.faults[1], plan.faults[4]} <= set(fewer.faults) and fewer.played_s >= 60

    assert shrunk(plan, breaks) == ((2, 5), 60.0)
    assert len(tried) < 40


def test_a_seed_that_breaks_a_promise_is_reported_with_its_command(monkeypatch, capsys):
    def breaks(plan, _):
        return ran(("the sky has fallen",) if len(plan.faults) > 1 else ())

    monkeypatch.setattr(command, "run_plan", breaks)

    assert main(["--seed", "3"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "the sky has fallen"
    assert re.fullmatch(r"to repeat it: python -m tests.lab.faults --seed 3 --only \d,\d --seconds 18.75", said[-1])


def test_every_kind_of_fault_occurs():
    assert {planned.kind for seed in range(100) for planned in plan_of(seed).faults} == set(KINDS) - set(SERVER_KINDS)


@pytest.mark.parametrize("words", [("--seeds", "0"), ("--only", "99"), ("--seconds", "0")])
def test_impossible_numbers_are_refused(words, capsys):
    with pytest.raises(SystemExit, match="2"):
        main([*words])
    assert words[0].strip("-") in capsys.readouterr().err
