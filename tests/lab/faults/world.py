"""Plays a room with the faults of its plan, and then gives it time to come to rest."""

import asyncio

from tests.lab.faults.caches import whole_databases
from tests.lab.faults.fires import Fires
from tests.lab.faults.forks import Forks
from tests.lab.faults.outages import Outages
from tests.lab.faults.pins import Guessing
from tests.lab.faults.plan import CLOCK, SERVER_KINDS, PlannedFault
from tests.lab.faults.power import Power
from tests.lab.faults.room import FaultRoom

REST_S = 90.0
"""How long nobody touches anything after the last fault."""
MANGLED = 0.05
HOUR_S = 3600.0
CLOCK_FLUSHED = 0.002
"""How often, per moment, a lying clock disk writes its cache. It has many more moments than a table's disk."""


class World:
    """The events in a room, and their times."""

    def __init__(self, room: FaultRoom) -> None:
        self._room = room
        self.power = Power(room)
        self._forks = Forks(room, self.power)
        self._fires = Fires(room, self.power)
        self._guessing = Guessing(room)
        self._outages = Outages(room, self.power)
        self.power.forgot = self._forgot
        self._nights_s = 0.0

    async def play(self) -> None:
        """Play from the start to the period of rest after the last fault."""
        for number in self._room.machines:
            self.power.boot(number)
        for planned in self._room.plan.faults:
            await self._until(planned.at_s)
            self._room.say(planned)
            await self._happen(planned)
        await self._until(self._room.plan.played_s)
        await self._rest()

    async def _until(self, at_s: float) -> None:
        """Wait until this time, not counting nights."""
        await asyncio.sleep(max(0.0, at_s + self._nights_s - self._room.loop.time()))

    async def _rest(self) -> None:
        """Repair everything, and make sure that nobody touches anything."""
        room, power = self._room, self.power
        room.network.mangles = 0
        self._outages.rest()
        for table in room.tables.values():
            if table.dealt:
                table.dealt.reader.behave()
                table.dealt.reader.replug()
        self._forks.rest()
        self._fires.rebuilt()
        for number, machine in room.machines.items():
            machine.disk.is_full = machine.disk.fails = False
            machine.disk.spare()
            room.network.heal(number)
            if number in power.fetched and machine.is_alive:
                continue
            if number > CLOCK and machine.is_alive:
                power.touch(number)
            elif not machine.is_alive or (power.is_stuck(number) and not room.plan.clocks):
                power.die(number)
                power.boot(number)
        room.clock.directs = False
        for table in room.tables.values():
            table.plays = False
        if room.forkable:
            await asyncio.sleep(REST_S)
            self._forks.one_writes()
        await asyncio.sleep(REST_S)
        room.oracles.at_rest(room.forkable)
        self._outages.at_rest()

    async def _happen(self, planned: PlannedFault) -> None:
        if planned.kind == "night":
            await self._night(planned.amount * HOUR_S)
        elif planned.kind in ("unplug", "misread"):
            self._misread(planned)
        elif planned.kind in ("cut", "lose", "mangle", "redraw"):
            self._disturb(planned)
        elif planned.kind in SERVER_KINDS:
            self._outages.happen(planned)
        elif planned.kind in ("stale", "lie", "twin", "forget"):
            self._fork(planned)
        else:
            self._harm(planned)

    async def _night(self, seconds: float) -> None:
        """Switch everything off for a night."""
        power = self.power
        for one in self._room.machines:
            power.die(one, power=True)
        power.is_night = True
        await asyncio.sleep(seconds)
        power.is_night = False
        self._nights_s += seconds
        for one in self._room.machines:
            power.start(one)

    def _harm(self, planned: PlannedFault) -> None:
        """Apply a machine fault."""
        number, for_s = planned.where, planned.for_s
        room, power, machine = self._room, self.power, self._room.machines[planned.where]
        match planned.kind:
            case "kill":
                power.die(number)
                room.then(for_s, lambda: power.start(number))
            case "tear":
                machine.disk.die_at(planned.amount, lambda: power.torn(number, for_s))
            case "full":
                machine.disk.is_full = True
                room.then(for_s, lambda: power.free(number))
            case "fail":
                machine.disk.fails = True
                room.then(for_s / 2, lambda: power.touch(number))
                room.then(for_s, lambda: power.free(number))
            case "refuse":
                machine.disk.fails = True
                room.then(for_s, lambda: power.free(number))
            case "guess":
                self._guessing.guess(number, for_s)
            case "burn":
                self._fires.burn(for_s)
            case "wall":
                machine.wall_by_ms += planned.amount

    def _fork(self, planned: PlannedFault) -> None:
        """Apply a fault that changes the history of a table or of the clock."""
        number, for_s, forks = planned.where, planned.for_s, self._forks
        match planned.kind:
            case "stale":
                forks.stale(number, planned.amount, for_s)
            case "lie":
                self._room.machines[number].disk.lie()
                self._room.then(planned.amount, lambda: forks.lied(number, for_s))
            case "forget":
                if self._room.machines[number].is_alive:  # its disk is not replaced
                    self._room.machines[number].disk.lie(whole_databases, CLOCK_FLUSHED)
                self._room.then(planned.amount, lambda: self.power.lost(number, for_s))
            case "twin":
                forks.clone(number, for_s, planned.amount)

    def _disturb(self, planned: PlannedFault) -> None:
        """Apply a network fault, or make a request from the director."""
        room, network = self._room, self._room.network
        match planned.kind:
            case "cut" | "redraw":
                room.clock.redraws = room.clock.redraws or planned.kind == "redraw"
                network.cut(planned.where)
                room.then(planned.for_s, lambda: network.heal(planned.where))
            case "lose":
                network.lose(planned.where)
            case _:
                network.mangles = MANGLED
                room.then(planned.for_s, self._unmangle)

    def _misread(self, planned: PlannedFault) -> None:
        """Apply a fault to a table's reader."""
        dealt = self._room.tables[planned.where].dealt
        assert dealt
        reader = dealt.reader
        if planned.kind == "unplug":
            reader.unplug()
            self._room.then(planned.for_s, reader.replug)
        else:
            reader.misreads = 1 / planned.amount
            self._room.then(planned.for_s, reader.behave)

    def _forgot(self) -> None:
        """The clock's disk has lost some of what it claimed to hold."""
        self._guessing.forgot()
        self._forks.clock_forgot()

    def _unmangle(self) -> None:
        self._room.network.mangles = 0
