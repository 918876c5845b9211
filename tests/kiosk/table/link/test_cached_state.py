"""A kiosk started again while the clock is away goes on by its last word, and recalls hands from its own disk."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import Fold, Push, ReportHand, SetMode, StartHand
from engine.cards import Card
from engine.events import Blinds, ReportedPot
from engine.message import Message
from hardware.reading.reading import Reading, Unread
from kiosk.boot import boot_id
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
from kiosk.table.link.events import Away, OffsetMeasured, StateReceived, Welcomed
from kiosk.table.services import Services, machine_services
from tests.kiosk.table.test_host import SEATING, STRUCTURE, Bench, FaceThatRemembers, seat_three, word

FIRST_MS = STRUCTURE.entries[0].minutes * 60_000
SAMPLE = Path(__file__).parents[3] / "journals" / "form-1.room"
NOON_MS = 1_800_000_000_000


class Restarted(Bench):
    """A bench with the time of day in the test's hands, too."""

    def __init__(self, folder):
        self.day_ms, self.boot_id = NOON_MS, "first"
        super().__init__(folder)

    def boot(self):
        self.face = FaceThatRemembers()
        services = Services(lambda: self.now_ms, lambda: self.day_ms, Random(1), lambda: None, self.boot_id)
        self.host = TableHost(self.settings, self.face, services)
        self.host.start()

    def restart(self, away_ms):
        """The machine goes down, and comes back after so long with its own time starting over."""
        self.host.stop()
        self.now_ms, self.day_ms, self.boot_id = 0, self.day_ms + away_ms, "second"
        self.boot()

    def start_again(self, away_ms, day_ms):
        """Only the program ends, and comes back after so long, by a time of day that says otherwise."""
        self.host.stop()
        self.now_ms, self.day_ms = self.now_ms + away_ms, self.day_ms + day_ms
        self.boot()

    def wait(self, ms):
        """So much time passes."""
        self.now_ms, self.day_ms = self.now_ms + ms, self.day_ms + ms
        self.host.tick()


@pytest.fixture
def bench(tmp_path):
    bench = Restarted(tmp_path)
    yield bench
    bench.host.stop()


def running(bench):
    """The first level runs, and the clock's time is known."""
    bench.hear(Welcomed(SEATING, word(1, 0, True, 1_000_000)), OffsetMeasured(1_000_000))


def test_a_kiosk_that_comes_back_alone_shows_the_level_and_its_time(bench):
    running(bench)

    bench.restart(away_ms=20_000)

    level = bench.face.surroundings.level
    assert (level.name, level.left_ms) == (STRUCTURE.entries[0].name, FIRST_MS - 20_000)


HOUR_MS = 3_600_000


@pytest.mark.parametrize("away_ms", [FIRST_MS + 1_000, HOUR_MS, 11 * HOUR_MS])
def test_a_time_of_day_alone_raises_no_blinds_and_the_dealer_is_asked(bench, away_ms):
    """
    It may have been set wrong while the machine was off: both levels are shown, and the one that stood is played.
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
def test_a_time_of_day_that_is_set_while_the_table_plays_changes_no_level(bench, step_ms):
    running(bench)
    bench.day_ms += step_ms
    bench.wait(60_000)
    assert bench.face.surroundings.level.left_ms == FIRST_MS - 60_000

    bench.restart(away_ms=-step_ms + 20_000)

    assert bench.table.blinds.level == 1


def test_a_table_that_slept_is_where_the_clock_is_as_it_wakes(bench, monkeypatch):
    """
    The kernel has two clocks that are never set; only one of them counts while the machine sleeps.
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


def test_what_was_kept_by_a_program_that_did_not_count_sleep_is_not_taken_for_this_time():
    boot = machine_services(lambda: None).boot

    assert boot != boot_id()
    assert boot.startswith(boot_id())


def test_the_dealer_says_that_the_time_of_day_is_right(bench):
    running(bench)
    bench.restart(FIRST_MS + 1_000)

    bench.host.resolve_level(by_day=True)

    assert bench.table.blinds.level == 2
    assert bench.face.surroundings.doubt is None
    bench.wait(1_000)
    assert bench.table.blinds.level == 2


def test_the_dealer_says_that_the_level_still_stands_and_its_time_runs_on(bench):
    """The machine's own time after that is no time of day."""
    running(bench)
    bench.restart(HOUR_MS)

    bench.host.resolve_level(by_day=False)

    assert (bench.table.blinds.level, bench.face.surroundings.doubt) == (1, None)
    bench.wait(FIRST_MS - 1)
    assert bench.table.blinds.level == 1
    bench.wait(1)
    assert bench.table.blinds.level == 2


def test_time_that_this_machine_counted_raises_blinds_while_it_is_not_said(bench):
    running(bench)
    bench.restart(HOUR_MS)

    bench.wait(FIRST_MS)

    assert bench.table.blinds.level == 2
    assert bench.face.surroundings.doubt.stands.blinds.level == 2


