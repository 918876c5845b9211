"""How long a test waits before it gives up. A wait ends as soon as its condition holds, so only a failing test takes
this long.

A busy machine, or a disk that blocks one sync, makes no test fail.
"""

from importlib.util import find_spec

PATIENCE_S = 120


def pytest_configure() -> None:
    """Raise the libraries' own waits, which are five seconds each by default."""
    if find_spec("pytestqt"):
        from pytestqt.qtbot import QtBot  # noqa: PLC0415  not without Qt

        for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitActive):
            wait.__kwdefaults__ = {**(wait.__kwdefaults__ or {}), "timeout": PATIENCE_S * 1000}
    if find_spec("httpx"):
        from httpx._config import DEFAULT_TIMEOUT_CONFIG as TIMEOUT  # noqa: PLC0415

        TIMEOUT.connect = TIMEOUT.read = TIMEOUT.write = TIMEOUT.pool = PATIENCE_S
    if find_spec("websockets"):
        from websockets.sync.client import connect  # noqa: PLC0415

        # Nor does a test's client disconnect from a clock that is slow to answer its pings.
        connect.__kwdefaults__ = {**(connect.__kwdefaults__ or {}), "open_timeout": PATIENCE_S, "ping_interval": None}
