"""The real widgets, driven by mouse and by touch through whole hands, with the engine behind them."""

from random import Random

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from engine.actions import (
    BOARD,
    Action,
    Bet,
    Call,
    Check,
    Fold,
    HandOver,
    KillHand,
    PutIn,
    RaiseTo,
    SeeCard,
    TableAction,
    Undo,
)
from engine.cards import Card, parse_cards
from engine.game.game import Game
from engine.history.recall import Recalled
from engine.message import Message, message
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from tests.kit.finger import SLOW_MS
from tests.kit.play import dealt, do, play, sat, where_folds_stand
from tests.kit.port import Engine, tell
from tests.kit.randomplay import Habits, next_action, tables
from tests.kit.ticks import Ticks
from tests.kit.tones import ToneRecorder
from ui.dealer.model.cards import EnrollDo, LearnDo
from ui.dealer.model.profile import Profile
from ui.dealer.model.readers import Area, ReaderWatch
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Booking, LevelTime, Link, ReaderHealth
from ui.dealer.model.taps import RebuyRequest, RoomRequest, SeatHere
from ui.dealer.pages.floor import FloorPage
from ui.dealer.pages.people.seat import SeatPage
from ui.dealer.screen import Screen
from ui.dealer.widgets.controls import touch
from ui.dealer.widgets.controls.touch import TouchTarget
from ui.dealer.widgets.felt import slide
from ui.dealer.widgets.felt.slide import SlidingChips
from ui.look import DARK, Look

BY = pytest.mark.parametrize("by_touch", [False, True], ids=["mouse", "touch"])
ROOM = (OpenTable, TakeSeat, LeaveSeat, PlaceButton, SetLevel)
FOUR = (5_000, 5_000, 5_000, 5_000)
AN_HOUR_MS = 3_600_000


class Paints(QObject):
    """Records which widgets are painted."""

    def __init__(self, screen: QWidget) -> None:
        super().__init__()
        self.names: list[str] = []
        self.area = 0
        for part in [screen, *screen.findChildren(QWidget)]:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            self.names.append(watched.objectName())
            self.area += event.region().boundingRect().width() * event.region().boundingRect().height()
        return False


def target(screen: Screen, name: str) -> TouchTarget:
    found = screen.findChild(TouchTarget, name)
    assert found is not None
    return found


def said(screen: Screen, name: str) -> str:
    found = screen.findChild(QWidget, name)
    assert found is not None
    return found.accessibleName()


# Whole hands


@BY
def test_a_hand_with_a_split_pot_can_be_recorded_entirely_by_touch(sit, by_touch):
    """
    A raise on the keypad, calls, a board and four hands on the card pad, the push, and the next hand with one tap.
    """
    _, engine, finger = sit(dealt(FOUR), by_touch)
    script = "r600 c c c 9h 7s 2c k k k k Kd k k k k 3h k k k k 2:Ad 2:Qs 3:Ah 3:Qc 4:As 4:Qd 1:4c 1:5d"

    for word in script.split():
        table = public(engine.game)
        legal = table.legal
        if word in ("k", "c"):
            finger.act(Check(legal.seat) if word == "k" else Call(legal.seat), table)
        elif word[0] == "r" and word[1:].isdigit():
            finger.act(RaiseTo(legal.seat, int(word[1:])), table)
        else:
            where, _, card = word.rpartition(":")
            finger.act(SeeCard(Card(card), int(where or BOARD)), table)
    finger.tap("hand-over")

    assert public(engine.game).hand == 2
    before_blinds = [seat.chips + seat.bet for seat in public(engine.game).seats]
    assert before_blinds[0] + before_blinds[1] == 4_400 + 5_300
    assert engine.stale == []


@pytest.mark.slow
@BY
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))])
def test_random_hands_tapped_on_the_screen_end_as_the_engine_says(sit, by_touch, seed):
    """
    Whatever a random table does, the same taps on the real screen give the same game. The room's orders come from the
    room.
    """
    dice, habits = Random(seed), Habits(kill=0.05, undo=0.05)
    game = next(step.before for step in tables(dice) if isinstance(step.action, StartHand))
    _, engine, finger = sit(game, by_touch)

    for _ in range(150):
        action = in_chips(next_action(game, dice, habits), game)
        game = do(game, action)
        if isinstance(action, ROOM):
            engine.game = game
            tell(engine.screen, game)
        else:
            finger.act(action, public(engine.game))
        assert engine.game.table == game.table


