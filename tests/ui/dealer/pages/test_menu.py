"""MORE: four groups, and why an entry cannot be opened now."""

from collections import Counter

from engine.public import public
from tests.kit.play import dealt, play, sat
from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.contents import GROUPS, MENU
from ui.dealer.pages.menu import MenuPage
from ui.dealer.pages.page import PageContext
from ui.words.languages import LANGUAGES, words_in

FOUR = (5_000,) * 4


def shown(game, why="", language="en"):
    return MenuPage(why).show(PageContext(public(game), game, words=words_in(language)))


def entry(game, name):
    return next(button for grid in shown(game).grids for button in grid.buttons if button.name == f"menu-{name}")


def test_every_entry_is_in_one_group():
    """
    Each group has a title.
    """
    assert Counter(name for names in GROUPS.values() for name in names) == Counter(MENU.keys())
    assert [grid.title for grid in shown(sat(FOUR)).grids] == ["HAND", "PLAYERS", "CHIPS", "TABLE"]


def test_a_locked_entry_says_when_it_can_be_opened():
    """
    The entry itself says it in a few words. A touch on it puts a sentence at the head, and changes nothing at the
    table.
    """
    stacks = entry(dealt(FOUR), "counts")
    assert (stacks.emphasis, stacks.small) == ("locked", "between hands")
    assert stacks.tap == OpenPage(MenuPage("counts"))

    page = shown(play(dealt(FOUR), "f"), "counts")
    assert (page.lines[0].text, page.lines[0].style) == ("STACKS: end this hand with PUSH, DON'T DEAL", "warn")
    assert entry(sat(FOUR), "counts").tap == OpenPage(CountsPage())


def test_the_reason_disappears_when_the_entry_becomes_available():
    """
    The hand ends while MORE is open.
    """
    assert shown(sat(FOUR), "counts").lines[0].text == "between hands"
    assert shown(dealt(FOUR)).lines[0].text == "hand 1 is on the table"


def test_every_entry_says_why_it_is_locked_in_every_language():
    """
    Checked during a hand, between hands, and before the first one.
    """
    for language in LANGUAGES:
        words = words_in(language)
        for game in (dealt(FOUR), sat(FOUR), play(dealt(FOUR), "r600 c")):
            context = PageContext(public(game), game, words=words)
            for name, page in MENU.items():
                locked = page.locked(context)
                assert bool(locked) == (not page.offered(context))
                assert not locked or words.menu.locked[locked].text.format(name=name)
