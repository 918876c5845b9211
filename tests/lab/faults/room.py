"""The room that a plan plays: its machines, tables, clock and network, and the record of what happens."""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.tournament.actions import Create
from engine.tournament.event_terms import EventTerms, Prizes
from engine.tournament.formats import Redraws
from engine.tournament.levels.level_clock import is_running
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.state import is_over
from kiosk.clock.clients import throttle
from kiosk.clock.recovery import table_copies as copies
from kiosk.clock.settings import ClockSettings, TableWithToken
from kiosk.clock.times import Times
from kiosk.clock.tournaments.records.records import GOES_ON_MS
from kiosk.protocol.staff import Member
from kiosk.simulate.dealer import DirectLine
from kiosk.simulate.formats import Applicant, EventPart
from kiosk.simulate.network import Cable, Network
from kiosk.storage import journal
from kiosk.table.settings import TableSettings
from tests.lab.faults.cards import ROOM, SPARE, Cards, write_deck
from tests.lab.faults.clocks import SimulatedClock
from tests.lab.faults.disks import Disks, SimulatedDisk
from tests.lab.faults.machines import FaultLoop, Run
from tests.lab.faults.oracles import Oracles
from tests.lab.faults.plan import CLOCK, LATE, SEATS, SECOND, FaultPlan, clocks_of
from tests.lab.faults.readers import PLACES, SimulatedReader
from tests.lab.faults.server_clocks import ServerClock, ServerClocks
from tests.lab.faults.servers import URL, SimulatedServers
from tests.lab.faults.tables import DealtBy, SimulatedTable
from tests.lab.faults.trace import Trace

LATENCY_S = 0.03
WALL_MS = 1_800_000_000_000
"""The wall-clock time when a run begins."""
STACK = 1_000
"""Small, so that players bust, are moved and play hand for hand within a few minutes."""
PIN = "4711"
STAFF = (
    Member(
        "Floor",
        "floor",
        "$argon2id$v=19$m=19456,t=2,p=1$yYNJNgispojlW112LbH/Qw$o2WT+fUdWtt1IMYmQojfSieeRVfW+bLq0u9QjPdyB20",
    ),
)
"""The staff member whose PIN is `PIN`."""
TWIN = 100
"""Added to a table's number to get the key of its second kiosk: 101 for table 1."""


def name_of(key: int) -> str:
    """The name of a machine."""
    if key == SECOND:
        return "clock-b"
    if key > TWIN:
        return f"table-{key - TWIN}-twin"
    return f"table-{key}" if key else "clock"


class SimulatedMachine:
    """A machine in the room: its disk, its clocks, and the program that runs on it now."""

    def __init__(self, name: str, disk: SimulatedDisk) -> None:
        self.name = name
        self.disk = disk
        self.run: Run | None = None
        self.wall_by_ms = 0
        """How far its wall clock is off."""
        self.boots = 0
        self.booted_s = 0.0

    @property
    def is_alive(self) -> bool:
        """Whether its program is running."""
        return self.run is not None and self.run.alive

    def times(self, loop: FaultLoop) -> Times:
        """The machine's clocks during this boot. Monotonic time starts again at each boot; the wall clock keeps running
        on its battery."""
        booted_s = self.booted_s
        return Times(
            lambda: round((loop.time() - booted_s) * 1000) + 1000,
            lambda: round(loop.time() * 1000) + WALL_MS + self.wall_by_ms,
            f"{self.name} {self.boots}",
        )


