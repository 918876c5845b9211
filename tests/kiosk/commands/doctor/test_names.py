"""Every check has a name in every language.

Before, one had none: with a running clock, the doctor ended in a traceback.
"""

import ast
from importlib.resources import files
from pathlib import Path

import pytest

from ui.words.languages import LANGUAGES, words_in

NAMING = {"Finding", "_guarded", "_not_installed"}


def named():
    """The names of all checks in the program's source."""
    for path in Path(str(files("kiosk.commands.doctor"))).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMING:
                yield from (each.value for each in node.args[:1] if isinstance(each, ast.Constant))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_has_a_name(language):
    found = set(named())

    assert {"python", "clock", "backup"} <= found
    assert found <= set(words_in(language).commands.checks)
