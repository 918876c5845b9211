"""The statistics of waiting times, and the bare server for comparison."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median, quantiles

from tests.kit.ports import unused_port


def spread(waits_ms: Sequence[float]) -> dict[str, float]:
    """Half of the waits are within `p50` ms, and 99 of 100 within `p99`."""
    found = {"p50": median(waits_ms), "p99": p99(waits_ms), "max": max(waits_ms)}
    return {name: round(ms, 1) for name, ms in found.items()}


def p99(waits_ms: Sequence[float]) -> float:
    """The milliseconds within which 99 of 100 waits end."""
    return quantiles(waits_ms, n=100, method="inclusive")[98]


@contextmanager
def bare_server(script: str) -> Iterator[int]:
    """The port of the server. The script gets the port, and prints a line once it listens."""
    port = unused_port()
    with subprocess.Popen([sys.executable, "-c", script, str(port)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        server.stdout.readline()
        try:
            yield port
        finally:
            server.terminate()
