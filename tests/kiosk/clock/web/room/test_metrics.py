"""The clock's figures for a monitoring system: only for authorized clients, and about no person."""

import asyncio
from importlib.metadata import version

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from kiosk.clock.health import vitals
from kiosk.clock.store.writer import Writer
from tests.kit.clock import (
    KEY,
    ClockThread,
    DirectorsPage,
    RandomTable,
    about_the_file,
    eventually,
    settings_text,
    token,
)
from tests.kit.full_tables import NAMES, FullTables
from tests.kit.signing import Asker, signed_in

MONITOR = "what-the-monitor-sends"


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock with a token for metrics."""
    one = ClockThread(tmp_path, free_port, f'metrics_token = "{MONITOR}"\n{settings_text(free_port)}', FullTables())
    one.start()
    yield one
    one.stop()


def metrics(clock):
    """The text, and each figure by its name and labels."""
    said = httpx.get(f"{clock.site}/api/metrics", headers={"Authorization": f"Bearer {MONITOR}"})
    assert (said.status_code, said.headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    found = [one for family in text_string_to_metric_families(said.text) for one in family.samples]
    return said.text, {(one.name, *one.labels.values()): one.value for one in found}


def test_a_monitor_reads_the_rooms_health_and_nothing_about_anybody(clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        held = table.wait_until_held(clock)["records"]
        with DirectorsPage(clock) as page:
            assert page.order("start") == ""
            text, found = metrics(clock)

    assert found["kiosk_build_info", version("dealer-assist-kiosk")] == 1
    assert found["kiosk_healthy",] == 1
    assert (found["kiosk_tables", "linked"], found["kiosk_tables", "away"]) == (1, 1)
    assert (found["kiosk_pages", "director"], found["kiosk_pages", "display"]) == (1, 0)
    assert found["kiosk_records_taken_total",] == held
    assert found["kiosk_records_waiting", "written"] == found["kiosk_records_waiting", "audited"] == 0
    assert found["kiosk_commit_duration_seconds_count",] >= 1
    assert found["kiosk_order_duration_seconds_count",] == 1
    assert found["kiosk_disk_free_bytes",] > 0
    assert ("kiosk_backup_age_seconds",) not in found  # there is no backup
    private = [*NAMES, "Test Open", "127.0.0.1", KEY, MONITOR, token(1), str(tmp_path)]
    assert [one for one in private if one in text] == []


def test_metrics_are_for_the_monitor_and_staff_and_its_token_opens_nothing_else(clock):
    Asker(clock).hire("Ann", "viewer")
    guess, monitor = Asker(clock, "a-guess"), Asker(clock, MONITOR)

    assert [one.get("metrics").status_code for one in (Asker(clock, ""), guess, guess)] == [401, 401, 401]
    assert signed_in(clock, "Ann").get("metrics").status_code == 200
    assert {monitor.get(path).status_code for path in ("tables", "devices", "tournaments")} == {401}
    assert (
        metrics(clock)[1]["kiosk_failed_authentications_total", "key"] == 2
    )  # a page that repeats an old key counts as one guess


def test_a_clock_whose_disk_does_not_answer_reports_that_it_is_not_well(clock, monkeypatch):
    async def hangs(*_):
        await asyncio.Event().wait()

    monkeypatch.setattr(Writer, "say_alive", hangs)
    monkeypatch.setattr(vitals, "STILL_S", 0.01)
    eventually(lambda: httpx.get(f"{clock.site}/healthz").status_code == 503)

    assert "not written anything" in httpx.get(f"{clock.site}/healthz").json()["fault"]
    assert metrics(clock)[1]["kiosk_healthy",] == 0


@about_the_file("nobody can move a server's database away under its clock")
def test_a_database_that_is_moved_away_under_a_running_clock_is_reported_until_it_is_back(clock):
    """The system lets it keep writing to a file that has no name any more: before, it reported no problem until its
    next start.
    """
    elsewhere = clock.database.with_name("moved.db")

    def fault_of(page):
        return next((one["fault"] for one in reversed(page.said) if one["say"] == "totals"), "")

    def health():
        said = httpx.get(f"{clock.site}/healthz")
        return said.status_code, "deleted or replaced" in said.json()["fault"]

    assert health() == (200, False)
    with DirectorsPage(clock) as page:
        clock.database.rename(elsewhere)
        eventually(lambda: health() == (503, True))
        page.hear_until(lambda: "deleted or replaced" in fault_of(page))
        elsewhere.rename(clock.database)
        eventually(lambda: health() == (200, False))
        page.hear_until(lambda: fault_of(page) == "")
