"""A test that takes too much processor time fails, unless it says that it is slow."""

from pathlib import Path

import pytest

KIT = Path(__file__).parent / "kit"
TESTS = """
import gc, subprocess, sys, time
import pytest

BURN = "import time\\nwhile time.process_time() < 0.15: pass"

def burn():
    until_s = time.process_time() + 0.15
    while time.process_time() < until_s: pass

@pytest.fixture
def own(): burn()

@pytest.fixture(scope="module")
def shared(): burn()

def test_burns(): burn()
def test_its_fixture_burns(own): pass
def test_its_process_burns(): subprocess.run([sys.executable, "-c", BURN], check=True)

def test_waits(): time.sleep(0.2)
def test_looks_for_garbage():
    until_s = time.process_time() + 0.15
    while time.process_time() < until_s: gc.collect()
def test_what_it_shares_burns(shared): pass
@pytest.mark.slow
def test_is_marked(own): burn()
@pytest.mark.nightly
def test_is_marked_nightly(own): burn()
"""
FUZZ = """
import pytest
from test_burns import burn

@pytest.mark.fuzz
def test_burns_by_its_size(): burn()
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run tests under a budget of 0.1 s."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("KIOSK_TIMES", raising=False)
    pytester.makeini("[pytest]\nmarkers =\n slow\n nightly\n fuzz\ncpu_seconds = 0.1\ncpu_loop_seconds = 10\n")
    pytester.makeconftest((KIT / "budget.py").read_text())
    pytester.makepyfile(test_burns=TESTS, test_fuzz=FUZZ)
    return lambda name, *more: pytester.runpytest_inprocess("-p", "no:cacheprovider", name, *more)


def test_a_test_that_burns_too_long_fails_unless_it_waits_or_shares_or_is_marked(run):
    result = run("test_burns.py")

    result.assert_outcomes(passed=5, failed=3)
    result.stdout.fnmatch_lines(["*took 0.* s of processor time: make it cheaper, or mark it slow*"])


def test_a_slow_machine_fails_no_test_that_would_pass_elsewhere(run):
    result = run("test_burns.py", "-o", "cpu_loop_seconds=0.001")

    result.assert_outcomes(passed=8)


def test_a_fuzz_test_has_no_limit_only_if_the_environment_sets_its_size(run, monkeypatch):
    run("test_fuzz.py").assert_outcomes(failed=1)
    monkeypatch.setenv("KIOSK_TIMES", "5")

    run("test_fuzz.py").assert_outcomes(passed=1)
