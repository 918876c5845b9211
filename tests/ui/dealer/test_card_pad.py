"""The pads stay in place: a card goes where the dealer began, and no key moves within a sequence."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine.actions import BOARD, Check
from engine.public import public
from tests.kit.play import dealt, play, sat
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.start.draw import DrawPage
from ui.dealer.screen import Screen

FOUR = (50_000,) * 4
ALL_IN = "r50000 c f f QhJd2c"


def cards_of(engine) -> dict[int, tuple[str, ...]]:
    """The cards of the board (0), and of each seat."""
    table = public(engine.game)
    found = {seat.seat: tuple(map(str, seat.cards)) for seat in table.seats if seat.cards}
    return {BOARD: tuple(map(str, table.board)), **found}


def places(screen: Screen) -> dict[str, QRect]:
    """The place of each key of the open page."""
    page = screen.findChild(QWidget, "page")
    keys = page.findChildren(QAbstractButton) if page else []
    return {key.objectName(): key.geometry() for key in keys if key.isVisible() and key.objectName() != "page-close"}


def test_after_the_flop_the_pad_closes_because_the_players_can_bet(sit):
    """
    The pot, CHECK and HAND OVER are in sight again. Between the cards of the flop, the pad stays.
    """
    screen, engine, finger = sit(play(dealt((20_000,) * 4), "c c c k"))
    finger.tap("board-1", "pad-rank-Q", "pad-suit-h", "pad-rank-J", "pad-suit-d")
    assert isinstance(screen.content.page, CardPage)
    finger.tap("pad-rank-2", "pad-suit-c")

    assert screen.content.page is None
    finger.tap("check")
    assert isinstance(engine.asked[-1], Check)


def test_in_an_all_in_the_pad_stays_at_the_board_until_the_board_is_complete(sit):
    """
    The turn and then the river are keyed: neither becomes a hole card. The first hand is next.
    """
    _, engine, finger = sit(play(dealt(FOUR), ALL_IN))
    finger.tap("board-4", "pad-rank-4", "pad-suit-h", "pad-rank-9", "pad-suit-s")

    assert cards_of(engine) == {BOARD: ("Qh", "Jd", "2c", "4h", "9s")}
    due = public(engine.game).legal.due[0]
    finger.tap("pad-rank-A", "pad-suit-h", "pad-rank-A", "pad-suit-d")
    assert cards_of(engine)[due] == ("Ah", "Ad")


def test_in_an_all_in_before_the_flop_all_five_cards_are_keyed_in_one_sequence(sit):
    """
    The same with an empty board.
    """
    _, engine, finger = sit(play(dealt(FOUR), "r50000 c f f"))
    finger.tap("board-1")
    for rank, suit in ("Qh", "Jd", "2c", "4h", "9s"):
        finger.tap(f"pad-rank-{rank}", f"pad-suit-{suit}")

    assert cards_of(engine) == {BOARD: ("Qh", "Jd", "2c", "4h", "9s")}


def test_a_hand_that_was_begun_is_completed_before_another_place(sit):
    """
    The other seat was touched, although the first must show first.
    """
    _, engine, finger = sit(play(dealt(FOUR), ALL_IN))
    first, other = sorted(public(engine.game).legal.due[:2])
    finger.tap(f"seat-{other}", "pad-rank-A", "pad-suit-h", "pad-rank-A", "pad-suit-d")

    assert cards_of(engine)[other] == ("Ah", "Ad")
    assert first not in cards_of(engine)


def test_a_rank_that_was_keyed_goes_to_no_other_place(sit):
    """
    The card is no longer due, because the hand was mucked in the meantime. The pad closes and does not ask for the
    suit.
    """
    game = play(dealt(FOUR), "c c c k QhJd2c k k k k 4h k k k k 9s k k k k")
    screen, engine, finger = sit(game)
    shows = public(game).legal.due[0]
    screen.open(CardPage(shows, "A"))
    engine.happen(f"m{shows}") if shows in public(game).legal.muck else engine.happen(f"{shows}:Ac")

    assert screen.content.page is None or not screen.content.page.rank
    assert "pad-suit-s" not in places(screen) or not finger.can("pad-suit-s")


def test_no_key_of_the_card_pad_moves_from_the_first_card_to_the_last(sit):
    """
    Rank, suit, rank, suit: from the board to the hands.
    """
    screen, _, finger = sit(play(dealt(FOUR), ALL_IN))
    finger.tap("board-4")
    before = places(screen)
    for rank, suit in ("4h", "9s", "Ah", "Ad"):
        finger.tap(f"pad-rank-{rank}")
        assert same(places(screen), before)
        finger.tap(f"pad-suit-{suit}")
        assert same(places(screen), before)


def test_no_key_moves_during_the_draw_for_the_button(sit):
    """
    This holds from the first player's card to the last one's, and when the page names the player with the button.
    """
    screen, _, finger = sit(sat(FOUR, seats=10))
    screen.open(DrawPage())
    before = places(screen)
    for rank, suit in ("Qh", "Kd", "2c", "4h"):
        finger.tap(f"draw-rank-{rank}", f"draw-suit-{suit}")
        assert places(screen) == before
    assert finger.can("draw-ok")


def same(now: dict[str, QRect], before: dict[str, QRect]) -> bool:
    """Whether every key that both pages have is in the same place."""
    return all(now[name] == before[name] for name in now.keys() & before.keys() if name != "pad-where")
