"""The parts of Qt that a table's program skips at the start and loads once they are needed."""

import subprocess
import sys

import pytest

START = """
import builtins, sys
plainly = builtins.__import__
import kiosk.table.program.command
from PySide6.QtCore import QTimer

parsed = lambda: "pyside_type_init" in vars(sys.modules["shibokensupport.signature.parser"])
"""


def said(program: str) -> str:
    """The output of a fresh Python process that has loaded the modules a table's program loads first."""
    done = subprocess.run([sys.executable, "-c", START + program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_qt_starts_without_its_signatures_and_with_pythons_own_import():
    """Qt would otherwise compile its signatures at each start, which takes longer than loading Qt's own libraries."""
    assert said("print(parsed(), builtins.__import__ is plainly)") == "False True\n"


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        ("QTimer().start('soon')", ("called with wrong argument types", "start(msec: int, /)")),
        ("QTimer(pace=1)", ("'pace' is not a Qt property or a signal",)),
    ],
)
def test_a_wrong_call_is_reported_in_full(call, parts):
    """
    C code raises the error. It must find everything that it imports, the first time and again, or the program ends.
    """
    words = said(f"""
for again in (False, True):
    try:
        {call}
    except (TypeError, AttributeError) as error:
        print(error, again, parsed())
""")

    assert [part for part in (*parts, "False True", "True True") if part not in words] == []


def test_help_and_stubs_are_there_when_asked_for():
    """
    An editor or a debugger in the same program finds what it expects.
    """
    words = said("""
from PySide6.support.signature.lib.pyi_generator import generate_pyi
print(callable(generate_pyi), "msec: int" in QTimer.start.__doc__)
""")

    assert words == "True True\n"
