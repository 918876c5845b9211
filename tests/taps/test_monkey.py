"""A monkey test of the screen: random presses, on targets and next to them, and cards in between.
No exception, no action that the engine would not repeat, no chip made or lost, no memory leak. `KIOSK_MONKEY` sets how
many touch events (12,000, or 8,000 in the daily run): a press, a move and a release count as one each. One touch in
`BY_QT` goes through Qt's own events and is painted. The others call what Qt would call, so that a million fit in
an hour.
"""

import gc
import os
import resource
import sys
from itertools import count
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.actions import SeeCard, TableAction
from engine.game.game import Game, decide
from engine.hand.rules import legal
from engine.refused import Refused
from engine.table.state import book_of, is_playing
from tests.kit.randomplay import unseen
from tests.kit.sizes import size
from tests.kit.truth import Deal, table_of
from tests.taps.driver import SIZE, ScreenDriver
from tests.taps.random_hands import LEVELS
from ui.dealer.widgets.controls.touch import TouchTarget

pytestmark = pytest.mark.fuzz

EVENTS = size("KIOSK_MONKEY", 12_000, daily=8_000)
BY_QT = 40
CARDS = 0.06
A_TABLE = 800
"""Touches until the next table: most monkeys have emptied theirs by then."""
KEPT_MB = 24.0
"""The most memory that the second half may add. A million events that leaked a hundred bytes each would add 50 more."""
LOST = 1_000
"""References to a constant. A binding that drops one with each call would lose tens of thousands."""


class Monkey:
    """Touches one screen at random, and checks the result of each touch."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.driver = ScreenDriver(self.table())
        self.events = 0
        self.asked = 0
        self.kinds: set[str] = set()
        self.driver.port.asks = self.check

    def table(self) -> Game:
        """Ten seats, some of them short, at any level."""
        level = self.dice.choice(LEVELS)
        stacks = tuple(level.chip * self.dice.choice((3, 40, 200, 900)) for _ in range(10))
        return table_of(Deal(tuple(range(1, 11)), stacks, self.dice.randint(1, 10), level))

    def check(self, before: Game, action: TableAction) -> None:
        """The engine, starting from the table that was shown, gives the screen's result, and keeps every chip."""
        self.asked += 1
        self.kinds.add(type(action).__name__)
        after = self.driver.game
        seats, hand = after.table.seats, after.table.hand
        held = sum(seat.chips for seat in seats if seat)
        assert held == after.table.issued, f"{action}: {held} of {after.table.issued}"
        if hand is not None and not hand.over:
            assert sum(hand.stacks) + hand.pot == sum(hand.deal.stacks), f"{action} made or lost chips"
        assert self.asked % 50 or decide(before, action), f"{action} would be refused"

    def touch(self, number: int) -> None:
        """One touch, or a card that is read."""
        driver, dice = self.driver, self.dice
        driver.now_ms += dice.choice((1, 60, 160, 200, 1_100))
        if number % A_TABLE == 0:
            driver.new(self.table())
        elif dice.random() < CARDS:
            self.card()
        elif number % BY_QT == 0:
            self.by_qt()
        else:
            self.direct()

    def card(self) -> None:
        """A card is read at a place where it may be due."""
        hand, game = self.driver.game.table.hand, self.driver.game
        if hand is None or not is_playing(game.table):
            return
        due = legal(hand, book_of(game.table)).due
        try:
            self.driver.port.take(SeeCard(self.dice.choice(unseen(hand)), self.dice.choice((None, 0, *due))))
        except Refused:
            return

    def direct(self) -> None:
        """A press and a release on one target, or on two: a finger that slides, a palm, a stale release."""
        targets = self.targets()
        first = self.dice.choice(targets)
        fingers = self.driver.screen._input
        self.events += 2
        if not first.isEnabled():
            fingers.miss(first)
            return
        fingers.press(first)
        if self.dice.random() < 0.15:
            second = self.dice.choice(self.targets())
            at = second.mapToGlobal(second.aim())
            self.events += 1
            fingers.slide(first, at)
            fingers.lift(first, at)
        elif self.dice.random() < 0.97:
            fingers.release(first)

    def by_qt(self) -> None:
        """A touch anywhere on the screen, with the painting."""
        window = self.driver.screen.windowHandle()
        where = [QPoint(self.dice.randrange(SIZE[0]), self.dice.randrange(SIZE[1])) for _ in range(2)]
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(window, left, plain, where[0])
        self.events += 2
        if self.dice.random() < 0.3:
            self.events += 1
            QTest.mouseMove(window, where[1])
            QTest.mouseRelease(window, left, plain, where[1])
        else:
            QTest.mouseRelease(window, left, plain, where[0])
        QApplication.processEvents()

    def targets(self) -> list[TouchTarget]:
        """The targets on the screen, enabled or not."""
        return [each for each in self.driver.screen.findChildren(TouchTarget) if each.isVisible()]


def run(monkey: Monkey, events: int) -> None:
    """Touch until there were so many events."""
    for number in count():
        monkey.touch(number)
        if monkey.events >= events:
            return


def resident_mb() -> float:
    """The process's current resident memory."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / 1e6


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_a_monkey_breaks_nothing_makes_no_chip_and_leaks_no_memory(qapp):
    """
    Random touches for more than a whole evening: the screen asks only what the engine accepts, chips are conserved, and
    between the middle and the end neither memory nor the bindings' references drift.
    """
    monkey = Monkey(Random(41))
    run(monkey, EVENTS // 2)
    gc.collect()
    middle_mb, middle = resident_mb(), references()
    run(monkey, EVENTS)
    gc.collect()

    lost = [was - now for was, now in zip(middle, references(), strict=True)]
    assert resident_mb() - middle_mb < KEPT_MB
    assert max(lost) < LOST, lost
    assert monkey.asked > EVENTS / 100
    assert len(monkey.kinds) > 15, monkey.kinds
    print(
        f"{monkey.events} events, {monkey.asked} asked, {resident_mb() - middle_mb:.1f} MB, {len(monkey.kinds)} kinds"
    )


def references() -> tuple[int, ...]:
    """The reference counts of the constants: a binding that drops one too many eventually aborts."""
    return sys.getrefcount(None), sys.getrefcount(True), sys.getrefcount(False)
