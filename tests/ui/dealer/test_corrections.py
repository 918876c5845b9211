"""A correction says which chips to move until the dealer confirms, and asks for the floor if a pot was pushed."""

import pytest

from engine.actions import Amend, PutIn, ReplaceAct, SeeCard, Undo
from engine.cards import Card
from engine.events import Amended, Blinds
from engine.game.timeline import facts_of
from engine.public import public
from engine.table.actions.hands import StartHand
from tests.kit.play import dealt, play
from tests.kit.port import tell
from tests.ui.dealer.test_screen import target
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.surroundings import Booking, Due
from ui.dealer.pages.agree import AgreePage
from ui.dealer.pages.moved import moves
from ui.dealer.pages.people.signin_pin import PinPage
from ui.dealer.screen import Screen
from ui.words.languages import words_in

ENGLISH = words_in("en")
LEVEL = Blinds(level=3, small=50, big=100, chip=25)
FOUR = (10_000,) * 4
TO_TURN = "r300 c f c QhJd2c k b500 c c 4h"
"""Seat 4 bet 500 on the flop and seats 1 and 3 called. The button is at seat 1, and seats 3, 4 and 1 see the turn."""
WON = "r2000 c f f QhJd2c k k 4h k k Td k k 4:AhAd 1:AsKc"
"""With the ten of diamonds seat 1 has the straight and wins 4,150. With the queen, seat 4's aces win."""


def notice(screen: Screen) -> str:
    """The screen's request about the chips; empty if there is none."""
    shown = screen.drawn.answer if screen.drawn else None
    return shown.text if shown and shown.name == "notice" else ""


def small(screen: Screen, name: str) -> str:
    """The line below the text of a key."""
    buttons = screen.drawn.buttons if screen.drawn else ()
    return next(button.small for button in buttons if button.name == name)


def line(screen: Screen, words: str) -> str:
    """The key of the line in the open log that contains these words."""
    page = screen.drawn.page if screen.drawn else None
    keys = [key for grid in page.grids for key in grid.buttons] if page else []
    return next(key.name for key in keys if key.line and words in key.said)


def pushed(sit):
    """The hand is pushed to seat 1 and the next one dealt."""
    screen, engine, finger = sit(play(dealt(FOUR, LEVEL, seats=10), WON))
    finger.tap("hand-over")
    return screen, engine, finger


def to_queen(screen, finger):
    """Correct the ten of diamonds to a queen in the log of the last hand."""
    finger.tap("hand", "lines-last")
    finger.tap(line(screen, "ten of diamonds"))
    finger.tap("pad-rank-Q", "pad-suit-d")


def test_correcting_a_bet_of_an_earlier_street_says_who_adds_how_much_until_confirmed(sit):
    """
    The flop bet was 600, so each of the three adds 100. The notice stays over the next touches, and over the log.
    """
    screen, engine, finger = sit(play(dealt(FOUR, LEVEL, seats=10), TO_TURN))
    finger.tap("hand")
    finger.tap(line(screen, "bet 500"), "repair-amount", "key-6", "key-00", "amount-ok")
    assert screen.content.page is None

    said = notice(screen)
    callers = [seat.seat for seat in public(engine.game).seats if seat.put_in == 900]
    assert len(callers) == 3
    assert [f"eat {seat} adds 100" in said for seat in callers] == [True] * 3
    to_act = public(engine.game).legal.seat
    finger.tap(f"seat-{to_act}", "page-close")
    assert notice(screen) == said
    assert screen.drawn.prompt.beside.startswith(f"Seat {to_act} ")  # the step is above the notice
    finger.tap("notice")
    assert notice(screen) == ""


def test_the_sheet_for_a_correction_shows_the_recorded_amount(sit):
    """
    Seat 4 bet 500. It is there until the first digit is keyed in.
    """
    screen, _, finger = sit(play(dealt(FOUR, LEVEL, seats=10), TO_TURN))
    finger.tap("hand")
    finger.tap(line(screen, "bet 500"), "repair-amount")

    assert screen.drawn.page.entry.small == "recorded: 500"
    finger.tap("key-6")
    assert "500" not in screen.drawn.page.entry.small


