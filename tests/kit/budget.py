"""A test without a mark has three seconds of processor time; a test that takes more fails. This keeps the run short.

The budget counts the test, its own fixtures, the processes it waited for, and the modules it was the first to import.
It does not count fixtures shared by several tests, or garbage collection, which goes through what all earlier tests
have left. Time spent waiting does not count.

On a slow or crowded machine the same work takes more than twice its processor time, so a test over the limit is
compared with a loop measured right after it. A test that takes more than a second when it runs by itself gets a mark
anyway. `slow` and `nightly` have no limit, and neither does `fuzz` if the environment sets its size.
"""

import gc
import os
import time
from collections.abc import Generator
from typing import Any

import pytest

ROUNDS = 1_000_000


def pytest_addoption(parser: pytest.Parser) -> None:
    """The limit, as an option in pytest's settings."""
    parser.addini("cpu_seconds", "the processor time that a test without a mark may take", default="3")
    parser.addini("cpu_loop_seconds", "what the loop takes on a machine where that is so", default="0.08")


def pytest_configure(config: pytest.Config) -> None:
    """Start watching."""
    budget = _Budget(float(config.getini("cpu_seconds")), float(config.getini("cpu_loop_seconds")))
    config.pluginmanager.register(budget)
    gc.callbacks.append(budget.leave_out)
    config.add_cleanup(lambda: gc.callbacks.remove(budget.leave_out))


class _Budget:
    """Adds up the processor time of the running test."""

    def __init__(self, limit_s: float, loop_s: float) -> None:
        self._limit_s = limit_s
        self._loop_s = loop_s
        self._began_s = 0.0
        self._searching_s = 0.0
        self._search_began_s = 0.0

    def leave_out(self, phase: str, _info: dict[str, int]) -> None:
        """Python calls this before and after it collects garbage."""
        if phase == "start":
            self._search_began_s = time.thread_time()
        else:
            self._searching_s += time.thread_time() - self._search_began_s

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._began_s = self._counted_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        before_s = self._counted_s()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._began_s += self._counted_s() - before_s

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        result = yield
        spent_s = self._counted_s() - self._began_s
        if spent_s > self._limit_s and not _is_free(item) and spent_s > self._limit_s * self._slowness():
            pytest.fail(f"took {spent_s:.1f} s of processor time: make it cheaper, or mark it slow", pytrace=False)
        return result

    def _counted_s(self) -> float:
        return _cpu_s() - self._searching_s

    def _slowness(self) -> float:
        """How many times longer the same work takes now than on the machine of the limit; at least one."""
        return max(1.0, _loop_s() / self._loop_s)


def _loop_s() -> float:
    """The processor time of a loop over whole numbers."""
    began_s = time.process_time()
    total = 0
    for number in range(ROUNDS):
        total += number * number % 7
    return time.process_time() - began_s


def _cpu_s() -> float:
    """The processor time of this process, all its threads, and of the processes it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _is_free(item: pytest.Item) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    sized = any(name.startswith("KIOSK_") for name in os.environ)
    return bool(marks & {"slow", "nightly"}) or (sized and "fuzz" in marks)
