"""One run: a room that plays while everything fails as its plan says, and then has time to come to rest."""

import asyncio
import gc
import logging
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from warnings import catch_warnings, simplefilter

import msgspec
from msgspec import UNSET

from engine.books.rulebook import load_book
from engine.tournament.actions import Create
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.formats.redraws import Redraws
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from kiosk.clock import copies, paced
from kiosk.clock.settings import ClockSettings
from kiosk.clock.times import Times
from kiosk.faults import Fault, Unsound
from kiosk.simulate.faults.clocks import SimulatedClock
from kiosk.simulate.faults.disks import Disks, Image, SimulatedDisk, close_files
from kiosk.simulate.faults.machines import FaultLoop, PowerCut, Run
from kiosk.simulate.faults.mending import Fetching, recovered
from kiosk.simulate.faults.oracles import Oracles
from kiosk.simulate.faults.plan import CLOCK, LATE, SEATS, FaultPlan, PlannedFault
from kiosk.simulate.faults.tables import Shown, SimulatedTable
from kiosk.simulate.faults.trace import Trace
from kiosk.simulate.formats import Applicant, Part
from kiosk.simulate.network import Cable, Network
from kiosk.simulate.wire import DirectLine
from kiosk.storage import journal
from kiosk.table.link.copy import TableCopy
from kiosk.table.settings import TableSettings

REST_S = 90.0
"""After the last fault: so long nobody touches anything."""
LATENCY_S = 0.03
THREAD_S = 0.02
MANGLED = 0.05
WALL_MS = 1_800_000_000_000
"""The time of day as a run begins."""
HOUR_S = 3600.0
STACK = 1_000
"""So that people go out, are moved and play hand for hand within a few minutes."""
TWIN = 100
"""The key of a second kiosk of table 1 is 101."""
SEEN_S = 20.0
"""Somebody sees that a table only shows."""
RESTART_S = 5.0
"""Somebody starts a program again whose disk had failed."""


def name_of(key: int) -> str:
    """What a machine is called."""
    if key > TWIN:
        return f"table-{key - TWIN}-twin"
    return f"table-{key}" if key else "clock"


class FaultRun(msgspec.Struct, frozen=True):
    """What a run came to: what it broke, the hash of all that happened, and how much that was."""

    broken: tuple[str, ...]
    digest: str
    hands: int
    records: int
    steps: int
    deaths: int
    moments: int


def run_plan(plan: FaultPlan, folder: Path, trace: Trace | None = None) -> FaultRun:
    """Play it in this empty folder; nothing of the process around may use a disk or the loop meanwhile."""
    dice = Random(f"threads {plan.seed}")
    loop = FaultLoop(lambda: dice.uniform(0, THREAD_S))
    with _silence():
        try:
            return _run(World(plan, folder, loop, trace or Trace()), loop)
        finally:
            asyncio.set_event_loop(None)
            loop.close()
            gc.collect()


def _run(world: "World", loop: FaultLoop) -> FaultRun:
    with world.between():
        asyncio.set_event_loop(loop)
        loop.run_until_complete(world.play())
        return world.ran()


@contextmanager
def _silence() -> Iterator[None]:
    """What dead programs were in the midst of is thrown away without a word, whenever it is."""
    with catch_warnings(), patch.object(sys, "unraisablehook", lambda _: None):
        simplefilter("ignore")
        yield


class SimulatedMachine:
    """A machine of the room: its disk, its clocks, and the program that runs on it now."""

    def __init__(self, name: str, disk: SimulatedDisk) -> None:
        self.name = name
        self.disk = disk
        self.run: Run | None = None
        self.wall_by_ms = 0
        """How wrong its time of day is."""
        self.boots = 0
        self.booted_s = 0.0

    @property
    def is_alive(self) -> bool:
        """Whether its program runs."""
        return self.run is not None and self.run.alive


