"""The page of the decks: every deck can be chosen however many there are, and the one in play comes first."""

import pytest

from engine.public import public
from engine.table.actions.setup import ChangeDeck
from tests.kit.play import do, sat
from tests.ui.ruled_pages import button, order, walk
from ui.dealer.model.cards import Decks
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.readers.deck import MOST_DECKS, DeckPage

NAMES = tuple(f"deck {letter}" for letter in "abcdefghijk")


def context(count, in_play=""):
    """Between hands, with `count` decks. The first is in play unless `in_play` names another."""
    game = sat((50_000,) * 3)
    game = do(game, ChangeDeck(in_play)) if in_play else game
    return PageContext(public(game), game, Surroundings(decks=Decks(NAMES[:count])))


def tiles(page, seen):
    """The decks, below the keys for the person who asks and for what else can be done."""
    return next(grid for grid in page.show(seen).grids if grid.name == "decks").buttons[MOST_DECKS:]


def names(page, seen):
    return [each.text for each in tiles(page, seen) if each.text.startswith("deck ")]


@pytest.mark.parametrize("count", range(2, 12))
def test_every_deck_can_be_chosen_and_the_one_in_play_comes_first(count):
    seen = context(count, NAMES[count - 1])
    page: Page = DeckPage()
    first, shown = names(page, seen), set(names(page, seen))
    assert first[0] == NAMES[count - 1]

    while count > MOST_DECKS:
        page = walk(page, seen, "decks-more")
        if names(page, seen) == first:
            break
        shown.update(names(page, seen))

    assert shown == set(NAMES[:count])


def test_the_more_key_stays_under_the_finger_and_the_pages_wrap_around():
    seen = context(7)
    page: Page = DeckPage()
    for expected in ("abc", "def", "efg", "abc"):
        assert names(page, seen) == [f"deck {letter}" for letter in expected]
        assert tiles(page, seen)[-1].name == "decks-more"
        assert len(tiles(page, seen)) == MOST_DECKS
        page = walk(page, seen, "decks-more")


def test_the_person_who_asks_is_remembered_from_page_to_page():
    seen = context(7)
    page = walk(DeckPage(), seen, "deck-seat-2", "decks-more", "decks-more")
    assert order(page, seen, "deck-7").action == ChangeDeck("deck g", "player", 2)

    page = walk(page, seen, "deck-asked-floor")
    assert order(page, seen, "deck-7").action == ChangeDeck("deck g", "floor")


def test_a_deck_in_play_that_is_missing_from_the_settings_also_comes_first():
    seen = context(7, "lost")

    assert tiles(DeckPage(), seen)[0].text == "lost"
    assert button(DeckPage().show(seen), "deck-8").emphasis == "go"
    assert tiles(DeckPage(), seen)[1].text == "deck a"


def test_without_a_reader_a_change_to_the_other_color_is_recorded():
    """Nobody has to name a deck first, and nothing can be registered."""
    seen = context(0)
    assert DeckPage().show(seen).lines[0].text == "No deck has been named yet."
    assert [each.text for each in tiles(DeckPage(), seen)] == ["Red", "Blue", "Green", "Black"]
    assert button(DeckPage().show(seen), "deck-procedures").tap
    page = walk(DeckPage(), seen, "deck-seat-2")
    assert order(page, seen, "deck-2").action == ChangeDeck("Blue", "player", 2)

    changed = context(0, "Blue")
    assert DeckPage().show(changed).lines[0].text == "In play: Blue"
    assert tiles(DeckPage(), changed)[0].text == "Blue"
