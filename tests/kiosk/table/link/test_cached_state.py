"""A kiosk that restarts while the clock is away continues from the clock's last message, and recalls hands from its own
disk."""

import os
import sqlite3
import time
from contextlib import closing
from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import Fold, Push
from engine.cards import Card
from engine.events import ReportedPot
from engine.message import Message
from engine.table.actions.hands import ReportHand, StartHand
from engine.table.actions.setup import SetMode
from hardware.reading.reading import Reading, UnknownCode
from kiosk.protocol.messages import GoTo
from kiosk.table.host import TableHost
from kiosk.table.link.cached_state import (
    MOST_AGE_MS,
    CachedState,
    Offsets,
    cache_path,
    offsets,
    read_cached,
    write_cached,
)
from kiosk.table.link.events import Away, OffsetMeasured, StateReceived
from kiosk.table.services import Services, machine_services
from kiosk.times import boot_id
from tests.kiosk.table.test_host import SITTING, STRUCTURE, FaceThatRemembers, HostBench, seat_three, welcomed, word

FIRST_MS = STRUCTURE.entries[0].minutes * 60_000
NOON_MS = 1_800_000_000_000


class Restarted(HostBench):
    """A bench on which the test also sets the time of day."""

    def __init__(self, folder):
        self.day_ms, self.boot_id = NOON_MS, "first"
        super().__init__(folder)

    def boot(self):
        self.face = FaceThatRemembers()
        services = Services(lambda: self.now_ms, lambda: self.day_ms, Random(1), lambda: None, self.boot_id)
        self.host = TableHost(self.settings, self.face, services)
        self.host.start()

    def restart(self, away_ms):
        """The machine goes down and comes back after `away_ms`. Its own time starts over."""
        self.host.stop()
        self.now_ms, self.day_ms, self.boot_id = 0, self.day_ms + away_ms, "second"
        self.boot()

    def start_again(self, away_ms, day_ms):
        """Only the program restarts, after `away_ms`. Meanwhile the time of day moves by `day_ms`."""
        self.host.stop()
        self.now_ms, self.day_ms = self.now_ms + away_ms, self.day_ms + day_ms
        self.boot()

    def wait(self, ms):
        """Let `ms` milliseconds pass."""
        self.now_ms, self.day_ms = self.now_ms + ms, self.day_ms + ms
        self.host.tick()


@pytest.fixture
def bench(tmp_path):
    bench = Restarted(tmp_path)
    yield bench
    bench.host.stop()


def running(bench):
    """Start the first level, with the clock's time known."""
    bench.hear(GoTo(SITTING), welcomed(word(1, 0, True, 1_000_000)), OffsetMeasured(1_000_000))


def test_a_kiosk_that_restarts_without_the_clock_shows_the_level_and_its_time(bench):
    running(bench)

    bench.restart(away_ms=20_000)

    level = bench.face.surroundings.level
    assert (level.name, level.left_ms) == (STRUCTURE.entries[0].name, FIRST_MS - 20_000)


HOUR_MS = 3_600_000


@pytest.mark.parametrize("away_ms", [FIRST_MS + 1_000, HOUR_MS, 11 * HOUR_MS])
def test_the_time_of_day_does_not_raise_the_blinds_without_asking_the_dealer(bench, away_ms):
    """
    The time of day may have been set wrong while the machine was off. Both levels are shown, and the earlier one is
    played.
    """
    running(bench)

    bench.restart(away_ms)

    assert bench.table.blinds.level == 1
    doubt = bench.face.surroundings.doubt
    assert doubt.stands.blinds == bench.table.blinds
    assert doubt.by_day.blinds.level > 1
    for _ in range(3):
        bench.wait(1_000)
    assert bench.table.blinds.level == 1


@pytest.mark.parametrize("step_ms", [-11 * HOUR_MS, -60_000, 60_000, HOUR_MS, 11 * HOUR_MS])
def test_changing_the_time_of_day_during_play_changes_no_level(bench, step_ms):
    running(bench)
    bench.day_ms += step_ms
    bench.wait(60_000)
    assert bench.face.surroundings.level.left_ms == FIRST_MS - 60_000

    bench.restart(away_ms=-step_ms + 20_000)

    assert bench.table.blinds.level == 1