def test_undo_names_the_correction_that_it_takes_back_and_the_chips_that_go_back(sit):
    """
    The key says "4 bet 500 -> 600". After it nobody owes anything, because the two cancel each other.
    """
    screen, _, finger = sit(play(dealt(FOUR, LEVEL, seats=10), TO_TURN))
    finger.tap("hand")
    finger.tap(line(screen, "bet 500"), "repair-amount", "key-6", "key-00", "amount-ok")
    assert target(screen, "undo").tile.small.endswith("bet 500 \u2192 600")

    finger.tap("undo")
    assert notice(screen) == ""
    assert target(screen, "redo").tile.small.endswith("bet 500 \u2192 600")
    finger.tap("redo", "notice", "undo")
    assert "takes back 100" in notice(screen)


def test_correcting_a_card_of_a_pushed_hand_says_who_pays_whom_and_asks_for_the_floor(sit):
    """
    The river was the queen: 4,150 go from seat 1 to seat 4, by the clause. No chips move before the floor agrees.
    """
    screen, engine, finger = pushed(sit)
    before = engine.game
    to_queen(screen, finger)

    assert isinstance(screen.content.page, AgreePage)
    assert engine.game is before
    said = [text.text for text in screen.drawn.page.lines]
    assert said == ["4,150 from seat 1 to seat 4", "TDA 2024 rule 22"]
    finger.tap("repair-agree")
    assert notice(screen) == "4,150 from seat 1 to seat 4"
    stacks = [seat.chips + seat.bet for seat in public(engine.game).seats[:4]]
    assert stacks == [8_000, 9_950, 9_900, 12_150]
    fix = next(step.event for step in reversed(engine.game.undo_stack) if isinstance(step.event, Amended))
    assert fix.floor


def test_if_the_floor_has_a_pin_it_must_be_keyed(sit):
    """
    As for any order of the floor.
    """
    screen, engine, finger = pushed(sit)
    engine.present(staff=(Staff("Fran", "floor"),))
    before = engine.game
    to_queen(screen, finger)
    finger.tap("repair-agree")

    assert isinstance(screen.content.page, PinPage)
    assert engine.game is before


def test_undoing_the_correction_also_needs_the_floor_and_says_who_pays_back(sit):
    """
    UNDO takes two taps or a PIN. The chips go the other way.
    """
    screen, engine, finger = pushed(sit)
    before = engine.game.state
    to_queen(screen, finger)
    finger.tap("repair-agree", "notice", "undo")
    assert engine.game.state != before
    finger.tap("undo")

    assert engine.game.state == before
    assert notice(screen) == "4,150 from seat 4 to seat 1"


def test_a_reader_that_reads_the_right_card_also_asks_for_the_floor(sit):
    """
    The pad of the line is open, and the reader reads the queen.
    """
    screen, engine, finger = pushed(sit)
    finger.tap("hand", "lines-last")
    finger.tap(line(screen, "ten of diamonds"))
    before = engine.game

    assert screen.take_card(Card("Qd"))
    assert isinstance(screen.content.page, AgreePage)
    assert engine.game is before


def test_a_correction_that_moves_no_chips_says_so_until_the_next_touch(sit):
    """
    The correction is to a board card while betting continues.
    """
    screen, _, finger = sit(play(dealt(FOUR, LEVEL, seats=10), TO_TURN))
    finger.tap("board-4", "pad-rank-5", "pad-suit-h")
    assert screen.drawn.prompt.body == ENGLISH.repair.moved_none
    assert target(screen, "undo").tile.small.endswith("\u2192 5\u2665")

    finger.tap("more", "page-close")
    assert screen.drawn.prompt.body != ENGLISH.repair.moved_none


def test_nothing_more_is_pushed_before_the_chips_are_right(sit):
    """
    The sheet waits below the notice, and the push key is disabled.
    """
    screen, engine, finger = sit(play(dealt(FOUR, LEVEL, seats=10), WON))
    bet = next(fact.mark for fact in facts_of(engine.game.state) if getattr(fact.event, "to", 0) == 2_000)
    engine.take(Amend(bet, ReplaceAct(PutIn(4, 2_500))))

    assert "adds 500" in notice(screen)
    assert screen.drawn.sheet is None
    assert not target(screen, "hand-over").isEnabled()
    finger.tap("notice")
    assert screen.drawn.sheet is not None
    assert target(screen, "hand-over").isEnabled()


