"""A table that viewers follow with a delay: nothing is shown too early, whatever is reset or restarted."""

import asyncio
from random import Random

import pytest

from engine.events import HandStarted, TakenBack
from kiosk.clock.features.broadcast.follower import READ_AT_ONCE, Follower, Source
from kiosk.clock.features.broadcast.frame import Frame, RoomFigures
from kiosk.clock.features.broadcast.setting import Delay, Term
from kiosk.faults import Fault
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, Record, chain, mark_of
from tests.kit.randomplay import Habits, hands, tables

MINUTE_MS = 60_000
SKEW_MS = 7 * MINUTE_MS
"""The error of the table's own clock."""


class TimedRecords(Source):
    """A table's records with their arrival times; the records that have arrived by `now_ms`."""

    def __init__(self, seed: int, count: int) -> None:
        dice, self.now_ms, self.arrived = Random(seed), 0, list[int]()
        self.records, self.events, head = list[Record](), list[object](), START
        at_ms = 0
        for step in hands(tables(dice, habits=Habits(undo=0.05)), count):
            at_ms += dice.choice((500, 3_000, 20_000))
            made = chain(head, 1, at_ms + SKEW_MS, [encode_event(event) for event in step.record])
            self.records += made
            self.events += step.record
            self.arrived += [at_ms] * len(made)
            head = mark_of(made[-1])
        self.closed = self.restarted = False
        self.failing_from = 10**9
        """The disk fails when records after this one are read."""

    async def read(self, after: int, most: int) -> list[Record]:
        if after >= self.failing_from:
            raise Fault("disk-failed")
        have = sum(at_ms <= self.now_ms for at_ms in self.arrived)
        return self.records[after : min(have, after + most)]

    def taken_ms(self) -> int | None:
        have = [at_ms for at_ms in self.arrived if at_ms <= self.now_ms]
        return have[-1] if have and not self.restarted else None

    def names(self) -> dict[str, str]:
        return {}

    def figures(self, now_ms: int) -> RoomFigures:
        return RoomFigures(9, 3, None, True)

    def is_closed(self) -> bool:
        return self.closed

    def hand_of(self, seq: int) -> int:
        """The number of the hand that a record belongs to."""
        return max((one.hand for one in self.events[:seq] if isinstance(one, HandStarted)), default=0)


@pytest.fixture(autouse=True)
def _no_chances(monkeypatch):
    monkeypatch.setattr("kiosk.clock.features.broadcast.follower.chances_of", lambda table: (0, {}))


@pytest.fixture
def look():
    """The state that a follower shows of an evening at a moment."""
    with asyncio.Runner() as runner:

        def look(follower: Follower, evening: TimedRecords, now_ms: int) -> tuple[int, Frame] | None:
            evening.now_ms = now_ms
            return runner.run(follower.next_frame(now_ms))

        yield look


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_shown_before_every_delay_that_applied_to_it_has_passed(look, seed):
    """The room changes the delay again and again, longer and shorter; the service, or only the page, restarts."""
    dice, evening = Random(seed), TimedRecords(seed, 15)
    terms = [Term(0, Delay(5, 0))]
    follower, last, seen = Follower(evening, lambda: terms), 0, 0
    for now_ms in range(0, evening.arrived[-1] + 30 * MINUTE_MS, 15_000):
        if dice.random() < 0.02:
            terms.append(Term(now_ms, Delay(dice.randint(0, 10), dice.choice((0, 0, 1, 3)))))
        if dice.random() < 0.02:
            evening.restarted = dice.random() < 0.5
            follower, last = Follower(evening, lambda: terms), 0
        found = look(follower, evening, now_ms)
        if found is None:
            continue
        seq, seen = found[0], seen + 1
        assert seq > last
        last, at_ms = seq, evening.arrived[seq - 1]
        held = [one for one, ends in zip(terms, [*terms[1:], None], strict=True) if not ends or ends.since_ms >= at_ms]
        begun = evening.hand_of(sum(one <= now_ms for one in evening.arrived))
        for term in held:
            assert now_ms - at_ms >= term.delay.minutes * MINUTE_MS
            assert begun >= found[1].hand + term.delay.hands or not term.delay.hands
    assert seen > 10


def test_a_restarted_follower_shows_the_same_state_and_goes_on(look):
    evening, terms = TimedRecords(3, 12), [Term(0, Delay(5, 0))]
    end_ms = evening.arrived[-1]
    before = look(Follower(evening, lambda: terms), evening, end_ms)
    evening.restarted = True
    again = Follower(evening, lambda: terms)
    assert look(again, evening, end_ms) == before
    assert 0 < before[0] < len(evening.records)
    assert look(again, evening, end_ms + 5 * MINUTE_MS)[0] == len(evening.records)


def test_records_that_were_undone_within_the_delay_are_never_shown(look):
    evening = TimedRecords(1, 10)
    undone = {
        seq
        for number, event in enumerate(evening.events, 1)
        if isinstance(event, TakenBack)
        for seq in range(event.to + 1, number)
    }
    follower, seen = Follower(evening, lambda: [Term(0, Delay(10, 0))]), set[int]()
    for now_ms in sorted({at_ms + 10 * MINUTE_MS for at_ms in evening.arrived} | set(evening.arrived)):
        if found := look(follower, evening, now_ms):
            seen.add(found[0])
    assert len(undone) > 5
    assert len(seen) > 100
    assert not seen & undone


def test_no_record_is_lost_when_the_disk_fails_between_two_reads(look):
    evening = TimedRecords(4, 40)
    follower, end_ms = Follower(evening, lambda: [Term(0, Delay())]), evening.arrived[-1]
    evening.failing_from = READ_AT_ONCE
    with pytest.raises(Fault):
        look(follower, evening, end_ms)
    evening.failing_from = 10**9
    whole = look(Follower(evening, lambda: [Term(0, Delay())]), evening, end_ms)
    assert look(follower, evening, end_ms) == whole
    assert whole[0] == len(evening.records) > READ_AT_ONCE


def test_a_record_that_does_not_follow_from_the_others_stops_the_broadcast_without_an_error(look):
    """A kiosk can send records that the engine would never have written."""
    evening, terms = TimedRecords(5, 6), [Term(0, Delay())]
    begun = [seq for seq, event in enumerate(evening.events) if isinstance(event, HandStarted)]
    start = begun[3]
    for dropped in range(start + 1, start + 20):
        damaged = TimedRecords(5, 6)
        del damaged.records[start + 1 : dropped], damaged.arrived[start + 1 : dropped]
        follower = Follower(damaged, lambda: terms)
        for now_ms in damaged.arrived:
            look(follower, damaged, now_ms)
        assert look(follower, damaged, evening.arrived[-1]) is None


def test_the_last_hands_of_a_closed_table_are_shown_in_the_end(look):
    evening = TimedRecords(2, 8)
    follower, end_ms = Follower(evening, lambda: [Term(0, Delay(0, 2))]), evening.arrived[-1]
    for now_ms in range(0, end_ms + 60 * MINUTE_MS, 5_000):
        look(follower, evening, now_ms)
    assert not follower.is_through
    evening.closed = True
    assert look(follower, evening, end_ms + 60 * MINUTE_MS)[1].hand == 8
    assert follower.is_through
