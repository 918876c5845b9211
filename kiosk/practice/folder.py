"""A temporary folder that is removed when its program ends, even if the program is killed."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SWEEP = "import shutil, sys; sys.stdin.buffer.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"
"""The code of a sidecar process. Its standard input closes when the program ends."""


@contextmanager
def vanishing_folder(prefix: str) -> Iterator[Path]:
    """A new folder. It is removed with its contents on exit, or when the program is killed."""
    folder = tempfile.mkdtemp(prefix=prefix)
    command = [sys.executable, "-I", "-S", "-c", SWEEP, folder]
    # In a new session: a signal to the program's process group must not reach the sidecar.
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
        yield Path(folder)
