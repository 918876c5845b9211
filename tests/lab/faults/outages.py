"""A room on a server: what happens to the server, to the way to it, and to the clocks that use it."""

from collections import deque
from functools import partial

from kiosk.clock.store.postgres.identity import known_server
from tests.lab.faults.plan import PlannedFault, clocks_of
from tests.lab.faults.power import RESTART_S, Power
from tests.lab.faults.room import FaultRoom, name_of
from tests.lab.faults.server_clocks import ServerClocks
from tests.lab.faults.servers import Lost, SimulatedServer

ENDS: tuple[Lost, ...] = ("before", "after", "alone")
"""The end of a commit, by a fault's `amount`."""


class Outages:
    """The outages in one room."""

    def __init__(self, room: FaultRoom, power: Power) -> None:
        self._room = room
        self._power = power
        self._old: SimulatedServer | None = None
        if isinstance(room.clock, ServerClocks):
            for number, clock in zip(clocks_of(room.plan), room.clock.all, strict=True):
                clock.ended = partial(self._ended, number)

    def happen(self, planned: PlannedFault) -> None:
        """Apply a fault."""
        number, for_s, servers = planned.where, planned.for_s, self._room.servers
        machine = self._room.machines[number]
        match planned.kind:
            case "part":
                servers.unreachable_from.add(machine.name)
                self._room.then(for_s, lambda: servers.unreachable_from.discard(machine.name))
            case "unsure":
                servers.unsure.setdefault(machine.name, deque()).append(ENDS[planned.amount])
            case "crowd":
                self._crowd(for_s)
            case "stop":
                self._stop(number, for_s)
            case "promote" | "old":
                self._promote(planned)

    def _stop(self, number: int, for_s: float) -> None:
        run = self._room.machines[number].run
        if run and run.alive:
            run.stop()
            self._room.then(for_s, run.go_on)

    def _crowd(self, for_s: float) -> None:
        """The disk of the primary is full. A replica that takes its place has a disk of its own."""
        database = self._room.servers.primary.database
        database.is_full = True

        def free() -> None:
            database.is_full = False

        self._room.then(for_s, free)

    def _promote(self, planned: PlannedFault) -> None:
        """The primary fails, and later its replica takes its place."""
        servers = self._room.servers
        if self._old:
            return
        self._old = old = servers.promote(planned.amount)
        new = servers.primary
        new.is_up = False
        if planned.amount:
            self._room.oracles.forgot(old.database.read)

        def up() -> None:
            new.is_up = True

        self._room.then(planned.for_s, up)
        if planned.kind == "old":
            self._room.then(2 * planned.for_s, lambda: self._set_old(True))
            self._room.then(3 * planned.for_s, lambda: self._set_old(False))

    def _set_old(self, is_up: bool) -> None:
        """The old primary comes back and takes writes, or somebody switches it off."""
        if self._old:
            self._old.is_up = is_up and self._all_know_the_new()

    def _all_know_the_new(self) -> bool:
        """Whether each clock has seen the new primary. A clock that has not takes the first server that answers."""
        folders = [self._room.machines[number].disk.folder for number in clocks_of(self._room.plan)]
        known = [known_server(folder / "clock") for folder in folders]
        return all(one and one.timeline == self._room.servers.primary.timeline for one in known)

    def rest(self) -> None:
        """Repair everything."""
        servers = self._room.servers
        servers.unreachable_from.clear()
        servers.unsure.clear()
        servers.primary.is_up = True
        servers.primary.database.is_full = False
        self._set_old(False)
        self._old = self._old or servers.primary  # nothing is promoted any more
        if not self._room.plan.clocks:
            return
        for number in clocks_of(self._room.plan):
            if run := self._room.machines[number].run:
                run.go_on()

    def at_rest(self) -> None:
        """Check that one clock, and only one, runs the room."""
        clock = self._room.clock
        if isinstance(clock, ServerClocks):
            serving = [name_of(-number) for number, one in enumerate(clock.all) if one.is_serving]
            if len(serving) != 1:
                self._room.broken(f"the clocks that serve in the end: {serving}")

    def _ended(self, number: int, fault: Exception) -> None:
        """A clock's program has ended by itself. It is started again."""
        disk = self._room.machines[number].disk
        if not disk.is_full and not disk.fails:
            self._room.broken(f"{name_of(number)} ends: {fault}")
        self._room.network.later(0, lambda: self._power.die(number))
        self._room.network.later(RESTART_S, lambda: self._power.start(number))
