"""Practice looks like practice: a violet frame, its label, tips to dismiss, and the narration always in sight."""

import pytest
from PySide6.QtWidgets import QWidget

from engine.actions import SeeCard
from engine.cards import Card, parse_cards
from engine.message import message
from engine.public import public
from engine.table.actions.hands import StartHand
from tests.kit.play import dealt, do, play, sat
from tests.kit.port import tell
from tests.ui.practice_pages import GOOD
from ui.dealer.model.practice import COACH, NarratedAct, Narration
from ui.dealer.pages.practice import ReviewPage
from ui.dealer.view.practice import narration_prompt
from ui.look import PRACTICE_ON_DARK
from ui.words.languages import words_in

EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
RAISED = Narration(NarratedAct("raise-to", 4, 600), NarratedAct("fold", 3), 3, 10, 4)
FOLDED = Narration(NarratedAct("fold", 3), hand=3, hands=10, taps=4)
MARK = Narration(hand=1, hands=10, coach="folds", coached=1)


def cell(screen, name):
    """A field of the strip."""
    return next(cell for cell in screen.drawn.strip if cell.name == name)


def corner(screen):
    """The color at the edge of the screen."""
    return screen.grab().toImage().pixelColor(2, screen.height() // 2).name().upper()


def test_practice_has_a_frame_and_a_label_and_a_real_table_has_neither(sit):
    screen, _, _ = sit(dealt(EIGHT))
    assert corner(screen) != PRACTICE_ON_DARK.fill

    tell(screen, narration=RAISED)

    assert corner(screen) == PRACTICE_ON_DARK.fill
    assert (cell(screen, "link").text, cell(screen, "link").practice) == ("PRACTICE", True)


def test_the_frame_does_not_block_touches(sit):
    screen, engine, finger = sit(dealt(EIGHT))
    tell(screen, narration=RAISED)

    finger.tap("fold")

    assert len(engine.asked) == 1


def test_the_narration_says_that_a_fold_needs_no_tap(sit):
    screen, _, _ = sit(dealt(EIGHT))
    tell(screen, narration=FOLDED)

    assert screen.drawn.prompt.foot == "a fold needs no tap · hand 3 of 10, taps: 4"


@pytest.mark.parametrize("mark", COACH)
def test_a_tip_covers_the_board_until_its_key_dismisses_it(sit, mark):
    screen, engine, finger = sit(dealt(EIGHT))
    touched: list[str] = []
    screen.touched.connect(touched.append)
    tell(screen, narration=Narration(hand=1, hands=10, coach=mark, coached=2))

    assert screen.drawn.coach.count == "Tip 2 of 4"
    finger.tap("coach-ok")
    assert touched == ["coach-ok"]
    assert engine.asked == []
    tell(screen, narration=RAISED)

    assert not finger.can("coach-ok")


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
def test_a_tip_covers_the_board_and_no_seat_and_its_key_can_be_hit(sit, size):
    screen, _, _ = sit(dealt(EIGHT))
    tell(screen, narration=MARK)
    screen.resize(*size)

    mark, key = (screen.findChild(QWidget, name).geometry() for name in ("coach", "coach-ok"))

    assert mark.contains(key)
    assert min(key.width(), key.height()) >= 14 * 5.9 * min(size) / 800
    for name in (*(f"seat-{seat}" for seat in range(1, 9)), "prompt"):
        assert not screen.findChild(QWidget, name).geometry().intersects(mark), name


def test_a_tip_is_hidden_by_a_question_and_by_a_page(sit):
    screen, engine, finger = sit(play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800"))
    tell(screen, narration=MARK)
    finger.tap("more")
    assert not finger.can("coach-ok")
    finger.tap("page-close")
    assert finger.can("coach-ok")

    engine.game = do(engine.game, SeeCard(Card("9s")))
    engine.present()

    assert screen.drawn.question
    assert not finger.can("coach-ok")


def test_the_narration_writes_a_ten_as_it_is_printed_on_the_card():
    """
    The dealer looks for that card.
    """
    game = dealt((50_000,) * 4)
    board = Narration(NarratedAct("flop", cards=parse_cards("ThJd2c")), None, 1, 10, 4)

    assert "10♥ J♦ 2♣" in narration_prompt(board, public(game), words_in("en")).body


def test_the_narration_stays_in_sight_beside_a_question_and_over_a_page(sit):
    screen, engine, finger = sit(play(dealt(EIGHT), "r600 f c f f f f c Qh7d2c k b800"))
    tell(screen, narration=RAISED)
    assert not cell(screen, "blinds").practice

    engine.game = do(engine.game, SeeCard(Card("9s")))
    engine.present()

    narrated = cell(screen, "blinds")
    assert (narrated.text, narrated.practice) == ("Seat 4 Dan raises to 600", True)
    finger.tap("hand")
    assert cell(screen, "blinds") == narrated


def test_the_narration_stays_in_sight_while_a_refusal_is_shown(sit):
    screen, _, _ = sit(dealt(EIGHT))
    tell(screen, narration=RAISED)

    screen.refuse(message("not-their-turn", seat=4, turn=7))

    assert screen.drawn.prompt.refused
    assert cell(screen, "blinds").text == "Seat 4 Dan raises to 600"


def test_while_a_review_is_open_there_is_no_narration(sit):
    screen, _, _ = sit(dealt(EIGHT))
    tell(screen, narration=RAISED)

    screen.open(ReviewPage(GOOD, 10))

    assert not cell(screen, "blinds").practice


def test_before_the_first_action_the_prompt_says_where_the_narration_appears(sit):
    screen, engine, _ = sit(sat(EIGHT))
    tell(screen, narration=Narration())
    assert screen.drawn.prompt.body == "Deal the first hand to begin"

    engine.game = do(engine.game, StartHand())
    engine.present()

    assert screen.drawn.prompt.body == "Watch here"


def test_the_tips_can_be_read_again_and_a_key_leaves_practice(sit):
    screen, engine, finger = sit(dealt(EIGHT))
    touched: list[str] = []
    screen.touched.connect(touched.append)
    tell(screen, narration=RAISED)

    finger.tap("floor")
    said = [line.text for line in screen.drawn.page.lines]
    assert [screen.content.words.practice.coach[name].text for name in COACH] == said[::2]
    finger.tap("practice-leave")
    assert touched == ["floor", "practice-leave"]
    finger.tap("tips-back")

    assert screen.content.page is None
    assert engine.asked == []  # no floor was called to a practice table
