"""Machines that are switched on, die, and are restarted by hand."""

from collections.abc import Callable

from kiosk.faults import Fault, Unsound
from tests.lab.faults.lies import LyingDisks
from tests.lab.faults.machines import PowerCut, Run
from tests.lab.faults.plan import CLOCK
from tests.lab.faults.room import FaultRoom, SimulatedMachine

RESTART_S = 5.0
"""How long the staff takes to restart a program or to touch a table again."""


class Power:
    """The power of all machines in a room."""

    def __init__(self, room: FaultRoom) -> None:
        self._room = room
        self._lies = LyingDisks(room)
        self.deaths = 0
        self.is_night = False
        self.burnt: set[int] = set()
        """Machines that were lost in a fire. They cannot be switched on."""
        self.fetched: set[int] = set()
        """Tables that are being restored from the clock. The restore is their program."""
        self.forgot: Callable[[], None] = lambda: None
        """Called when the clock's disk has lost some of what it claimed to hold."""
        self.asks: Callable[[int], None] = lambda _: None
        """Called for a table that will not start until the staff answers its question."""

    def switched_on(self, number: int) -> tuple[SimulatedMachine, Run]:
        """Switch a machine on. Returns it, with its disk as it was left, and an empty run of its program."""
        machine = self._room.machines[number]
        machine.disk.boot()
        machine.boots += 1
        machine.booted_s = self._room.loop.time()
        machine.run = run = Run(machine.name)
        return machine, run

    def boot(self, number: int) -> None:
        """Start a machine's program."""
        room = self._room
        machine, run = self.switched_on(number)
        self.fetched.discard(number)
        room.say("boot", machine.name)
        promised = self._lies.promised(number)
        try:
            (room.tables[number] if number > CLOCK else room.clock_at(number)).boot(run, machine.times(room.loop))
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
        if number == CLOCK and not room.plan.clocks:
            room.oracles.booted()

    def die(self, number: int, between_writes: bool = True, power: bool = False) -> None:
        """End a machine's program. With `power`, the power goes out too."""
        machine = self._room.machines[number]
        if not machine.is_alive:
            return
        assert machine.run
        machine.run.die()
        self.deaths += 1
        self._room.say("dies", machine.name)
        if between_writes:
            machine.disk.cut(power)
        if machine.disk.lost:
            self._lies.lost(number, self.deaths)
            if number == CLOCK:
                self.forgot()
        if not power:
            self._room.servers.died(machine.run)
        self._room.silence(number)

    def start(self, number: int) -> None:
        """Switch a machine on, unless it is already on, it was burned, or it is night."""
        if not self._room.machines[number].is_alive and not self.is_night and number not in self.burnt:
            self.boot(number)

    def restart(self, number: int) -> None:
        """End a machine's program and start it again after a while."""
        self.die(number)
        self._room.then(RESTART_S, lambda: self.start(number))

    def lost(self, number: int, for_s: float) -> None:
        """Cut the power for `for_s` seconds."""
        self.die(number, power=True)
        self._room.then(for_s, lambda: self.start(number))

    def torn(self, number: int, for_s: float) -> None:
        """The power was cut in the middle of a write. It comes back after `for_s` seconds."""
        self.die(number, between_writes=False)
        self._room.network.later(for_s, lambda: self.start(number))

    def is_stuck(self, number: int) -> bool:
        """Whether the machine is waiting for a person, because of its disk."""
        if number > CLOCK:
            return self._room.tables[number].is_stuck
        service = self._room.clock_at(number).service
        return service is not None and service.disk_failed

    def free(self, number: int) -> None:
        """The disk has room and works again."""
        disk = self._room.machines[number].disk
        disk.is_full = disk.fails = False
        if number > CLOCK:
            self.touch(number)
        elif self.is_stuck(number) and not self._room.plan.clocks:  # a clock on a server goes on by itself
            self.restart(number)

    def touch(self, number: int) -> None:
        """Touch the button of a table whose disk is full or has failed."""
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
