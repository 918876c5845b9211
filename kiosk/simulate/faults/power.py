"""Machines that are switched on, die, and are started again by hand."""

from collections.abc import Callable

from kiosk.faults import Fault, Unsound
from kiosk.simulate.faults.lies import Lies
from kiosk.simulate.faults.machines import PowerCut, Run
from kiosk.simulate.faults.plan import CLOCK
from kiosk.simulate.faults.room import FaultRoom, SimulatedMachine

RESTART_S = 5.0
"""Somebody starts a program again whose disk had failed."""


class Power:
    """Of all machines of a room."""

    def __init__(self, room: FaultRoom) -> None:
        self._room = room
        self._lies = Lies(room)
        self.deaths = 0
        self.is_night = False
        self.burnt: set[int] = set()
        """Machines that are lost: nobody can switch them on."""
        self.fetched: set[int] = set()
        """Tables that are being fetched from the clock: that is their program."""
        self.forgot: Callable[[], None] = lambda: None
        """Called where the clock's disk has lost what it said it held."""
        self.asks: Callable[[int], None] = lambda _: None
        """Called for a table that does not start before somebody has answered its question."""

    def switched_on(self, number: int) -> tuple[SimulatedMachine, Run]:
        """Its disk as it was left, and a program of which nothing runs yet."""
        machine = self._room.machines[number]
        machine.disk.boot()
        machine.boots += 1
        machine.booted_s = self._room.loop.time()
        machine.run = run = Run(machine.name)
        return machine, run

    def boot(self, number: int) -> None:
        """Its program starts."""
        room = self._room
        machine, run = self.switched_on(number)
        self.fetched.discard(number)
        room.say("boot", machine.name)
        promised = self._lies.promised(number)
        try:
            (room.tables[number] if number else room.clock).boot(run, machine.times(room.loop))
        except PowerCut:
            return
        except Fault as fault:
            if isinstance(fault, Unsound) and number in room.forkable:
                self.asks(number)
                return
            if not machine.disk.is_full and not machine.disk.fails:
                room.broken(f"{machine.name} does not start: {fault}")
            self.restart(number)
        if promised and machine.is_alive and promised > room.tables[number].at.mark:
            room.broken(f"{machine.name} goes on at record {room.tables[number].at.mark} of {promised} and asks nobody")
        if number == CLOCK:
            room.oracles.booted()

    def die(self, number: int, between_writes: bool = True, power: bool = False) -> None:
        """Its program ends, or its `power` goes."""
        machine = self._room.machines[number]
        if not machine.is_alive:
            return
        assert machine.run
        machine.run.alive = False
        self.deaths += 1
        self._room.say("dies", machine.name)
        if between_writes:
            machine.disk.cut(power)
        if machine.disk.lost:
            self._lies.lost(number, self.deaths)
            if number == CLOCK:
                self.forgot()
        for table in self._room.tables if number == CLOCK else (number,):
            self._room.network.silence(table)

    def start(self, number: int) -> None:
        """Somebody switches it on, unless it is on or the room is dark."""
        if not self._room.machines[number].is_alive and not self.is_night and number not in self.burnt:
            self.boot(number)

    def restart(self, number: int) -> None:
        """Somebody starts its program again."""
        self.die(number)
        self._room.then(RESTART_S, lambda: self.start(number))

    def lost(self, number: int, for_s: float) -> None:
        """The power has gone, and is back after that."""
        self.die(number, power=True)
        self._room.then(for_s, lambda: self.start(number))

    def torn(self, number: int, for_s: float) -> None:
        """The power has gone in the midst of a write."""
        self.die(number, between_writes=False)
        self._room.network.later(for_s, lambda: self.start(number))

    def is_stuck(self, number: int) -> bool:
        """Whether it waits for somebody, because of its disk."""
        if number:
            return self._room.tables[number].is_stuck
        service = self._room.clock.service
        return service is not None and service.disk_failed

    def free(self, number: int) -> None:
        """Its disk has room and works again."""
        disk = self._room.machines[number].disk
        disk.is_full = disk.fails = False
        if number:
            self.touch(number)
        elif self.is_stuck(number):
            self.restart(number)

    def touch(self, number: int) -> None:
        """Somebody touches the button that a table shows whose disk is full or has failed."""
        room, machine, table = self._room, self._room.machines[number], self._room.tables[number]
        if not machine.is_alive or number in self.fetched or not table.is_stuck:
            return
        room.say("touch", machine.name)
        try:
            table.try_again(machine.times(room.loop))
        except PowerCut:
            return
        except Fault as fault:
            if isinstance(fault, Unsound) and number in room.forkable:
                self.asks(number)
                return
            if not machine.disk.is_full and not machine.disk.fails:
                room.broken(f"{machine.name} is not opened anew: {fault}")
            room.then(RESTART_S, lambda: self.touch(number))
