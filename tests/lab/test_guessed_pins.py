"""How many wrong PINs a clock may have counted, as the fault simulation knows it, including those that it never
answered.

`test_faults` checks that the simulation catches a clock that does not count.
"""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from kiosk.clock.access.waits import wrong_pins
from kiosk.clock.access.waits.wrong_pins import PinWaits, one_more
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.messages import CheckPin, PinChecked
from tests.lab.faults.command import played
from tests.lab.faults.pins import Guessing
from tests.lab.faults.plan import CLOCK, FaultPlan, PlannedFault
from tests.lab.faults.room import PIN, FaultRoom

WRONG = "2580"
TOO_LONG = "a PIN of table 1 waits for longer than it was told after {} wrong ones"
TOO_EARLY = "a PIN of table 1 is looked at too early after {} wrong ones"


class OneTableRoom:
    """One table, and a clock that sends what the test gives it."""

    def __init__(self):
        self.found: list[str] = []
        self.clock = SimpleNamespace(watch_pins=self.watch_pins)
        self.loop = None
        self.tables = {1: None}
        self.machines = {CLOCK: self}
        self.broken = self.found.append
        self.now_s, self.boots = 100.0, 1
        self.guessing = Guessing(cast(FaultRoom, self))

    def watch_pins(self, answered, unanswered):
        self.answered, self.unanswered = answered, unanswered

    def times(self, _):
        return Times(lambda: round(self.now_s * 1000), lambda: round(self.now_s * 1000), str(self.boots))

    def says(self, result, pin=WRONG, after_s=0.0):
        self.now_s += after_s
        self.answered(1, CheckPin("1", "floor", pin), PinChecked("1", result))

    def starts_again(self, *unanswered):
        self.boots += 1
        self.unanswered([(1, CheckPin("1", "floor", pin)) for pin in unanswered])


@pytest.fixture
def room():
    return OneTableRoom()


@pytest.mark.parametrize("unanswered", [(), (PIN,)])
def test_only_pins_that_were_answered_as_wrong_cause_a_wait(room, unanswered):
    room.starts_again(*unanswered)
    room.says("wrong")
    room.says("wrong")

    room.says("wait", after_s=2.0)

    assert room.found == [TOO_LONG.format(2)]


@pytest.mark.parametrize("unanswered", [(WRONG,), (WRONG, WRONG, WRONG)])
def test_one_of_several_unanswered_wrong_pins_may_be_counted(room, unanswered):
    """As in seed 1692: the third wrong PIN caused a wait of five seconds, although it was the second one rejected."""
    room.starts_again(*unanswered)
    room.says("wrong")
    room.says("wrong")

    room.says("wait", after_s=5.0)
    assert room.found == []
    room.says("wait", after_s=2.0)
    assert room.found == [TOO_LONG.format(2)]


def test_an_unanswered_wrong_pin_may_be_left_uncounted(room):
    room.starts_again(WRONG)

    for after_s in (0.0, 0.0, 0.0, 5.0):
        room.says("wrong", after_s=after_s)

    assert room.found == []


def test_an_unanswered_right_pin_may_have_ended_the_wait(room):
    for _ in range(3):
        room.says("wrong")
    room.now_s += 5.0
    room.starts_again(PIN)
    room.says("wrong")

    room.says("wrong", after_s=1.0)

    assert room.found == []


@pytest.mark.parametrize("unanswered", [(), (WRONG,)])
def test_no_other_unanswered_pin_ends_the_wait(room, unanswered):
    for _ in range(3):
        room.says("wrong")
    room.starts_again(*unanswered)
    room.now_s += 5.0
    room.says("wrong")

    room.says("wrong", after_s=9.0)

    assert room.found == [TOO_EARLY.format(4)]


def test_an_answered_right_pin_clears_every_possible_count(room):
    room.starts_again(WRONG)
    room.says("right", PIN)
    room.says("wrong")
    room.says("wrong")

    room.says("wait", after_s=2.0)

    assert room.found == [TOO_LONG.format(2)]


def test_a_clock_whose_disk_lost_data_may_impose_any_wait(room):
    room.guessing.forgot()
    room.says("wrong")

    room.says("wait", after_s=300.0)
    assert room.found == []
    room.says("wait", after_s=2.0)
    assert room.found == [TOO_LONG.format(1)]


def guessed_while(seed, fault):
    return FaultPlan(seed, 2, 10, 50.0, (PlannedFault(20.0, "guess", 1, 30.0), fault))


TORN = guessed_while(12, PlannedFault(22.9, "tear", CLOCK, 2.0, 3))


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    [
        TORN,
        guessed_while(28, PlannedFault(22.7, "tear", CLOCK, 2.0, 1)),
        guessed_while(30, PlannedFault(27.2, "refuse", CLOCK, 8.0)),
    ],
    ids=["wrong", "right", "refused"],
)
def test_a_clock_may_have_counted_a_pin_that_it_never_answered(plan):
    assert played(plan).broken == ()


@pytest.mark.slow
def test_unanswered_pins_are_known_from_the_clocks_next_start(monkeypatch):
    """The first wrong PIN is on the disk, although its write reported a failure, whatever the random numbers."""
    count, unanswered = PinWaits.count, Guessing._unanswered
    refused: list[Any] = []
    left: list[Any] = []

    async def counted(waits, writer, keys, *rest):
        if refused:
            return await count(waits, writer, keys, *rest)
        refused.append(keys)
        await writer.keep(*waits._wrong.kept({key: one_more(waits._wrong.all.get(key), waits._now()) for key in keys}))
        raise Fault("disk-failed", path="")

    def record_unanswered(guessing, asks):
        left.extend(asks)
        unanswered(guessing, asks)

    monkeypatch.setattr(PinWaits, "count", counted)
    monkeypatch.setattr(Guessing, "_unanswered", record_unanswered)

    assert played(guessed_while(12, PlannedFault(35.0, "kill", CLOCK, 1.0))).broken == ()

    assert len(refused) == 1
    assert [(table, ask.pin == PIN) for table, ask in left][:1] == [(1, False)]


@pytest.mark.slow
def test_a_clock_that_counts_each_wrong_pin_twice_is_detected_even_if_one_was_unanswered(monkeypatch):
    monkeypatch.setattr(wrong_pins, "one_more", lambda wrong, now: one_more(one_more(wrong, now), now))

    assert any("waits for longer than it was told" in what for what in played(TORN).broken)
