"""Tests run in several processes: all of them, once, the longest first, whatever happens to a worker."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.clock import eventually
from tests.kit.workers import portions

KIT = Path(__file__).parent / "kit"
NOTED = """
import os
import pytest

def note(name, text):
    with open(f"{os.environ['NOTES']}/{name}", "a") as file:
        file.write(text + "\\n")

@pytest.fixture(autouse=True)
def noted(request):
    note(os.environ["PYTEST_WORKER"], request.node.name)
"""
SHORT = "import pytest\n@pytest.mark.parametrize('number', range(100))\ndef test_short(number): pass\n"
LONG = """
import pytest

@pytest.mark.parametrize("hour", [
    pytest.param(hour, marks=pytest.mark.long(hour)) for hour in (1, 2, 5)
])
def test_long(hour): pass
"""
SHARING = """
import pytest
from conftest import note

@pytest.fixture(scope="module")
def dear():
    note("set-up", "once")
    yield
    note("set-up", "torn down")

def test_before(dear): pass
def test_needs_it_not(): pass

@pytest.mark.long(3)
def test_dear(dear): pass
"""
SHARING_PACKAGE = """
import pytest
from conftest import note

@pytest.fixture(scope="package")
def dear():
    note("set-up", "once")
"""
ORPHANED = """
import os
import time
import pytest
from conftest import note

@pytest.fixture(scope="session")
def torn_down():
    yield
    note(f"ended-{os.getpid()}", "")

def test_that_waits(torn_down):
    parent = os.getppid()
    note(f"waits-{os.getpid()}", "")
    while os.getppid() == parent:
        time.sleep(0.01)

def test_after_it(): note("went-on", "")
"""


@pytest.fixture
def notes(pytester, monkeypatch):
    """Where each worker writes which tests it runs."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("NOTES", str(notes := pytester.mkdir("notes")))
    pytester.makeini("[pytest]\nmarkers =\n long\n slow\n")
    pytester.makeconftest((KIT / "workers.py").read_text() + NOTED)
    return notes


@pytest.fixture
def run(pytester, notes):
    """Run tests with two workers."""

    def tests(*args, **files):
        pytester.makepyfile(**files)
        return pytester.runpytest_subprocess("--workers=2", *args)

    return tests


def noted_tests(notes):
    return {note.name: note.read_text().split() for note in notes.glob("worker-*")}


@pytest.mark.slow
def test_every_test_is_run_once_and_the_longest_begin(run, notes):
    run(test_a=SHORT, test_b=LONG).assert_outcomes(passed=103)

    done = noted_tests(notes)
    names = [name for tests in done.values() for name in tests]
    assert sorted(names) == sorted([f"test_short[{n}]" for n in range(100)] + [f"test_long[{n}]" for n in (1, 2, 5)])
    assert "test_long[5]" in {tests[0] for tests in done.values()}
    before = [tests[: tests.index("test_short[0]")] for tests in done.values() if "test_short[0]" in tests]
    assert all(name.startswith("test_long") for tests in before for name in tests)


@pytest.mark.slow
def test_a_long_test_moves_together_with_the_tests_that_share_its_fixture(run, notes):
    run(test_a=SHORT, test_b=SHARING).assert_outcomes(passed=103)

    assert ["test_before", "test_dear"] in [tests[:2] for tests in noted_tests(notes).values()]
    assert (notes / "set-up").read_text() == "once\ntorn down\n"


@pytest.mark.slow
def test_tests_that_share_a_package_fixture_come_first_so_that_each_worker_sets_it_up_once(pytester, run, notes):
    pytester.mkpydir("sharing")
    (pytester.path / "sharing/conftest.py").write_text(SHARING_PACKAGE)
    for name in "abcd":
        (pytester.path / f"sharing/test_{name}.py").write_text("def test_dear(dear): pass\ndef test_not(): pass\n")

    run(test_a=LONG, test_b=SHORT).assert_outcomes(passed=111)

    assert len((notes / "set-up").read_text().split()) <= 2


@pytest.mark.slow
def test_a_failure_is_reported_with_what_its_test_printed(run):
    found = run(
        "-rs",
        test_a="def test_quiet(): pass\ndef test_loud():\n    print('LOUD')\n    assert 0\n",
        test_b="def test_loud_too():\n    print('TOO')\n    assert 0\n",
        test_c="import pytest\ndef test_skipped(): pytest.skip('NEVER')\n",
    )

    found.assert_outcomes(passed=1, failed=2, skipped=1)
    text = found.stdout.str()
    for name, printed in (("test_loud", "LOUD"), ("test_loud_too", "TOO")):
        assert re.search(rf"_ {name} _.*?Captured stdout call -+\n{printed}\n[_=]", text, re.DOTALL)
    assert "NEVER" in text


@pytest.mark.slow
def test_a_test_in_which_the_worker_dies_has_failed_and_all_others_are_run(run):
    found = run(
        test_a="import os\ndef test_before(): pass\ndef test_dies(): os._exit(3)\ndef test_after(): pass\n" + SHORT
    )

    found.assert_outcomes(passed=102, failed=1)
    found.stdout.fnmatch_lines(["*the worker died in this test (exit code 3)*"])


@pytest.mark.slow
def test_a_worker_that_has_grown_is_replaced(pytester, run, notes):
    kit = (KIT / "workers.py").read_text().replace("GROWTH_BYTES = 384 * 2**20", "GROWTH_BYTES = 8 * 2**20")
    pytester.makeconftest(kit + NOTED)
    grows = "kept = []\ndef test_grows(): kept.append(b'x' * 2**24)\n"

    run(**{f"test_{name}": grows for name in "abcdef"}).assert_outcomes(passed=6)

    assert len(noted_tests(notes)) > 2


@pytest.mark.slow
def test_after_the_last_failure_that_is_allowed_each_worker_runs_at_most_what_it_was_given(run, notes):
    run("-x", **{f"test_{name}": "def test_fails(): assert 0\n" for name in "abcdefghij"})

    assert sum(len(tests) for tests in noted_tests(notes).values()) <= 4


@pytest.mark.slow
def test_no_worker_outlives_a_killed_main_process(pytester, notes):
    pytester.makepyfile(test_a=ORPHANED, test_b=ORPHANED)
    main = subprocess.Popen([sys.executable, "-m", "pytest", "--workers=2"], stdout=subprocess.DEVNULL)
    eventually(lambda: len(list(notes.glob("waits-*"))) == 2)

    main.kill()
    main.wait()

    eventually(lambda: len(list(notes.glob("ended-*"))) == 2)
    assert not list(notes.glob("went-on"))


def test_no_test_is_lost(pytester):
    pytester.makeini("[pytest]\nmarkers =\n long\n")
    items, _ = pytester.inline_genitems(
        pytester.makepyfile(LONG + SHORT + SHARING.replace("from conftest import note", ""))
    )

    assert sorted(item.name for portion in portions(items) for item in portion) == sorted(item.name for item in items)
