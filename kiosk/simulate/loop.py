"""An event loop with virtual time: it jumps to the next event when nothing is left to do. Work that would otherwise run
in threads runs on the loop, so that the same seed always does everything in the same order."""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._now_s = 0.0
        super().__init__(_VirtualSelector(self))

    def time(self) -> float:
        return self._now_s

    def pass_time(self, seconds: float) -> None:
        """Advance the virtual time, once nothing else is left to do."""
        self._now_s += seconds

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()
        try:
            result = func(*args)
        except Exception as error:
            self.in_thread(done, partial(done.set_exception, error))
        else:
            self.in_thread(done, partial(done.set_result, result))
        return done

    def in_thread(self, _: asyncio.Future[Any], settle: Callable[[], None]) -> None:
        settle()


class _VirtualSelector(selectors.DefaultSelector):
    """Advances the virtual time instead of waiting, because a simulation has no outside events to wait for."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing is left to wait for")
        self._loop.pass_time(max(0.0, timeout))
        return []
