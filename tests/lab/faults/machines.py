"""Machines that lose power. Each runs its program on one shared loop, and what a dead program has begun is never
finished."""

import asyncio
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from kiosk.simulate.loop import VirtualLoop

T = TypeVar("T")
MOST_ROUNDS = 500_000
"""The largest number of loop iterations in one run. A seed takes 8,000 to 25,000."""


class NeverEnds(Exception):
    """A run did not end within `MOST_ROUNDS` iterations."""


class PowerCut(BaseException):
    """The machine that runs this code has just died. Nothing must catch this."""


class Run:
    """One run of a machine's program, from its start to its death."""

    def __init__(self, machine: str) -> None:
        self.machine = machine
        self.alive = True
        self._context = copy_context()
        self._context.run(_RUNNING.set, self)

    def do(self, what: Callable[[], T]) -> T:
        """Call `what` as part of this program: everything it starts belongs to the program. Raises `PowerCut` if the
        machine dies."""
        return self._context.copy().run(what)

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        """Call `what` after this many seconds, if the program is still running then."""
        asyncio.get_running_loop().call_later(seconds, what, context=self._context.copy())

    def spawn(self, coroutine: Any) -> asyncio.Task[Any]:
        """Start a task of this program."""
        return asyncio.get_running_loop().create_task(coroutine, context=self._context.copy())


_RUNNING: ContextVar[Run | None] = ContextVar("running", default=None)


def running() -> Run | None:
    """The run to which the current code belongs. None for the world outside the machines."""
    return _RUNNING.get()


class FaultLoop(VirtualLoop):
    """Runs the callbacks of live programs and of the world around them. `slow_s` returns how long a thread's work
    takes."""

    def __init__(self, slow_s: Callable[[], float]) -> None:
        super().__init__()
        self._slow_s = slow_s
        self.steps = 0
        """The steps of all programs."""
        self.stepped: Callable[[str], None] = lambda _: None
        """Called after each step of a program, with the name of its machine."""
        self._rounds = 0

    def pass_time(self, seconds: float) -> None:
        """Advance the time; the loop does so once per iteration. Raises `NeverEnds`."""
        self._rounds += 1
        if self._rounds > MOST_ROUNDS:
            raise NeverEnds(
                f"the run does not end: {MOST_ROUNDS} rounds of its loop, and {self.steps} steps of programs"
            )
        super().pass_time(seconds)

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As in the base class, but the callback runs only if its program is still running then."""
        run = _of(context)
        if run is None:
            return super().call_soon(callback, *args, context=context)
        return super().call_soon(self._do, run, callback, args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As in the base class, but the callback runs only if its program is still running then."""
        run = _of(context)
        if run is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, self._do, run, callback, args, context=context)

    def in_thread(self, done: asyncio.Future[Any], settle: Callable[[], None]) -> None:
        """Deliver the result of a thread's work after a delay."""

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
