"""Runs tests in several processes: `--workers=4`. They are forked after the tests have been collected.

Collecting all tests takes 20 seconds and 500 MB. Forked processes share both; pytest-xdist collects in each of them.
The main process hands out the tests, a few of a module at a time, and reports the results as they arrive. Tests that
share a package fixture, such as the browser, come first, so that each worker sets it up once. Otherwise, it hands out
`long(seconds)` tests first, the longest first, so that no worker is left alone with one of them. Such a test brings
along the tests that share a module fixture with it.

A worker that has grown a lot ends, and a new one takes its place: deleted screens keep their pictures until Python
collects garbage, and the C library keeps freed memory. If a worker dies, its test has failed, and a new worker runs the
rest.
"""

import atexit
import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TypeAlias

import pytest
from _pytest.capture import CaptureManager

FORK = get_context("fork")
NAME = "PYTEST_WORKER"
"""The environment variable with the name of the worker: worker-0 and so on."""
Reports: TypeAlias = list[dict[str, object]]
"""About the set-up, the call and the teardown of a test, as pytest sends them elsewhere."""
ToWorker: TypeAlias = "Connection[list[int], Reports | None]"
ToMain: TypeAlias = "Connection[Reports | None, list[int]]"
"""The worker asks for tests with None, and sends the reports about each. No tests are the end."""

