"""The clocks of a room on a server: each waits for its turn, serves until its database fails, and waits again. This is
what `kiosk clock` does, without its sockets.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any, cast

from starlette.websockets import WebSocket

from engine.tournament.actions import Create
from kiosk.clock.command import TURN_S, WAITS
from kiosk.clock.recovery.reopening import until_writable
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.place import StorePlace, can_reopen, turn_of
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.web.sockets.sessions import serve_table
from kiosk.faults import Fault
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.simulate.director import SimulatedDirector
from kiosk.simulate.formats import EventPart
from kiosk.simulate.network import Cable
from tests.lab.faults.clocks import SimulatedClock
from tests.lab.faults.machines import Run


class ServerClock(SimulatedClock):
    """One of the clocks, through all runs of its program."""

    def __init__(
        self, settings: ClockSettings, wanted: Create, part: EventPart, dice: Random, broken: Callable[[str], None]
    ) -> None:
        super().__init__(settings, wanted, part, dice, broken)
        self.opened: Callable[[ServerClock], None] = lambda _: None
        """Called when its service has opened the database."""
        self.ended: Callable[[Fault], None] = lambda _: None
        """Called when its program ends by itself, with the reason."""
        self.openings = 0
        """How many times it has opened the database."""
        self._cables: list[Cable] = []
        self._place = StorePlace(settings.state, settings.server, settings.name)

    def boot(self, run: Run, times: Times) -> None:
        """Start the program. It waits for its turn."""
        self.run = run
        self._forget()
        run.spawn(self._serve(run, times))

    def answer(self, cable: Cable) -> bool:
        """Serve a table's connection. Returns False if this clock does not serve now."""
        if self.service is None or self.run is None or not self.run.alive:
            return False
        self._cables.append(cable)
        self.run.spawn(serve_table(self.service, cast(WebSocket, cable)))
        return True

    def silence(self) -> None:
        """Its machine died: its connections send nothing more."""
        for cable in self._cables:
            cable.up.is_open = cable.down.is_open = False
        self._cables = []

    @property
    def is_serving(self) -> bool:
        """Whether tables can connect to it."""
        return self.service is not None and self.run is not None and self.run.alive and not self.service.disk_failed

    async def _serve(self, run: Run, times: Times) -> None:
        try:
            for opening in count():
                await self._until_our_turn()
                try:
                    self.service = service = Service(self._settings, times)
                except Fault as fault:
                    if fault.message.code not in WAITS:
                        raise
                    continue
                await self._until_it_fails(run, service, opening)
        except Fault as fault:
            self.ended(fault)

    async def _until_our_turn(self) -> None:
        with turn_of(self._place) as turn:
            while await asyncio.to_thread(turn.look):
                await asyncio.sleep(TURN_S)

    async def _until_it_fails(self, run: Run, service: Service, opening: int) -> None:
        """Serve until the database has failed and can be opened again."""
        self.openings += 1
        self._past.append(service)
        self._watch_pins(service)
        self._begun = self._begun or self.desk is not None
        self.opened(self)
        tasks: list[asyncio.Task[Any]] = [run.spawn(service.heartbeat()), run.spawn(self._direct(service))]
        await until_writable(lambda: service.disk_failed, partial(can_reopen, self._place), opening)
        for task in tasks:
            task.cancel()
        for cable in self._cables:
            cable.lose()
        self._forget()
        self._past.remove(service)
        service.close()

    def _forget(self) -> None:
        """Nothing is served from now on."""
        self.service = self.director = self._desk = None
        self._cables = []
        self.unanswered(self._asked)
        self._asked = []


class ServerClocks:
    """All clocks of the room. Everything about its tournament is asked of the one that holds the lease."""

    backs_up = False

    def __init__(self, clocks: list[ServerClock], holder: Callable[[], Run | None]) -> None:
        """`holder` returns the run of the program that took the lease last."""
        self.all = clocks
        self._holder = holder
        self._tries = 0

    @property
    def owner(self) -> ServerClock | None:
        """The clock that holds the lease. None if its program has ended."""
        run = self._holder()
        return next((clock for clock in self.all if run and run.alive and clock.run is run), None)

    @property
    def run(self) -> Run | None:
        """The owner's program."""
        return self.owner.run if self.owner else None

    @property
    def service(self) -> Service | None:
        """The owner's service. None while it waits or opens the database."""
        return self.owner.service if self.owner else None

    @property
    def director(self) -> SimulatedDirector | None:
        """The owner's director."""
        return self.owner.director if self.owner else None

    @property
    def desk(self) -> Desk | None:
        """The tournament's desk at the owner. None before it is created and while no clock serves."""
        return self.owner.desk if self.owner else None

    @property
    def directs(self) -> bool:
        """Whether the director makes decisions."""
        return all(clock.directs for clock in self.all)

    @directs.setter
    def directs(self, directs: bool) -> None:
        for clock in self.all:
            clock.directs = directs

    @property
    def redraws(self) -> bool:
        """Whether the director wants to redraw all seats."""
        return all(clock.redraws for clock in self.all)

    @redraws.setter
    def redraws(self, redraws: bool) -> None:
        for clock in self.all:
            clock.redraws = redraws

    def watch_pins(
        self,
        answered: Callable[[int, CheckPin, PinChecked], None],
        unanswered: Callable[[list[tuple[int, CheckPin]]], None],
    ) -> None:
        """Pass on what becomes of PINs."""
        for clock in self.all:
            clock.answered, clock.unanswered = answered, unanswered

    def answer(self, cable: Cable) -> bool:
        """Serve a table's connection. A table tries one clock after another. Returns False if this one does not
        serve."""
        self._tries += 1
        return self.all[self._tries % len(self.all)].answer(cable)

    def close(self) -> None:
        """Release the files of all runs."""
        for clock in self.all:
            clock.close()
