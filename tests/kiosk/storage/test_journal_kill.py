"""A journal keeps its acknowledged records when its process is killed with -9 or its disk fails, at any moment.

`KIOSK_KILLS` says how many moments to try; the moments between system calls need strace.
"""

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kiosk.storage.chain import Record
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from tests.kiosk.storage.append_forever import COMMAND, ROOT
from tests.kit.sizes import size

KILLS = size("KIOSK_KILLS", 15, daily=8)
WRITES = "pwrite64,fdatasync,fsync,rename,unlink"
APPENDS = 4

needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which is not installed")


def reopened(path: Path) -> list[Record]:
    """Everything the journal holds; opening it again checks the chain and shows that its lock is free."""
    with Journal.open(path, lambda: 0) as journal:
        return journal.read(0, 1_000_000)


def promised(output: str) -> list[tuple[int, str]]:
    """The (seq, hash) of every record acknowledged to the child; a truncated line counts as not acknowledged."""
    return [(int(seq), digest) for seq, digest in re.findall(r"^kept (\d+) (\w{64})$", output, re.MULTILINE)]


def assert_kept(path: Path, output: str) -> None:
    """Every acknowledged record is held; of the others, at most the one append that was in progress, whole."""
    kept = promised(output)
    records = reopened(path)
    last_kept = kept[-1][0] if kept else 0
    opened_at = int(output.split()[1]) if output.startswith("open") else 0

    assert [(record.seq, record.hash.hex()) for record in records[opened_at : opened_at + len(kept)]] == kept
    mine = [record.body.decode() for record in records[opened_at:]]
    turns = [int(body.split(".")[0]) for body in mine]
    assert mine == [f"{n}.{part}" for n in sorted(set(turns)) for part in range(1 + n % 3)]
    assert len(set(turns[last_kept - opened_at :])) <= 2  # one append printed in part, and one in progress


def run_under_strace(path: Path, inject: str) -> str:
    command = ["strace", "-qq", "-o", os.devnull, "-e", f"trace={WRITES}", "-e", f"inject={inject}"]
    command += [*COMMAND, str(path), str(APPENDS)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def count_writes(path: Path) -> int:
    """How many write calls the child makes from its start to its end."""
    log = str(path.with_name("strace.log"))
    command = ["strace", "-qq", "-o", log, "-e", f"trace={WRITES}"]
    subprocess.run([*command, *COMMAND, str(path), str(APPENDS)], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return len(Path(log).read_text().splitlines())


def moments(total: int) -> list[int]:
    """At most `KILLS` of the calls 1 to `total`, evenly spread."""
    return sorted({1 + step * total // KILLS for step in range(KILLS)}) if total > KILLS else list(range(1, total + 1))


@pytest.mark.slow
@pytest.mark.fuzz
def test_acknowledged_records_survive_a_kill_at_any_moment(tmp_path):
    path, dice = tmp_path / "table.journal", random.Random(7)
    for _ in range(KILLS):
        with subprocess.Popen([*COMMAND, path, "1000000"], cwd=ROOT, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            head = b"".join(child.stdout.readline() for _ in range(dice.randrange(1, 60)))
            child.kill()
            output = (head + child.stdout.read()).decode()

        assert_kept(path, output)


@pytest.mark.slow
@pytest.mark.fuzz
@needs_strace
def test_acknowledged_records_survive_a_kill_before_any_write(tmp_path):
    for nth in moments(count_writes(tmp_path / "whole")):
        path = tmp_path / f"killed-{nth}"
        assert_kept(path, run_under_strace(path, f"{WRITES}:signal=KILL:when={nth}"))


@pytest.mark.slow
@pytest.mark.fuzz
@needs_strace
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_a_disk_that_fails_once_at_any_write_is_a_fault_and_the_write_is_not_retried(error, tmp_path):
    faults = set()
    for nth in moments(count_writes(tmp_path / "whole")):
        path = tmp_path / f"failed-{nth}"
        output = run_under_strace(path, f"{WRITES}:error={error}:when={nth}")
        if "fault" in output:
            *_, last_but_one, last = ["", *output.splitlines()]
            assert "open" not in output.split() or last_but_one == "refused"
            faults.add(last.split()[1])
        else:
            assert len(promised(output)) == 7

        assert_kept(path, output)

    assert any(code.startswith("disk-") for code in faults)


def traced(path: Path, appends: int) -> list[tuple[str, str, str]]:
    """The child's calls as (call, file's name, the rest), with its own words among them."""
    log = path.with_name("strace.log")
    command = ["strace", "-qq", "-y", "-o", str(log), "-e", f"trace=write,{WRITES}"]
    subprocess.run([*command, *COMMAND, str(path), str(appends)], cwd=ROOT, capture_output=True, check=True)
    calls = re.findall(r'^(\w+)\((?:\d+<)?"?([^">,]*)"?>?,? ?(.*)$', log.read_text(), re.MULTILINE)
    return [(call, file.rsplit("/", maxsplit=1)[-1], rest) for call, file, rest in calls]


@needs_strace
def test_nothing_is_acknowledged_before_it_is_on_the_disk_itself(tmp_path):
    unsynced: set[str] = set()
    promises = 0
    for call, file, rest in traced(tmp_path / "table.journal", APPENDS):
        if call == "pwrite64" and not file.endswith("-shm"):
            unsynced.add(file)
        elif call == "rename":
            unsynced.add(tmp_path.name)
        elif call in ("fdatasync", "fsync"):
            unsynced.discard(file)
        elif call == "write" and rest.startswith('"kept'):
            promises += 1
            assert not unsynced

    assert promises == 7


@needs_strace
def test_a_new_journals_name_is_synced_before_the_journal_is_used(tmp_path):
    calls = [(call, file) for call, file, _ in traced(tmp_path / "table.journal", 1)]

    assert calls[calls.index(("rename", "table.journal.new")) + 1] == ("fsync", tmp_path.name)


@needs_strace
def test_unsynced_writes_of_a_killed_run_are_repeated_before_the_next_run_goes_on(tmp_path):
    path = tmp_path / "table.journal"
    with subprocess.Popen([*COMMAND, path, "1000000"], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        for _ in range(10):
            child.stdout.readline()
        child.kill()

    calls = traced(path, 0)
    began = next(n for n, (call, _, rest) in enumerate(calls) if call == "write" and rest.startswith('"open'))

    assert [call for call, file, _ in calls[:began] if file == path.name][-2:] == ["pwrite64", "fdatasync"]


@pytest.mark.fuzz
def test_a_journal_can_be_opened_for_reading_at_any_moment_of_its_writing(tmp_path):
    path = tmp_path / "table.journal"
    with subprocess.Popen([*COMMAND, path, "1000000"], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        heads = []
        for _ in range(KILLS * 3):
            child.stdout.read(400)  # so that the child goes on
            with open_reader(path) as reader:
                heads.append(reader.head.seq)
        child.kill()

    assert heads == sorted(heads)
    assert heads[-1] > heads[0]


def test_a_full_disk_is_a_fault_and_nothing_is_lost(tmp_path):
    path = tmp_path / "table.journal"
    small = ["sh", "-c", 'ulimit -f 200; exec "$@"', "sh"]  # no file may exceed 200 blocks

    child = subprocess.run([*small, *COMMAND, path, "1000000"], cwd=ROOT, stdout=subprocess.PIPE, check=True)

    *kept, refused, fault = child.stdout.decode().splitlines()
    assert len(kept) > 10
    assert refused == "refused"
    assert fault.startswith("fault disk-f")
    assert_kept(path, child.stdout.decode())