def test_a_level_that_would_end_by_the_time_of_day_is_asked_about_then(bench):
    running(bench)
    bench.restart(FIRST_MS - 5_000)
    assert not any(surroundings.doubt for surroundings in bench.face.arounds)

    bench.wait(5_000)

    assert bench.table.blinds.level == 1
    assert bench.face.surroundings.doubt.by_day.blinds.level == 2


def test_a_program_that_is_started_again_on_the_same_run_of_the_machine_asks_nobody(bench):
    """
    Whatever the time of day says: the machine's own time went on.
    """
    running(bench)

    bench.start_again(20_000, day_ms=11 * HOUR_MS)

    assert not any(surroundings.doubt for surroundings in bench.face.arounds)
    assert bench.face.surroundings.level.left_ms == FIRST_MS - 20_000


def test_what_was_counted_before_the_machine_went_off_is_kept_by_the_minute(bench):
    running(bench)
    for _ in range(2):
        bench.wait(60_000)

    bench.restart(HOUR_MS)

    assert bench.face.surroundings.level.left_ms == FIRST_MS - 120_000


def passes(bench, ms):
    """So much time, second by second."""
    for _ in range(ms // 1_000):
        bench.wait(1_000)


def test_a_level_that_rose_after_the_word_was_kept_does_not_go_back(bench):
    """
    It is in the table's own journal.
    """
    bench.now_ms = 30_000
    bench.hear(Welcomed(SEATING, word(1, 0, True, 1_030_000)), OffsetMeasured(1_000_000))
    passes(bench, FIRST_MS + 20_000)
    assert bench.table.blinds.level == 2

    bench.restart(5_000)

    assert (bench.table.blinds.level, bench.face.surroundings.doubt) == (2, None)


def test_what_was_counted_while_nobody_answered_is_not_lost_by_a_second_restart(bench):
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
def test_where_the_time_of_day_tells_nothing_the_level_stands(bench, away_ms):
    running(bench)
    passes(bench, FIRST_MS + 1_000)
    assert bench.table.blinds.level == 2

    bench.restart(away_ms)

    assert bench.table.blinds.level == 2


def test_a_clock_that_comes_back_lower_takes_no_level_back(bench):
    """
    It stood still in the first level while this table went on to the second. Started again it lowers nothing either;
    the director does.
    """
    running(bench)
    passes(bench, FIRST_MS + 1_000)
    assert bench.table.blinds.level == 2

    stands = replace(word(1, 0, False, epoch=2), recovered=True, remaining_ms=1_000)
    bench.hear(Welcomed(SEATING, stands), OffsetMeasured(0))
    assert (bench.table.blinds.level, bench.face.surroundings.level.name) == (2, STRUCTURE.entries[1].name)
    bench.hear(StateReceived(replace(stands, seq=2, running=True, anchor_ms=bench.now_ms)))
    assert bench.table.blinds.level == 2

    bench.hear(StateReceived(word(3, 0, True, epoch=2, anchor_ms=bench.now_ms)))
    assert bench.table.blinds.level == 1


def test_a_clock_that_was_not_away_may_stand_lower(bench):
    """
    An older clock does not say that it was.
    """
    running(bench)
    passes(bench, FIRST_MS + 1_000)

    bench.hear(Welcomed(SEATING, word(1, 0, False, epoch=2)))

    assert bench.table.blinds.level == 1


def test_the_last_level_counts_its_overtime(bench):
    last = len(STRUCTURE.entries) - 1
    ends_ms = STRUCTURE.entries[last].minutes * 60_000
    bench.hear(Welcomed(SEATING, word(1, last, True, 0)), OffsetMeasured(0))

    bench.wait(ends_ms + 72_000)

    assert (bench.face.surroundings.level.left_ms, bench.face.surroundings.level.over_ms) == (0, 72_000)


def test_a_word_of_the_version_before_takes_no_level_back(bench):
    """
    It was kept once, as it was said.
    """
    running(bench)
    passes(bench, FIRST_MS + 1_000)
    bench.host.stop()
    path = cache_path(Path(bench.settings.journal))
    kept = read_cached(path)
    assert kept is not None
    write_cached(path, CachedState(kept.room, NOON_MS, 1_000_000))

    bench.boot()

    assert bench.table.blinds.level == 2


def test_a_question_that_is_over_is_put_away(bench):
    running(bench)
    bench.restart(5_000)
    passes(bench, FIRST_MS - 5_000)
    assert bench.face.surroundings.doubt is not None

    passes(bench, 6_000)

    assert (bench.table.blinds.level, bench.face.surroundings.doubt) == (2, None)


def test_the_clock_answers_for_the_dealer(bench):
    running(bench)
    bench.restart(HOUR_MS)

    bench.hear(Welcomed(SEATING, word(2, 0, True, 1_000_000)), OffsetMeasured(1_000_000 + 30_000))

    assert bench.face.surroundings.doubt is None
    assert bench.table.blinds.level == 1


def test_a_stopped_clock_is_shown_stopped_with_what_was_left(bench):
    bench.hear(Welcomed(SEATING, word()), OffsetMeasured(5))

    bench.restart(away_ms=10**6)

    level = bench.face.surroundings.level
    assert (level.name, level.left_ms, level.running) == (STRUCTURE.entries[0].name, FIRST_MS, False)


def test_after_very_long_the_time_is_not_believed_but_the_level_is(bench):
    running(bench)

    bench.restart(away_ms=MOST_AGE_MS + 1)

    assert bench.face.surroundings.level is None
    assert bench.table.blinds.level == 1


def test_the_clock_has_the_last_word_again_as_soon_as_it_speaks(bench):
    running(bench)
    bench.restart(away_ms=1_000)

    bench.hear(Welcomed(SEATING, word(2, 3, epoch=2)))

    assert bench.table.blinds.level == 3


def test_a_word_that_cannot_be_written_stops_nothing(bench):
    running(bench)
    bench.settings = replace(bench.settings)
    cache_path(Path(bench.settings.journal)).unlink()
    os.mkdir(cache_path(Path(bench.settings.journal)))

    bench.hear(StateReceived(word(2, 1, True, 1_000_000)))

    assert bench.table.blinds.level == 2
    assert bench.face.refusals == []


@pytest.mark.parametrize("broken", [b"", b"\x00" * 40, b'{"form":2}', b"[" * 100_000, None])
def test_what_cannot_be_believed_is_no_word(tmp_path, broken):
    path = tmp_path / "table.journal.room"
    if broken is None:
        path.mkdir()
    else:
        path.write_bytes(broken)

    assert read_cached(path) is None


def test_a_word_comes_back_as_it_was_and_replaces_the_one_before(tmp_path):
    path = tmp_path / "table.journal.room"
    for seq in (1, 2):
        write_cached(path, CachedState(word(seq), NOON_MS, 17))

    assert read_cached(path) == CachedState(word(2), NOON_MS, 17)
    assert [file.name for file in tmp_path.iterdir()] == ["table.journal.room"]


def test_a_word_of_the_first_form_opens_for_ever():
    kept = read_cached(SAMPLE)

    assert kept is not None
    assert (kept.room.event, kept.room.blinds, kept.clock_ms) == ("Club night", Blinds(1, 25, 50), 17)


def test_a_time_of_day_that_was_set_back_tells_nothing():
    kept = CachedState(word(), NOON_MS, 17, boot="first", mono_ms=5)

    assert offsets(kept, "second", 0, NOON_MS - 1) is None
    assert offsets(kept, "second", 0, NOON_MS + 3) == Offsets(17, 20)
    assert offsets(kept, "", 0, NOON_MS + 3) == Offsets(17, 20)
    assert offsets(kept, "first", 8, NOON_MS - 1) == Offsets(12, 12)


def test_the_last_hands_are_recalled_after_a_restart_without_a_clock(bench):
    seat_three(bench.host)
    for _ in range(12):
        bench.host.ask(StartHand())
        for _ in range(2):
            bench.host.ask(Fold(bench.face.tables[-1].legal.seat))
        bench.host.ask(Push())
    bench.host.ask(SetMode("winners"))
    bench.host.ask(ReportHand((ReportedPot(100, (4,)),)))
    bench.restart(away_ms=1_000)

    hands = bench.host.last_hands(10)

    assert [hand.hand for hand in hands] == list(range(13, 3, -1))
    assert [hand.ending for hand in hands[:2]] == ["told", "fold"]
    assert hands[1].record is not None
    assert any("Player" in name for name in hands[1].record.names)


def test_a_journal_that_cannot_be_read_says_so_and_recalls_nothing(bench):
    seat_three(bench.host)
    with closing(sqlite3.connect(bench.settings.journal)) as other, other:
        other.execute("UPDATE record SET body = x'00' WHERE seq = 2")

    assert bench.host.last_hands(10) == ()
    assert bench.face.refusals[-1][0].code == "journal-damaged"


def test_lower_on_the_ladder_what_a_reader_says_is_not_heard(bench):
    seat_three(bench.host)
    bench.host.ask(SetMode("pad"))
    bench.host.ask(StartHand())
    mark = bench.host.game.mark

    bench.hear(
        Reading(Card("Qh"), "table", 0), Unread("7\x1b", "table", 0), Away(Message("clock-silent", {"clock": "clock"}))
    )

    assert bench.host.game.mark == mark
    assert bench.face.odd == []
    assert bench.face.refusals == []
