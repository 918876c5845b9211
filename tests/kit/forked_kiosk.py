"""A `kiosk` command in a process of its own that starts at once. It is forked from a process that has already imported
the clock's modules. Importing them takes a second of processor time."""

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from signal import Signals

from kiosk.cli import main

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["kiosk.clock.command", "psycopg", "uvicorn.lifespan.off", "tests.kit.fork_parent"])

IDENTITY = "kiosk.clock.store.postgres.lease"
"""The module that gives a clock's process its identity when it is imported."""


class ForkedKiosk:
    """The process of a command. It has the parts of `subprocess.Popen` that tests use."""

    def __init__(self, words: Sequence[str], errors: Path) -> None:
        """The command writes its errors to this file."""
        reads, writes = _FORKS.Pipe(duplex=False)
        with reads, writes:
            self.stdout = os.fdopen(os.dup(reads.fileno()), encoding="utf-8")
            self._process = _FORKS.Process(target=_run, args=(words, dict(os.environ), writes, errors), daemon=True)
            self._process.start()
        self._errors = errors

    @property
    def pid(self) -> int:
        return int(self._process.pid or 0)

    @property
    def returncode(self) -> int:
        """The exit code, once it has ended. After a signal, it is the negative number of the signal."""
        code = self._process.exitcode
        assert code is not None, "it is still running"
        return code

    def send_signal(self, how: Signals) -> None:
        if self._process.is_alive():
            os.kill(self.pid, how)

    def communicate(self, timeout: float) -> tuple[str, str]:
        """The rest of its output, and its errors, once it has ended."""
        self._process.join(timeout)
        assert self._process.exitcode is not None, f"it has not ended in {timeout} s"
        said = "" if self.stdout.closed else self.stdout.read()
        self.stdout.close()
        return said, self._errors.read_text("utf-8")


def _run(words: Sequence[str], environment: Mapping[str, str], out: Connection, errors: Path) -> None:
    """Run the command in the new process."""
    assert IDENTITY not in sys.modules, "two processes would share one identity"
    os.environ.clear()
    os.environ.update(environment)
    with out, errors.open("wb") as error_file:
        for number, name, file in ((1, "stdout", out.fileno()), (2, "stderr", error_file.fileno())):
            os.dup2(file, number)
            stream = os.fdopen(number, "w", encoding="utf-8", closefd=False)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
    sys.exit(main(words))
