"""What people do where a kiosk is not its table's any more: switch a copy off, and fetch the table from the clock by
touch, with the director's word."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from engine.refused import Refused
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable
from kiosk.simulate.faults.clocks import SimulatedClock
from kiosk.simulate.faults.tables import SimulatedTable
from kiosk.simulate.network import Network
from kiosk.storage.journal import real_path
from kiosk.storage.rescue import restore, survey
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.link.copy import TableCopy, copy_over
from kiosk.table.restoring import DIGITS, put_in_place

PATIENCE_S = 30.0
"""So long somebody waits for the director's word before they ask again."""
DIRECTOR_S = 2.0
"""Until the director has seen who asks."""
AGAIN_S = 5.0
TRIES = 8
"""Then somebody gives up: as where the tournament plays at that table no more."""
GOES_ON = 0.3
"""How often a dealer goes on with less than was recorded."""


def recovered(table: SimulatedTable, dice: Random, at_last: bool) -> bool:
    """The screen says that the journal is not whole, and somebody answers: whether it was restored from its second
    copy; else it is to be fetched. `at_last` takes less, too."""
    path = real_path(SittingFiles(Path(table.settings.journal)).path_now)
    try:
        found = survey(path)
        if not ((found.is_whole and found.promised) or at_last or dice.random() < GOES_ON):
            return False
        restore(path, found)
    except Fault:
        return False
    return True


class Fetching:
    """Tables that are fetched from the clock."""

    def __init__(self, network: Network, clock: SimulatedClock, dice: Random) -> None:
        self._network = network
        self._clock = clock
        self._dice = dice

    async def fetch(self, number: int, table: SimulatedTable, done: Callable[[TableCopy | None], None]) -> None:
        """Until the copy is in the journal's place, or nobody asks any more: `done` is told. It is the program of that
        machine meanwhile."""
        for _ in range(TRIES):
            check = f"{self._dice.randrange(10**DIGITS):0{DIGITS}}"
            try:
                async with asyncio.timeout(PATIENCE_S), self._network.dial(number) as cable:
                    copy = await copy_over(cable, table.settings, check, lambda _: self._ask(table, check), bool)  # noqa: B023  over before the next
                put_in_place(table.settings, copy)
            except (Fault, Unreadable, OSError, TimeoutError):
                await asyncio.sleep(AGAIN_S)
                continue
            done(copy)
            return
        done(None)

    def _ask(self, table: SimulatedTable, check: str) -> None:
        self._network.later(DIRECTOR_S, lambda: self._approve(table, check))

    def _approve(self, table: SimulatedTable, check: str) -> None:
        run, service = self._clock.run, self._clock.service
        if run and run.alive and service:

            async def give() -> None:
                number = table.settings.table
                with suppress(Refused, Fault):  # it has gone meanwhile, or the disk is full
                    if service.beside_tables.awaited.of_table(number):  # what a burnt clock had, this tablet lost
                        await service.beside_tables.dismiss(number, "director")
                    await service.copies.give(number, check)

            run.spawn(give())
