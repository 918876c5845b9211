"""The simulated clock: its machine, its director, and what it has promised to pages and tables."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import cast

from starlette.websockets import WebSocket

from engine.refused import Refused
from engine.tournament.actions import Create, Redraw, Start
from engine.tournament.levels.level_clock import is_running
from engine.tournament.state import is_over
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.web.sockets.sessions import serve_table
from kiosk.faults import Fault
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.simulate.director import SimulatedDirector
from kiosk.simulate.formats import EventPart
from kiosk.simulate.network import Cable
from kiosk.storage.keeper import Stale
from tests.lab.faults.machines import Run

HEARTBEAT_S = 15.0
LOOK_S = 5.0


class SimulatedClock:
    """The room's clock, through all runs of its program."""

    def __init__(
        self, settings: ClockSettings, wanted: Create, part: EventPart, dice: Random, broken: Callable[[str], None]
    ) -> None:
        """`broken` is called with each problem that no fault explains."""
        self.run: Run | None = None
        self.service: Service | None = None
        self.director: SimulatedDirector | None = None
        self.directs = True
        """Whether the director makes decisions."""
        self.answered: Callable[[int, CheckPin, PinChecked], None] = lambda *_: None
        self.unanswered: Callable[[list[tuple[int, CheckPin]]], None] = lambda _: None
        self.backs_up = False
        """Whether the tables keep backups of the clock."""
        self.redraws = False
        """Whether the director wants to redraw all seats."""
        self._settings = settings
        self._wanted = wanted
        self._part = part
        self._dice = dice
        self._broken = broken
        self._begun = False
        self._past: list[Service] = []
        self._desk: Desk | None = None
        """The desk of the current run."""
        self._asked: list[tuple[int, CheckPin]] = []
        """The PIN requests that are not answered yet, with their tables."""

    def boot(self, run: Run, times: Times) -> None:
        """Start the program. Raises `Fault` if it does not start."""
        self.run, self.service, self.director, self._desk = run, None, None, None
        self.unanswered(self._asked)
        self._asked = []
        self.service = run.do(lambda: Service(self._settings, times))
        self._past.append(self.service)
        self._watch_pins(self.service)
        run.spawn(self.service.heartbeat(HEARTBEAT_S))
        run.spawn(self._direct(self.service))
        if self.backs_up:
            run.spawn(self.service.clock_recovery.keep_making())

    def watch_pins(
        self,
        answered: Callable[[int, CheckPin, PinChecked], None],
        unanswered: Callable[[list[tuple[int, CheckPin]]], None],
    ) -> None:
        """`answered` is called with the table, the PIN request and the answer. `unanswered` is called as a run starts,
        with the PIN requests that the previous run left unanswered, and their tables. It may have counted one of
        them."""
        self.answered, self.unanswered = answered, unanswered

    def _watch_pins(self, service: Service) -> None:
        pins = service.access.table_pins
        check = pins.ask

        def watched(table: int, ask: CheckPin, answer: Callable[[PinChecked], object]) -> None:
            self._asked.append((table, ask))

            def answered(checked: PinChecked) -> None:
                if checked.result != "cannot":
                    self._asked.remove((table, ask))
                self.answered(table, ask, checked)
                answer(checked)

            check(table, ask, answered)

        setattr(pins, check.__name__, watched)

    def close(self) -> None:
        """Release the files of all runs."""
        while self._past:
            with suppress(Exception):
                self._past.pop().close()
        self.service = self.director = None

    def answer(self, cable: Cable) -> bool:
        """Serve a table's connection. Returns False if the clock is not running."""
        if self.service is None or self.run is None or not self.run.alive:
            return False
        self.run.spawn(serve_table(self.service, cast(WebSocket, cable)))
        return True

    @property
    def desk(self) -> Desk | None:
        """The desk of the tournament. None before it is created and while the clock is down."""
        if self.service is None or self.run is None or not self.run.alive:
            return None
        if self._desk is None and (publisher := self.service.tournaments.named("")):
            self._desk = publisher.desk
        return self._desk

    async def _direct(self, service: Service) -> None:
        """Do everything that a director does, until the tournament is over."""
        if not self._begun:
            await service.orders.create(self._wanted)
        if (desk := self.desk) is None:
            self._broken("the tournament is gone")
            return
        self.director = director = SimulatedDirector(desk, self._part, self._dice, checks=False)
        if not self._begun:
            await director.begin(tuple(self._settings.tokens))
            self._begun = True
        while not is_over(desk.state):
            await asyncio.sleep(LOOK_S)
            if self.directs and not desk.is_short():
                with suppress(Fault, Stale, Refused):  # the disk is full; the service reports that itself
                    if not is_running(desk.state.clock):  # as after a restart
                        await desk.order(Start())
                    await self._redraw(desk)
                    await director.look()

    async def _redraw(self, desk: Desk) -> None:
        if self.redraws:
            with suppress(Refused):  # a player is in transit, or play is hand for hand: try again later
                await desk.order(Redraw())
                self.redraws = False
