"""A terminal window: a program runs on a pseudo-terminal, and a test reads its output and types answers."""

import os
import pty
import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.kit.patience import PATIENCE_S

CONTROL_C = "\x03"


class Terminal:
    """One program in its own window."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self.text = ""
        """Everything that has been printed so far."""
        self._read_to = 0
        self._is_over = False
        self._news = threading.Condition()
        self._process = subprocess.Popen(
            ["setsid", "--ctty", "--wait", *command],
            cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
        )  # fmt: skip
        os.close(theirs)
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        with suppress(OSError):  # Linux raises it when the last program has closed its terminal
            while data := os.read(self._ours, 4096):
                with self._news:
                    self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
                    self._news.notify_all()
        with self._news:
            self._is_over = True
            self._news.notify_all()

    def see(self, pattern: str, within_s: float = PATIENCE_S) -> re.Match[str]:
        """Wait until the program has printed this, after what was seen before."""

        def look() -> re.Match[str] | None:
            return re.compile(pattern).search(self.text, self._read_to)

        with self._news:
            self._news.wait_for(lambda: look() or self._is_over, within_s)
            found = look()
        assert found, f"{pattern!r} is not in: {self.text}"
        self._read_to = found.end()
        return found

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self._ours, f"{line}\n".encode())

    def wait(self, within_s: float = PATIENCE_S) -> int:
        """The exit code of the program, once it has ended by itself."""
        code = self._process.wait(within_s)
        self._reading.join()
        os.close(self._ours)
        return code

    def end(self) -> int:
        """The exit code of the program after Ctrl+C."""
        os.write(self._ours, CONTROL_C.encode())
        return self.wait()
