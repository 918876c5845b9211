"""The fixtures for every test, and the rule that quiet means healthy: a logged warning fails the test."""

import atexit
import gc
import logging
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from kiosk.storage import reserve
from tests.kit.ports import unused_port

# The benchmarks measure how long an example takes: a busy machine must not fail a test.
settings.register_profile("kiosk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kiosk")

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# A table's reserve is allocated in full, and the files that tests leave are kept for a while.
reserve.RESERVE_BYTES = 64 * 1024

# Tests talk only to this machine, whatever proxy it uses for the internet.
os.environ.update({"NO_PROXY": "*", "no_proxy": "*"})

# No test needs a public authority, and loading them all takes each HTTP client 50 ms of processor time. A file takes
# precedence over a folder.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

# Commands speak the language of the system; tests read English, on every machine.
os.environ["LANGUAGE"] = "en"

# No test reads the settings of the person who runs it.
os.environ.pop("KIOSK_SETTINGS", None)
os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).parent / "no-settings")

pytest_plugins = [
    "pytester",
    *(f"tests.kit.{name}" for name in ("budget", "in_memory", "patience", "workers")),
]

SHARED = Path(__file__).parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Without Qt the rules can still be tested, although pytest's settings mention Qt."""
    if find_spec("pytestqt") is None:
        for name in ("qt_api", "qt_log_level_fail"):
            parser.addini(name, "for tests of screens")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of hands and facts next to the checkout. The test is skipped if it is missing."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder ../shared, which does not lie beside this checkout")
    return SHARED


@pytest.fixture
def free_port() -> int:
    """A loopback port that nobody listens on."""
    return unused_port()


# Python looks for garbage after 700 new objects, which took a sixth of all tests' time, and a tenth of collecting them.
gc.set_threshold(20_000, *gc.get_threshold()[1:])


def pytest_collection_finish() -> None:
    """Keep garbage collection from scanning again and again the objects that every test shares."""
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)  # libraries that count leaks must see everything released


def pytest_runtest_logfinish() -> None:
    """Release the screens of the test that has ended.

    Qt performs deferred deletions only within an event loop: without one every painted screen keeps its four megabytes
    until the last test.
    """
    if qt := sys.modules.get("PySide6.QtCore"):
        qt.QCoreApplication.sendPostedEvents(None, qt.QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that logs a warning, unless it asks for `caplog` and so takes responsibility for the log."""
    log = _LogLines(logging.WARNING)
    logging.getLogger().addHandler(log)
    yield
    logging.getLogger().removeHandler(log)
    if log.lines and "caplog" not in request.fixturenames:
        pytest.fail("logged while the test ran:\n" + "\n".join(log.lines), pytrace=False)


class _LogLines(logging.Handler):
    """Keeps log records of its level and above."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name}: {self.format(record)}")
