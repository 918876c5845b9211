"""A half-finished entry survives the room's changes elsewhere, but not a change to what it is about."""

import pytest

from engine.cards import parse_cards
from engine.events import Blinds
from engine.game.game import Game
from engine.public import public
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import SetLevel
from tests.kit.play import dealt, do, play, sat
from ui.dealer.pages.chips.countdown import CountdownPage
from ui.dealer.pages.chips.counts import CountsPage
from ui.dealer.pages.chips.tell import TellPage
from ui.dealer.pages.misdeal import MisdealPage
from ui.dealer.pages.override.draft import OverrideDraft
from ui.dealer.pages.override.page import OverridePage
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.kill import KillPage
from ui.dealer.pages.people.signin import SignInPage
from ui.dealer.pages.repair import InsertPage, OtherSeatPage, RepairPage
from ui.dealer.pages.ruling.draft import RulingDraft
from ui.dealer.pages.ruling.page import RulingPage
from ui.dealer.pages.start.draw import DrawPage

FOUR = (20_000,) * 4
CALLED, WAITS = play(dealt(FOUR, seats=6), "c"), sat(FOUR, seats=6)
CALL = public(CALLED).lines[-1].mark
LEVEL = SetLevel(Blinds(level=9, small=400, big=800, ante=800, ante_form="big-blind", chip=100))
ELSEWHERE = TakeSeat(6, "late", "Late", 20_000)
OF_THE_HAND = (
    OverridePage(OverrideDraft("make-dead", "sure", seat=3)),
    RulingPage(RulingDraft(chips=(500,), verb="raise", begun=True)),
    MisdealPage(kind="seat-missed", seat=2),
    KillPage(2),
    RepairPage(CALL),
    OtherSeatPage(CALL),
    InsertPage(CALL, 2),
    CountdownPage(2, ((500, 3),)),
)
BETWEEN_HANDS = (
    OverridePage(OverrideDraft("set-stacks", "what", stacks=((2, 19_000),))),
    TellPage(winners=(2,), typed="600"),
    CountsPage(((2, 19_000),), 3, "5"),
    DrawPage(parse_cards("QhKd")),
    ArrivePage(5, "name", name="Zo"),
)


@pytest.fixture
def half_made(sit):
    """Open `page` in this game, let something happen without a touch, and return the page that is then open."""

    def after(game: Game, page, happened):
        screen, engine, _ = sit(game)
        screen.open(page)
        engine.game = happened(game)
        engine.present()
        return screen.content.page

    return after


@pytest.mark.parametrize("happened", [LEVEL, ELSEWHERE], ids=["level", "arrival"])
@pytest.mark.parametrize(
    ("game", "page"),
    [
        *((CALLED, page) for page in OF_THE_HAND),
        *((WAITS, page) for page in BETWEEN_HANDS),
        (CALLED, SignInPage(typed="Zo")),
    ],
)
def test_a_new_level_or_an_arrival_elsewhere_keeps_a_half_finished_entry(half_made, game, page, happened):
    assert half_made(game, page, lambda before: do(before, happened)) == page


@pytest.mark.parametrize("script", ["f", "c c k 9h"])
@pytest.mark.parametrize("page", OF_THE_HAND[:4])
def test_an_action_or_a_card_closes_a_page_about_the_hand(half_made, page, script):
    assert half_made(CALLED, page, lambda before: play(before, script)) is None


@pytest.mark.parametrize(
    ("page", "seat"), [(BETWEEN_HANDS[0], 2), (BETWEEN_HANDS[1], 2), (BETWEEN_HANDS[2], 2), (BETWEEN_HANDS[3], 1)]
)
def test_a_departure_closes_an_entry_about_that_seat(half_made, page, seat):
    assert half_made(WAITS, page, lambda before: do(before, LeaveSeat(seat))) is None


def test_a_player_who_sits_down_before_those_with_a_card_closes_the_draw(half_made):
    """
    The cards go around clockwise, so from there on each card would be another player's.
    """
    game = do(WAITS, LeaveSeat(1))

    assert half_made(game, DrawPage(parse_cards("QhKd")), lambda _: WAITS) is None
