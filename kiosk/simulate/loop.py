"""An event loop with virtual time. Time passes only when nothing is left to do, and then it jumps straight to the next
event.

Work for threads is done on the loop, so that the same seed always does everything in the same order.
"""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time starts at 0 s."""

    def __init__(self) -> None:
        self._now_s = 0.0
        super().__init__(_VirtualSelector(self))

    def time(self) -> float:
        """The virtual time, in seconds."""
        return self._now_s

    def pass_time(self, seconds: float) -> None:
        """Advance the virtual time. Called when nothing else is left to do."""
        self._now_s += seconds

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Run a thread's work immediately."""
        done: asyncio.Future[T] = self.create_future()
        try:
            result = func(*args)
        except Exception as error:
            self.in_thread(done, partial(done.set_exception, error))
        else:
            self.in_thread(done, partial(done.set_result, result))
        return done

    def in_thread(self, _: asyncio.Future[Any], settle: Callable[[], None]) -> None:
        """Deliver the result of a thread's work immediately."""
        settle()


class _VirtualSelector(selectors.DefaultSelector):
    """Advances the virtual time instead of waiting: there is nothing outside to wait for."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Advance the time. Nothing is ever ready."""
        if timeout is None:
            raise RuntimeError("nothing is left to wait for")
        self._loop.pass_time(max(0.0, timeout))
        return []