class FaultRoom:
    """The room itself, without the faults that happen to it."""

    def __init__(self, plan: FaultPlan, folder: Path, loop: FaultLoop, trace: Trace) -> None:
        self.plan = plan
        self.folder = folder
        self.loop = loop
        self.trace = trace
        self._disks = Disks()
        self.violations: list[str] = []
        self._past: list[SimulatedTable] = []
        self._cards: dict[int, Cards] = {}
        """By table, the cards. Empty if no table has a reader."""
        self.forkable: set[int] = set()
        """Tables that may have more than one history."""
        self._clock_names = {name_of(number) for number in clocks_of(plan)}
        numbers = range(1, plan.tables + 1)
        tokens = {number: f"simulated-{number}" for number in numbers}
        self.servers = SimulatedServers(lambda: round(loop.time() * 1000) + WALL_MS, self.broken)
        if plan.clocks:
            loop.waited_s = self.servers.waited
        self.machines = {number: self._machine(number) for number in (*clocks_of(plan), *numbers)}
        self.network = Network(Random(f"network {plan.seed}"), LATENCY_S, self._answer)
        self.network.heard = lambda table, way, text: self.say(way, table, text.replace(str(folder), ""))
        self.clock: SimulatedClock | ServerClocks = self._clock(tokens)
        self.clock.backs_up = any(one.kind == "burn" for one in plan.faults)
        if any(one.kind in ("unplug", "misread") for one in plan.faults):
            self._cards = {number: Cards(f"{plan.seed} {number}") for number in numbers}
            write_deck(folder, ROOM)
            write_deck(folder, SPARE)
        self.tables = {number: self._table(number, number, tokens[number]) for number in numbers}
        stored = self.servers.read if plan.clocks else None
        self.oracles = Oracles(self.clock, self.tables, folder, self.broken, stored)
        loop.stepped = self._stepped

    def _machine(self, number: int) -> SimulatedMachine:
        name = name_of(number)
        disk = SimulatedDisk(self.folder / name, Random(f"disk {name} {self.plan.seed}"))
        disk.boot()
        self._disks.add(name, disk)
        return SimulatedMachine(name, disk)

    def _clock(self, tokens: dict[int, str]) -> SimulatedClock | ServerClocks:
        staff = STAFF if any(one.kind == "guess" for one in self.plan.faults) else ()
        tables = tuple(TableWithToken(table, token) for table, token in tokens.items())
        database = str(self.folder / "clock" / "clock.db")
        settings = ClockSettings("simulated", tables, staff, database_named=database, port=0)
        redraws = Redraws(final_table=SEATS) if any(one.kind == "redraw" for one in self.plan.faults) else Redraws()
        terms = EventTerms(
            load_payouts("curve"),
            2_000,
            late_levels=1,
            re_entries=1,
            prizes=Prizes(bounty=500, round_to=100),
            redraws=redraws,
        )
        people = tuple(Applicant(f"Player {n}", f"Player {n}") for n in range(1, self.plan.players + 1))
        part = EventPart("Simulated", terms, people, SEATS, late=LATE)
        dice = Random(f"director {self.plan.seed}")
        demo = load_structure("demo")
        entries = tuple(replace(entry, minutes=1) for entry in demo.entries)
        structure = replace(demo, starting_stack=STACK, entries=entries)
        wanted = Create("", part.name, load_book("tda"), structure, terms, f"{dice.getrandbits(128):032x}")
        if not self.plan.clocks:
            return SimulatedClock(settings, wanted, part, dice, self.broken)
        names = [name_of(number) for number in clocks_of(self.plan)]
        on_server = [
            replace(settings, database_named=URL, state_named=str(self.folder / name / "clock"), name=name)
            for name in names
        ]
        clocks = [ServerClock(one, wanted, part, dice, self.broken) for one in on_server]
        for clock in clocks:
            clock.opened = self._opened
        return ServerClocks(clocks, lambda: self.servers.primary.holder)

    def _opened(self, clock: ServerClock) -> None:
        """A clock has opened the database on the server. A level clock that was running must go on after a short
        absence."""
        if not isinstance(self.clock, ServerClocks) or clock is not self.clock.owner:
            return
        desk, was_running = clock.desk, self.oracles.is_running
        away_ms = self.servers.away_ms
        self.say("opens", clock.run.machine if clock.run else "", clock.openings)
        if desk and was_running and away_ms <= GOES_ON_MS and not (is_running(desk.state.clock) or is_over(desk.state)):
            self.broken(f"the level clock stands after a takeover of {away_ms} ms")
        self.oracles.booted()

    def clock_at(self, number: int) -> SimulatedClock:
        """The clock on this machine."""
        return self.clock.all[-number] if isinstance(self.clock, ServerClocks) else self.clock

    def silence(self, number: int) -> None:
        """A machine died. Its connections send nothing more."""
        if number > CLOCK:
            self.network.silence(number)
        elif isinstance(self.clock, ServerClocks):
            self.clock.all[-number].silence()
        else:
            for table in self.tables:
                self.network.silence(table)

    def _table(self, key: int, number: int, token: str) -> SimulatedTable:
        name = name_of(key)
        settings = TableSettings(number, str(self.folder / name / "table.journal"), "ws://simulated:1", token)
        dice = Random(f"table {key} {self.plan.seed}")
        reader = self._reader(key) if number in self._cards else None
        if reader:
            settings = reader.fit(settings, self.folder)
        line = partial(DirectLine, partial(self.network.dial, key))
        table = SimulatedTable(name, settings, dice, line, self.broken)
        table.dealt = DealtBy(reader, self._cards[number]) if reader else None
        return table

    def _reader(self, key: int) -> SimulatedReader:
        dice = Random(f"reader {key} {self.plan.seed}")
        return SimulatedReader(dice.choice(PLACES), dice, partial(self.say, name_of(key)))

    def add_twin(self, key: int, number: int) -> SimulatedTable:
        """Add a second kiosk for a table, with a copy of its disk."""
        self.machines[key] = machine = self._machine(key)
        machine.disk.replace(self.machines[number].disk.image())
        self.tables[key] = twin = self._table(key, number, self.tables[number].settings.token)
        twin.promised = dict(self.tables[number].promised)
        return twin

    def remove(self, key: int) -> Path:
        """Remove a kiosk that is off for good. Returns its folder."""
        self._past.append(self.tables.pop(key))
        return self.machines.pop(key).disk.folder

    @contextmanager
    def between(self) -> Iterator[None]:
        """Replace time, randomness and disks in this process with those of the simulation."""
        dice = Random(f"secrets {self.plan.seed}")
        with ExitStack() as patches:
            for module in (secrets, journal, copies):
                patches.enter_context(patch.object(module, "token_hex", lambda size=32: dice.randbytes(size).hex()))
            nonces = Random(f"nonces {self.plan.seed}")
            patches.enter_context(patch.object(secrets, "token_bytes", lambda size=32: nonces.randbytes(size)))
            patches.enter_context(patch.object(throttle, "thread_time", lambda: 0.0))
            patches.enter_context(self._disks.between())
            if self.plan.clocks:
                patches.enter_context(self.servers.between())
            before = logging.root.manager.disable
            logging.disable()
            patches.callback(logging.disable, before)
            yield

    def _stepped(self, machine: str) -> None:
        """Check the promises after each step of the clock, because its knowledge changes only then."""
        if machine in self._clock_names:
            self.oracles.look()

    def _answer(self, cable: Cable) -> bool:
        return self.clock.answer(cable)

    def then(self, seconds: float, what: Callable[[], object]) -> None:
        """Call `what` after this many seconds, outside any program."""
        self.loop.call_later(seconds, what)

    def broken(self, what: str) -> None:
        """Record a broken promise."""
        what = what.replace(str(self.folder), "")
        if what not in self.violations:
            self.violations.append(what)
            self.say("BROKEN", what)

    def say(self, *what: object) -> None:
        """Add an event to the trace."""
        self.trace.say(self.loop.time(), *what)

    def close(self) -> None:
        """Release the files of all runs of all programs."""
        self.clock.close()
        for table in (*self.tables.values(), *self._past):
            table.close()
