"""A person keys correct and wrong PINs at a table. Checks how many of them are tried by the clock, or by the table
while the clock is unreachable."""

from random import Random
from typing import NamedTuple

from engine.table.state import wrong_in_a_row
from kiosk.faults import Fault
from kiosk.pins import wait_ms
from kiosk.protocol.messages import CheckPin, PinChecked
from tests.lab.faults.machines import PowerCut
from tests.lab.faults.plan import CLOCK
from tests.lab.faults.room import PIN, STAFF, FaultRoom
from ui.dealer.model.sign_in import PinAnswer

RIGHT = 0.1
"""The share of keyed PINs that are correct."""
EVERY_S = (0.3, 4.0)
ANY = 1_000
"""More wrong PINs in a row than anyone keys, so the wait is the longest."""
SLACK_MS = 1_000
"""A wait is given in whole seconds, and the answer takes a moment."""


class ClockTimes(NamedTuple):
    """The times on the clock's machine."""

    wall_ms: int
    mono_ms: int
    boot: str

    def is_after(self, other: "ClockTimes", wait_ms: int) -> bool:
        """Whether `wait_ms` has passed since `other`. After a reboot, this depends on the wall clock, or on the time
        since the boot."""
        if self.boot == other.boot:
            return self.mono_ms - other.mono_ms >= wait_ms
        return self.wall_ms - other.wall_ms >= wait_ms or self.mono_ms >= wait_ms


class Guessing:
    """The guessing at all tables in a room, and the clock's answers to it."""

    def __init__(self, room: FaultRoom) -> None:
        self._room = room
        self._wrong: dict[int, int] = {}
        """By table, how many PINs in a row the clock has called wrong. It remembers at least as many."""
        self._most: dict[int, int] = {}
        """By table, the largest number of wrong PINs in a row that the clock may remember.

        A PIN is counted before the clock calls it wrong. In between, the machine may lose power, or its disk may fail.
        """
        self._last: dict[int, ClockTimes] = {}
        """By table, when the clock last called a PIN wrong or correct."""
        self._wrong_here_ms: dict[int, float] = {}
        """By table, when the table itself last found a PIN wrong without its clock, in the run's time."""
        room.clock.watch_pins(self._answered, self._unanswered)

    def guess(self, table: int, for_s: float) -> None:
        """A person keys PINs for `for_s` seconds. The first one is correct, because a table on its own can check only
        PINs that were entered correctly there before."""
        dice = Random(f"guess {self._room.plan.seed} {table}")
        self._key(table, PIN, self._room.loop.time() + for_s, dice)

    def forgot(self) -> None:
        """The clock's disk may have lost some or all of the counts."""
        self._wrong, self._last = {}, {}
        self._most = dict.fromkeys(self._room.tables, ANY)

    def _key(self, table: int, pin: str, until_s: float, dice: Random) -> None:
        if self._room.loop.time() > until_s:
            return
        machine, dealer = self._room.machines[table], self._room.tables[table].dealer
        if machine.run and machine.is_alive and dealer:
            host = dealer.host
            wrong = wrong_in_a_row(host.game.table.staffing, "floor")
            try:
                attempt = machine.run.do(lambda: host.pins.enter("floor", pin, STAFF[0].name))
                self._room.say("keyed", table, pin, attempt.tried, attempt.wait_ms)
                if attempt.tried:
                    self._checked_here(table, pin, wrong, attempt)
            except (PowerCut, Fault):
                pass
        pin = PIN if dice.random() < RIGHT else f"{dice.randrange(10**4):04}"
        self._room.then(dice.uniform(*EVERY_S), lambda: self._key(table, pin, until_s, dice))

    def _checked_here(self, table: int, pin: str, wrong: int, attempt: PinAnswer) -> None:
        """A table has tried a PIN without its clock, after `wrong` wrong ones. It must have waited first."""
        if bool(attempt.name) != (pin == PIN):
            said = "right" if attempt.name else "wrong"
            self._room.broken(f"PIN {pin} is {said} at table {table}, without its clock")
        now_ms = self._room.loop.time() * 1000
        if (wait := wait_ms(wrong)) and now_ms < self._wrong_here_ms.get(table, -wait) + wait:
            self._room.broken(f"table {table} looks at a PIN too early, without its clock, after {wrong} wrong ones")
        if not attempt.name:
            self._wrong_here_ms[table] = now_ms

    def _answered(self, table: int, ask: CheckPin, checked: PinChecked) -> None:
        """The clock has tried a PIN or refused to. It must wait after wrong PINs, and it must try again once the wait
        is over."""
        now, wrong = self._now(), self._wrong.get(table, 0)
        wait, last = wait_ms(wrong), self._last.get(table, ClockTimes(0, 0, ""))
        if checked.result not in ("right", "wrong"):
            longest = wait_ms(self._most.get(table, 0))
            is_over = now.boot == last.boot and now.mono_ms - last.mono_ms > longest + SLACK_MS
            if checked.result == "wait" and is_over:
                self._room.broken(f"a PIN of table {table} waits for longer than it was told after {wrong} wrong ones")
            return
        is_right = ask.pin == PIN
        if (checked.result == "right") != is_right:
            self._room.broken(f"PIN {ask.pin} of table {table} is {checked.result}")
        if wait and not now.is_after(last, wait):
            self._room.broken(f"a PIN of table {table} is looked at too early after {wrong} wrong ones")
        self._wrong[table] = 0 if is_right else wrong + 1
        self._most[table] = 0 if is_right else self._most.get(table, 0) + 1
        self._last[table] = now

    def _unanswered(self, asks: list[tuple[int, CheckPin]]) -> None:
        """A run of the clock ended before it answered these PINs. It tries one at a time and writes nothing after a
        failed write. So at most one of them was counted, or reset the count."""
        for table, is_right in {(table, ask.pin == PIN) for table, ask in asks}:
            if is_right:
                self._wrong[table] = 0
            else:
                self._most[table] = self._most.get(table, 0) + 1

    def _now(self) -> ClockTimes:
        times = self._room.machines[CLOCK].times(self._room.loop)
        return ClockTimes(times.wall_ms(), times.mono_ms(), times.boot)
