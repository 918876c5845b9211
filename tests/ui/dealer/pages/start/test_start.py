"""The first start: what a table waits for, and how it is seated and played without a clock."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.game.game import Game
from engine.message import message
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import OpenTable, SetLevel
from engine.table.state import book_of
from tests.kit.play import dealt, do, sat
from tests.kit.port import tell
from ui.dealer.model.surroundings import Booking, Link
from ui.dealer.model.taps import Starter
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.start.blinds import BlindsPage
from ui.dealer.pages.start.called import CalledPage
from ui.dealer.pages.start.page import StartPage

SILENT = Link(False, away_ms=128_000, trouble=message("clock-silent", clock="clock.lan:8080"))
HUNDRED = Blinds(5, 100, 200, 200, "big-blind", 25)


def lines(screen):
    """The text of the open page."""
    page = screen.drawn.page
    return [page.title, *(line.text for line in page.lines)]


def keyed(name):
    return [f"here-letter-{letter}" for letter in name.upper()]


def test_a_table_whose_clock_is_away_says_where_since_when_and_what_to_check(sit):
    screen, _, finger = sit(Game())
    tell(screen, link=SILENT, clock="clock.lan:8080")

    said = lines(screen)

    assert said[:2] == ["Waiting for the clock", "at clock.lan:8080"]
    assert said[2].startswith("No answer for 2 min")
    assert "Is that address right? The console shows it under Room." in said
    assert finger.can("start-seat")
    assert screen.drawn.strip[3].small == "no tournament yet"


def test_records_of_a_tables_own_game_do_not_count_as_waiting_for_the_clock(sit):
    screen, _, _ = sit(sat((5_000, 6_000)))
    tell(screen, link=replace(SILENT, waiting=31), plays_alone=True)

    assert screen.drawn.strip[3].small == "standalone game"


def test_before_the_first_failure_the_page_does_not_mention_the_clock(sit):
    screen, _, _ = sit(Game())
    screen.open(None)
    tell(screen, link=Link(connected=False))

    assert screen.content.page is None


def test_a_problem_with_the_token_is_shown_instead_of_what_to_check(sit):
    screen, _, _ = sit(Game())
    refused = message("clock-refused", why="the clock does not know table 3", fix="put its token in the settings")
    tell(screen, link=Link(False, trouble=refused, refused=True))

    assert lines(screen)[0] == "The clock does not accept this table"
    assert "put its token in the settings" in lines(screen)


def test_a_clock_without_a_tournament_is_shown_differently_from_no_clock(sit):
    screen, _, _ = sit(Game())
    tell(screen, link=Link(), clock="clock.lan:8080")

    assert lines(screen)[0] == "Clock found"


def test_a_closed_start_page_comes_back_with_the_deal_key(sit):
    screen, _, finger = sit(Game())
    finger.tap("page-close")
    assert screen.content.page is None

    finger.tap("hand-over")

    assert isinstance(screen.content.page, StartPage)


def test_ten_players_without_names_are_seated_and_dealt_in_with_four_touches(sit):
    screen, engine, finger = sit(Game())

    finger.tap("start-seat", "here-fill", "here-ok")
    assert screen.content.page is None
    finger.tap("hand-over")

    table = engine.game.table
    assert table.hands == 1
    assert [seat.name for seat in table.seats] == [f"Player {seat}" for seat in range(1, 11)]
    assert table.issued == 200_000
    assert table.blinds == HUNDRED


def test_names_stacks_button_and_blinds_are_as_the_dealer_entered_them(sit):
    _, engine, finger = sit(Game())
    finger.tap("start-seat", "here-seat-3", *keyed("ana"), "here-ok", "here-seat-8", *keyed("bo"), "here-ok")
    finger.tap("here-seat-8", "here-stack", "here-key-5", "here-key-000", "here-ok")
    finger.tap("here-seat-8", "here-button")
    finger.tap("here-stack", "here-key-1", "here-key-0", "here-key-000", "here-ok")
    finger.tap("here-blinds", "blinds-ante", "blinds-1", "here-ok")

    assert engine.seated.players == (Starter(3, "Ana", 10_000), Starter(8, "Bo", 5_000))
    assert engine.seated.button == 8
    assert engine.seated.blinds == Blinds(2, 25, 50, chip=25)
    assert engine.game.table.button == 8


def test_the_ante_is_a_toggle_that_keeps_the_blinds_ticked():
    """
    Neither the label nor the blinds change, so that it is plain what a touch does.
    """
    for blinds, ante in ((Blinds(5, 100, 200, chip=25), False), (HUNDRED, True)):
        game = do(sat((5_000, 6_000)), SetLevel(blinds))
        page = BlindsPage().show(PageContext(public(game), game))
        keys = {key.name: key for grid in page.grids for key in grid.buttons}
        assert (keys["blinds-ante"].text, keys["blinds-ante"].chosen) == ("BIG BLIND ANTE", ante)
        assert keys["blinds-4"].chosen
        assert keys["blinds-4"].tap is None


@pytest.mark.parametrize("order", [("blinds-4", "blinds-ante"), ("blinds-ante", "blinds-4")])
def test_blinds_and_ante_of_the_next_hand_are_set_at_once_in_any_order(sit, order):
    """
    During a hand the page marks what is set for the next one, not the blinds in play.
    """
    screen, engine, finger = sit(dealt((5_000, 6_000, 7_000), Blinds(3, 50, 100, chip=25)))
    tell(screen, link=None)
    finger.tap("more", "menu-blinds", *order)

    assert engine.game.table.blinds == HUNDRED
    assert public(engine.game).blinds == Blinds(3, 50, 100, chip=25)
    keys = {key.name for grid in screen.drawn.page.grids for key in grid.buttons if key.chosen}
    assert keys == {"blinds-4", "blinds-ante"}

    finger.tap("blinds-ante")
    assert engine.game.table.blinds == Blinds(5, 100, 200, chip=25)


def test_the_ante_of_the_first_blinds_is_picked_before_or_after_them(sit):
    game = do(Game(), OpenTable(7, "Club", load_book("tda"), 4), TakeSeat(1, "a", "Ada", 5_000))
    screen, engine, finger = sit(game)
    tell(screen, link=None)
    finger.tap("more", "menu-blinds", "blinds-ante", "blinds-4")

    assert engine.game.table.blinds == HUNDRED


def test_any_blinds_can_be_keyed_in_before_the_table_opens_and_later(sit):
    """
    200/300 and 100/100 are not among the usual blinds.
    """
    _, engine, finger = sit(Game())
    finger.tap("start-seat", "here-fill", "here-blinds", "blinds-other", "blinds-key-2", "blinds-key-00", "blinds-ok")
    assert not finger.can("blinds-ok")
    finger.tap("blinds-key-3", "blinds-key-00", "blinds-ok", "here-ok")
    assert engine.seated.blinds == Blinds(6, 200, 300, 300, "big-blind", 25)
    tell(engine.screen, engine.game, link=None)

    finger.tap("more", "menu-blinds", "blinds-other", "blinds-key-1", "blinds-key-00", "blinds-ok")
    finger.tap("blinds-key-1", "blinds-key-00", "blinds-ok")

    assert engine.asked[-1] == SetLevel(Blinds(3, 100, 100, 100, "big-blind", 25))


def test_a_name_can_be_changed_and_a_seat_emptied_before_the_table_opens(sit):
    _, engine, finger = sit(Game())
    finger.tap("start-seat", "here-fill", "here-seat-1", "here-name", *["here-erase"] * 8, *keyed("ana"), "here-ok")
    finger.tap("here-seat-2", "here-empty", "here-seat-10", "here-back", "here-ok")

    assert engine.seated.players[0] == Starter(1, "Ana", 20_000)
    assert [one.seat for one in engine.seated.players] == [1, *range(3, 11)]


def test_one_player_is_not_enough_to_open_a_table_and_the_key_says_so(sit):
    screen, engine, finger = sit(Game())
    finger.tap("start-seat", "here-seat-3", "here-nameless")

    assert not finger.can("here-ok")
    assert screen.drawn.page.grids[1].buttons[-1].small == "seat two players first"
    assert engine.seated is None


def test_while_the_table_is_not_open_the_deal_key_says_so(sit):
    screen, _, finger = sit(Game())
    finger.tap("start-seat", "here-fill", "here-seat-3")

    deal = next(button for button in screen.drawn.buttons if button.name == "hand-over")
    assert (deal.tap, deal.small) == (None, "open the table first")


def test_a_stack_that_the_smallest_chip_cannot_make_opens_no_table(sit):
    _, _, finger = sit(Game())
    finger.tap("start-seat", "here-fill", "here-stack", "here-key-1", "here-key-000", "here-ok")
    finger.tap("here-seat-4", "here-stack", "here-key-1", "here-key-1", "here-key-0")
    assert not finger.can("here-ok")  # 110 in chips of 25
    finger.tap("here-erase", "here-erase", "here-key-0", "here-key-00", "here-ok")

    assert finger.can("here-ok")


def test_blinds_that_the_stacks_cannot_post_in_chips_send_the_dealer_to_the_stacks(sit):
    screen, _, finger = sit(Game())
    finger.tap("start-seat", "here-fill", "here-blinds", "blinds-0", "here-stack", *(f"here-key-{n}" for n in "1010"))
    finger.tap("here-ok", "here-blinds", "blinds-4")

    assert not finger.can("here-ok")
    assert screen.drawn.page.grids[1].buttons[-1].small == "check the stacks"


def test_a_clock_that_seats_the_table_first_closes_the_seating_page(sit):
    screen, engine, finger = sit(Game())
    finger.tap("start-seat", "here-fill")

    engine.game = sat((5_000, 5_000))
    engine.present(link=Link())

    assert screen.content.page is None


def test_the_dealer_raises_the_blinds_by_hand_if_there_is_no_clock(sit):
    screen, engine, finger = sit(Game())
    finger.tap("start-seat", "here-fill", "here-ok", "more", "menu-blinds", "blinds-6")

    assert engine.game.table.blinds == Blinds(7, 200, 400, 400, "big-blind", 25)
    assert isinstance(screen.content.page, BlindsPage)
    finger.tap("page-close")
    assert screen.content.page is None
    tell(screen, link=Link())
    finger.tap("more")
    assert finger.target("menu-blinds").tile.emphasis == "locked"


@pytest.mark.parametrize(
    ("game", "small", "page"),
    [
        (lambda: do(sat((5_000, 6_000)), LeaveSeat(1)), "seat two players first", "people"),
        (lambda: replace_table(sat((5_000, 6_000)), blinds=None), "no blinds yet", "blinds"),
        (lambda: replace_table(sat((5_000, 6_000)), button=0), "who has the button?", "button"),
    ],
)
def test_the_deal_key_leads_to_what_is_missing(sit, game, small, page):
    screen, _, finger = sit(game())
    tell(screen, link=None)
    assert screen.drawn.buttons[-1].small == small

    finger.tap("hand-over")

    assert screen.drawn.page.name == page


def replace_table(game, **fields):
    """The table with these fields changed."""
    return replace(game, state=replace(game.state, table=replace(game.table, **fields)))


def test_a_table_that_plays_its_own_game_asks_before_it_joins_the_room(sit):
    screen, engine, finger = sit(sat((5_000, 6_000)))
    tell(screen, link=Link(), plays_alone=True, called=True)
    assert isinstance(screen.content.page, CalledPage)
    assert "11,000" in lines(screen)[1]

    finger.tap("called-stay")
    assert not engine.joined
    finger.tap("more", "menu-called", "called-go")

    assert engine.joined


def test_during_a_hand_the_table_does_not_ask(sit):
    screen, _, _ = sit(do(sat((5_000, 6_000)), StartHand()))
    tell(screen, link=Link(), plays_alone=True, called=True)

    assert screen.content.page is None


def test_a_table_without_a_clock_offers_only_levels_that_its_smallest_chip_can_make(sit):
    _, engine, finger = sit(do(sat((5_000, 6_000)), SetLevel(Blinds(4, 100, 200, chip=100))))
    tell(engine.screen, link=None)

    finger.tap("more", "menu-blinds")

    assert not finger.can("blinds-5")  # 150 cannot be made with chips of 100
    assert finger.can("blinds-6")


def test_a_rule_book_without_antes_offers_none_and_names_its_clause():
    game = do(Game(), OpenTable(7, "Club", load_book("intramural"), 4), TakeSeat(1, "a", "Ada", 5_000))
    seen = PageContext(public(game), game)
    shown = BlindsPage().show(seen)
    taps = {button.name: button.tap for grid in shown.grids for button in grid.buttons}

    assert taps["blinds-ante"] is None
    assert taps["blinds-4"]
    assert book_of(game.table).antes.clause in shown.lines[-1].text
    with_ante = BlindsPage(ante=True).show(seen)
    assert not any(button.tap for button in with_ante.grids[0].buttons)


def test_at_a_table_that_a_tournament_seats_the_start_page_closes_and_the_draw_is_awaited(sit):
    screen, _, finger = sit(Game())
    tell(screen, link=Link(True), clock="clock.lan:8080")
    screen.open(StartPage())
    assert lines(screen)[0] == "Clock found"

    tell(screen, booking=Booking(event="Friday"))

    assert screen.drawn.page is None
    assert (screen.drawn.prompt.head, screen.drawn.prompt.body) == ("Friday", "waiting for the seat draw")
    assert not finger.can("hand-over")
    assert screen.drawn.buttons[-1].small == "waiting for the seat draw"
