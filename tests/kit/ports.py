"""Ports for the servers of tests."""

import os
import random
import socket

FIRST, OF_EACH = 12_000, 2_500
"""Below the ephemeral ports that the system gives to clients: one of those could be taken by then, or while a clock is
down. Each worker of the tests has its own range.
"""
MOST_WORKERS = 8
_given: set[int] = set()


def unused_port() -> int:
    """A loopback port that nobody listens on; a different one each time."""
    worker = int(os.environ.get("PYTEST_WORKER", "worker-0").removeprefix("worker-")) % MOST_WORKERS
    first = FIRST + worker * OF_EACH
    while True:
        port = random.randrange(first, first + OF_EACH)
        if port not in _given and _is_free(port):
            _given.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
