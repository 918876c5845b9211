"""The files of tests lie in memory if that helps, and elsewhere if it does not."""

import os
from pathlib import Path

import pytest

from tests.kit import in_memory
from tests.kit.in_memory import serves

TESTS = """
import os, tempfile
from in_memory import files_in_memory, tmp_path

def test_where(tmp_path):
    assert tempfile.gettempdir() == os.environ["TMPDIR"] == os.environ["EXPECTED"] == str(tmp_path.parent)
"""


@pytest.mark.parametrize("told", [False, True])
def test_files_of_a_test_and_of_its_programs_lie_there_unless_it_is_told_where(told, pytester, monkeypatch):
    memory, elsewhere = pytester.mkdir("memory"), pytester.mkdir("elsewhere")
    kit = Path(in_memory.__file__).read_text("utf-8")
    (pytester.path / "in_memory.py").write_text(kit.replace('"/dev/shm"', repr(str(memory))).replace("4 * 2**30", "0"))
    pytester.makepyfile(TESTS)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("EXPECTED", str(elsewhere if told else memory))
    if told:
        monkeypatch.setenv("TMPDIR", str(elsewhere))
    else:
        monkeypatch.delenv("TMPDIR", raising=False)

    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("blocks", "flags", "expected"), [(2**30, 0, True), (2**30, getattr(os, "ST_NOEXEC", 8), False), (2**10, 0, False)]
)
def test_memory_serves_that_is_roomy_and_where_programs_run(blocks, flags, expected, tmp_path, monkeypatch):
    found = os.statvfs_result((4096, 4096, 2**30, blocks, blocks, 1, 1, 1, flags, 255))
    monkeypatch.setattr(os, "ST_NOEXEC", 8, raising=False)
    monkeypatch.setattr(os, "statvfs", lambda _: found)

    assert serves(tmp_path) is expected


def test_where_there_is_none_it_does_not_serve(tmp_path):
    assert not serves(tmp_path / "none")
