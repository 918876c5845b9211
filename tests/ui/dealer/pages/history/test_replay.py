"""The replay of a hand: step by step on the table, on violet, and the hand in play is never changed."""

from functools import reduce

import pytest

from engine.actions import Push
from engine.events import AwardPots, Blinds, Shares
from engine.game.game import apply, step
from engine.public import public
from engine.table.actions.hands import Overrule
from engine.table.actions.setup import SetLevel
from tests.kit.play import dealt, do, play, record_of
from tests.kit.port import tell
from ui.dealer.layout.table import ACTION_NAMES
from ui.dealer.model.surroundings import LevelTime
from ui.dealer.pages.history.recall import RecallPage
from ui.dealer.pages.history.replay import ReplayPage

FOUR = (20_000,) * 4
ACTED = "start r600 f c f QhJd2c b800 c 7s k k 9d k k 4:AsAh 2:KsKd push"
STEPS = 17
SHOWN = "start r600 c c c 9h7s2c k k k k Kd k k k k 3h k k k k 2:AhKc 3:7h7d 4:KsQs 1:9d9c"
"""Seat 1 has the best hand."""


@pytest.fixture
def replay(sit):
    """The last hand, opened as a replay while the next is in play."""
    screen, engine, finger = sit(play(dealt(FOUR), "r900"))
    engine.record = record_of(ACTED)
    finger.tap("more", "menu-recall", "recall-1", "recall-replay")
    return screen, engine, finger


def said(screen):
    """The action of this step, and its number."""
    return screen.drawn.prompt.body, screen.drawn.prompt.foot


def test_the_replay_steps_to_the_last_chip_and_back(replay):
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
    assert isinstance(screen.content.page, RecallPage)


def record_board():
    """The five cards of the hand."""
    return public(play(dealt(FOUR), ACTED.removeprefix("start "))).board


def test_nothing_in_a_replay_can_be_touched_and_nothing_is_asked_of_the_table(replay):
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


def test_an_action_in_the_hand_in_play_ends_the_replay_and_a_new_level_does_not(replay):
    screen, engine, _ = replay
    tell(screen, level=LevelTime("Level 3", 1_000))
    assert isinstance(screen.content.page, ReplayPage)
    engine.game = do(engine.game, SetLevel(Blinds(9, 400, 800, chip=100)))
    engine.present()
    assert isinstance(screen.content.page, ReplayPage)

    engine.happen("f")
    assert screen.content.page is None
    assert screen.drawn.strip[0].text == "Table 7"


def ended(sit, *actions):
    """The replay of a hand that ended with these actions, at its last step."""
    screen, engine, finger = sit(play(dealt(FOUR), "r900"))
    engine.record = record_of(SHOWN)
    game = reduce(apply, engine.record, type(engine.game)())
    for action in actions:
        events = step(game, action)
        game, engine.record = reduce(apply, events, game), engine.record + events
    finger.tap("more", "menu-recall", "recall-1", "recall-replay", "replay-last")
    return screen, finger


def won(screen):
    """The players with the winner's mark, and the winners on the sheet."""
    sheet = screen.drawn.sheet
    return [seat.seat for seat in screen.drawn.seats if seat.mood == "wins"], sheet and [
        (winner.seat, winner.amount) for winner in sheet.now.winners
    ]


def test_a_pot_that_the_floor_awarded_shows_the_winner_whom_the_floor_named(sit):
    """
    No five cards are marked as the winning hand, because by the cards another player won.
    """
    screen, finger = ended(sit, Overrule("R. Ito", "misread", AwardPots((Shares(0, (2,), (2_600,)),))))

    assert said(screen)[0] == "Seat 2 Ben wins 2,600"
    assert won(screen) == ([2], [(2, 2_600)])
    assert screen.drawn.sheet.now.why == "awarded by the floor: misread"
    assert not any(card.plays for seat in screen.drawn.seats for card in seat.cards)

    finger.tap("replay-back")
    assert won(screen) == ([], None)


def test_the_step_number_is_on_the_sheet_that_covers_it(sit):
    screen, _ = ended(sit, Push())

    assert won(screen) == ([1], [(1, 2_600)])
    assert screen.drawn.sheet.now.notes[-1] == said(screen)[1] == "step 25 of 25"


def test_no_winner_is_named_before_the_push(sit):
    screen, finger = ended(sit, Push())
    finger.tap("replay-back")

    assert said(screen)[0] == "Seat 1 Ada showed 9♦ 9♣"
    assert won(screen) == ([], None)


def test_a_flop_is_one_step_with_its_three_cards(replay):
    screen, _, finger = replay
    finger.tap(*["replay-next"] * 5)

    assert said(screen)[0] == "board Q♥ J♦ 2♣"


def test_inactive_keys_show_nothing_of_the_hand_in_play(replay):
    screen, _, _ = replay

    assert [key.text for key in screen.drawn.buttons if key.tap is None and not key.name.startswith("replay-")] == [
        "FOLD", "CHECK", "HAND OVER"
    ]  # fmt: skip
    assert not any(key.small for key in screen.drawn.buttons)