def in_chips(action: Action, game: Game) -> Action:
    """The action with its amount in chips that are in play, as a keyed amount must be."""
    table = public(game)
    if not isinstance(action, Bet | RaiseTo) or table.blinds is None:
        return action
    return type(action)(action.seat, max(table.legal.least, action.to - action.to % table.blinds.chip))


@BY
def test_amounts_are_keyed_with_00_and_000(sit, by_touch):
    """
    Five taps for twelve thousand: raise, 1, 2, 000, confirm.
    """
    _, engine, finger = sit(dealt((50_000, 50_000, 50_000)), by_touch)

    finger.tap("raise-1", "key-1", "key-2", "key-000", "amount-ok")

    assert engine.asked == [PutIn(1, 12_000)]
    assert not finger.can("amount-ok")


@BY
def test_min_and_all_in_act_at_once(sit, by_touch):
    """
    Two taps each.
    """
    _, engine, finger = sit(dealt((50_000, 50_000, 50_000)), by_touch)

    finger.tap("raise-1", "min", "raise-2", "all-in")

    assert engine.asked == [PutIn(1, 400), PutIn(2, 50_000)]


def test_an_amount_outside_the_limits_cannot_be_confirmed(sit):
    """
    First too little, then too much. The button works in between.
    """
    _, engine, finger = sit(dealt(FOUR))

    finger.tap("raise-4", "key-3")
    assert not finger.can("amount-ok")
    finger.tap("key-00", "erase", "erase", "erase", "key-4", "key-00")
    assert finger.can("amount-ok")
    finger.tap("key-00")
    assert not finger.can("amount-ok")
    assert engine.asked == []


@BY
def test_a_showdown_can_be_recorded_without_a_reader(sit, by_touch):
    """
    The lit seat is tapped and its two cards are keyed. The other player mucks.
    """
    _, engine, finger = sit(play(dealt(FOUR), "r600 f f c 9h7s2c k k Kd k k 3h k b900"), by_touch)

    finger.tap("seat-3")
    finger.tap("seat-4", "pad-rank-A", "pad-suit-h", "pad-rank-Q", "pad-suit-c", "page-close", "muck-3")
    assert finger.can("hand-over")
    finger.tap("more", "menu-push", "push-only")

    assert public(engine.game).playing is False
    assert engine.game.table.seats[3].chips == 6_800


def test_killing_a_hand_needs_a_reason(sit):
    """
    Open the page, then seat, then reason. Nothing is asked of the table before the reason.
    """
    _, engine, finger = sit(dealt(FOUR))

    finger.tap("more", "menu-kill", "kill-seat-2")
    assert engine.asked == []
    finger.tap("kill-absent")

    assert engine.asked == [KillHand(2, "reason-absent")]


EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)
SIDE_POTS = "r25000 f c f c f f c 9h7s2cKd3h 3:9d9c 4:AhKc 6:7h7d 8:KsQs"


def test_several_pots_are_pushed_one_by_one(sit):
    """
    Nothing is recorded before the last push. UNDO goes back one pot, and the table shows what is still to be pushed.
    """
    screen, engine, finger = sit(play(dealt(EIGHT), SIDE_POTS))
    pots = [award.chips for award in public(engine.game).awards]
    assert len(pots) > 1

    finger.tap("push-pot")
    assert engine.asked == []
    assert screen.drawn.sheet.at == 1
    assert screen.drawn.aside.chips == f"{sum(pots[1:]):,}"
    finger.tap("undo")
    assert screen.drawn.sheet.at == 0
    finger.tap(*["push-pot"] * (len(pots) - 1), "hand-over")

    assert engine.asked == [HandOver()]


def test_all_pots_are_pushed_in_one_touch(sit):
    """
    The key is in the place of CHECK, which has no meaning then.
    """
    _, engine, finger = sit(play(dealt(EIGHT), SIDE_POTS))

    finger.tap("push-all")

    assert engine.asked == [HandOver()]


def test_chips_slide_to_their_winners_without_delaying_a_touch(sit, monkeypatch):
    """
    The picture is final before they move. The next touch stops them, and they cover no target.
    """
    for name in ("SLIDE_MS", "SLOW_FRAME_MS"):
        monkeypatch.setattr(slide, name, AN_HOUR_MS)
    screen, _, finger = sit(play(dealt(EIGHT), SIDE_POTS))
    finger.tap("push-pot")
    pile = screen.findChild(SlidingChips)
    assert pile is not None
    assert pile.isVisible()
    assert screen.drawn.sheet.at == 1

    finger.tap("push-pot")
    assert pile.isVisible()
    finger.tap("undo")
    assert not pile.isVisible()
    assert screen.drawn.sheet.at == 1


