"""What is made again and again as things change: soon after a change, and so seldom that it takes little time."""

import asyncio
from collections.abc import Callable
from time import thread_time


class Paced:
    """Calls `make` so soon after it was asked for, at most once in `every_s`, and so that it takes that `share` of the
    processor at most. Belongs to the event loop."""

    def __init__(self, make: Callable[[], None], soon_s: float, every_s: float, share: float) -> None:
        self._make = make
        self._soon_s = soon_s
        self._every_s = every_s
        self._share = share
        self._next_s = 0.0
        """By the loop's time: not before."""
        self._timer: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Something has changed."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time() + self._soon_s, self._next_s), self._run)

    def ask_now(self) -> None:
        """Something was done that somebody waits for: as soon as what is queued has been sent."""
        self.close()
        self._timer = asyncio.get_running_loop().call_later(0, self._run)

    def close(self) -> None:
        """Nothing more is made until it is asked for again."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _run(self) -> None:
        self._timer = None
        loop, began_s = asyncio.get_running_loop(), thread_time()
        self._make()
        self._next_s = loop.time() + max(self._every_s, (thread_time() - began_s) / self._share)
