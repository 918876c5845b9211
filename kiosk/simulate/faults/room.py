"""The room that a plan plays: its machines, tables, clock and network, and what is said of it."""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

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
from kiosk.protocol.staff import Member
from kiosk.simulate.faults.cards import ROOM, SPARE, Cards, write_deck
from kiosk.simulate.faults.clocks import SimulatedClock
from kiosk.simulate.faults.disks import Disks, SimulatedDisk
from kiosk.simulate.faults.machines import FaultLoop, Run
from kiosk.simulate.faults.oracles import Oracles
from kiosk.simulate.faults.plan import CLOCK, LATE, SEATS, FaultPlan
from kiosk.simulate.faults.readers import PLACES, SimulatedReader
from kiosk.simulate.faults.tables import DealtBy, SimulatedTable
from kiosk.simulate.faults.trace import Trace
from kiosk.simulate.formats import Applicant, Part
from kiosk.simulate.network import Cable, Network
from kiosk.simulate.wire import DirectLine
from kiosk.storage import journal
from kiosk.table.settings import TableSettings

LATENCY_S = 0.03
WALL_MS = 1_800_000_000_000
"""The time of day as a run begins."""
STACK = 1_000
"""So that people go out, are moved and play hand for hand within a few minutes."""
PIN = "4711"
STAFF = (
    Member(
        "Floor",
        "floor",
        "$argon2id$v=19$m=19456,t=2,p=1$yYNJNgispojlW112LbH/Qw$o2WT+fUdWtt1IMYmQojfSieeRVfW+bLq0u9QjPdyB20",
    ),
)
"""Who has it."""
TWIN = 100
"""The key of a second kiosk of table 1 is 101."""


def name_of(key: int) -> str:
    """What a machine is called."""
    if key > TWIN:
        return f"table-{key - TWIN}-twin"
    return f"table-{key}" if key else "clock"


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

    def times(self, loop: FaultLoop) -> Times:
        """Its clocks from this boot on: monotonic time begins anew, and the time of day is what the battery says."""
        booted_s = self.booted_s
        return Times(
            lambda: round((loop.time() - booted_s) * 1000) + 1000,
            lambda: round(loop.time() * 1000) + WALL_MS + self.wall_by_ms,
            f"{self.name} {self.boots}",
        )


class FaultRoom:
    """Everything that is in it, and nothing that happens to it."""

    def __init__(self, plan: FaultPlan, folder: Path, loop: FaultLoop, trace: Trace) -> None:
        self.plan = plan
        self.folder = folder
        self.loop = loop
        self.trace = trace
        self._disks = Disks()
        self.violations: list[str] = []
        self._past: list[SimulatedTable] = []
        self._cards: dict[int, Cards] = {}
        """By table, where they are read."""
        self.forkable: set[int] = set()
        """Tables of which more than one history may have come to be."""
        numbers = range(1, plan.tables + 1)
        tokens = {number: f"simulated-{number}" for number in numbers}
        self.machines = {number: self._machine(number) for number in (CLOCK, *numbers)}
        self.network = Network(Random(f"network {plan.seed}"), LATENCY_S, self._answer)
        self.network.heard = lambda table, way, text: self.say(way, table, text.replace(str(folder), ""))
        self.clock = self._clock(tokens)
        self.clock.backs_up = any(one.kind == "burn" for one in plan.faults)
        if any(one.kind in ("unplug", "misread") for one in plan.faults):
            self._cards = {number: Cards(f"{plan.seed} {number}") for number in numbers}
            write_deck(folder, ROOM)
            write_deck(folder, SPARE)
        self.tables = {number: self._table(number, number, tokens[number]) for number in numbers}
        self.oracles = Oracles(self.clock, self.tables, folder, self.broken)
        loop.stepped = self._stepped

    def _machine(self, number: int) -> SimulatedMachine:
        name = name_of(number)
        disk = SimulatedDisk(self.folder / name, Random(f"disk {name} {self.plan.seed}"))
        disk.boot()
        self._disks.add(name, disk)
        return SimulatedMachine(name, disk)

    def _clock(self, tokens: dict[int, str]) -> SimulatedClock:
        staff = STAFF if any(one.kind == "guess" for one in self.plan.faults) else ()
        settings = ClockSettings(tokens, "simulated", self.folder / "clock" / "clock.db", "127.0.0.1", 0, staff=staff)
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
        """A second kiosk of a table, with a copy of its disk."""
        self.machines[key] = machine = self._machine(key)
        machine.disk.replace(self.machines[number].disk.image())
        self.tables[key] = twin = self._table(key, number, self.tables[number].settings.token)
        twin.promised = dict(self.tables[number].promised)
        return twin

    def remove(self, key: int) -> Path:
        """A kiosk that is off for good: returns its folder."""
        self._past.append(self.tables.pop(key))
        return self.machines.pop(key).disk.folder

    @contextmanager
    def between(self) -> Iterator[None]:
        """Nothing in the process has another time, chance or disk than this world's."""
        dice = Random(f"secrets {self.plan.seed}")
        with ExitStack() as patches:
            for module in (secrets, journal, copies):
                patches.enter_context(patch.object(module, "token_hex", lambda size=32: dice.randbytes(size).hex()))
            nonces = Random(f"nonces {self.plan.seed}")
            patches.enter_context(patch.object(secrets, "token_bytes", lambda size=32: nonces.randbytes(size)))
            patches.enter_context(patch.object(paced, "thread_time", lambda: 0.0))
            patches.enter_context(self._disks.between())
            before = logging.root.manager.disable
            logging.disable()
            patches.callback(logging.disable, before)
            yield

    def _stepped(self, machine: str) -> None:
        """What the clock knows changes in its own steps."""
        if machine == name_of(CLOCK):
            self.oracles.look()

    def _answer(self, cable: Cable) -> bool:
        return self.clock.answer(cable)

    def then(self, seconds: float, what: Callable[[], object]) -> None:
        """So much later, by nobody's program."""
        self.loop.call_later(seconds, what)

    def broken(self, what: str) -> None:
        """A promise is."""
        what = what.replace(str(self.folder), "")
        if what not in self.violations:
            self.violations.append(what)
            self.say("BROKEN", what)

    def say(self, *what: object) -> None:
        """It belongs to what happened."""
        self.trace.say(self.loop.time(), *what)

    def close(self) -> None:
        """Let go of the files of all runs of all programs."""
        self.clock.close()
        for table in (*self.tables.values(), *self._past):
            table.close()
