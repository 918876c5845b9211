"""Files of tests lie in memory where that serves, and elsewhere where it does not."""

import os
from pathlib import Path

import pytest

from tests.kit import in_memory
from tests.kit.in_memory import serves

TEXT = Path(in_memory.__file__).read_text("utf-8")
TESTS = """
import os, subprocess, sys, tempfile

def test_where():
    program = [sys.executable, "-c", "import tempfile; print(tempfile.gettempdir())"]
    there = subprocess.run(program, capture_output=True, text=True, check=True).stdout.strip()
    assert tempfile.gettempdir() == there == os.environ["EXPECTED"]
"""


@pytest.mark.parametrize("told", [False, True])
def test_every_process_of_a_test_keeps_its_files_there_unless_it_is_told_where(told, pytester, monkeypatch):
    memory, elsewhere = pytester.mkdir("memory"), pytester.mkdir("elsewhere")
    plugin = TEXT.replace('"/dev/shm"', repr(str(memory))).replace("4 * 2**30", "0")
    pytester.makeconftest(plugin)
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
