"""More than a tap: a press that slides to an amount, a palm, a bounce as a page opens, and a screen that has failed."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.actions import Fold, HandOver, PutIn, Undo
from engine.message import message
from engine.public import public
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import CallClock, MarkAway, PlanLeave
from kiosk.table.program.command import FAILED, Failing
from tests.kit.play import dealt, do, play
from tests.kit.ticks import Ticks
from tests.ui.dealer.test_screen import target
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.screen import Screen
from ui.dealer.touch_input import is_palm
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.scene import Failed

FOUR = (50_000, 50_000, 50_000, 50_000)


def slide(screen: Screen, start: str, end: str) -> None:
    """Press on one target, move to another that has appeared in the meantime, and release there."""
    window = screen.windowHandle()
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = middle(screen, target(screen, start))
    QTest.mousePress(window, button, none, at)
    there = middle(screen, target(screen, end))
    for part in (3, 2, 1):
        QTest.mouseMove(window, there + (at - there) * part / 4)
    QTest.mouseMove(window, there)
    assert target(screen, end).is_held
    QTest.mouseRelease(window, button, none, there)


def middle(screen: Screen, touch: TouchTarget) -> QPoint:
    return touch.mapTo(screen, touch.aim())


@pytest.mark.parametrize("end", ["strip-amount-1", "min", "all-in"])
def test_a_press_that_slides_to_an_amount_is_one_gesture(sit, end):
    """
    Press on RAISE, slide to a cell, release: the amount is put in and the page closes.
    """
    screen, engine, _ = sit(dealt(FOUR))
    offer = public(engine.game).offers[0]

    slide(screen, "raise-4", end)

    assert [type(action) for action in engine.asked] == [PutIn]
    assert engine.asked[0].seat == 4
    assert offer.least <= engine.asked[0].to <= offer.most
    assert not target(screen, "min").isVisible()


def test_a_press_that_slides_to_no_amount_leaves_the_page_open(sit):
    """
    After a release on a key or elsewhere, the page waits for taps.
    """
    screen, engine, finger = sit(dealt(FOUR))

    slide(screen, "raise-4", "key-1")

    assert engine.asked == []
    finger.tap("key-8", "key-00", "amount-ok")
    assert engine.asked == [PutIn(4, 800)]


def test_before_any_bet_the_seat_itself_opens_the_amounts(sit):
    """
    A slide from the seat bets.
    """
    screen, engine, _ = sit(play(dealt(FOUR), "c c c k QhJd2c"))

    slide(screen, "seat-3", "min")

    assert engine.asked == [PutIn(3, 200)]
    assert [seat.did for seat in public(engine.game).seats][1] == "check"


@pytest.mark.parametrize(("wide_mm", "palm"), [(0, False), (12, False), (20, False), (30, True), (70, True)])
def test_a_palm_is_distinguished_from_a_finger_by_its_size(wide_mm, palm):
    """
    The flat of a thumb is a finger. On a panel that measures no size, every touch is a finger.
    """
    assert is_palm([(wide_mm * 5.9, 8 * 5.9)], 5.9) is palm


def test_an_exception_in_a_touch_is_shown_and_ends_the_program(sit, qtbot):
    """
    Qt would continue with a screen that is no longer true. A second exception changes nothing.
    """
    screen, _, _ = sit(dealt(FOUR))
    left: list[int] = []
    logged: list[object] = []
    failing = Failing(screen, left.append, lambda *what: logged.append(what))

    failing(RuntimeError, RuntimeError("ours"), None)
    failing(RuntimeError, RuntimeError("again"), None)

    shown = screen.findChildren(Failed)
    assert [each.isVisible() for each in shown] == [True]
    assert screen.childAt(middle(screen, target(screen, "seat-4"))) is shown[0]
    qtbot.waitUntil(lambda: left == [FAILED])
    assert len(logged) == 2


def test_a_repair_uses_the_same_amount_page(sit):
    """
    The limits are those at the time of the action.
    """
    _, engine, finger = sit(play(dealt(FOUR), "r600 c"))
    finger.tap("seat-4", "repair-amount")
    page = engine.screen.content.page

    assert isinstance(page, AmountPage)
    finger.tap("min")
    assert public(engine.game).seats[3].bet == 400
    assert public(engine.game).seats[0].bet == 400


def test_a_double_tap_does_only_one_thing(sit, ticks: Ticks):
    """
    The cell closes its page, and a key of the table is now below the finger. The second of two taps presses nothing. A
    later tap does.
    """
    screen, engine, finger = sit(dealt((50_000,) * 10))
    finger.tap("raise-4")
    names = [f"strip-amount-{place}" for place in range(1, 13)]
    cells = {name: middle(screen, target(screen, name)) for name in names if finger.can(name)}
    keys = [target(screen, key).geometry() for key in ("hand", "more")]
    name, cell = next((name, at) for name, at in cells.items() if any(key.contains(at) for key in keys))
    finger.tap(name)
    done = list(engine.asked)

    ticks.ms += 300
    QTest.mouseClick(screen.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, cell)
    assert (engine.asked, screen.content.page) == (done, None)

    ticks.ms += 1_000
    QTest.mouseClick(screen.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, cell)
    assert (engine.asked, screen.content.page) != (done, None)


def test_a_double_tap_on_hand_over_ends_only_one_hand(sit, ticks: Ticks):
    """
    The next hand has just been dealt. The second tap does not mean that all its players folded.
    """
    screen, engine, finger = sit(play(dealt(FOUR), "r600 f f f"))
    finger.tap("hand-over")
    dealt_now = public(engine.game)

    ticks.ms += 700
    target(screen, "hand-over").click()
    assert public(engine.game) == dealt_now

    ticks.ms += 1_100
    target(screen, "hand-over").click()
    assert public(engine.game) == dealt_now
    assert target(screen, "walk").tile.text == "ALL FOLDED?"

    ticks.ms += 1_100
    target(screen, "walk").click()
    assert public(engine.game).hand == dealt_now.hand + 1


@pytest.mark.parametrize("later_ms", [200, 250, 300, 350])
@pytest.mark.parametrize(("key", "script"), [("fold", ""), ("check", "c c c k QhJd2c")])
def test_a_double_tap_on_fold_or_check_acts_for_one_player_and_says_so(sit, ticks: Ticks, key, script, later_ms):
    """
    The second tap would act for the next player. Another tap after a rest does.
    """
    screen, engine, finger = sit(play(dealt(FOUR), script))
    finger.tap(key)
    first, after = list(engine.asked), public(engine.game)

    for _ in range(2):
        ticks.ms += later_ms
        target(screen, key).click()
        assert engine.asked == first
        assert screen.drawn.prompt.body == screen.content.words.say(message(f"twice-{key}", seat=after.legal.seat))

    finger.tap(key)
    assert [type(action) for action in engine.asked] == [type(first[0])] * 2
    assert engine.asked[1].seat == after.legal.seat


def test_a_dealer_who_folds_a_player_every_400_ms_is_not_slowed_down(sit, ticks: Ticks):
    screen, engine, _ = sit(dealt((50_000,) * 10))
    for _ in range(6):
        ticks.ms += 400
        target(screen, "fold").click()

    assert [type(action) for action in engine.asked] == [Fold] * 6


def test_another_key_after_fold_works_at_once(sit, ticks: Ticks):
    """
    UNDO after a fold is not a second tap, and neither is FOLD after UNDO.
    """
    screen, engine, _ = sit(dealt((50_000,) * 10))
    for key in ("fold", "undo", "fold"):
        ticks.ms += 200
        target(screen, key).click()

    assert engine.asked == [Fold(4), Undo(), Fold(4)]


def test_any_other_touch_cancels_the_question_whether_everyone_folded(sit):
    """HAND OVER then asks again from the beginning. Once the hand has begun, it does not ask."""
    screen, engine, finger = sit(dealt(FOUR))
    finger.tap("hand-over", "more", "page-close")
    assert not screen.findChild(TouchTarget, "walk")

    finger.tap("fold", "hand-over")

    assert engine.asked == [Fold(4), HandOver()]


@pytest.mark.parametrize(
    "unplayed",
    [CallClock(4), MarkAway(2), PlanLeave(2), Penalize(2, "floor", "phone", hands=1)],
)
def test_an_order_that_is_no_action_of_the_hand_keeps_the_question_whether_everyone_folded(sit, unplayed):
    """
    Calling the clock or marking a player away does not show that the hand was played, so one touch must not end it.
    """
    _, engine, finger = sit(dealt(FOUR))
    engine.ask(unplayed, engine.game.mark)
    finger.tap("hand-over")

    assert public(engine.game).playing
    finger.tap("walk")
    assert engine.asked == [unplayed, HandOver()]


@pytest.mark.parametrize("opener", ["raise-4", "board-2", "more", "hand"])
def test_a_page_must_be_answered_or_closed_before_the_table_continues(sit, opener):
    """
    CONFIRM and the card pad's suits are a finger's breadth above HAND OVER. A slip must end no hand and fold nobody.
    """
    screen, engine, finger = sit(play(dealt(FOUR), "" if opener == "raise-4" else "r600 c f f QhJd2c"))
    finger.tap(opener)
    asked = list(engine.asked)

    assert not any(target(screen, name).isEnabled() for name in ("hand-over", "fold", "check"))
    QTest.keyClick(screen, Qt.Key.Key_N)
    assert engine.asked == asked
    finger.tap("page-close")
    assert target(screen, "hand-over").isEnabled()


RAISED = "r600 c f f QhJd2c"
ASKED = "c c c k QhJd2c k k k k 4h k k k k 9s k k k k"
STATES = {
    "preflop": lambda: dealt((50_000,) * 10),
    "no bet yet": lambda: play(dealt(FOUR), "c c c k QhJd2c"),
    "all-in without a reader": lambda: play(dealt(FOUR), "r50000 c f f"),
    "the showdown": lambda: play(dealt(FOUR), ASKED),
    "who won": lambda: do(play(dealt(FOUR), ASKED), HandOver()),
    "between hands": lambda: play(dealt(FOUR), "f f f push"),
}
OPENERS = ("raise-", "seat-", "board-", "more", "hand", "floor", "muck-", "hand-over", "fold", "check")


def click(screen: Screen, at: QPoint) -> None:
    """Touch this place, whatever is there."""
    QTest.mouseClick(screen.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


@pytest.mark.parametrize("later_ms", [250, 400, pytest.param(700, marks=pytest.mark.nightly), 950])
@pytest.mark.parametrize("state", STATES)
def test_a_second_tap_presses_no_key_that_the_first_one_brought_up(sit, ticks: Ticks, state, later_ms):
    """
    A sheet, a page, a question, or the table below them: a target that appears under the finger within a second waits
    until
    the finger has moved or rested. A key that has kept its name is unaffected.
    """
    game = STATES[state]()
    screen, engine, finger = sit(game)
    names = [each.tile.name for each in screen.findChildren(TouchTarget) if each.isVisible() and each.isEnabled()]
    for name in [each for each in names if each.startswith(OPENERS)]:
        for slip in [QPoint(20, 12) if later_ms == 400 else QPoint()]:
            at = middle(screen, target(screen, name))
            ticks.ms += 5_000
            click(screen, at)
            first, page = list(engine.asked), screen.content.page
            under = screen.childAt(at + slip)
            ticks.ms += later_ms
            if isinstance(under, TouchTarget) and under.tile.name not in names:
                click(screen, at + slip)
                assert (engine.asked, screen.content.page) == (first, page), (name, under.tile.name)
            engine.game = game
            screen.open(None)
            engine.present()
            finger.tap("more", "page-close")


def test_after_the_finger_has_moved_a_key_works_at_once(sit, ticks: Ticks):
    """
    A practiced dealer can key an amount at full speed, because the other keys of the sheet do not wait.
    """
    screen, engine, _ = sit(dealt((50_000,) * 10))
    click(screen, middle(screen, target(screen, "raise-4")))
    for name in ("key-9", "key-00", "amount-ok"):
        ticks.ms += 200
        click(screen, middle(screen, target(screen, name)))

    assert engine.asked == [PutIn(4, 900)]


def test_repeated_taps_at_one_spot_press_nothing_until_the_finger_rests(sit, ticks: Ticks):
    """
    Four taps 350 ms apart on RAISE: each belongs to the one before. After a rest the key is pressed.
    """
    screen, engine, _ = sit(dealt((50_000,) * 10))
    at = middle(screen, target(screen, "raise-2"))
    click(screen, at)
    for _ in range(4):
        ticks.ms += 350
        click(screen, at)
    assert engine.asked == []

    ticks.ms += 1_000
    click(screen, at)
    assert engine.asked or isinstance(screen.content.page, AmountPage)


def test_the_middle_of_a_seat_that_can_show_or_muck_opens_its_cards(sit):
    """
    MUCK covers the right half of the tile. A touch anywhere else in it counts, up to the edge of MUCK.
    """
    screen, engine, _ = sit(play(dealt(FOUR), "c c c k Qh7d2c k k k k 9s k k k k 3h k k k k"))
    seat = public(engine.game).legal.due[0]
    tile = target(screen, f"seat-{seat}")

    QTest.mouseClick(tile, Qt.MouseButton.LeftButton, pos=tile.rect().center())

    assert isinstance(screen.content.page, CardPage)
    assert screen.content.page.where == seat


def test_a_touch_between_call_and_raise_is_neither(sit):
    """
    It would be a guess, and one of them commits chips.
    """
    screen, engine, _ = sit(dealt(FOUR))
    tile, side = target(screen, "seat-4"), target(screen, "raise-4")
    gap = QPoint(side.x() - tile.x() - 2, tile.height() // 2 + 20)

    QTest.mouseClick(tile, Qt.MouseButton.LeftButton, pos=gap)

    assert engine.asked == []
    assert screen.content.page is None
