"""Accepts proposals automatically by policy, the same way a director would: one at a time, based on the state at that
moment. Each is logged as accepted by policy.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from engine.refused import Refused
from engine.tournament.proposals.proposal import Proposal
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale

log = logging.getLogger(__name__)

LOOK_S = 0.2
"""The number of seconds to wait, so that several changes are handled together."""
AGAIN = 3
"""How many times a proposal is tried again if the state has changed in the meantime."""


class ByPolicy:
    """Accepts proposals automatically for one tournament. Belongs to the event loop's thread. `found` returns what is
    accepted automatically now. `accept` carries it out as an order on the current state, and raises the same errors as
    an order. `failing` is called with a disk `Fault`."""

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
        """Something has changed: look for proposals to accept after a moment."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._begin)

    def cancel(self) -> None:
        """Stop accepting proposals."""
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
        """Accept one proposal. The next one is considered once this one has changed something."""
        for _ in range(AGAIN):
            found = self._found()
            if found is None:
                return
            try:
                await self._accept(found)
            except Stale:
                continue
            except Refused as refused:  # the reason for it no longer applies
                log.info("%s by policy is refused: %s", type(found.action).__name__, refused.code)
            except Fault as fault:
                self._failing(fault)
            return
