"""Players who went out, and winners by folds, on the screen: a touch on them does not reach the board."""

from itertools import pairwise

import pytest

from engine.actions import BOARD
from engine.public import public
from tests.kit.play import dealt, play, sat
from tests.screens.dealer import STATES
from tests.screens.measured import picture_of, watching
from tests.screens.shots import throw_away
from tests.ui.dealer.layout.test_table import SCREENS, gap
from tests.ui.test_measured import GLASSES, shown
from ui.dealer import announcements
from ui.dealer.layout.table import table_layout
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.history.hand import HandPage
from ui.dealer.widgets.felt.board import BoardPlace
from ui.dealer.widgets.felt.out import OutText, WinsText, covering, out_places
from ui.look import AIR_MM, GAP_MM, LEAST_TARGET_MM, TARGET_MM
from ui.words.languages import LANGUAGES

THREE = (8_000, 12_000, 5_000, 20_000, 30_000)
DECIDED = "c c c r20000 f c c c 9h7s2cKd3h 4:9d9c 1:AhKc 2:7h7d 3:KsQs"


def test_ok_confirms_the_busted_players_and_uncovers_the_board(sit):
    screen, engine, finger = sit(play(dealt(THREE, button=3), DECIDED))
    while not screen.drawn.out:
        finger.tap(screen.drawn.buttons[-1].name)  # one pot after the other
    assert screen.findChild(OutText).isVisible()
    asked = len(engine.asked)

    finger.tap("out-ok")

    assert screen.drawn.out is None
    assert not screen.findChild(OutText).isVisible()
    assert len(engine.asked) == asked  # no binding action


def test_the_next_hand_is_played_under_the_notice_which_shrinks_when_its_flop_is_due(sit):
    screen, engine, finger = sit(play(dealt(THREE, button=3), f"{DECIDED} push start"))
    assert screen.drawn.out
    assert not finger.can("out-pill")

    engine.happen("c")
    for text in screen.findChildren(OutText):
        finger.press(text.geometry().center())
    assert screen.drawn.page is None

    engine.happen("k")
    assert not finger.can("out-ok")
    assert not screen.findChild(OutText).isVisible()
    finger.tap("board-1")
    assert screen.content.page == CardPage(BOARD)
    finger.tap("page-close")
    engine.happen("QhJdTd")
    finger.tap("out-pill")
    assert screen.drawn.out is None


def test_the_fix_key_opens_the_log_of_that_hand(sit):
    screen, _, finger = sit(play(dealt(THREE, button=3), f"{DECIDED} push start"))
    finger.tap("out-fix")
    assert screen.content.page == HandPage(last=True)


def test_a_winner_by_folds_is_shown_until_its_time_has_passed(sit, ticks, qtbot, monkeypatch):
    monkeypatch.setattr(announcements, "WINS_MS", 40)
    screen, engine, finger = sit(play(dealt((8_000, 8_000, 8_000)), "r600 f f"))
    finger.tap("hand-over")
    assert public(engine.game).hand == 2
    assert screen.drawn.wins == "Seat 1 wins 700 (400 returned)"
    assert screen.findChild(WinsText).isVisible()
    finger.press(screen.findChild(WinsText).geometry().center())
    assert screen.drawn.page is None
    screen.open(CardPage(BOARD))
    assert screen.drawn.wins == ""  # it does not cover a page
    finger.tap("page-close")

    ticks.ms += 40
    qtbot.waitUntil(lambda: not screen.drawn.wins)
    assert not screen.findChild(WinsText).isVisible()


@pytest.mark.parametrize("glass", GLASSES)
def test_a_winner_by_folds_covers_the_whole_board(qapp, glass: str) -> None:
    """
    On a tall screen, this includes the second row.
    """
    screen = shown("wins", glass, "dark", "en")
    STATES["wins"].after(screen)
    wins = screen.findChild(WinsText)
    cards = screen.findChildren(BoardPlace)
    assert wins is not None
    covered = [wins.geometry().contains(card.geometry()) for card in cards]
    throw_away(screen)

    assert covered == [True] * 5


def test_a_screen_that_has_just_started_shows_nothing_of_earlier_hands(sit):
    screen, _, _ = sit(play(dealt((8_000, 8_000, 8_000)), "r600 f f push start"))
    assert screen.drawn.wins == ""
    screen, _, _ = sit(sat((8_000, 8_000)))
    assert screen.drawn.out is None


@pytest.mark.parametrize("size", [*SCREENS.values(), (800 / 5.9, 1280 / 5.9)])
def test_the_notice_covers_the_board_and_its_green_key_is_a_full_key(size: tuple[float, float]) -> None:
    """
    Its word has room, and nothing of the board is left between the keys.
    """
    board = table_layout(*size, 10).board
    panel, places = covering(board), out_places(board)
    lines, fix, ok = places

    assert all(panel.x <= place.x and place.right <= panel.right for place in (*board, *places))
    assert all(panel.y <= place.y and place.bottom <= panel.bottom for place in (*board, *places))
    assert gap(fix, ok) >= GAP_MM
    assert min(gap(lines, fix), gap(lines, ok)) >= AIR_MM
    assert min(fix.width, fix.height, ok.height) >= LEAST_TARGET_MM
    assert ok.width >= TARGET_MM


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("glass", GLASSES)
@pytest.mark.parametrize("name", ["out-one", "out", "out-bounties"])
def test_no_line_of_the_notice_overlaps_another_or_is_cut(qapp, glass: str, language: str, name: str) -> None:
    """
    Three players are out, with bounties and places to be confirmed: everything is written out.
    """
    screen = shown(name, glass, "dark", language)
    STATES[name].after(screen)
    text = screen.findChild(OutText, "out")
    assert text is not None
    with watching(screen) as painted:
        picture_of(screen)
    lines = [one for one in painted.letters if text.geometry().contains(one.area.adjusted(2, 2, -2, -2))]
    value = text.value
    assert value is not None
    throw_away(screen)

    rows = [one for one in lines if one.text not in (value.fix.text, value.ok.text, value.fix.small, value.ok.small)]
    assert rows[0].text.startswith(value.head)
    assert all(above.area.bottom() <= below.area.top() + 3 for above, below in pairwise(rows))
    assert all(one.said == one.text and one.high_mm >= 1.6 for one in rows)
