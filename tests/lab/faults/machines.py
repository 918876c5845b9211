"""Machines that lose power. Each runs its program on one shared loop, and what a dead program has begun is never
finished."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context, ContextVar, copy_context
from functools import partial
from itertools import count
from typing import Any, TypeVar

from kiosk.simulate.loop import VirtualLoop

T = TypeVar("T")
_NUMBERS = count()
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
        self.number = next(_NUMBERS)
        """It differs from that of every other run in this process."""
        self.alive = True
        self.held: list[Callable[[], object]] | None = None
        """The steps that wait until a stopped program goes on. None while it runs."""
        self._context = copy_context()
        self._context.run(_RUNNING.set, self)

    def do(self, what: Callable[[], T]) -> T:
        """Call `what` as part of this program: everything it starts belongs to the program. Raises `PowerCut` if the
        machine dies."""
        return self._context.copy().run(what)

    def die(self) -> None:
        """End the program. None of its remaining steps run."""
        self.alive = False
        for step in self.held or ():
            step()

    def later(self, seconds: float, what: Callable[[], object]) -> None:
        """Call `what` after this many seconds, if the program is still running then."""
        asyncio.get_running_loop().call_later(seconds, what, context=self._context.copy())

    def stop(self) -> None:
        """Let the program stand still. Requests that it has already sent are still carried out."""
        self.held = self.held or []

    def go_on(self) -> None:
        """Let a stopped program go on."""
        held, self.held = self.held, None
        for step in held or ():
            asyncio.get_running_loop().call_soon(step, context=self._context.copy())

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
        self.waited_s: Callable[[], float] = lambda: 0.0
        """Returns how much longer the work of threads takes from now on, once."""
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
        handles: list[asyncio.Handle] = []
        handles.append(super().call_soon(self._do, run, callback, args, handles, context=context))
        return handles[0]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As in the base class, but the callback runs only if its program is still running then."""
        run = _of(context)
        if run is None:
            return super().call_at(when, callback, *args, context=context)
        timers: list[asyncio.TimerHandle] = []
        timers.append(super().call_at(when, self._do, run, callback, args, timers, context=context))
        return timers[0]

    def in_thread(self, done: asyncio.Future[Any], settle: Callable[[], None]) -> None:
        """Deliver the result of a thread's work after a delay."""

        def tell() -> None:
            if not done.cancelled():
                settle()

        self.call_later(self._slow_s() + self.waited_s(), tell)

    def _do(
        self, run: Run, callback: Callable[..., object], args: tuple[Any, ...], handle: Sequence[asyncio.Handle]
    ) -> None:
        if not run.alive:
            _drop_results(args)
            return
        if handle[0].cancelled():
            return
        if run.held is not None:
            run.held.append(partial(self._do, run, callback, args, handle))
            return
        try:
            callback(*args)
        except PowerCut:
            return
        self.steps += 1
        self.stepped(run.machine)


def _drop_results(results: tuple[Any, ...]) -> None:
    """Drop the results of tasks whose program died just before it could look at them. An error among them does not
    count as uncaught."""
    for result in results:
        if isinstance(result, asyncio.Future) and result.done() and not result.cancelled():
            result.exception()


def _of(context: Context | None) -> Run | None:
    return _RUNNING.get() if context is None else context.get(_RUNNING)