class World:
    """The room with everything in it."""

    def __init__(self, plan: FaultPlan, folder: Path, loop: FaultLoop, trace: Trace) -> None:
        self.plan = plan
        self._folder = folder
        self._loop = loop
        self.trace = trace
        self._disks = Disks()
        self._broken: list[str] = []
        self._deaths = 0
        self._past: list[SimulatedTable] = []
        self._nights_s = 0.0
        self._is_night = self._is_resting = False
        self._true: dict[int, tuple[Image, dict[str, Shown]]] = {}
        """By table: the disk that an older one has taken the place of, and what its screen promised."""
        numbers = range(1, plan.tables + 1)
        tokens = {number: f"simulated-{number}" for number in numbers}
        self._forkable: set[int] = set()
        """Tables of which more than one history may have come to be."""
        self._twins: dict[int, int] = {}
        """By the key of a machine that has a copy of a table's disk: the table. Both are on."""
        self._given_up: set[int] = set()
        """Tables that could not be fetched."""
        self._before: dict[int, Path] = {}
        """By table, what its disk said that it held, until it starts again."""
        self._fetched: set[int] = set()
        """Tables that are being fetched from the clock."""
        self._machines = {number: self._machine(number, name_of(number)) for number in (CLOCK, *numbers)}
        self.network = Network(Random(f"network {plan.seed}"), LATENCY_S, self._answer)
        self.network.heard = lambda table, way, text: self._say(way, table, text.replace(str(folder), ""))
        self.clock = self._clock(tokens)
        self.tables = {number: self._table(number, number, tokens[number]) for number in numbers}
        self._fetching = Fetching(self.network, self.clock, Random(f"fetching {plan.seed}"))
        self.oracles = Oracles(self.clock, self.tables, folder, self.broken)
        loop.stepped = self.oracles.look
        loop.set_exception_handler(self._unhandled)

    def _machine(self, number: int, name: str) -> SimulatedMachine:
        disk = SimulatedDisk(self._folder / name, Random(f"disk {name} {self.plan.seed}"))
        disk.boot()
        self._disks.add(name, disk)
        return SimulatedMachine(name, disk)

    def _clock(self, tokens: dict[int, str]) -> SimulatedClock:
        settings = ClockSettings(tokens, "simulated", self._folder / "clock" / "clock.db", "127.0.0.1", 0)
        redraws = Redraws(final_table=SEATS) if any(one.kind == "redraw" for one in self.plan.faults) else UNSET
        terms = EventTerms(
            load_payouts("curve"),
            2_000,
            late_levels=1,
            re_entries=1,
            prizes=Prizes(bounty=500, round_to=100),
            redraws=redraws,
        )
        people = tuple(Applicant(f"Player {n}", f"Player {n}") for n in range(1, self.plan.players + 1))
        part = Part("Simulated", terms, people, SEATS, late=LATE)
        dice = Random(f"director {self.plan.seed}")
        demo = load_structure("demo")
        entries = tuple(msgspec.structs.replace(entry, minutes=1) for entry in demo.entries)
        structure = msgspec.structs.replace(demo, starting_stack=STACK, entries=entries)
        wanted = Create("", part.name, load_book("tda"), structure, terms, f"{dice.getrandbits(128):032x}")
        return SimulatedClock(settings, wanted, part, dice, self.broken)

    def _table(self, key: int, number: int, token: str) -> SimulatedTable:
        name = name_of(key)
        settings = TableSettings(number, str(self._folder / name / "table.journal"), "ws://simulated:1", token)
        dice = Random(f"table {key} {self.plan.seed}")
        return SimulatedTable(name, settings, dice, partial(DirectLine, partial(self.network.dial, key)), self.broken)

    @contextmanager
    def between(self) -> Iterator[None]:
        """Nothing in the process has another time, chance or disk than this world's."""
        dice = Random(f"secrets {self.plan.seed}")
        with ExitStack() as patches:
            for module in (secrets, journal, copies):
                patches.enter_context(patch.object(module, "token_hex", lambda size=32: dice.randbytes(size).hex()))
            patches.enter_context(patch.object(paced, "thread_time", lambda: 0.0))
            patches.enter_context(self._disks.between())
            before = logging.root.manager.disable
            logging.disable()
            patches.callback(logging.disable, before)
            patches.callback(self.bury)
            yield

    def _answer(self, cable: Cable) -> bool:
        return self.clock.answer(cable)

    # Time

    async def play(self) -> None:
        """From the start to the rest after the last fault."""
        for number in self._machines:
            self._boot(number)
        for planned in self.plan.faults:
            await self._until(planned.at_s)
            self._say(planned)
            await self._happen(planned)
        await self._until(self.plan.played_s)
        await self._rest()

    async def _until(self, at_s: float) -> None:
        """Of the time that is played."""
        await asyncio.sleep(max(0.0, at_s + self._nights_s - self._loop.time()))

    async def _rest(self) -> None:
        """Everything is mended, and nobody touches anything."""
        self.network.mangles, self._is_resting = 0, True
        for number in list(self._true):
            self._put_back(number)
        for number, machine in self._machines.items():
            machine.disk.is_full = machine.disk.fails = False
            machine.disk.spare()
            self.network.heal(number)
            if number in self._fetched and machine.is_alive:
                continue
            if number and machine.is_alive:
                self._touch(number)
            elif not machine.is_alive or self._is_stuck(number):
                self._die(number)
                self._boot(number)
        self.clock.directs = False
        for table in self.tables.values():
            table.plays = False
        if self._forkable:
            await asyncio.sleep(REST_S)
            self._one_writes()
        await asyncio.sleep(REST_S)
        self.oracles.at_rest(self._forkable)

    def _one_writes(self) -> None:
        """Of two kiosks of one table one at most may still write, with all at rest. Then the other is switched off, and
        a table that is lost is fetched."""
        for key, number in list(self._twins.items()):
            if not (self.tables[key].is_lost or self.tables[number].is_lost or number in self._fetched):
                self.broken(f"{name_of(key)} and {name_of(number)} both write")
            self._switch_off(key)
        for number in sorted(self._forkable):
            self._mend(number)

    # Machines

    def _switched_on(self, number: int) -> tuple[SimulatedMachine, Run]:
        machine = self._machines[number]
        machine.disk.boot()
        machine.boots += 1
        machine.booted_s = self._loop.time()
        machine.run = run = Run(machine.name)
        return machine, run

    def _boot(self, number: int) -> None:
        machine, run = self._switched_on(number)
        self._fetched.discard(number)
        self._say("boot", machine.name)
        before = self._before.pop(number, None)
        promised = self.oracles.after_a_lie(machine.disk.folder, before) if before else 0
        try:
            (self.tables[number] if number else self.clock).boot(run, self._times(machine))
        except PowerCut:
            return
        except Fault as fault:
            if isinstance(fault, Unsound) and number in self._forkable:
                self._recover(number)
                return
            if not machine.disk.is_full and not machine.disk.fails:
                self.broken(f"{machine.name} does not start: {fault}")
            self._die(number)
            self._then(RESTART_S, lambda: self._start(number))
        if promised and machine.is_alive and promised > self.tables[number].at.mark:
            self.broken(f"{machine.name} goes on at record {self.tables[number].at.mark} of {promised} and asks nobody")
        if number == CLOCK:
            self.oracles.booted()

    def _times(self, machine: SimulatedMachine) -> Times:
        """Its clocks from this boot on: monotonic time begins anew, and the time of day is what the battery says."""
        booted_s, loop = machine.booted_s, self._loop
        return Times(
            lambda: round((loop.time() - booted_s) * 1000) + 1000,
            lambda: round(loop.time() * 1000) + WALL_MS + machine.wall_by_ms,
            f"{machine.name} {machine.boots}",
        )

    def _die(self, number: int, between_writes: bool = True, power: bool = False) -> None:
        machine = self._machines[number]
        if not machine.is_alive:
            return
        assert machine.run
        machine.run.alive = False
        self._deaths += 1
        self._say("dies", machine.name)
        if between_writes:
            machine.disk.cut(power)
        if machine.disk.lost:
            self._lost_cache(number)
        for table in self.tables if number == CLOCK else (number,):
            self.network.silence(table)

    def _is_stuck(self, number: int) -> bool:
        if number:
            return self.tables[number].is_stuck
        return bool(self.clock.service and self.clock.service.fault(self.clock.service.words))

    # Faults

    async def _happen(self, planned: PlannedFault) -> None:
        number, machine = planned.where, self._machines[planned.where]
        match planned.kind:
            case "cut" | "lose" | "mangle" | "redraw":
                self._disturb(planned)
            case "kill":
                self._die(number)
                self._then(planned.for_s, lambda: self._start(number))
            case "tear":
                machine.disk.die_at(planned.amount, lambda: self._torn(number, planned.for_s))
            case "full":
                machine.disk.is_full = True
                self._then(planned.for_s, lambda: self._free(number))
            case "fail":
                machine.disk.fails = True
                self._then(planned.for_s / 2, lambda: self._touch(number))
                self._then(planned.for_s, lambda: self._free(number))
            case "wall":
                machine.wall_by_ms += planned.amount
            case "stale":
                image, seen = machine.disk.image(), self.tables[number].at
                self._then(planned.amount, lambda: self._resurrect(number, image, seen, planned.for_s))
            case "lie":
                machine.disk.lie()
                self._then(planned.amount, lambda: self._cut(number, planned.for_s))
            case "twin":
                self._clone(number, planned.for_s, planned.amount)
            case "night":
                for one in self._machines:
                    self._die(one, power=True)
                self._is_night = True
                await asyncio.sleep(planned.amount * HOUR_S)
                self._is_night = False
                self._nights_s += planned.amount * HOUR_S
                for one in self._machines:
                    self._start(one)

    def _disturb(self, planned: PlannedFault) -> None:
        match planned.kind:
            case "cut" | "redraw":
                self.clock.redraws = self.clock.redraws or planned.kind == "redraw"
                self.network.cut(planned.where)
                self._then(planned.for_s, lambda: self.network.heal(planned.where))
            case "lose":
                self.network.lose(planned.where)
            case _:
                self.network.mangles = MANGLED
                self._then(planned.for_s, self._unmangle)

    def _then(self, seconds: float, what: Callable[[], object]) -> None:
        self._loop.call_later(seconds, what)

    def _unmangle(self) -> None:
        self.network.mangles = 0

    def _torn(self, number: int, for_s: float) -> None:
        self._die(number, between_writes=False)
        self.network.later(for_s, lambda: self._start(number))

    def _start(self, number: int) -> None:
        if not self._machines[number].is_alive and not self._is_night:
            self._boot(number)

    def _free(self, number: int) -> None:
        disk = self._machines[number].disk
        disk.is_full = disk.fails = False
        if number:
            self._touch(number)
        elif self._is_stuck(number):
            self._die(number)
            self._then(RESTART_S, lambda: self._start(number))

    def _touch(self, number: int) -> None:
        """Somebody touches the button that a table shows whose disk is full or has failed."""
        machine, table = self._machines[number], self.tables[number]
        if not machine.is_alive or number in self._fetched or not table.is_stuck:
            return
        self._say("touch", machine.name)
        try:
            table.try_again(self._times(machine))
        except PowerCut:
            return
        except Fault as fault:
            if not machine.disk.is_full and not machine.disk.fails:
                self.broken(f"{machine.name} is not opened anew: {fault}")
            self._then(RESTART_S, lambda: self._touch(number))

    def _resurrect(self, number: int, image: Image, seen: Shown, for_s: float) -> None:
        """A kiosk with an old copy of the disk takes a table's place, if the clock has heard of more since."""
        table, machine = self.tables[number], self._machines[number]
        if self._is_resting or number in self._true or not machine.is_alive or not self.oracles.is_older(table, seen):
            return
        self._die(number)
        self._true[number] = machine.disk.left, table.promised
        table.promised = {}
        machine.disk.replace(image)
        self._boot(number)
        self._then(for_s, lambda: self._put_back(number))

    def _put_back(self, number: int) -> None:
        """The true kiosk is there again."""
        if number in self._true:
            self._die(number)
            left, self.tables[number].promised = self._true.pop(number)
            self._machines[number].disk.replace(left)
            self._start(number)

    def _cut(self, number: int, for_s: float) -> None:
        self._die(number, power=True)
        self._then(for_s, lambda: self._start(number))
        self._then(for_s + SEEN_S, lambda: self._mend(number))

    def _lost_cache(self, number: int) -> None:
        """A disk that had lied: what the screen showed is not all there."""
        disk = self._machines[number].disk
        before = self._folder / f"{name_of(number)}-before-{self._deaths}"
        before.mkdir()
        for name, (_, data) in disk.lost.items():
            (before / name).write_bytes(data)
        disk.lost = {}
        self._forkable.add(number)
        self.oracles.others.setdefault(number, []).append(before)
        self._before[number] = before
        self.tables[number].promised.clear()

    def _recover(self, number: int) -> None:
        """A table that does not start, for its journal is not whole: somebody answers its question."""
        machine = self._machines[number]
        assert machine.run
        dice = Random(f"answer {self.plan.seed} {number} {machine.boots}")
        self._say("is asked", machine.name)
        try:
            done = machine.run.do(lambda: recovered(self.tables[number], dice, number in self._given_up))
        except PowerCut:
            return
        if not done:
            self._fetch(number)
            return
        self._die(number)
        self._then(RESTART_S, lambda: self._start(number))

    def _clone(self, number: int, for_s: float, cut_s: float) -> None:
        """A second kiosk with a copy of the table's disk, until somebody notices."""
        key = TWIN + number
        if number in self._true or key in self._machines or not self._machines[number].is_alive:
            return
        self._forkable.add(number)
        self._machines[key] = machine = self._machine(key, name_of(key))
        machine.disk.replace(self._machines[number].disk.image())
        self.tables[key] = twin = self._table(key, number, self.tables[number].settings.token)
        twin.promised, self._twins[key] = dict(self.tables[number].promised), number
        if cut_s:
            self.network.cut(number)
            self._then(cut_s, lambda: self.network.heal(number))
        self._boot(key)
        self._then(for_s, lambda: self._notice(key))

    def _notice(self, key: int) -> None:
        """Somebody sees that there are two."""
        if key in self._twins and not self._is_resting and not self._is_night:
            number = self._twins[key]
            self._switch_off(key)
            self._mend(number)
            self._then(SEEN_S, lambda: self._mend(number))

    def _switch_off(self, key: int) -> None:
        self._die(key)
        self.tables[key].plays = False
        self.oracles.others.setdefault(self._twins.pop(key), []).append(self._machines.pop(key).disk.folder)
        self._past.append(self.tables.pop(key))

    def _mend(self, number: int) -> None:
        """A table that is lost is fetched."""
        if number not in self._fetched and number not in self._true and self.tables[number].is_lost:
            self._fetch(number)

    def _fetch(self, number: int) -> None:
        """Somebody touches the button that fetches the table from the clock."""
        self._die(number)
        machine, run = self._switched_on(number)
        self._fetched.add(number)
        self._say("fetches", machine.name)
        run.spawn(self._fetching.fetch(number, self.tables[number], lambda copy: self._came(number, copy)))

    def _came(self, number: int, copy: TableCopy | None) -> None:
        """The clock's copy is in the journal's place: the table goes on from there; without one it is as it was."""
        self._say("fetched", self._machines[number].name, len(copy.records) if copy else "nothing")
        self._given_up.discard(number) if copy else self._given_up.add(number)
        if copy:
            self.tables[number].promised.pop(copy.sitting, None)
        self._die(number)
        self.network.later(RESTART_S, lambda: self._start(number))

    # What comes of it

    def broken(self, what: str) -> None:
        """A promise is."""
        what = what.replace(str(self._folder), "")
        if what not in self._broken:
            self._broken.append(what)
            self._say("BROKEN", what)

    def _say(self, *what: object) -> None:
        self.trace.say(self._loop.time(), *what)

    def _unhandled(self, _: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            self.broken(f"nobody caught {type(error).__name__}: {error}")

    def ran(self) -> FaultRun:
        """The sum of it."""
        violations = [*self._broken]
        self.trace.say(self._loop.time(), *self.oracles.heads())
        return FaultRun(
            tuple(violations),
            self.trace.digest,
            self.oracles.hands(),
            self.oracles.records(),
            self._loop.steps,
            self._deaths,
            sum(machine.disk.moments for machine in self._machines.values()),
        )

    def bury(self) -> None:
        """Nothing that is left of it holds a file, or says anything any more."""
        for machine in self._machines.values():
            if machine.run:
                machine.run.alive = False
        for task in asyncio.all_tasks(self._loop):
            task._log_destroy_pending = False  # type: ignore[attr-defined]  # its machine is dead
            with suppress(BaseException):
                task.get_coro().close()
        self.clock.close()
        for table in (*self.tables.values(), *self._past):
            table.close()
        gc.collect()  # of those that died as they started
        close_files(self._folder)
