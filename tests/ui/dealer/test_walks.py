"""A hand in which nothing was played is not given away by one touch, and the dealer can stop between hands."""

from engine.actions import HandOver, Undo
from engine.public import public
from tests.kit.play import dealt, do, play
from tests.ui.dealer.test_screen import target
from ui.dealer.pages.chips.counts import CountsPage

FOUR = (20_000,) * 4


def fresh(sit):
    """A hand that PUSH & NEXT has just dealt after a fold-out."""
    screen, engine, finger = sit(play(dealt(FOUR, seats=10), "r600"))
    finger.tap("hand-over")
    assert public(engine.game).is_untouched
    assert public(engine.game).hand == 2
    return screen, engine, finger


def lines(screen) -> list[str]:
    """The text of the open page."""
    return [line.text for line in screen.drawn.page.lines]


def test_push_without_dealing_in_an_unplayed_hand_asks_like_hand_over_and_names_the_winner(sit):
    """
    It names the big blind and the chips, then asks ALL FOLDED?, and needs another tap.
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


def test_the_deal_is_taken_back_and_the_hand_before_it_pushed_without_a_new_deal(sit):
    """
    To correct a stack: MORE, PUSH, UNDO DEAL, and STACKS opens. No blind was given away.
    """
    screen, engine, finger = fresh(sit)
    finger.tap("more", "menu-push", "push-back")
    assert engine.asked[-2:] == [Undo(confirmed=True), HandOver(start=False)]
    assert public(engine.game).hand == 1
    assert screen.content.page is None
    table = public(engine.game)
    assert not table.playing
    assert [seat.chips for seat in table.seats[:4]] == [20_000, 19_900, 19_600, 20_500]
    finger.tap("more", "menu-counts")
    assert isinstance(screen.content.page, CountsPage)


def test_a_deal_after_no_other_hand_is_taken_back_with_one_key(sit):
    """
    DEAL was the last touch. One key takes it back, and the page closes.
    """
    screen, engine, finger = sit(dealt(FOUR, seats=10))
    finger.tap("more", "menu-push", "push-back")

    assert engine.asked == [Undo(confirmed=True)]
    assert not public(engine.game).playing
    assert screen.content.page is None


def test_a_locked_entry_in_an_unplayed_hand_says_how_to_unlock_it(sit):
    """
    STACKS points to PUSH, DON'T DEAL. In the middle of a hand that key ends the hand without a new one.
    """
    screen, engine, finger = fresh(sit)
    finger.tap("more", "menu-counts")
    assert "PUSH, DON'T DEAL" in lines(screen)[0]

    finger.tap("page-close")
    engine.game = play(engine.game, "f")
    engine.present()
    finger.tap("more", "menu-counts")
    assert "end this hand with PUSH, DON'T DEAL" in lines(screen)[0]


def test_once_the_hand_is_played_the_deal_cannot_be_taken_back(sit):
    """
    One touch pushes, because the page already names the winner.
    """
    screen, engine, finger = sit(play(dealt(FOUR, seats=10), "r600"))
    finger.tap("more", "menu-push")
    assert not screen.findChild(type(target(screen, "push-only")), "push-back")
    finger.tap("push-only")
    assert engine.asked == [HandOver(start=False)]


def test_a_split_on_the_page_says_who_gets_how_much(sit):
    """
    It reads like the awards.
    """
    script = "c c c k QhJd2c k k k k 4h k k k k 9s k k k k 2:AhAc m3 m4 1:AsAd"
    screen, _, finger = sit(do(play(dealt(FOUR, seats=10), script)))
    finger.tap("more", "menu-push")
    said = " ".join(lines(screen))
    assert said.count("wins") == 2
