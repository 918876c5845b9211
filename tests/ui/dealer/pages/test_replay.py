"""The replay of a hand: step by step on the table, on violet, and the hand in play is never touched."""

import pytest

from engine.public import public
from tests.kit.play import dealt, play, record_of
from tests.kit.port import tell
from ui.dealer.model.names import ACTION_NAMES
from ui.dealer.model.surroundings import LevelTime
from ui.dealer.pages.recall import RecallPage
from ui.dealer.pages.replay import ReplayPage

FOUR = (20_000,) * 4
ACTED = "start r600 f c f QhJd2c b800 c 7s k k 9d k k 4:AsAh 2:KsKd push"
STEPS = 17


@pytest.fixture
def replay(sit):
    """The last hand is opened as a replay while the next is in play."""
    screen, engine, finger = sit(play(dealt(FOUR), "r900"))
    engine.record = record_of(ACTED)
    finger.tap("more", "menu-recall", "recall-1", "recall-replay")
    return screen, engine, finger


def said(screen):
    """What is done in this step, and which it is."""
    return screen.drawn.prompt.body, screen.drawn.prompt.foot


def test_it_goes_act_by_act_to_the_last_chip_and_back(replay):
    screen, _, finger = replay
    assert said(screen) == ("The deal", f"step 1 of {STEPS}")
    assert screen.drawn.strip[0].text == "REPLAY"

    finger.tap("replay-next")
    assert said(screen) == ("Seat 4 Dan raised to 600", f"step 2 of {STEPS}")
    finger.tap("replay-last")
    assert said(screen) == ("Seat 4 Dan wins 3,200", f"step {STEPS} of {STEPS}")
    assert [place.card.card for place in screen.drawn.board] == list(record_board())
    finger.tap("replay-back", "replay-first")
    assert said(screen)[1] == f"step 1 of {STEPS}"
    finger.tap("replay-close")
    assert isinstance(screen.page, RecallPage)


def record_board():
    """The five cards of the hand."""
    return public(play(dealt(FOUR), ACTED.removeprefix("start "))).board


def test_nothing_of_it_can_be_touched_and_nothing_is_asked(replay):
    screen, engine, finger = replay
    live, asked = engine.game, list(engine.asked)
    for _ in range(STEPS - 1):
        assert not any(finger.can(f"seat-{seat}") for seat in (1, 2, 3, 4))
        assert not any(finger.can(f"board-{place}") for place in (1, 2, 3, 4, 5))
        assert {tile.name for tile in screen.drawn.buttons if tile.tap} <= {
            "replay-first", "replay-back", "replay-next", "replay-last", "replay-close"
        }  # fmt: skip
        finger.tap("replay-next")

    assert engine.game is live
    assert engine.asked == asked
    assert screen.drawn.buttons[ACTION_NAMES.index("hand-over")].tap is None


def test_whatever_happens_at_the_table_ends_it(replay):
    screen, engine, _ = replay
    tell(screen, level=LevelTime("Level 3", 1_000))
    assert isinstance(screen.page, ReplayPage)

    engine.happen("f")
    assert screen.page is None
    assert screen.drawn.strip[0].text == "Table 7"
