"""The page that asks for the fifty-two faces of a deck, one after another."""

import pytest
from msgspec.structs import replace

from engine.cards import Card
from engine.message import message
from engine.public import public
from hardware.decks.enrollment import ORDER
from tests.kit.play import dealt, play, sat
from tests.kit.port import tell, tell_readers
from tests.ui.ruled_pages import button, says
from ui.dealer.model.cards import Learning
from ui.dealer.model.readers import ReaderDevice, ReaderNow, Readers, ReaderWatch
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.readers.learn import LearnPage
from ui.dealer.pages.readers.one import ReaderPage
from ui.dealer.pages.readers.page import ReadersPage

CAMERA = ReaderNow("camera:0", "board", ReaderDevice("camera", "0", is_camera=True), "")
PAGE = LearnPage("camera:0")
CARD, OTHER = ORDER[2], Card("9h")
STARTED = Learning(CARD, ORDER[:2])
DIFFERS = replace(STARTED, problem=message("deck-face-differs", card=CARD, other=OTHER), other=OTHER)


def context(learning, game=None):
    game = game or sat((50_000,) * 3)
    surroundings = Surroundings(readers=Readers((CAMERA,)), learning=learning)
    return PageContext(public(game), game, surroundings)


def keys(learning):
    return [each.name for each in PAGE.show(context(learning)).grids[0].buttons]


def test_the_page_asks_for_one_card_and_shows_which_are_missing():
    shown = PAGE.show(context(replace(STARTED, later=(ORDER[9],))))

    assert shown.title == "Faces: 2 of 52"
    assert "Show the four of spades" in says(PAGE, context(STARTED))
    deck = next(line.deck for line in shown.lines if line.deck)
    assert (deck.done, deck.asked, deck.later) == (ORDER[:2], CARD, (ORDER[9],))
    assert button(shown, "learn-again").small == "three of spades"


def test_a_hint_takes_the_place_of_the_instruction():
    assert "show a single card" in says(PAGE, context(replace(STARTED, problem=message("more-than-one-card"))))
    assert keys(STARTED) == ["learn-again", "learn-later", "learn-forget"]


def test_a_face_that_reads_as_another_card_can_be_taken_anyway():
    assert "this reads as the nine of hearts, not the four of spades" in says(PAGE, context(DIFFERS))
    assert keys(DIFFERS) == ["learn-again", "learn-accept", "learn-forget"]


@pytest.mark.parametrize(
    ("state", "text", "buttons"),
    [("checking", "Comparing", []), ("used", "All 52 faces are different", ["learn-restart", "", "learn-forget"])],
)
def test_a_complete_deck_is_compared_and_then_used(state, text, buttons):
    complete = Learning(None, ORDER, state=state)

    assert text in says(PAGE, context(complete))
    assert keys(complete) == buttons


def test_faces_are_learned_between_hands():
    reader = ReaderPage("camera:0", ReadersPage())
    playing = context(None, play(dealt((50_000,) * 3), "c"))

    assert button(reader.show(context(None)), "reader-learn").tap is not None
    assert button(reader.show(playing), "reader-learn").tap is None
    assert PAGE.over(playing)


def test_the_camera_learns_only_while_the_page_is_open(sit):
    screen, engine, finger = sit(sat((50_000,) * 3))
    tell_readers(screen, Readers((CAMERA,)))

    finger.tap("more", "menu-readers", "reader-camera:0", "reader-learn")
    tell(screen, learning=DIFFERS)
    finger.tap("learn-accept")
    tell(screen, learning=STARTED)
    finger.tap("learn-later", "learn-again", "learn-forget", "learn-keep", "learn-forget", "learn-remove")
    assert screen.drawn.page.lines[0].text == "Show the four of spades"
    finger.tap("page-close")

    assert engine.learned == ["accept", "later", "again", "remove"]
    assert engine.watching == [ReaderWatch(), ReaderWatch("camera:0", learns=True), None]