def test_pots_pushed_in_one_touch_are_listed_until_confirmed(sit):
    """PUSH ALL pushes all pots at once. All of them, their winners and the odd chip stay on the screen of the next
    hand."""
    stacks = (10_000, 10_000, 10_000, 2_025, 5_000)
    script = "r2025 r5000 c c f QhJd2c k k 4h k k 9s k k 4:AhAd 5:5c5d 1:AsKc 2:AcKd"
    screen, engine, finger = sit(play(dealt(stacks, LEVEL, seats=10), script))
    pots = len(public(engine.game).awards)
    assert pots > 1
    finger.tap("push-all")

    said = notice(screen)
    assert said.count("POT") == pots
    assert "wins" in said
    finger.tap("notice")
    assert notice(screen) == ""


def test_the_list_of_pushed_pots_goes_with_the_first_action_of_the_next_hand(sit):
    stacks = (10_000, 10_000, 10_000, 2_025, 5_000)
    script = "r2025 r5000 c c f QhJd2c k k 4h k k 9s k k 4:AhAd 5:5c5d 1:AsKc 2:AcKd"
    screen, engine, finger = sit(play(dealt(stacks, LEVEL, seats=10), script))
    finger.tap("push-all")
    assert notice(screen)

    engine.happen("f")

    assert notice(screen) == ""


def test_the_list_of_pushed_pots_goes_with_the_next_deal_and_with_its_event(sit):
    """
    It once stayed over the first hand of another event.
    """
    stacks = (10_000, 10_000, 10_000, 2_025, 5_000)
    script = "r2025 r5000 c c f QhJd2c k k 4h k k 9s k k 4:AhAd 5:5c5d 1:AsKc 2:AcKd"
    screen, engine, finger = sit(play(dealt(stacks, LEVEL, seats=10), script))
    tell(screen, booking=Booking(event="Friday"), due=(Due("leaves", 2, "p2", "Bob"),))
    assert small(screen, "push-all") == f"{len(public(engine.game).awards)} pots left"

    finger.tap("push-all")
    assert notice(screen)
    engine.take(StartHand())
    assert notice(screen) == ""

    engine.take(Undo())
    tell(screen, booking=Booking(event="Next Friday"))
    assert notice(screen) == ""


def test_chips_to_move_are_still_shown_when_the_clock_first_names_the_event(sit):
    """
    A table that starts again shows its notice before the clock has answered.
    """
    screen, engine, _ = sit(play(dealt(FOUR, LEVEL, seats=10), WON))
    bet = next(fact.mark for fact in facts_of(engine.game.state) if getattr(fact.event, "to", 0) == 2_000)
    engine.take(Amend(bet, ReplaceAct(PutIn(4, 2_500))))

    tell(screen, booking=Booking(event="Friday"))

    assert "adds 500" in notice(screen)


def test_push_all_names_the_hand_that_it_deals(sit):
    stacks = (10_000, 10_000, 10_000, 2_025, 5_000)
    script = "r2025 r5000 c c f QhJd2c k k 4h k k 9s k k 4:AhAd 5:5c5d 1:AsKc 2:AcKd"
    screen, engine, _ = sit(play(dealt(stacks, LEVEL, seats=10), script))
    pots = len(public(engine.game).awards)

    assert small(screen, "push-all") == f"{pots} pots, then hand 2"


@pytest.mark.parametrize(
    ("owed", "said"),
    [
        (((4, -100), (9, -100)), ("seat 4 adds 100", "seat 9 adds 100")),
        (((2, -6_700), (1, 6_700)), ("6,700 from seat 2 to seat 1",)),
        (((2, 775),), ("seat 2 takes back 775",)),
        (
            ((1, -300), (2, 100), (3, 100)),
            ("100 from seat 1 to seat 2", "100 from seat 1 to seat 3", "seat 1 adds 100"),
        ),
    ],
)
def test_the_notice_says_which_chips_go_from_whom_to_whom(owed, said):
    assert moves(owed, ENGLISH) == said


def test_a_correction_before_any_pot_was_pushed_needs_no_floor(sit):
    """
    One touch is enough.
    """
    _, engine, finger = sit(play(dealt(FOUR, LEVEL, seats=10), TO_TURN))
    finger.tap("board-1", "pad-rank-K", "pad-suit-h")
    assert [type(action) for action in engine.asked] == [Amend]
    assert engine.asked[0].change == ReplaceAct(SeeCard(Card("Kh"), 0))
