"""A folder that is gone when its program is, however that ends."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SWEEP = "import shutil, sys; sys.stdin.buffer.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"
"""Runs beside the program: its input ends when the program does, killed or not."""


@contextmanager
def passing_folder(prefix: str) -> Iterator[Path]:
    """A new folder; on the way out, or when the program is killed, it goes with all that is in it."""
    folder = tempfile.mkdtemp(prefix=prefix)
    command = [sys.executable, "-I", "-S", "-c", SWEEP, folder]
    # A session of its own: what ends the program's whole group must not end the broom.
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        yield Path(folder)
