"""A sync fails, of a table's journal or the clock's database, at a commit or while the log is copied. The error is
reported.

Nothing is synced to that file again, not even when it is closed, because a second sync may falsely succeed.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kiosk.clock.store import commit_forever
from tests.kiosk.storage import append_forever
from tests.kiosk.storage.append_forever import ROOT

PAGES, TIMES = "30", "40"
"""The page limit of the log, and the number of writes: the log is copied more than once."""

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which is not installed")


class Sync(NamedTuple):
    """One sync of a program: its file, and whether it was made to fail."""

    file: str
    failed: bool


@pytest.fixture(params=["table.journal", "clock.db"])
def written(request, tmp_path):
    """The file that a program writes, and the program."""
    command = append_forever.COMMAND if request.param == "table.journal" else commit_forever.COMMAND
    return tmp_path / request.param, command


def syncs(path: Path, command: list[str], inject: str = "") -> tuple[list[Sync], str]:
    """A program's syncs, with a fault injected at one of them; and its output."""
    log = path.with_name("strace.log")
    traced = ["strace", "-qq", "-y", "-o", str(log), "-e", "trace=fdatasync"]
    traced += ["-e", f"inject=fdatasync:{inject}"] if inject else []
    said = subprocess.run([*traced, *command, str(path), TIMES, PAGES], cwd=ROOT, capture_output=True, check=False)
    calls = re.findall(r"^fdatasync\(\d+<([^>]*)>(.*)$", log.read_text(), re.MULTILINE)
    found = [Sync(file.rsplit("/", maxsplit=1)[-1], "INJECTED" in rest) for file, rest in calls]
    return [one for one in found if one.file in (path.name, f"{path.name}-wal")], said.stdout.decode()


def last_of(path: Path, command: list[str], file: str) -> int:
    """The number, among all syncs of a new run of the program, of the last sync of a file before it is closed.

    Leaves no files.
    """
    log = path.with_name("strace.log")
    syncs(path, command)
    calls = re.findall(r"^fdatasync\(\d+<([^>]*)>", log.read_text(), re.MULTILINE)
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    at = [nth for nth, call in enumerate(calls, 1) if call.endswith(f"/{file}")]
    assert len(at) > 3  # the log was checkpointed more than once
    return at[-2]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["-wal", ""], ids=["at a commit", "as the log is copied"])
def test_a_failed_sync_is_reported_and_nothing_is_synced_again_not_even_at_the_close(suffix, written):
    path, command = written
    nth = last_of(path, command, path.name + suffix)

    found, said = syncs(path, command, f"error=EIO:when={nth}")

    assert found[-1] == Sync(path.name + suffix, failed=True)
    assert "fault disk-failed" in said


@pytest.mark.slow
def test_nothing_is_synced_again_after_a_failed_sync_at_the_opening(written):
    path, command = written
    nth = last_of(path, command, f"{path.name}-wal")
    syncs(path, command, f"signal=KILL:when={nth}")
    whole, said = syncs(path, command)
    assert "fault" not in said
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    syncs(path, command, f"signal=KILL:when={nth}")

    found, said = syncs(path, command, "error=EIO:when=1")

    assert len(whole) > len(found)
    assert found == [Sync(found[0].file, failed=True)]
    assert "fault disk-failed" in said
