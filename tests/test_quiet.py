"""Quiet means healthy: a message logged or a warning raised during a test fails it."""

from pathlib import Path

import pytest

NOISY = """
import logging, warnings
import pytest

from PySide6.QtCore import qWarning

def test_logs(): logging.getLogger("reader").warning("the cable is out")
def test_warns(): warnings.warn("soon gone", DeprecationWarning)
def test_qt_warns(): qWarning("no such signal")

def test_notes(): logging.getLogger("reader").info("a card")
def test_answers_for_its_log(caplog): logging.getLogger("reader").warning("the cable is out")
"""


@pytest.mark.slow
def test_a_warning_of_any_kind_fails_its_test(pytester):
    here = Path(__file__).parent
    pytester.makepyprojecttoml((here.parent / "pyproject.toml").read_text())
    tests = pytester.mkdir("tests")
    kit = ("__init__", "budget", "in_memory", "patience", "ports", "workers")
    for file in ("conftest.py", *(f"kit/{name}.py" for name in kit)):
        (tests / file).parent.mkdir(exist_ok=True)
        (tests / file).write_text((here / file).read_text())
    (tests / "test_noisy.py").write_text(NOISY)

    result = pytester.runpytest_subprocess()

    result.stdout.fnmatch_lines(["*WARNING reader: the cable is out*"])
    result.assert_outcomes(passed=3, errors=1, failed=2)  # `test_logs` passes, then fails at its end
