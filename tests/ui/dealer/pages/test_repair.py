"""A wrong tap is corrected with three taps at most, on the real screen."""

import pytest

from engine.actions import PutIn, SeeCard
from engine.cards import Card
from engine.game.game import Game
from engine.public import PublicTable, public
from tests.kit.play import dealt, do, play
from tests.ui.dealer.test_screen import said, target
from ui.dealer.pages.chips.countdown import CountdownPage

FIVE = (20_000,) * 5
FLOP = "Qh7d2c"


def felt(game: Game) -> tuple[object, ...]:
    """The state of the table, however it was recorded."""
    table: PublicTable = public(game)
    seats = tuple((seat.chips, seat.bet, seat.live, seat.cards) for seat in table.seats)
    return table.board, table.pot, seats, table.legal


WRONG: dict[str, tuple[Game, tuple[str, ...], Game]] = {
    "a call was missed, the seat passed over": (
        do(play(dealt(FIVE), "r600"), PutIn(2)),
        ("seat-1", "repair-call"),
        play(dealt(FIVE), "r600 f c c"),
    ),
    "a call was missed, noticed on the flop": (
        do(play(dealt(FIVE), "r600"), PutIn(2), PutIn(3), SeeCard(Card("Qh"))),
        ("seat-5", "repair-call"),
        play(dealt(FIVE), "r600 c f c c Qh"),
    ),
    "somebody called who had folded": (
        play(dealt(FIVE), "r600 c"),
        ("seat-5", "repair-fold"),
        play(dealt(FIVE), "r600 f"),
    ),
    "another seat called": (
        do(play(dealt(FIVE), "r600"), PutIn(1)),
        ("seat-1", "repair-other", "other-2"),
        play(dealt(FIVE), "r600 f f c"),
    ),
    "the raise was the least one": (
        play(dealt(FIVE), "r600 c"),
        ("seat-4", "repair-amount", "min"),
        play(dealt(FIVE), "r400 c"),
    ),
    "it was a raise, not a call": (
        play(dealt(FIVE), "r600 c"),
        ("seat-5", "repair-amount", "min"),
        play(dealt(FIVE), "r600 r1000"),
    ),
    "a card of the board was read wrong": (
        play(dealt(FIVE), f"r600 c f f f {FLOP}"),
        ("board-2", "pad-rank-8", "pad-suit-d"),
        play(dealt(FIVE), "r600 c f f f Qh8d2c"),
    ),
    "the last touch was one too many": (
        play(dealt(FIVE), "r600 c"),
        ("undo",),
        play(dealt(FIVE), "r600"),
    ),
    "the hand was not over": (
        play(dealt(FIVE), "r600"),
        ("hand-over", "undo"),
        play(dealt(FIVE), "r600"),
    ),
    "undo was one too many": (
        play(dealt(FIVE), "r600 c"),
        ("undo", "redo"),
        play(dealt(FIVE), "r600 c"),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_touch_is_corrected_with_three_at_most(sit, name):
    """
    The table is then as if the dealer had tapped correctly.
    """
    game, taps, right = WRONG[name]
    _, engine, finger = sit(game)

    assert len(taps) <= 3
    finger.tap(*taps)

    assert felt(engine.game) == felt(right)


def test_the_log_leads_to_every_line(sit):
    """
    HAND, the line, the right action: three taps, however long ago the error was.
    """
    _, engine, finger = sit(play(dealt(FIVE), f"r600 c f f f {FLOP} b800 c"))

    finger.tap("hand", "lines-1", "repair-amount")
    finger.tap("min")

    assert public(engine.game).pot == play_pot("r400 c f f f " + FLOP + " b800 c")


def play_pot(script: str) -> int:
    return public(play(dealt(FIVE), script)).pot


def test_an_action_that_was_impossible_is_gray_and_a_touch_on_it_says_why(sit):
    """
    Nobody could check facing a raise. The page stays open, and the reason is in place of its title.
    """
    screen, engine, finger = sit(play(dealt(FIVE), "r600 c"))
    before = engine.game
    finger.tap("seat-5")

    assert finger.target("repair-check").tile.emphasis == "locked"
    assert finger.target("repair-fold").tile.emphasis == "plain"
    assert finger.target("repair-call").tile.small == "as recorded"
    finger.tap("repair-check")
    assert screen.drawn.page.name == "repair"
    assert "600" in screen.drawn.page.refused
    assert engine.game is before


def test_an_amount_that_makes_the_rest_impossible_is_gray_and_typing_it_says_why(sit):
    """
    Nobody can bet 800 on the flop after going all-in before it.
    """
    screen, engine, finger = sit(play(dealt(FIVE), f"r600 c f f f {FLOP} b800 c"))
    finger.tap("hand", "lines-1", "repair-amount")

    assert finger.can("min")
    assert not finger.can("all-in")
    finger.tap("key-2", "key-000", "key-0")
    assert not finger.can("amount-ok")
    assert screen.drawn.page.entry.is_wrong
    assert screen.drawn.page.entry.small
    assert engine.asked == []


def test_repeated_undo_stops_at_the_point_that_needs_the_floor(sit):
    """
    UNDO is pressed repeatedly, from substantial action in the next hand. If there are no PINs, the screen asks whether
    the floor is here.
    """
    screen, engine, finger = sit(play(dealt(FIVE), "r600 f f f f"))
    finger.tap("hand-over")
    engine.happen("c c")
    finger.tap("undo", "undo")
    assert public(engine.game).hand == 2

    finger.tap("undo")
    undo = target(screen, "undo").tile
    assert (public(engine.game).hand, undo.text) == (2, "FLOOR HERE?")
    finger.tap("undo")
    assert public(engine.game).hand == 1


def test_a_hand_that_will_be_reported_by_its_result_keeps_its_number_everywhere(sit):
    """
    Down the ladder in the middle of hand 1: the prompt, the button and the page all ask for hand 1.
    """
    screen, engine, finger = sit(dealt(FIVE[:4]))
    finger.tap("more", "menu-ladder", "ladder-winners")

    assert "Hand 1" in screen.drawn.page.title
    assert target(screen, "hand-over").tile.small == "finish the entry"
    finger.tap("page-close")
    assert target(screen, "hand-over").tile.small == "hand 1"
    assert "hand 1" in said(screen, "prompt")
    assert public(engine.game).next_hand == 1


@pytest.mark.parametrize(("place", "card"), [(1, "Qh"), (2, "7d"), (3, "2c"), (4, "9s")])
def test_the_repair_page_of_a_card_shows_which_one(sit, place, card):
    """
    Of the four on the board, it is the one that was touched.
    """
    screen, _, finger = sit(play(dealt(FIVE), f"c c c c k {FLOP} k k k k k 9s"))
    finger.tap(f"board-{place}")

    assert screen.drawn.page.entry.cards == (Card(card),)


def test_the_tile_of_an_all_in_player_leads_to_the_count(sit):
    """
    A player asks for a count of the all-in: two touches, both at the seat.
    """
    screen, _, finger = sit(play(dealt((5_000, 20_000, 20_000, 20_000)), "r600 r5000"))
    finger.tap("seat-1", "repair-count")

    assert screen.content.page == CountdownPage(1)
    finger.tap("page-close", "seat-4")
    assert not finger.can("repair-count")


@pytest.mark.parametrize("opened", [("more",), ("hand",), ("more", "menu-override")])
def test_undo_on_a_page_that_covers_the_table_closes_the_page(sit, opened):
    """
    After a push, it would otherwise take back the whole last hand.
    """
    screen, engine, finger = sit(play(dealt(FIVE), "r600 f f f f push start"))
    finger.tap(*opened)
    assert screen.drawn.buttons[0].small == "closes this page"
    finger.tap("undo")

    assert screen.content.page is None
    assert engine.asked == []
    assert screen.drawn.buttons[0].small == "deal of hand 2"


@pytest.mark.parametrize("closing", ["undo", "page-close"])
def test_redo_opens_a_page_that_was_closed_with_entries_on_it(sit, closing):
    """
    Nine counted stacks are not lost by one touch.
    """
    screen, engine, finger = sit(play(dealt(FIVE), "r600 f f f f push"))
    finger.tap("more", "menu-counts", "counts-seat-2", "count-key-7", "count-key-5", "count-key-00", "count-set")
    entered = screen.content.page
    finger.tap(closing)
    assert screen.drawn.buttons[1].small == "opens the page again"

    finger.tap("redo")

    assert screen.content.page == entered
    finger.tap("page-close", "hand-over")
    assert screen.drawn.buttons[1].tap is None
    assert engine.asked


def test_undo_takes_back_what_was_recorded_while_the_page_is_open(sit):
    """
    A card entered on the pad.
    """
    screen, engine, finger = sit(play(dealt(FIVE), "c c c c k"))
    finger.tap("board-1")
    assert screen.drawn.buttons[0].small == "closes this page"
    finger.tap("pad-rank-Q", "pad-suit-s")
    finger.tap("undo")

    assert public(engine.game).board == ()
    assert public(engine.game).street == public(play(dealt(FIVE), "c c c c k")).street


@pytest.mark.parametrize(
    ("hand", "taps", "why"),
    [
        ("r600", ("check",), "seat 5 cannot check: 600 to call"),
        ("c c c c k", ("board-1", "pad-suit-s"), "tap the rank first"),
        ("c c c c k", ("more", "fold"), "finish or close this page first"),
    ],
)
def test_a_gray_key_says_why_when_it_is_touched(sit, hand, taps, why):
    """
    Neither its text nor its place says it. Nothing is asked of the table.
    """
    screen, engine, finger = sit(play(dealt(FIVE), hand))
    finger.tap(*taps)

    shown = screen.drawn.page.refused if screen.drawn.page else said(screen, "prompt")
    assert why in shown
    assert engine.asked == []


def test_other_seat_is_locked_with_its_reason_if_the_action_fits_no_other_seat(sit):
    """
    A ring of gray seats would not say why.
    """
    screen, _, finger = sit(play(dealt((5_000, 5_000)), "r600"))

    finger.tap("seat-1", "repair-other")

    assert (screen.drawn.page.name, screen.drawn.page.refused) == ("repair", "the action fits no other seat")


@pytest.mark.parametrize("names", [("repair-other",), ("repair-insert", "insert-2"), ("repair-amount", "key-8")])
def test_a_page_that_a_correction_opened_closes_to_the_correction(sit, names: tuple[str, ...]):
    """
    The dealer picks another correction there. The correction itself closes to the table.
    """
    screen, _, finger = sit(do(play(dealt(FIVE), "r600"), PutIn(1)))
    finger.tap("seat-1", *names)

    finger.tap("page-close")

    assert screen.drawn.page.name == "repair"
    finger.tap("page-close")
    assert screen.drawn.page is None
