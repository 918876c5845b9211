"""The programs of an earlier release, as they were: from this checkout's history, beside today's."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.clock import DEADLINE_S, Clock

ROOT = Path(__file__).parents[2]
TABLE = """
import sys
from pathlib import Path
try:
    import tests.kit.clock as kit
except ModuleNotFoundError:
    import tests.kiosk.clock.parts as kit
kit.DEADLINE_S = 120
with kit.Table(Path(sys.argv[1]), sys.argv[2]) as table:
    table.sit()
    for line in sys.stdin:
        table.play(int(line))
        print(table.game.table.hands, table.game.mark, flush=True)
"""
"""A table's program without a screen, by the release's own kit: plays as many hands as a line of standard input says,
and says how many it has played and where its record ends."""


class Release:
    """One of them, unpacked in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._env = {**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"}

    @contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """Its Python with these arguments, until it is told to end."""
        command, pipe = [sys.executable, *words], subprocess.PIPE
        with subprocess.Popen(command, cwd=self._folder, env=self._env, stdin=pipe, stdout=pipe, text=True) as one:
            try:
                yield one
            finally:
                one.terminate()
                one.wait(DEADLINE_S)

    @contextmanager
    def clock(self, clock: Clock) -> Iterator[Clock]:
        """Its clock, once it can be reached."""
        with self.running("-m", "kiosk.cli", "clock", "--settings", str(clock.settings)) as process:
            assert process.stdout
            assert process.stdout.readline()
            yield clock


def unpacked(commit: str, folder: Path) -> Release:
    """The release of a commit; the test is skipped where this checkout's history does not have it."""
    folder.mkdir()
    if not shutil.which("git"):
        pytest.skip("there is no git here, and so no history of this checkout")
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "--output", str(folder / "release.tar"), commit],
        capture_output=True, text=True, check=False, timeout=DEADLINE_S,
    )  # fmt: skip
    if archive.returncode:
        pytest.skip(f"the history of this checkout does not have {commit}: {archive.stderr.strip()}")
    subprocess.run(["tar", "-xf", "release.tar"], cwd=folder, check=True, timeout=DEADLINE_S)
    return Release(folder)
