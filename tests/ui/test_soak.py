"""Long use: no memory is lost, and nothing is drawn wrong after many taps. `KIOSK_TAPS` sets how many (400)."""

import gc
import sys
from random import Random

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from engine.public import public
from tests.kit.play import sat
from tests.kit.port import tell
from tests.kit.sizes import size
from tests.screens.dealer import STATES
from tests.screens.shots import shoot, throw_away
from ui.dealer.model.profile import Profile
from ui.dealer.model.surroundings import LevelTime
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.painting.stamps import WidgetPicture

TAPS = size("KIOSK_TAPS", 400)
SPARED = ("undo", "redo", "more", "hand", "floor")  # so that hands end and tables go on


def reachable(screen) -> list[TouchTarget]:
    """The targets that a finger could press now with some effect, in a fixed order."""
    found = [each for each in screen.findChildren(TouchTarget) if each.isVisible() and each.isEnabled()]
    uncovered = (each for each in found if screen.childAt(each.mapTo(screen, each.aim())) is each)
    return sorted((each for each in uncovered if each.objectName() not in SPARED), key=lambda each: each.objectName())


@pytest.mark.slow
def test_painting_loses_no_reference(sit):
    """
    A release of the bindings dropped a reference to None with every call that returns nothing. It aborted after some
    fifty taps, while short tests stayed green.
    """
    screen, _, finger = sit(sat((50_000,) * 10))
    finger.tap("hand-over", "raise-4", "key-1", "page-close")
    screen.grab()
    gc.collect()
    before = sys.getrefcount(None), sys.getrefcount(True), sys.getrefcount(False)

    for left_ms in range(200):
        tell(screen, level=LevelTime("Level 3", left_ms * 1_000))
        screen.grab()

    gc.collect()
    after = sys.getrefcount(None), sys.getrefcount(True), sys.getrefcount(False)
    lost = [was - now for was, now in zip(before, after, strict=True)]
    assert max(lost) < 50, lost


def pictures():
    """The number of screen parts in memory with their cached pictures."""
    gc.collect()
    return sum(isinstance(each, WidgetPicture) for each in gc.get_objects())


def test_parts_that_are_taken_off_the_screen_are_released_from_memory(sit, qapp):
    """A dealer with larger letters comes and goes: all parts are made again, and the earlier ones are no longer in
    memory.
    """
    screen, engine, _ = sit(sat((50_000,) * 10))
    counts = []

    for text in ("M", "L") * 3:
        engine.present(profile=Profile(text=text))
        QTimer.singleShot(0, qapp.quit)
        qapp.exec()  # Qt runs its deferred deletions only within its loop
        screen.grab()
        counts.append(pictures())

    assert counts == [counts[0]] * 6


def test_screens_that_tests_throw_away_are_released_from_memory(qapp):
    throw_away(shoot(STATES["menu"], "10in", "dark"))
    before = pictures()

    for _ in range(3):
        throw_away(shoot(STATES["menu"], "10in", "dark"))

    assert pictures() == before


@pytest.mark.slow
@pytest.mark.fuzz
def test_a_long_evening_of_random_taps_loses_no_chip_and_never_gets_stuck(sit):
    """
    Any target at random, painted after each tap: no exception, no chip lost, never stuck, and no tap on an outdated
    screen.
    """
    dice = Random(2024)
    screen, engine, finger = sit(sat((50_000,) * 10))

    for _ in range(TAPS):
        targets = reachable(screen)
        if not targets:
            engine.game = sat((50_000,) * 10)
            engine.present()
            continue
        finger.tap(dice.choice(targets).objectName())
        QApplication.processEvents()
        held = sum(seat.chips + seat.bet for seat in public(engine.game).seats)
        table = public(engine.game)
        in_the_middle = table.pot - sum(seat.bet for seat in table.seats)
        assert held + in_the_middle == table.issued

    assert engine.stale == []
