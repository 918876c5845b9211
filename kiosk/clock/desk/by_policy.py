"""What the clock accepts by itself of what the rules ask for, by the same path as a director's acceptance: one at a
time, on what is seen then, in the log as by policy."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.refused import Refused
from engine.tournament.proposals import Proposal
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale

log = logging.getLogger(__name__)

LOOK_S = 0.2
"""Changes are looked at together after so long."""
AGAIN = 3
"""So often one is tried again that the state changed under."""


class ByPolicy:
    """Of one tournament; belongs to the event loop's thread. `found` is what is accepted by itself now, `accept` orders
    it on the state as it is, and raises as an order does; `failing` is told of a disk that fails."""

    def __init__(
        self,
        found: Callable[[], Proposal | None],
        accept: Callable[[Proposal], Awaitable[None]],
        failing: Callable[[Fault], None],
    ) -> None:
        self._found = found
        self._accept = accept
        self._failing = failing
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Something has changed."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._begin)

    def cancel(self) -> None:
        """Nothing more is accepted."""
        for waiting in (self._timer, self._task):
            if waiting:
                waiting.cancel()

    def _begin(self) -> None:
        self._timer = None
        if self._task and not self._task.done():
            self.look()
        else:
            self._task = asyncio.get_running_loop().create_task(self._accept_one())

    async def _accept_one(self) -> None:
        """What follows is looked at once this has changed something."""
        for _ in range(AGAIN):
            found = self._found()
            if found is None:
                return
            try:
                await self._accept(found)
            except Stale:
                continue
            except Refused as refused:  # what it was for has gone meanwhile
                log.info("%s by policy is refused: %s", type(found.action).__name__, refused.code)
            except Fault as fault:
                self._failing(fault)
            return