def test_a_table_that_wakes_from_sleep_shows_the_clocks_current_time(bench, monkeypatch):
    """
    The kernel has two clocks that are never set. Only one of them counts while the machine sleeps.
    """
    kernel = {time.CLOCK_MONOTONIC: 500 * 10**6, time.CLOCK_BOOTTIME: 500 * 10**6}
    monkeypatch.setattr(time, "clock_gettime_ns", kernel.__getitem__)
    monkeypatch.setattr(time, "monotonic_ns", lambda: kernel[time.CLOCK_MONOTONIC])
    services = machine_services(lambda: None)
    bench.host.stop()
    bench.host = TableHost(bench.settings, bench.face, services)
    bench.host.start()
    running(bench)
    bench.hear(OffsetMeasured(1_000_000 - services.monotonic_ms()))

    kernel[time.CLOCK_BOOTTIME] += 90_000 * 10**6
    bench.host.tick()

    assert bench.face.surroundings.level.left_ms == FIRST_MS - 90_000


def test_times_kept_by_a_program_that_did_not_count_sleep_are_not_mixed_with_these():
    boot = machine_services(lambda: None).boot

    assert boot != boot_id()
    assert boot.startswith(boot_id())


def test_the_dealer_confirms_the_time_of_day(bench):
    running(bench)
    bench.restart(FIRST_MS + 1_000)

    bench.host.levels.resolve(by_day=True)

    assert bench.table.blinds.level == 2
    assert bench.face.surroundings.doubt is None
    bench.wait(1_000)
    assert bench.table.blinds.level == 2


def test_the_dealer_keeps_the_earlier_level_and_its_time_runs_on(bench):
    """After that the table goes by the machine's own time and not by the time of day."""
    running(bench)
    bench.restart(HOUR_MS)

    bench.host.levels.resolve(by_day=False)

    assert (bench.table.blinds.level, bench.face.surroundings.doubt) == (1, None)
    bench.wait(FIRST_MS - 1)
    assert bench.table.blinds.level == 1
    bench.wait(1)
    assert bench.table.blinds.level == 2


def test_time_counted_by_this_machine_raises_the_blinds_while_the_question_is_open(bench):
    running(bench)
    bench.restart(HOUR_MS)

    bench.wait(FIRST_MS)

    assert bench.table.blinds.level == 2
    assert bench.face.surroundings.doubt.stands.blinds.level == 2


def test_the_dealer_is_asked_when_the_level_would_end_by_the_time_of_day(bench):
    running(bench)
    bench.restart(FIRST_MS - 5_000)
    assert not any(surroundings.doubt for surroundings in bench.face.arounds)

    bench.wait(5_000)

    assert bench.table.blinds.level == 1
    assert bench.face.surroundings.doubt.by_day.blinds.level == 2


def test_a_program_restart_without_a_machine_restart_asks_nothing(bench):
    """
    The machine's own time kept running, so the time of day does not matter.
    """
    running(bench)

    bench.start_again(20_000, day_ms=11 * HOUR_MS)

    assert not any(surroundings.doubt for surroundings in bench.face.arounds)
    assert bench.face.surroundings.level.left_ms == FIRST_MS - 20_000


def test_time_counted_before_the_machine_went_off_is_saved_every_minute(bench):
    running(bench)
    for _ in range(2):
        bench.wait(60_000)

    bench.restart(HOUR_MS)

    assert bench.face.surroundings.level.left_ms == FIRST_MS - 120_000


