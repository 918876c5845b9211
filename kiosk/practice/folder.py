"""A temporary folder that is removed with its program, even one that is killed."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SWEEP = "import shutil, sys; sys.stdin.buffer.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"
"""A sidecar process: its standard input closes when the program ends."""


@contextmanager
def vanishing_folder(prefix: str) -> Iterator[Path]:
    """A new folder, removed with its contents on exit or when the program is killed."""
    folder = tempfile.mkdtemp(prefix=prefix)
    command = [sys.executable, "-I", "-S", "-c", SWEEP, folder]
    # A session of its own: a signal to the program's process group must not reach the sidecar.
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        yield Path(folder)
