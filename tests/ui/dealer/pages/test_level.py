"""The question about the current level: it opens by itself between hands, once, and one touch answers it."""

import pytest

from engine.events import Blinds
from engine.table.actions.hands import StartHand
from tests.kit.play import LEVEL, dealt, do, sat
from tests.kit.port import tell
from ui.dealer.model.surroundings import LevelAt, LevelDoubt
from ui.dealer.pages.menu import MenuPage

DOUBT = LevelDoubt(LevelAt("Level 3", LEVEL), LevelAt("Level 5", Blinds(5, 300, 600)))
FOUR = (5_000, 5_000, 5_000, 5_000)


@pytest.mark.parametrize(("button", "by_day"), [("level-stands", False), ("level-by-day", True)])
def test_one_touch_answers_and_the_question_is_gone(sit, button, by_day):
    screen, engine, finger = sit(sat(FOUR))
    tell(screen, doubt=DOUBT)

    finger.tap(button)

    assert engine.told_levels == [by_day]
    assert not finger.can(button)


def test_during_a_hand_the_question_waits_until_the_hand_is_over(sit):
    screen, engine, finger = sit(dealt(FOUR))
    tell(screen, doubt=DOUBT)
    assert not finger.can("level-stands")

    finger.tap("fold", "fold", "fold", "hand-over")

    assert engine.game.table.hands == 2  # the next hand is dealt at once
    finger.tap("more", "menu-level", "level-by-day")
    assert engine.told_levels == [True]


def test_a_closed_question_stays_in_the_menu_until_the_level_is_known(sit):
    screen, engine, finger = sit(sat(FOUR))
    tell(screen, doubt=DOUBT)
    finger.tap("page-close")
    tell(screen, doubt=DOUBT)
    assert not finger.can("level-stands")
    finger.tap("more", "menu-level")
    assert finger.can("level-stands")

    tell(screen, doubt=None)

    assert not finger.can("level-stands")
    assert engine.told_levels == []
    finger.tap("more", "menu-level")
    assert isinstance(screen.content.page, MenuPage)


def test_a_hand_can_be_dealt_while_the_question_is_open(sit):
    screen, engine, finger = sit(sat(FOUR))
    tell(screen, doubt=DOUBT)

    finger.tap("page-close", "hand-over")

    assert engine.asked == [StartHand()]
    assert engine.game == do(sat(FOUR), StartHand())
