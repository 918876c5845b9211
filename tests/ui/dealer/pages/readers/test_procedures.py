"""The page of procedures with the deck, for a table without a reader."""

import pytest

from engine.hand.dealing import StubCount, stub_cards
from engine.public import public
from engine.table.actions.staff import CallFloor
from tests.kit.play import dealt, do, play, sat
from tests.ui.ruled_pages import button, order, walk
from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.floor import FloorPage
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.readers.deck import DeckPage
from ui.dealer.pages.readers.procedures import ProceduresPage

FOUR = (5_000,) * 4


def context(game):
    return PageContext(public(game), game)


def lines(topic, game):
    return [line.text for line in ProceduresPage(topic).show(context(game)).lines if line.text]


@pytest.mark.parametrize(
    ("script", "left", "burned"),
    [
        ("", 44, 0),
        ("c c c k 9h7s2c", 40, 1),
        ("c c c k 9h7s2c k k k k Kd", 38, 2),
        ("c c c k 9h7s2c k k k k Kd k k k k 3h", 36, 3),
    ],
)
def test_the_stub_has_the_cards_that_are_not_dealt_on_the_board_or_burned(script, left, burned):
    hand = play(dealt(FOUR), script).table.hand
    assert hand

    assert stub_cards(hand) == StubCount(left, 8, len(hand.board), burned)


def test_the_page_says_how_many_cards_the_stub_must_have():
    game = play(dealt(FOUR), "c c c k 9h7s2c")

    assert lines("stub", game)[:2] == ["Stub: 40 cards", "52 less 8 dealt, 3 on the board, 1 burned"]
    assert lines("stub", sat(FOUR))[0].startswith("52 less dealt")


def test_a_rabbit_hunt_and_a_lost_stub_cite_their_clauses():
    game = play(dealt(FOUR), "")

    assert lines("rabbit", game)[0] == "1. Refuse: “No rabbit hunting.”"
    assert lines("rabbit", game)[-1] == "TDA 2024 rule 28"
    assert lines("lost", game)[-1] == "TDA 2024 rule 1"
    assert not lines("setup", game)[-1].startswith("TDA")


def test_the_deck_page_leads_to_every_topic_and_to_the_floor():
    seen = context(play(dealt(FOUR), ""))
    page = walk(DeckPage(), seen, "deck-procedures")
    assert page == ProceduresPage()
    assert walk(page, seen, "procedure-rabbit") == ProceduresPage("rabbit")

    assert order(ProceduresPage("lost"), seen, "procedure-floor").action == CallFloor("misdeal")
    called = context(do(play(dealt(FOUR), ""), CallFloor("misdeal")))
    assert button(page.show(called), "procedure-floor").tap == OpenPage(FloorPage())