def test_sliding_chips_disappear_after_a_moment(sit, qtbot):
    screen, _, finger = sit(play(dealt(EIGHT), SIDE_POTS))
    finger.tap("push-pot")
    qtbot.waitUntil(lambda: not screen.findChild(SlidingChips).isVisible())


def test_undo_takes_back_one_tap_after_another(sit):
    """
    It goes back to the start of the hand, and then before it.
    """
    _, engine, finger = sit(dealt(FOUR))
    start = public(engine.game)

    finger.tap("seat-4", "fold", "undo", "undo")

    assert public(engine.game).seats == start.seats
    finger.tap("undo")
    assert public(engine.game).playing is False


def test_if_the_rule_book_makes_folds_irreversible_undo_asks_first(sit):
    """
    R3.7A: the first tap only changes the button's text. Any other touch cancels it.
    """
    screen, engine, finger = sit(where_folds_stand(*FOUR))
    finger.tap("undo")
    assert (engine.asked, target(screen, "undo").tile.text) == ([], "FOLD STANDS")
    finger.tap("raise-1", "page-close")
    assert target(screen, "undo").tile.text == "UNDO"
    finger.tap("undo")
    engine.happen("c")
    assert target(screen, "undo").tile.text == "UNDO"

    finger.tap("undo", "undo")
    assert engine.asked == [Undo()]
    finger.tap("undo")

    assert engine.asked == [Undo(), Undo(confirmed=True)]
    assert public(engine.game).legal.seat == 4


# A touch applies to the screen that was seen


def test_a_tap_names_the_mark_that_was_on_the_screen(sit):
    """
    The table changes between the finger going down and up. The port receives the earlier mark, and the earlier meaning.
    """
    screen, engine, _ = sit(dealt(FOUR))
    button = target(screen, "seat-4")

    QTest.mousePress(button, Qt.MouseButton.LeftButton, pos=button.aim())
    engine.happen("r600")
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=button.aim())

    assert engine.stale == [PutIn(4)]
    assert engine.asked == []


def test_a_button_that_is_disabled_under_the_finger_asks_nothing(sit):
    """
    The hand ends while FOLD is held.
    """
    screen, engine, _ = sit(play(dealt(FOUR), "f f"))
    button = target(screen, "fold")

    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    engine.happen("f")
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)

    assert (engine.asked, engine.stale) == ([], [])


def test_a_finger_that_slides_off_asks_nothing(sit):
    """
    Pressed on FOLD, released on the felt.
    """
    screen, engine, _ = sit(dealt(FOUR))
    button = target(screen, "fold")

    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(-50, -50))

    assert engine.asked == []


def test_the_same_target_twice_within_150_ms_is_one_touch(sit, ticks: Ticks):
    """
    A bouncing finger undoes once. A slower second touch counts.
    """
    screen, engine, _ = sit(play(dealt(FOUR), "c c"))
    button = target(screen, "undo")

    ticks.ms = 1_000
    button.click()
    ticks.ms = 1_149
    button.click()
    assert len(engine.asked) == 1
    ticks.ms = 1_150
    button.click()
    assert len(engine.asked) == 2


def test_a_second_finger_does_nothing(sit):
    """
    One finger holds CALL and another touches FOLD: that is one touch.
    """
    screen, engine, _ = sit(dealt(FOUR))
    call, fold = (target(screen, name) for name in ("seat-4", "fold"))
    device = QTest.createTouchDevice()
    at = {each: each.mapTo(screen, each.aim()) for each in (call, fold)}

    QTest.touchEvent(screen, device).press(0, at[call], screen).commit()
    QTest.touchEvent(screen, device).stationary(0).press(1, at[fold], screen).commit()
    QTest.touchEvent(screen, device).stationary(0).release(1, at[fold], screen).commit()
    QTest.touchEvent(screen, device).release(0, at[call], screen).commit()

    assert engine.asked == [PutIn(4)]


# Refusals


def test_a_touch_that_does_nothing_flashes_and_sounds(sit, tones: ToneRecorder, monkeypatch):
    """
    CHECK with a bet to call.
    """
    monkeypatch.setattr(touch, "FLASH_MS", AN_HOUR_MS)
    screen, engine, finger = sit(dealt(FOUR))

    finger.tap("check")

    assert target(screen, "check").refused
    assert (tones.taken, tones.turned_down) == (0, 1)
    assert engine.asked == []


