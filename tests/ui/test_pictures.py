"""The program that takes the pictures still reaches every state that it names."""

from pathlib import Path

import pytest

from tests.screens.dealer import PAPERS, STATES, wanted
from tests.screens.shots import SCREENS, shoot
from tests.ui.fitting import LEAST_LINE_MM
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.look import LEAST_TARGET_MM


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("name", STATES)
def test_every_state_can_be_painted_and_every_target_in_it_can_be_hit(qtbot, name, size):
    """
    All taps that lead there are offered, and the picture is as large as the screen. No target is under 15 mm on either
    screen, and each has words for a screen reader.
    """
    screen = shoot(STATES[name], size, "light")
    qtbot.addWidget(screen)
    picture = screen.grab()
    assert (picture.width(), picture.height()) == SCREENS[size][:2]
    px_per_mm = SCREENS[size][2]

    for touch in screen.findChildren(TouchTarget):
        if touch.isVisibleTo(screen) and touch.objectName():
            # Choosing a line of a list changes nothing, and arrows of full size move between lines.
            least_mm = LEAST_LINE_MM if touch.tile.line else LEAST_TARGET_MM
            assert min(touch.width(), touch.height()) / px_per_mm >= least_mm, touch.objectName()
            assert touch.accessibleName(), touch.objectName()


def test_the_pictures_for_the_papers_are_there_and_no_others():
    """
    The same program makes them, under the same names.
    """
    folder = Path(__file__).parents[2] / "docs" / "screens"

    assert {path.stem for path in folder.glob("dealer-*.png")} == set(PAPERS)
    assert {name for name, *_ in wanted(["papers"])} == set(PAPERS)
