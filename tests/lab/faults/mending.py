"""The staff's repairs when a kiosk may no longer write for its table.

The staff switches a second kiosk off, or restores the table from the clock by touch, with the director's approval.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from engine.refused import Refused
from kiosk.faults import Fault
from kiosk.protocol.codec import Unreadable
from kiosk.simulate.network import Network
from kiosk.storage.journal_reader import real_path
from kiosk.storage.rescue import restore, survey
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.recovery.clock_copy import DIGITS, TableCopy, copy_over, put_in_place
from tests.lab.faults.clocks import SimulatedClock
from tests.lab.faults.server_clocks import ServerClocks
from tests.lab.faults.tables import SimulatedTable

PATIENCE_S = 30.0
"""How long the staff waits for the director's approval before asking again."""
DIRECTOR_S = 2.0
"""How long the director takes to see a request."""
AGAIN_S = 5.0
TRIES = 8
"""After this many tries, the staff gives up, for example because the tournament no longer plays at that table."""
GOES_ON = 0.3
"""How often a dealer continues with fewer records than there were."""


def recovered(table: SimulatedTable, dice: Random, at_last: bool) -> bool:
    """The screen says that the journal is not whole, and the staff answers. Returns whether it was restored from its
    second copy. If not, it must be fetched from the clock. `at_last` also accepts an incomplete copy."""
    path = real_path(SittingFiles(Path(table.settings.journal)).path_now)
    try:
        found = survey(path)
        if not ((found.is_whole and found.promised) or at_last or dice.random() < GOES_ON):
            return False
        restore(path, found)
    except Fault:
        return False
    return True


class TableFetcher:
    """Restores tables from the clock."""

    def __init__(self, network: Network, clock: SimulatedClock | ServerClocks, dice: Random) -> None:
        self._network = network
        self._clock = clock
        self._dice = dice

    async def fetch(self, number: int, table: SimulatedTable, done: Callable[[TableCopy | None], None]) -> None:
        """Ask until the clock's copy has replaced the journal, or until the tries run out. Then call `done` with the
        copy, or with None. Runs as the machine's program."""
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
                with suppress(Refused, Fault):  # the request is gone by now, or the disk is full
                    if service.clock_recovery.pending_records.of_table(number):  # records that this tablet lost
                        await service.clock_recovery.dismiss(number, "director")
                    await service.copies.give(number, check)

            run.spawn(give())