def test_a_refusal_flash_ends_by_itself(sit, qtbot):
    """
    A moment later the button looks as before.
    """
    screen, _, finger = sit(dealt(FOUR))

    finger.tap("check")

    qtbot.waitUntil(lambda: not target(screen, "check").refused)


def test_the_engines_refusal_is_shown_with_its_clause(sit, tones: ToneRecorder):
    """
    It is shown until the next event.
    """
    screen, engine, _ = sit(dealt(FOUR))

    screen.refuse(message("not-their-turn", seat=2, turn=4), "TDA 2024 rule 50-A")
    assert said(screen, "prompt") == ("Seat 4 Dan: 200 to call the action is on seat 4, not seat 2 TDA 2024 rule 50-A")
    assert tones.turned_down == 1
    engine.happen("c")
    assert said(screen, "prompt") == "Seat 1 Ada 200 to call raise to 400–5,000"


def test_news_from_the_room_is_shown_silently_until_the_next_event(sit, tones: ToneRecorder):
    screen, engine, _ = sit(dealt(FOUR))

    screen.tell(message("room-asked"))
    assert said(screen, "prompt") == "Seat 4 Dan: 200 to call sent to the room"
    assert tones.turned_down == 0
    engine.happen("c")
    assert said(screen, "prompt").startswith("Seat 1 Ada")


def test_a_request_to_the_room_closes_the_page(sit):
    screen, engine, finger = sit(sat((5_000, 6_000)))
    engine.present(booking=Booking(is_asked=True))
    screen.open(SeatPage(1))

    finger.tap("seat-rebuy")
    assert engine.asked_room == [RebuyRequest(1)]
    assert screen.content.page is None


# The end of a hand