def passes(bench, ms):
    """Let `ms` milliseconds pass, one second at a time."""
    for _ in range(ms // 1_000):
        bench.wait(1_000)


def test_a_level_that_rose_after_the_state_was_saved_does_not_go_back(bench):
    """
    The new level is in the table's own journal.
    """
    bench.now_ms = 30_000
    bench.hear(GoTo(SITTING), welcomed(word(1, 0, True, 1_030_000)), OffsetMeasured(1_000_000))
    passes(bench, FIRST_MS + 20_000)
    assert bench.table.blinds.level == 2

    bench.restart(5_000)

    assert (bench.table.blinds.level, bench.face.surroundings.doubt) == (2, None)


def test_time_counted_during_an_open_question_survives_a_second_restart(bench):
    running(bench)
    bench.restart(10_000)
    passes(bench, 3 * FIRST_MS)
    level = bench.table.blinds.level
    assert level > 2

    bench.restart(10_000)

    assert bench.table.blinds.level == level
    bench.restart(HOUR_MS)
    assert bench.table.blinds.level == level


@pytest.mark.parametrize("away_ms", [-30 * 365 * 24 * HOUR_MS, MOST_AGE_MS + 1])
def test_an_implausible_time_of_day_keeps_the_level(bench, away_ms):
    running(bench)
    passes(bench, FIRST_MS + 1_000)
    assert bench.table.blinds.level == 2

    bench.restart(away_ms)

    assert bench.table.blinds.level == 2


def test_a_restarted_clock_with_a_lower_level_does_not_lower_the_tables_level(bench):
    """
    The clock stopped in the first level while this table went on to the second. Starting it again does not lower the
    level either. Only the director can do that.
    """
    running(bench)
    passes(bench, FIRST_MS + 1_000)
    assert bench.table.blinds.level == 2

    stands = replace(word(1, 0, False, epoch=2), recovered=True, remaining_ms=1_000)
    bench.hear(GoTo(SITTING), welcomed(stands), OffsetMeasured(0))
    assert (bench.table.blinds.level, bench.face.surroundings.level.name) == (2, STRUCTURE.entries[1].name)
    bench.hear(StateReceived(replace(stands, seq=2, running=True, anchor_ms=bench.now_ms)))
    assert bench.table.blinds.level == 2

    bench.hear(StateReceived(word(3, 0, True, epoch=2, anchor_ms=bench.now_ms)))
    assert bench.table.blinds.level == 1


def test_a_clock_that_did_not_restart_may_lower_the_level(bench):
    running(bench)
    passes(bench, FIRST_MS + 1_000)

    bench.hear(GoTo(SITTING), welcomed(word(1, 0, False, epoch=2)))

    assert bench.table.blinds.level == 1


def test_the_last_level_counts_its_overtime(bench):
    last = len(STRUCTURE.entries) - 1
    ends_ms = STRUCTURE.entries[last].minutes * 60_000
    bench.hear(GoTo(SITTING), welcomed(word(1, last, True, 0)), OffsetMeasured(0))

    bench.wait(ends_ms + 72_000)

    assert (bench.face.surroundings.level.left_ms, bench.face.surroundings.level.over_ms) == (0, 72_000)


def test_a_state_saved_by_the_previous_version_does_not_lower_the_level(bench):
    """
    That version saved the state only once, as it was received.
    """
    running(bench)
    passes(bench, FIRST_MS + 1_000)
    bench.host.stop()
    path = cache_path(bench.journal)
    kept = read_cached(path)
    assert kept is not None
    write_cached(path, CachedState(kept.room, NOON_MS, 1_000_000))

    bench.boot()

    assert bench.table.blinds.level == 2


def test_a_question_that_time_has_answered_is_removed(bench):
    running(bench)
    bench.restart(5_000)
    passes(bench, FIRST_MS - 5_000)
    assert bench.face.surroundings.doubt is not None

    passes(bench, 6_000)

    assert (bench.table.blinds.level, bench.face.surroundings.doubt) == (2, None)


def test_the_clock_answers_for_the_dealer(bench):
    running(bench)
    bench.restart(HOUR_MS)

    bench.hear(GoTo(SITTING), welcomed(word(2, 0, True, 1_000_000)), OffsetMeasured(1_000_000 + 30_000))

    assert bench.face.surroundings.doubt is None
    assert bench.table.blinds.level == 1


def test_a_stopped_clock_is_shown_stopped_with_its_remaining_time(bench):
    bench.hear(GoTo(SITTING), welcomed(word()), OffsetMeasured(5))

    bench.restart(away_ms=10**6)

    level = bench.face.surroundings.level
    assert (level.name, level.left_ms, level.running) == (STRUCTURE.entries[0].name, FIRST_MS, False)


def test_after_a_very_long_time_the_level_is_kept_but_its_time_is_not_shown(bench):
    running(bench)

    bench.restart(away_ms=MOST_AGE_MS + 1)

    assert bench.face.surroundings.level is None
    assert bench.table.blinds.level == 1


def test_the_clock_decides_again_as_soon_as_it_sends_a_state(bench):
    running(bench)
    bench.restart(away_ms=1_000)

    bench.hear(GoTo(SITTING), welcomed(word(2, 3, epoch=2)))

    assert bench.table.blinds.level == 3


def test_a_state_that_cannot_be_saved_stops_nothing(bench):
    running(bench)
    bench.settings = replace(bench.settings)
    cache_path(bench.journal).unlink()
    os.mkdir(cache_path(bench.journal))

    bench.hear(StateReceived(word(2, 1, True, 1_000_000)))

    assert bench.table.blinds.level == 2
    assert bench.face.refusals == []


@pytest.mark.parametrize("broken", [b"", b"\x00" * 40, b'{"form":2}', b"[" * 100_000, None])
def test_an_unreadable_saved_state_counts_as_none(tmp_path, broken):
    path = tmp_path / "table.journal.room"
    if broken is None:
        path.mkdir()
    else:
        path.write_bytes(broken)

    assert read_cached(path) is None


def test_a_saved_state_is_read_back_unchanged_and_replaces_the_earlier_one(tmp_path):
    path = tmp_path / "table.journal.room"
    for seq in (1, 2):
        write_cached(path, CachedState(word(seq), NOON_MS, 17))

    assert read_cached(path) == CachedState(word(2), NOON_MS, 17)
    assert [file.name for file in tmp_path.iterdir()] == ["table.journal.room"]


def test_a_time_of_day_that_was_set_back_is_not_used():
    kept = CachedState(word(), NOON_MS, 17, boot="first", mono_ms=5)

    assert offsets(kept, "second", 0, NOON_MS - 1) is None
    assert offsets(kept, "second", 0, NOON_MS + 3) == Offsets(17, 20)
    assert offsets(kept, "", 0, NOON_MS + 3) == Offsets(17, 20)
    assert offsets(kept, "first", 8, NOON_MS - 1) == Offsets(12, 12)


def test_the_last_hands_are_recalled_after_a_restart_without_a_clock(bench):
    seat_three(bench.host)
    for _ in range(12):
        bench.host.orders.ask(StartHand())
        for _ in range(2):
            bench.host.orders.ask(Fold(bench.face.tables[-1].legal.seat))
        bench.host.orders.ask(Push())
    bench.host.orders.ask(SetMode("winners"))
    bench.host.orders.ask(ReportHand((ReportedPot(100, (4,)),)))
    bench.restart(away_ms=1_000)

    hands = bench.host.last_hands(10)

    assert [hand.hand for hand in hands] == list(range(13, 3, -1))
    assert [hand.ending for hand in hands[:2]] == ["told", "fold"]
    assert hands[1].record is not None
    assert any("Player" in name for name in hands[1].record.names)


def test_an_unreadable_journal_is_reported_and_recalls_no_hands(bench):
    seat_three(bench.host)
    with closing(sqlite3.connect(bench.journal)) as other, other:
        other.execute("UPDATE record SET body = x'00' WHERE seq = 2")

    assert bench.host.last_hands(10) == ()
    assert bench.face.refusals[-1][0].code == "journal-damaged"


def test_below_reader_mode_readings_are_ignored(bench):
    seat_three(bench.host)
    bench.host.orders.ask(SetMode("pad"))
    bench.host.orders.ask(StartHand())
    mark = bench.host.game.mark

    bench.hear(
        Reading(Card("Qh"), "table", 0),
        UnknownCode("7\x1b", "table", 0),
        Away(Message("clock-silent", {"clock": "clock"})),
    )

    assert bench.host.game.mark == mark
    assert bench.face.odd == []
    assert bench.face.refusals == []
