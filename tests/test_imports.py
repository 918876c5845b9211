"""The import rules hold, a violation is found, and no two public classes share a name."""

import re
import sys
from pathlib import Path

import pytest

from tests.tools import parts, rooms
from tests.tools.fence import breaches, imports, read_sources


@pytest.mark.slow
def test_every_import_stays_inside_the_fence():
    assert breaches(read_sources(Path(__file__).parents[1])) == []


CLIMBERS = [
    ("engine.hand.rules", "import kiosk.storage.keeper", "may import only engine.cards and"),
    ("engine.hand.rules", "import numpy", "standard library"),
    ("engine.hand.rules", "def now():\n    from time import time", "handed to the engine"),
    ("engine.hand.rules", "import os.path", "handed to the engine"),
    ("engine.hand.rules", "from . import cards", "in full"),
    ("engine.hand.rules", "from engine.table import state", "engine.hand may import only"),
    ("engine.tournament.levels.structure", "from engine.hand import rules", "engine.tournament may import only"),
    ("hardware.readers", "from engine.hand import rules", "may import only hardware and engine.cards"),
    ("hardware.readers", "import ui.words", "may import only"),
    ("ui.words", "from hardware.readers import Reader", "may import only ui.words and engine"),
    ("ui.dealer.layout", "from ui.dealer.view import strip", "ui.dealer.layout may import only"),
    ("ui.director.page", "from PySide6.QtCore import Qt", "Qt only in"),
    ("ui.dealer.view", "import PySide6", "not in ui.dealer"),
    ("kiosk.storage.keeper", "from PySide6 import QtCore", "Qt only in"),
    ("kiosk.table.host", "import kiosk.clock.service", "kiosk.table may import only"),
    ("kiosk.cli", "import importlib\nimportlib.import_module('kiosk.table.host')", "kiosk.cli may import only"),
    (
        "kiosk.clock.service",
        "from kiosk.settings import x",
        "kiosk.settings imports hardware.readers: the clock's machine",
    ),
    ("kiosk.clock.service", "import ui.dealer.view", "no screen"),
    ("engine.cards", "from engine.refused import Refused", "may import only nothing of ours"),
]


@pytest.mark.parametrize(("module", "source", "word"), CLIMBERS)
def test_an_import_that_breaks_a_rule_is_named(module, source, word):
    room = {
        "engine.cards": "",
        "engine.hand.rules": "from engine import cards",
        "engine.table.state": "from engine.hand import rules",
        "hardware.readers": "from engine.cards import Card",
        "kiosk.clock.service": "",
        "kiosk.settings": "import hardware.readers",
    }
    assert breaches(room) == []

    found = breaches({**room, module: source})

    assert [line for line in found if word in line]
    assert len([line for line in found if not line.endswith(("a circle", "a cycle"))]) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("ui.a", "ui.b"), ("kiosk.demo.a", "kiosk.demo.b"), ("hardware.simulated", "hardware.readers")],
)
def test_an_import_cycle_of_files_is_named(one, other):
    found = breaches({one: f"import {other}", other: f"import {one}"})

    assert any(line.endswith("a cycle") for line in found)


def test_an_import_cycle_of_folders_is_named_even_if_no_file_is_in_one():
    found = breaches(
        {
            "kiosk.demo.a.one": "import kiosk.demo.b.one", "kiosk.demo.b.one": "",
            "kiosk.demo.b.two": "import kiosk.demo.a.two", "kiosk.demo.a.two": "",
        }
    )  # fmt: skip

    assert len(found) == 1
    assert found[0].startswith("in kiosk.demo ")
    assert found[0].endswith(": a circle")


def test_the_screen_and_the_programs_that_start_it_may_use_qt():
    qt = "from PySide6.QtWidgets import QWidget"

    programs = ("ui.dealer.screen", "kiosk.table.program.command", "kiosk.demo.command", "kiosk.demo.room")
    assert breaches(dict.fromkeys(programs, qt)) == []


RULES = ("engine", "rules", "rulings", "misdeals", "history")
ALONE = {"msgspec", "shtab", "pytest", "hypothesis", "pokerkit"}
"""Plus eval7, if there is a wheel of it. The program always needs the first two."""


def test_the_rules_are_tested_with_only_msgspec_pytest_and_two_oracles():
    """No test of the rules imports, even indirectly, a screen, a camera, a reader or a web server."""
    root = Path(__file__).parents[1]
    tests = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for path in sorted((root / "tests").rglob("*.py"))
    }
    sources = {**read_sources(root), **tests}
    wanted = [name for name in tests if name.startswith(tuple(f"tests.{folder}." for folder in RULES))]
    assert len(wanted) > len(RULES)

    outside = set()
    for name in (found := ["tests.conftest", *wanted]):
        for other in imports(sources[name], frozenset(sources)):
            if other not in sources:
                outside.add(other.split(".")[0])
            elif other not in found:
                found.append(other)

    assert outside - sys.stdlib_module_names == ALONE


def test_the_list_and_the_picture_of_the_parts_match_the_sources():
    """`python -m tests.tools.parts` updates them."""
    sources = read_sources(parts.ROOT)

    assert parts.MODULES.read_text("utf-8") == parts.with_list(parts.MODULES.read_text("utf-8"), sources)
    assert parts.PICTURE.read_text("utf-8") == parts.picture(sources)


def test_no_folder_has_more_than_fourteen_modules_of_its_own():
    crowds = {folder: len(modules) for folder, modules in parts.folders(read_sources(parts.ROOT)).items()}

    assert {folder: count for folder, count in crowds.items() if count > 14} == {}


def test_the_rooms_of_the_clock_are_on_seven_floors_and_match_their_picture():
    """`python -m tests.tools.rooms` draws it."""
    found = rooms.rooms_of(read_sources(rooms.ROOT))

    assert len(rooms.floors(found)) <= 7
    page = rooms.PAGE.read_text("utf-8")
    assert page == rooms.with_picture(page, found)


def test_a_room_of_the_clock_that_imports_from_a_higher_one_is_named():
    clock = {"kiosk.clock.tables.audit": "import kiosk.clock.store.writer", "kiosk.clock.store.writer": ""}
    assert breaches(clock) == []

    found = breaches({**clock, "kiosk.clock.store.keeper": "import kiosk.clock.tables.audit"})

    assert any("kiosk.clock.store may import only" in line for line in found)


def test_no_two_public_classes_share_a_name():
    """The name of a class has one meaning in the whole program."""
    places: dict[str, list[str]] = {}
    for module, source in read_sources(parts.ROOT).items():
        for name in re.findall(r"^class ([A-Z]\w*)", source, re.MULTILINE):
            places.setdefault(name, []).append(module)

    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}
