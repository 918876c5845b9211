"""Returns memory to the system after tests that used much of it.

Deleted screens keep their pictures until Python collects garbage, which it rarely does. The C library also keeps freed
memory that is between blocks in use. Without this, a worker that had painted all screens kept 2.7 GB.
"""

import ctypes
import gc
import os
from collections.abc import Callable
from pathlib import Path

import pytest

GROWTH_BYTES = 256 * 2**20
"""Returning memory can take half a second, so it is only done if a worker has grown by this much."""


def pytest_configure(config: pytest.Config) -> None:
    """Start watching. Only glibc can return memory on request."""
    if hasattr(ctypes.CDLL(None), "malloc_trim"):
        config.pluginmanager.register(Memory(resident_bytes, return_memory))


class Memory:
    """The memory of this process."""

    def __init__(self, resident: Callable[[], int], give_back: Callable[[], None]) -> None:
        self._resident = resident
        self._give_back = give_back
        self._kept = 0

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """A test has ended, and its screens are deleted."""
        if self._resident() > self._kept + GROWTH_BYTES:
            self._give_back()
            self._kept = self._resident()


def resident_bytes() -> int:
    """How much of this process is in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def return_memory() -> None:
    """Delete unused objects, and return their memory."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
