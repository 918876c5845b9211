"""The screen fits the glass that shows it: another glass has more or fewer pixels in a millimeter."""

from pathlib import Path

import msgspec
import pytest

from tests.kit.port import Engine
from tests.kit.tables import ready
from tests.kit.ticks import Ticks
from ui.dealer.screen import Screen
from ui.dealer.sound.speaker import NOTES
from ui.dealer.splash import SplashScreen
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.look import DARK, Look
from ui.words.languages import words_in

PAGE_TONES = Path(__file__).parents[3] / "ui" / "glass" / "tones.json"


@pytest.fixture
def screen(qtbot):
    port = Engine(ready(1, 2, 3))
    made = Screen(port, Look(DARK, 4.0), Ticks())
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    port.show_on(made)
    return made


def test_every_part_is_drawn_at_the_new_scale(screen):
    screen.scale(5.0)

    undo = screen.findChild(TouchTarget, "undo")
    assert undo.canvas is screen._scene.canvas
    assert undo.canvas.px(1.0) == pytest.approx(5.0 * undo.canvas.zoom)


def test_before_the_first_table_the_scale_is_only_noted(qtbot):
    port = Engine(ready(1, 2, 3))
    made = Screen(port, Look(DARK, 4.0), Ticks())
    qtbot.addWidget(made)
    made.scale(5.0)
    made.resize(1600, 1000)

    port.show_on(made)

    assert made._scene.canvas.look.px_per_mm == 5.0


def test_the_opening_frame_follows_too(qtbot):
    opening = SplashScreen(Look(DARK, 4.0), 3, words_in("en"))
    qtbot.addWidget(opening)
    opening.resize(800, 600)
    before = opening.grab().toImage()

    opening.scale(8.0)

    assert opening.grab().toImage() != before


def test_a_browser_plays_the_notes_of_the_tables_own_speaker():
    page = msgspec.json.decode(PAGE_TONES.read_bytes())

    assert page == {sound: [msgspec.to_builtins(note) for note in notes] for sound, notes in NOTES.items()}
