"""A refusal is always visible, whatever is open, and a key that would be refused says why in advance."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.actions import BOARD, HandOver, SeeCard
from engine.books.rulebook import load_book
from engine.cards import Card
from engine.message import message
from engine.public import public
from engine.table.actions.setup import StopPlay
from engine.terms import Stop
from tests.kit.play import dealt, do, play, sat
from tests.ui.dealer.layout.test_table import SCREENS
from tests.ui.dealer.test_screen import target
from tests.ui.test_pages import PAGES
from ui.dealer.layout.entry import area_of, layout_of
from ui.dealer.layout.rect import zoom
from ui.dealer.layout.table import table_layout
from ui.dealer.model.surroundings import RefusalNotice, Surroundings
from ui.dealer.model.taps import Ask
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.page import PageContext, refusal
from ui.dealer.screen import Screen
from ui.dealer.view.screen import view
from ui.look import DARK

TEN = (50_000,) * 10
SIX_FOLD = "c f f f f f f f c k"
RIVER = f"{SIX_FOLD} QhJd2c k k k 4h k k k 9s k k k"
WHY = message("all-in-board-short", cards=2)
STATES = {
    "the table": lambda: dealt(TEN),
    "who called": lambda: do(play(dealt(TEN), "r600 c"), SeeCard(Card("Qh"), 0)),
    "who won": lambda: do(play(dealt(TEN), RIVER), HandOver()),
    "a winner": lambda: play(dealt(TEN), "r600 f f f f f f f c f QhJd2c k k 4h k k 9s k k 4:AhAd 2:KcKd"),
    "side pots": lambda: play(dealt((*TEN[:3], 2_000, 5_000, *TEN[5:])),
                              "r2000 r5000 c c f f f f f f QhJd2c k k 4h k k 9s k k 6:AhAd 7:KcKd 5:3c3d 4:5c5d"),
    "between hands": lambda: play(dealt(TEN), "f f f f f f f f f push"),
    "before the first": lambda: sat(TEN),
}  # fmt: skip


def red(screen: Screen, part: QWidget) -> QRect:
    """The pixels in the alarm color on this part of the screen."""
    place = QRect(part.mapTo(screen, QPoint()), part.size()) & screen.rect()
    picture, wanted = screen.grab().toImage(), DARK.refused.fill.lower()
    found = QRect()
    for y in range(place.top(), place.bottom(), 3):
        for x in range(place.left(), place.right(), 3):
            if picture.pixelColor(x, y).name() == wanted:
                found |= QRect(x, y, 3, 3)
    return found


def refused_on(screen: Screen) -> QWidget:
    """The part of the screen that shows the refusal."""
    parts = [part for name in ("page", "awards", "question", "prompt") if (part := screen.findChild(QWidget, name))]
    words = screen.content.words.explain(WHY)
    said = [part for part in parts if part.isVisible() and words in part.accessibleName()]
    assert len(said) == 1 or said[0].objectName() == "page", said  # a page covers the prompt
    return said[0]


@pytest.mark.parametrize("state", STATES)
def test_a_refusal_is_visible_whatever_is_open(sit, state):
    """
    It has a background as wide as a sentence. The part that shows it is on top, and nothing covers it.
    """
    screen, _, _ = sit(STATES[state]())
    screen.refuse(WHY, "TDA 2024 rule 16")

    part = refused_on(screen)
    found = red(screen, part)
    assert found.width() > 400
    assert found.height() >= 30
    assert screen.childAt(found.center()) is part


@pytest.mark.parametrize("name", PAGES)
def test_every_page_shows_a_refusal_without_moving_a_key(name):
    """
    The refusal replaces the title, on every screen. Otherwise the next touch could press another key.
    """
    game = play(dealt(TEN), "r600 c c")
    plain = PageContext(public(game), game)
    refused = replace(plain, surroundings=Surroundings(refusal=RefusalNotice(WHY, "TDA 2024 rule 16")))
    before, after = view(plain, PAGES[name]).page, view(refused, PAGES[name]).page
    assert before
    assert after

    assert "TDA 2024 rule 16" in after.refused
    for wide, high in SCREENS.values():
        area = area_of(after, table_layout(wide, high, 10))
        assert layout_of(after, area, zoom(wide, high)) == layout_of(before, area, zoom(wide, high))


@pytest.mark.parametrize("name", ["menu", "kill", "card", "amount", "override", "people"])
def test_a_refusal_on_a_page_is_large_enough_to_read(sit, name):
    """
    It is at the top, on red, and at least 8 mm high.
    """
    screen, _, _ = sit(play(dealt(TEN), "r600 c c"))
    screen.open({**PAGES, "card": CardPage(BOARD), "amount": AmountPage(7)}[name])
    screen.refuse(WHY, "TDA 2024 rule 16")

    found = red(screen, refused_on(screen))
    assert found.height() >= 8 * 5.9 - 6
    assert found.width() > 200


def test_parts_that_appear_while_a_page_is_open_are_under_it(sit):
    """
    A question, busted players and winners are drawn over the felt, but never over the page that shows the refusal.
    """
    screen, engine, finger = sit(play(dealt(TEN), "r600 f f f"))
    finger.tap("hand-over", "more")
    page = screen.findChild(QWidget, "page")
    engine.game = do(play(engine.game, RIVER), HandOver())
    engine.present()
    screen.refuse(WHY)

    assert page.isVisible()
    assert (
        page.isAncestorOf(screen.childAt(page.geometry().center())) or screen.childAt(page.geometry().center()) is page
    )
    wins = screen.findChild(QWidget, "wins")
    assert wins is None or not wins.isVisible()


@pytest.mark.parametrize("script", ["r600 f f f f f f f f f", "r600 c f f f f f f f f QhJd2c b600 f"])
@pytest.mark.parametrize("pushed", [False, True])
def test_a_touch_on_an_empty_board_place_of_a_decided_hand_refuses_the_rabbit_hunt(sit, ticks, script, pushed):
    """
    The hand ended before the river. The refusal cites its clause, before the push and after it.
    """
    screen, engine, _ = sit(play(dealt(TEN), script))
    if pushed:
        engine.take(HandOver(start=False))
        engine.present()
    ticks.ms += 2_000
    QTest.mouseClick(target(screen, "board-5"), Qt.MouseButton.LeftButton)

    said = screen.drawn.sheet.note if screen.drawn.sheet else screen.drawn.prompt
    assert said.body == screen.content.words.explain(message("rabbit-hunt"))
    assert load_book("tda").rabbit_hunting.clause in said.foot
    assert not engine.asked[pushed:]


def test_a_touch_on_a_later_board_place_says_where_the_next_card_comes(sit, ticks):
    screen, engine, _ = sit(play(dealt(TEN), "r600"))
    ticks.ms += 2_000

    QTest.mouseClick(target(screen, "board-3"), Qt.MouseButton.LeftButton)

    assert screen.drawn.page is None
    assert screen.drawn.prompt.body == screen.content.words.explain(message("first-free-place"))
    assert not engine.asked


@pytest.mark.parametrize("state", STATES)
def test_no_green_key_would_be_refused(state):
    """
    This holds for the table and each page in every state: a green key works now.
    """
    game = STATES[state]()
    context = PageContext(public(game), game)
    open_pages = [page for page in PAGES.values() if page.offered(context)]
    for seen in [view(context), *(view(context, page) for page in open_pages)]:
        keys = [*seen.buttons, *(key for grid in (seen.page.grids if seen.page else ()) for key in grid.buttons)]
        for key in keys:
            if key.emphasis == "go" and isinstance(key.tap, Ask) and not key.tap.needs:
                refused = refusal(context, key.tap.action)
                assert refused is None, (seen.page and seen.page.name, key.name, key.tap.action, refused)


def test_the_refusal_of_a_paused_table_goes_when_the_director_resumes_play(sit):
    paused = play(dealt((20_000,) * 4), "r600 f f f push")
    screen, engine, finger = sit(do(paused, StopPlay(Stop("paused", 1, "ruling"))))
    finger.tap("hand-over")
    assert screen.drawn.prompt.refused

    engine.game = do(engine.game, StopPlay(None))
    engine.show_on(screen)

    assert not screen.drawn.prompt.refused
