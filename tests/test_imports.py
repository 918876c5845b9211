"""The fence between the packages holds, and bites."""

from pathlib import Path

import pytest

from tests.fence import breaches, read_sources


def test_every_import_stays_inside_the_fence():
    assert breaches(read_sources(Path(__file__).parents[1])) == []


@pytest.mark.parametrize(
    ("module", "source", "word"),
    [
        ("engine.hand.rules", "import kiosk.storage.keeper", "may import only engine"),
        ("engine.hand.rules", "import numpy", "standard library"),
        ("engine.hand.rules", "def now():\n    from time import time", "handed to the engine"),
        ("engine.hand.rules", "import os.path", "handed to the engine"),
        ("engine.hand.rules", "from . import cards", "in full"),
        ("hardware.reading.deck", "from engine import hand", "may import only hardware and engine.cards"),
        ("hardware.reading.deck", "import ui.words", "may import only"),
        ("ui.words", "from hardware.reading.deck import Deck", "may import only ui and engine"),
        ("ui.director.page", "from PySide6.QtCore import Qt", "Qt only in"),
        ("ui.dealer.view.screen", "import PySide6", "not in ui.dealer.view.screen"),
        ("kiosk.storage.keeper", "from PySide6 import QtCore", "Qt only in"),
        (
            "kiosk.clock.web",
            "from kiosk.storage import keeper",
            "kiosk.clock.web imports kiosk.storage.keeper imports hardware.reading.deck",
        ),
        ("kiosk.clock.web", "import ui.dealer.view.screen", "no screen"),
        ("engine.cards", "from engine.hand.rules import Hand", "a cycle"),
    ],
)
def test_a_climber_is_named(module, source, word):
    room = {
        "engine.cards": "",
        "engine.hand.rules": "from engine import cards",
        "hardware.reading.deck": "from engine.cards import Card",
        "kiosk.clock.web": "",
        "kiosk.storage.keeper": "import hardware.reading.deck",
    }
    assert breaches(room) == []

    found = breaches({**room, module: source})

    assert len(found) == 1
    assert word in found[0]


def test_the_screen_and_the_programs_that_start_it_may_use_qt():
    qt = "from PySide6.QtWidgets import QWidget"

    assert (
        breaches(
            dict.fromkeys(("ui.dealer.screen", "kiosk.table.command", "kiosk.demo.command", "kiosk.demo.room"), qt)
        )
        == []
    )
