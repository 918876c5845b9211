"""The files of tests are in memory if that helps, and elsewhere if it does not."""

import os
import sys
from pathlib import Path

import pytest

from tests.kit import in_memory
from tests.kit.in_memory import MEMORY, on_disk, other_disk, serves

TESTS = """
import os, tempfile
from pathlib import Path

def test_where(tmp_path):
    assert tempfile.gettempdir() == os.environ["TMPDIR"] == os.environ["EXPECTED"]
    assert Path(os.environ["EXPECTED"]) in tmp_path.parents
"""


@pytest.mark.parametrize("is_set", [False, True])
def test_files_of_a_test_and_its_programs_are_in_memory_unless_tmpdir_is_set(is_set, pytester, monkeypatch):
    memory, elsewhere = pytester.mkdir("memory"), pytester.mkdir("elsewhere")
    kit = Path(in_memory.__file__).read_text("utf-8")
    (pytester.path / "in_memory.py").write_text(kit.replace('"/dev/shm"', repr(str(memory))).replace("4 * 2**30", "0"))
    pytester.makepyfile(TESTS)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("EXPECTED", str(elsewhere if is_set else memory))
    monkeypatch.delenv("PYTEST_DEBUG_TEMPROOT")  # pytester's own choice
    if is_set:
        monkeypatch.setenv("TMPDIR", str(elsewhere))
    else:
        monkeypatch.delenv("TMPDIR", raising=False)

    done = pytester.run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "in_memory")

    done.assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("blocks", "flags", "expected"), [(2**30, 0, True), (2**30, getattr(os, "ST_NOEXEC", 8), False), (2**10, 0, False)]
)
def test_memory_is_used_only_if_it_has_room_and_allows_programs_to_run(blocks, flags, expected, tmp_path, monkeypatch):
    found = os.statvfs_result((4096, 4096, 2**30, blocks, blocks, 1, 1, 1, flags, 255))
    monkeypatch.setattr(os, "ST_NOEXEC", 8, raising=False)
    monkeypatch.setattr(os, "statvfs", lambda _: found)

    assert serves(tmp_path) is expected


def test_a_missing_folder_is_not_used(tmp_path):
    assert not serves(tmp_path / "none")


def test_large_files_are_on_disk_and_another_disk_is_another_one(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(MEMORY))
    assert on_disk() == Path("/var/tmp")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert on_disk() == tmp_path

    disk = other_disk(tmp_path)
    assert disk is None or disk.stat().st_dev != tmp_path.stat().st_dev