class Later:
    """A port that answers later, as one does that posts to another thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: list[tuple[TableAction, int]] = []

    def ask(self, action: TableAction, seen: int) -> None:
        """Record the action."""
        self.asked.append((action, seen))

    def unlock(self, role: str, pin: str, name: str) -> PinAnswer:
        """Nobody signs here."""
        raise AssertionError(role)

    def enroll(self, do: EnrollDo, what: str) -> None:
        """No deck is enrolled here."""

    def learn(self, do: LearnDo) -> None:
        raise AssertionError(do)

    def watch_readers(self, watching: ReaderWatch | None) -> None:
        """No readers are tested here."""
        raise AssertionError(watching)

    def ask_room(self, ask: RoomRequest) -> None:
        raise AssertionError(ask)

    def seat_here(self, ask: SeatHere) -> None:
        raise AssertionError(ask)

    def join_room(self) -> None:
        raise AssertionError("the table is in no room here")

    def prefer(self, profile: Profile) -> None:
        raise AssertionError(profile)

    def turn_table(self, left_seat: int) -> None:
        raise AssertionError(left_seat)

    def resolve_level(self, by_day: bool) -> None:
        raise AssertionError("no level is in doubt here")

    def mark_places(self, camera: str, places: tuple[tuple[str, Area], ...]) -> Message | None:
        """No camera is marked here."""
        raise AssertionError(camera)

    def last_hands(self, count: int) -> tuple[Recalled, ...]:
        """No hand was played."""
        return ()


@BY
def test_one_tap_ends_the_hand_and_deals_the_next(sit, by_touch):
    """
    After a raise no other player was touched: they folded, the pot is pushed, and the button moves.
    """
    screen, engine, finger = sit(dealt(FOUR), by_touch)

    finger.tap("raise-4", "min")
    assert target(screen, "hand-over").tile.small == "seat 4 wins 700 (200 returned)"
    finger.tap("hand-over")

    assert public(engine.game).hand == 2
    assert engine.asked == [PutIn(4, 400), HandOver()]


def test_one_tap_undoes_hand_over(sit):
    """
    The hand is in play again as before.
    """
    _, engine, finger = sit(dealt(FOUR))
    finger.tap("raise-4", "min")
    before = public(engine.game)

    finger.tap("hand-over", "undo")

    assert (public(engine.game).hand, public(engine.game).seats) == (1, before.seats)


def test_during_a_break_hand_over_does_not_deal(sit):
    """
    The pot is pushed. The next hand takes a tap of its own.
    """
    screen, engine, finger = sit(play(dealt(FOUR), "f f f"))
    tell(screen, level=LevelTime("Break", 300_000, is_break=True))

    finger.tap("hand-over")

    assert engine.asked == [HandOver(start=False)]
    assert not public(engine.game).playing


# Messages from the program


def test_a_second_of_the_clock_repaints_only_its_field(sit, qtbot):
    """
    No seat and no button is painted, and of the felt below no more than the field.
    """
    screen, _, _ = sit(dealt(FOUR))
    paints = Paints(screen)
    tell(screen, level=LevelTime("Level 3", 60_000))
    qtbot.waitUntil(lambda: "strip-time" in paints.names)
    paints.names.clear()
    paints.area = 0

    tell(screen, level=LevelTime("Level 3", 59_000))

    qtbot.waitUntil(lambda: "strip-time" in paints.names)
    field = screen.findChild(QWidget, "strip-time")
    assert field is not None
    assert set(paints.names) == {"", "strip-time"}
    assert paints.area <= 2 * field.width() * field.height()


def test_a_fold_that_should_be_checked_pulses_in_its_own_tile(sit, qtbot):
    """
    The flop came after one call, and three players were silent. Their tiles pulse, and nothing else is painted.
    """
    screen, engine, _ = sit(do(play(dealt((5_000,) * 5), "r600"), PutIn(5)))
    paints = Paints(screen)
    engine.happen("Qh")
    silent = {f"seat-{seat.seat}" for seat in public(engine.game).seats if seat.doubtful}
    assert silent == {"seat-1", "seat-2", "seat-3"}
    qtbot.waitUntil(lambda: {"board-1", "prompt", "hand-over"} <= set(paints.names))
    paints.names.clear()

    qtbot.waitUntil(lambda: paints.names.count("seat-2") >= 3)

    assert set(paints.names) <= silent | {""}


def test_a_call_repaints_only_what_it_changes(sit, qtbot):
    """
    It repaints the seats that acted and act next, the pot, the prompt and the buttons; no other seat and no card.
    """
    screen, _, finger = sit(dealt(FOUR))
    paints = Paints(screen)
    finger.tap("seat-4")
    qtbot.waitUntil(lambda: "seat-1" in paints.names)
    paints.names.clear()

    finger.tap("seat-1")

    qtbot.waitUntil(lambda: "seat-2" in paints.names)
    assert {name for name in paints.names if name.startswith(("seat", "board"))} == {"seat-1", "seat-2"}


def test_a_cut_link_and_a_lost_reader_are_shown_and_stop_nothing(sit):
    """
    The link is cut and the reader is lost, but a call is still a call.
    """
    screen, engine, finger = sit(dealt(FOUR))

    tell(screen, link=Link(connected=False, away_ms=12_000, waiting=14))
    tell(screen, reader=ReaderHealth(works=False, says="cable out"))
    finger.tap("seat-4")

    clock, reader = "CLOCK OFFLINE 12 s playing on, 14 events waiting", "READER LOST cable out"
    assert said(screen, "strip-status") == f"{clock}, {reader}"
    assert engine.asked == [PutIn(4)]


def test_a_table_with_a_different_number_of_seats_is_laid_out_again(sit):
    """
    The table opens after the screen, and new tiles replace the earlier ones.
    """
    screen, engine, _ = sit(Game())
    assert screen.findChild(TouchTarget, "seat-1") is None

    engine.game = dealt((5_000,) * 10)
    engine.present()

    assert target(screen, "seat-10").isVisible()


@pytest.mark.parametrize(("wide", "high", "px_per_mm"), [(1280, 800, 5.9), (1920, 1080, 5.6), (2560, 1600, 11.8)])
@pytest.mark.parametrize("seats", [2, 6, 9, 10])
def test_every_target_is_large_enough_on_the_screen(qtbot, wide, high, px_per_mm, seats):
    """
    Measured in whole pixels: nothing is under 15 mm. Action buttons are 20 mm, less at most one pixel. CLOSE is 15 mm
    high on every page, and more than twice as wide.
    """
    screen = Screen(Later(dealt((50_000,) * seats)), Look(DARK, px_per_mm), lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(wide, high)
    tell(screen, dealt((50_000,) * seats))
    target(screen, f"raise-{public(dealt((50_000,) * seats)).legal.seat}").click()

    buttons = screen.findChildren(QAbstractButton)
    smallest = {each.objectName(): min(each.width(), each.height()) / px_per_mm for each in buttons}
    assert min(smallest.values()) >= 15
    actions = ("undo", "redo", "more", "floor", "fold", "check", "hand-over")
    assert min(smallest[name] for name in actions) >= 20 - 1 / px_per_mm
    screen.open(FloorPage())
    close = target(screen, "page-close")
    assert close.height() / px_per_mm >= 15
    assert close.width() / px_per_mm >= 34 - 1 / px_per_mm


def test_a_screen_that_is_too_small_still_shows_everything(qtbot):
    """
    Everything shrinks alike, and nothing is cut off.
    """
    screen = Screen(Later(dealt(FOUR)), Look(DARK, 5.9), lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(800, 480)
    tell(screen, dealt(FOUR))

    for button in screen.findChildren(QAbstractButton):
        assert screen.rect().contains(button.geometry()), button.objectName()


def test_every_button_can_be_named_by_a_screen_reader(sit):
    """
    Every pad was opened once, and the hand is at the showdown.
    """
    screen, _, finger = sit(play(dealt(FOUR), "c c c k QhJd2c k k k k 3c k k k k 4c k k k k"))
    finger.tap("seat-2", "page-close", "more", "menu-kill", "kill-seat-2")

    buttons = [each for each in screen.findChildren(QAbstractButton) if each.objectName()]
    assert {"muck-2", "kill-absent"} <= {button.objectName() for button in buttons}
    for button in buttons:
        assert button.accessibleName(), button.objectName()
        assert button.accessibleDescription() or button.objectName().startswith("seat"), button.objectName()


@pytest.mark.parametrize(
    ("pressed", "asked"),
    [
        ("f", [Fold(4)]),
        ("c", [PutIn(4)]),
        ("r1200\r", [PutIn(4, 1_200)]),
        ("r13\b\b400\r", [PutIn(4, 400)]),
        ("r\x1bc", [PutIn(4)]),
    ],
)
def test_a_keyboard_does_the_same_as_touch(sit, ticks: Ticks, pressed, asked):
    """
    F, C, R, digits, Enter, Backspace and Escape.
    """
    screen, engine, _ = sit(dealt(FOUR))
    keys = {"\r": Qt.Key.Key_Return, "\b": Qt.Key.Key_Backspace, "\x1b": Qt.Key.Key_Escape}

    for text in pressed:
        ticks.ms += SLOW_MS
        QTest.keyClick(screen, keys.get(text, text))

    assert engine.asked == asked


def test_control_z_undoes_the_last_action(sit):
    """It works as in any other program."""
    screen, engine, finger = sit(dealt(FOUR))
    finger.tap("seat-4")

    QTest.keyClick(screen, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert public(engine.game).legal.seat == 4


def test_a_key_that_has_no_meaning_now_is_refused(sit, tones: ToneRecorder):
    """
    K with a bet to call.
    """
    screen, engine, _ = sit(dealt(FOUR))

    QTest.keyClick(screen, Qt.Key.Key_K)

    assert (engine.asked, tones.turned_down) == ([], 1)


def reads(screen: Screen, engine: Engine, cards: str) -> None:
    """The reader reads these cards."""
    for card in parse_cards(cards):
        aim = screen.aimed(card)
        engine.take(aim.action, aim.then)


def test_a_player_who_shows_out_of_turn_gets_their_own_cards_from_the_reader(sit):
    """
    Seat 3 is due first, but seat 1 tables the winning hand before it. The dealer touches seat 1, and the reader's cards
    go there and not to the player who was due.
    """
    screen, engine, finger = sit(play(dealt(FOUR), "c c c k QhJd2c k k k k 9s k k k k 3h k k k k"))
    due = public(engine.game).legal.due
    out_of_turn = due[-1]
    finger.tap(f"seat-{out_of_turn}")

    reads(screen, engine, "QdQs")
    shown = {seat.seat: seat.cards for seat in public(engine.game).seats if seat.cards}
    assert shown == {out_of_turn: tuple(parse_cards("QdQs"))}
    assert not target(screen, "pad-rank-A").isVisible()

    reads(screen, engine, "AhKc")
    assert public(engine.game).seats[due[0] - 1].cards == tuple(parse_cards("AhKc"))


def test_a_card_read_while_a_repair_asks_for_it_is_the_answer(sit):
    """
    It is not the turn card, although one could be due.
    """
    screen, engine, finger = sit(play(dealt(FOUR), "c c c k QhJd2c"))
    finger.tap("board-2")

    reads(screen, engine, "Ts")

    assert public(engine.game).board == tuple(parse_cards("QhTs2c"))
    assert not target(screen, "pad-rank-A").isVisible()
