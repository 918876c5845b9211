"""The longest tests start first, spread over the workers, and module fixtures are set up once."""

from pathlib import Path

import pytest

from tests.kit.longest import dealt

KIT = Path(__file__).parent / "kit"
BESIDE = """
import os
import pytest

@pytest.fixture(autouse=True)
def noted(request):
    with open(f"{os.environ['NOTES']}/{os.environ['PYTEST_XDIST_WORKER']}", "a") as file:
        file.write(request.node.name + "\\n")
"""
SHORT = "import pytest\n@pytest.mark.parametrize('number', range(40))\ndef test_short(number): pass\n"
LONG = """
import pytest

@pytest.mark.parametrize("hour", [
    pytest.param(hour, marks=pytest.mark.long(hour)) for hour in (1, 2, 5)
])
def test_long(hour): pass
"""
SHARING = """
import os
import pytest

@pytest.fixture(scope="module")
def dear():
    with open(f"{os.environ['NOTES']}/set-up", "a") as file:
        file.write("once\\n")

def test_before(dear): pass
def test_needs_it_not(): pass

@pytest.mark.long(3)
def test_dear(dear): pass
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run tests with two workers: the first two tests of each, and how often the fixture was set up."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("NOTES", str(notes := pytester.mkdir("notes")))
    pytester.makeini("[pytest]\nmarkers =\n long\n")
    pytester.makeconftest((KIT / "longest.py").read_text() + BESIDE)

    def tests(**files):
        pytester.makepyfile(**files)
        pytester.runpytest_subprocess("-p", "xdist", "-n", "2", "--dist", "worksteal").assert_outcomes(passed=43)
        first = [(notes / worker).read_text().split()[:2] for worker in ("gw0", "gw1")]
        return first, (notes / "set-up").read_text() if (notes / "set-up").exists() else ""

    return tests


@pytest.mark.slow
def test_each_worker_begins_with_its_share_of_the_longest(run):
    first, _ = run(test_a=SHORT, test_b=LONG)

    assert {tests[0] for tests in first} == {"test_long[5]", "test_long[2]"}
    assert ["test_long[2]", "test_long[1]"] in first


@pytest.mark.slow
def test_a_long_test_moves_together_with_the_tests_that_share_its_fixture(run):
    first, set_up = run(test_a=SHORT, test_b=SHARING)

    assert ["test_before", "test_dear"] in first
    assert set_up == "once\n"


def test_no_test_is_lost_whatever_the_number_of_workers(pytester):
    pytester.makeini("[pytest]\nmarkers =\n long\n")
    items, _ = pytester.inline_genitems(pytester.makepyfile(LONG + SHORT + SHARING))

    for workers in range(1, 50):
        assert sorted(item.name for item in dealt(items, workers)) == sorted(item.name for item in items)