SECONDS_AT_A_TIME = 2.0
"""About how much work a worker gets at a time, on an idle machine."""
GROWTH_BYTES = 384 * 2**20
"""How much memory of its own a worker may have when it asks for tests."""
SLOW_SECONDS, FAST_SECONDS = 1.0, 0.05
"""How long a test takes that is marked as slow, and any other without `long(seconds)`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The number of processes."""
    parser.addoption("--workers", type=int, default=1, help="run the tests in this many processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in workers if there are to be several."""
    option = session.config.option
    if option.workers < 2 or option.collectonly or option.usepdb or session.testsfailed or len(session.items) < 2:
        return None
    Workers(session).run(option.workers)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


def portions(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """Divide all tests into what a worker gets at a time, in the order in which they are handed out."""
    long = sorted(_long_ones(items), key=_seconds, reverse=True)
    moved = {item for portion in long for item in portion}
    others: list[list[pytest.Item]] = []
    for item in items:
        if item in moved:
            continue
        if not others or others[-1][0].path != item.path or _seconds(others[-1]) >= SECONDS_AT_A_TIME:
            others.append([])
        others[-1].append(item)
    return sorted(long + others, key=lambda portion: not any(_shares(item, "package") for item in portion))


def _long_ones(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """The long tests, each by itself or with all tests that share its module's fixture."""
    groups: dict[pytest.Item | pytest.Module | None, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(item.getparent(pytest.Module) if _shares(item, "module") else item, []).append(item)
    return [group for group in groups.values() if any(item.get_closest_marker("long") for item in group)]


def _shares(item: pytest.Item, scope: str) -> bool:
    """Whether one of its fixtures is set up once for its module or package."""
    assert isinstance(item, pytest.Function)
    return any(fixtures[-1].scope == scope for fixtures in item._fixtureinfo.name2fixturedefs.values())


def _seconds(items: Iterable[pytest.Item]) -> float:
    return sum(_seconds_of(item) for item in items)


def _seconds_of(item: pytest.Item) -> float:
    if mark := item.get_closest_marker("long"):
        return float(mark.args[0])
    return SLOW_SECONDS if item.get_closest_marker("slow") else FAST_SECONDS


@dataclass
class Worker:
    """A forked process, and the tests that it was given and has not finished, in order."""

    process: BaseProcess
    line: ToWorker
    tests: deque[int]


class Workers:
    """The processes that run the tests of a session."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._config = session.config
        number = {item: at for at, item in enumerate(session.items)}
        self._left = deque([number[item] for item in portion] for portion in portions(session.items))
        self._workers: dict[ToWorker, Worker] = {}
        self._names = count()

    def run(self, workers: int) -> None:
        """Return when all tests have been run, or when as many have failed as are allowed to."""
        if terminal := self._config.pluginmanager.get_plugin("terminalreporter"):
            terminal.showfspath = False  # the tests of several files end by turns
        _folders(self._config).getbasetemp()
        for _ in range(min(workers, len(self._left))):
            self._start()
        try:
            while self._workers:
                for line in wait(list(self._workers)):
                    assert isinstance(line, Connection)
                    self._hear(self._workers[line])
        finally:
            for worker in self._workers.values():
                worker.line.close()
            for worker in self._workers.values():
                worker.process.join()

    def _start(self) -> None:
        ours, theirs = FORK.Pipe()
        not_its_own = [ours, *self._workers]
        process = FORK.Process(target=_work, args=(self._session, f"worker-{next(self._names)}", theirs, not_its_own))
        process.start()
        theirs.close()
        self._workers[ours] = Worker(process, ours, deque())

    def _hear(self, worker: Worker) -> None:
        """A worker asks for tests, has finished one, or has ended."""
        try:
            reports = worker.line.recv()
            if reports is None:
                worker.line.send(self._next_tests(worker))
                return
        except (EOFError, ConnectionError):
            self._ended(worker)
            return
        self._report(worker.tests.popleft(), reports)

    def _next_tests(self, worker: Worker) -> list[int]:
        if not self._left or self._stops:
            return []
        tests = self._left.popleft()
        worker.tests.extend(tests)
        return tests

    def _report(self, test: int, reports: Reports) -> None:
        hook, item = self._config.hook, self._session.items[test]
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for data in reports:
            report = hook.pytest_report_from_serializable(config=self._config, data=data)
            hook.pytest_runtest_logreport(report=report)
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)

    def _ended(self, worker: Worker) -> None:
        """Its tests are done, or it has died in the first of them. Another worker runs what is left."""
        worker.process.join()
        del self._workers[worker.line]
        worker.line.close()
        if worker.tests:
            test = worker.tests.popleft()
            item = self._session.items[test]
            message = f"the worker died in this test (exit code {worker.process.exitcode})"
            died = pytest.TestReport(item.nodeid, item.location, {}, "failed", message, "call")
            self._report(test, [self._config.hook.pytest_report_to_serializable(config=self._config, report=died)])
        if worker.tests:
            self._left.appendleft(list(worker.tests))
        if self._left and not self._stops:
            self._start()

    @property
    def _stops(self) -> bool:
        return bool(self._session.shouldfail or self._session.shouldstop)


def _work(session: pytest.Session, name: str, line: ToMain, not_its_own: list[ToWorker]) -> None:
    """Run tests in this process, which has just been forked, until the main process has none left."""
    for other in not_its_own:
        other.close()  # so that the line ends with the main process
    os.environ[NAME] = name
    config, folders = session.config, _folders(session.config)
    capture = config.pluginmanager.get_plugin("capturemanager")
    assert isinstance(capture, CaptureManager)
    capture.suspend_global_capture(in_=True)
    capture.stop_global_capturing()
    capture.start_global_capturing()  # to a file of its own
    folders._basetemp = folders.mktemp(name, numbered=False)
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(sender := Sender(config, line))
    try:
        tests = _given(line)
        test = next(tests, None)
        while test is not None:
            following = next(tests, None)
            item, after = session.items[test], None if following is None else session.items[following]
            config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            sender.send()
            test = following
    except (EOFError, ConnectionError, KeyboardInterrupt):
        pass  # the main process has ended, or wants the workers to end
    finally:
        session._setupstate.teardown_exact(None)
        atexit._run_exitfuncs()


def _given(line: ToMain) -> Iterator[int]:
    """Ask for tests when the last one is about to be run, because what it needs is torn down according to the next."""
    first = _resident_bytes()
    while _resident_bytes() < first + GROWTH_BYTES:
        line.send(None)
        if not (tests := line.recv()):
            return
        yield from tests


def _resident_bytes() -> int:
    """How much of this process is in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Sender:
    """Collects the reports about a test, and sends them when it has finished."""

    def __init__(self, config: pytest.Config, line: ToMain) -> None:
        self._config = config
        self._line = line
        self._reports: Reports = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The set-up, the call or the teardown of the test is done."""
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._reports.append(data)

    def send(self) -> None:
        """The test has finished."""
        self._line.send(self._reports)
        self._reports = []


def _folders(config: pytest.Config) -> pytest.TempPathFactory:
    found: pytest.TempPathFactory = vars(config)["_tmp_path_factory"]
    return found
