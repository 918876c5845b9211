"""A task that repeats as things change: soon after a change, but rarely enough to use little processor time."""

import asyncio
from collections.abc import Callable
from time import thread_time


class Throttle:
    """Calls `make` soon after a request, at most once every `every_s`, and seldom enough to use at most this `share` of
    the processor. `ask_now` does not wait for either limit. Belongs to the event loop's thread."""

    def __init__(self, make: Callable[[], None], soon_s: float, every_s: float, share: float) -> None:
        self._make = make
        self._soon_s = soon_s
        self._every_s = every_s
        self._share = share
        self._next_s = 0.0
        """The earliest time of the next run, in the loop's time."""
        self._timer: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time() + self._soon_s, self._next_s), self._run)

    def ask_now(self) -> None:
        """Request a run right after the queued messages, because someone is waiting for the result."""
        self.close()
        self._timer = asyncio.get_running_loop().call_later(0, self._run)

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _run(self) -> None:
        self._timer = None
        loop, began_s = asyncio.get_running_loop(), thread_time()
        self._make()
        self._next_s = loop.time() + max(self._every_s, (thread_time() - began_s) / self._share)
