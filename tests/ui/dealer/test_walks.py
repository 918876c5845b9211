"""A hand of which nothing was played is given to nobody by one touch, and is a place to stop between hands."""

from engine.actions import HandOver, Undo
from engine.public import public
from tests.kit.play import dealt, do, play
from tests.ui.dealer.test_screen import target
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.push import PushPage

FOUR = (20_000,) * 4


def fresh(sit):
    """A hand that has just been dealt by PUSH & NEXT after a fold-out."""
    screen, engine, finger = sit(play(dealt(FOUR, seats=10), "r600"))
    finger.tap("hand-over")
    assert public(engine.game).is_untouched
    assert public(engine.game).hand == 2
    return screen, engine, finger


def lines(screen) -> list[str]:
    """The text of the open page."""
    return [line.text for line in screen.drawn.page.lines]


def test_push_dont_deal_on_a_fresh_hand_asks_as_hand_over_does_and_names_the_winner(sit):
    """
    The big blind and the chips, then ALL FOLDED?, tap again.
    """
    screen, engine, finger = fresh(sit)
    finger.tap("more", "menu-push")
    big = public(engine.game).big
    assert any(f"seat {big} wins" in line for line in lines(screen))

    finger.tap("push-only")
    assert public(engine.game).playing
    assert target(screen, "push-sure").tile.text == "ALL FOLDED?"
    finger.tap("push-sure")
    assert engine.asked[-1] == HandOver(start=False)
    assert not public(engine.game).playing


def test_the_deal_is_taken_back_and_the_hand_before_it_pushed_without_another(sit):
    """
    A stack is to be corrected: MORE, PUSH, UNDO DEAL, PUSH, and STACKS opens. No blind was given away.
    """
    screen, engine, finger = fresh(sit)
    finger.tap("more", "menu-push", "push-back")
    assert public(engine.game).hand == 1
    assert isinstance(screen.page, PushPage)
    assert any("seat 4 wins" in line for line in lines(screen))

    finger.tap("push-only")
    table = public(engine.game)
    assert not table.playing
    assert [seat.chips for seat in table.seats[:4]] == [20_000, 19_900, 19_600, 20_500]
    finger.tap("more", "menu-counts")
    assert isinstance(screen.page, CountsPage)


def test_a_deal_that_was_begun_by_itself_is_taken_back_to_between_hands(sit):
    """
    DEAL was the last touch: one key, and the page closes.
    """
    screen, engine, finger = sit(dealt(FOUR, seats=10))
    finger.tap("more", "menu-push", "push-back")

    assert engine.asked == [Undo(confirmed=True)]
    assert not public(engine.game).playing
    assert screen.page is None


def test_a_locked_entry_of_a_fresh_hand_says_the_way(sit):
    """
    STACKS leads to PUSH, DON'T DEAL; in the middle of a hand it waits for its end.
    """
    screen, engine, finger = fresh(sit)
    finger.tap("more", "menu-counts")
    assert "PUSH, DON'T DEAL" in lines(screen)[0]

    finger.tap("page-close")
    engine.game = play(engine.game, "f")
    engine.present()
    finger.tap("more", "menu-counts")
    assert "when this hand is over" in lines(screen)[0]


def test_once_something_was_played_there_is_no_deal_to_take_back(sit):
    """
    And one touch pushes, as who wins is on the page.
    """
    screen, engine, finger = sit(play(dealt(FOUR, seats=10), "r600"))
    finger.tap("more", "menu-push")
    assert not screen.findChild(type(target(screen, "push-only")), "push-back")
    finger.tap("push-only")
    assert engine.asked == [HandOver(start=False)]


def test_a_split_on_the_page_says_who_gets_how_much(sit):
    """
    As the awards do.
    """
    script = "c c c k QhJd2c k k k k 4h k k k k 9s k k k k 2:AhAc m3 m4 1:AsAd"
    screen, _, finger = sit(do(play(dealt(FOUR, seats=10), script)))
    finger.tap("more", "menu-push")
    said = " ".join(lines(screen))
    assert said.count("wins") == 2
