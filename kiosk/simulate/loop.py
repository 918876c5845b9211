"""An event loop whose time is virtual: it passes only while nothing is left to do, and then at once.

Work that was given to a thread, such as a commit, is waited for in real time.
"""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Begins at 0 s."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._in_threads = 0
        super().__init__(_VirtualSelector(self))

    def time(self) -> float:
        """The virtual time, in seconds."""
        return self._now_s

    def pass_time(self, seconds: float) -> None:
        """Nothing is left to do for so long."""
        self._now_s += seconds

    @property
    def is_waiting_for_threads(self) -> bool:
        """Whether something runs in a thread."""
        return self._in_threads > 0

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """As the base class does; until it is done no time passes."""
        running = super().run_in_executor(executor, func, *args)
        self._in_threads += 1
        running.add_done_callback(self._came_back)
        return running

    def _came_back(self, _: object) -> None:
        self._in_threads -= 1


class _VirtualSelector(selectors.DefaultSelector):
    """Passes the time that a real one would wait."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready, as the base class has it."""
        if timeout is None or timeout <= 0 or self._loop.is_waiting_for_threads:
            return super().select(None if timeout is None or timeout > 0 else timeout)
        if ready := super().select(0):
            return ready
        self._loop.pass_time(timeout)
        return []
