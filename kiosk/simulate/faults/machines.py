"""Machines that lose their power: each runs its program on one loop, and what a dead one has begun is never ended."""

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from kiosk.simulate.loop import VirtualLoop

T = TypeVar("T")
MOST_ROUNDS = 500_000
"""Of the loop, in a run: a seed takes 8,000 to 25,000."""


class NeverEnds(Exception):
    """A run that has not ended after so many rounds."""


class PowerCut(BaseException):
    """The machine that runs this code has just died: nothing catches it."""


class Run:
    """One run of a machine's program, from its start to its death."""

    def __init__(self, machine: str) -> None:
        self.machine = machine
        self.alive = True
        self._context = copy_context()
        self._context.run(_RUNNING.set, self)

    def do(self, what: Callable[[], T]) -> T:
        """Do it as this program: what it starts belongs to it. Raises `PowerCut` where it dies meanwhile."""
        return self._context.copy().run(what)

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        """Do it then, if the program still runs."""
        asyncio.get_running_loop().call_later(seconds, what, context=self._context.copy())

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]:
        """A task of this program."""
        return asyncio.get_running_loop().create_task(coroutine, context=self._context.copy())


_RUNNING: ContextVar[Run | None] = ContextVar("running", default=None)


def running() -> Run | None:
    """Whose program this code belongs to; None for the world around the machines."""
    return _RUNNING.get()


class FaultLoop(VirtualLoop):
    """Runs what living programs and the world around them have scheduled; `slow_s` is how long a thread takes."""

    def __init__(self, slow_s: Callable[[], float]) -> None:
        super().__init__()
        self._slow_s = slow_s
        self.steps = 0
        """Of all programs."""
        self.stepped: Callable[[str], None] = lambda _: None
        """Called after each step of a program, with its machine."""
        self._rounds = 0

    def pass_time(self, seconds: float) -> None:
        """Once in each round of the loop. Raises `NeverEnds`."""
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            raise NeverEnds(
                f"the run does not end: {MOST_ROUNDS} rounds of its loop, and {self.steps} steps of programs"
            )
        super().pass_time(seconds)

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As the base class does, if the program that asks is then still running."""
        run = _of(context)
        if run is None:
            return super().call_soon(callback, *args, context=context)
        return super().call_soon(self._do, run, callback, args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As the base class does, if the program that asks is then still running."""
        run = _of(context)
        if run is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, self._do, run, callback, args, context=context)

    def in_thread(self, done: asyncio.Future[Any], settle: Callable[[], None]) -> None:
        """What a thread did is told some time later."""

        def tell() -> None:
            if not done.cancelled():
                settle()

        self.call_later(self._slow_s(), tell)

    def _do(self, run: Run, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        if not run.alive:
            return
        try:
            callback(*args)
        except PowerCut:
            return
        self.steps += 1
        self.stepped(run.machine)


def _of(context: Context | None) -> Run | None:
    return _RUNNING.get() if context is None else context.get(_RUNNING)
