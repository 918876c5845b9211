"""The recovery code on the console: asked about on Now, shown and printed in Room, and hidden when the place is
left."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import DirectorsPage, RandomTable

pytestmark = pytest.mark.slow

CODE = re.compile(r"^([A-Z]{4}\s*){6}$")


def test_the_recovery_code_is_asked_about_shown_printed_and_marked_as_written_down(clock, pages, tmp_path):
    """
    It is asked about only once play has begun.
    """
    page = pages.director()
    page.set_viewport_size({"width": 390, "height": 844})
    with RandomTable(tmp_path, clock.socket) as table, DirectorsPage(clock) as director:
        table.sit()
        director.hear_until(lambda: director.said[-1].get("needs_paper") is True)
        card = page.locator("#lanes [data-kind=recovery]")
        expect(page.locator(".first")).to_be_visible()
        expect(card).to_have_count(0)
        director.order("start")
        expect(card).to_contain_text("Recovery code not written down")
        fits_a_phone(page)
        no_violations(page)
        card.get_by_role("link").click()

        part = page.locator("#recovery-code")
        expect(part).to_contain_text("1 table has a backup")
        expect(part.locator(".recovery-code")).to_have_count(0)
        part.get_by_role("button", name="Show the recovery code").click()
        code = part.locator(".recovery-code")
        expect(code).to_have_text(CODE)
        assert part.locator("img").evaluate("one => one.decode().then(() => one.naturalWidth > 0)")
        fits_a_phone(page)
        no_violations(page)

        page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
        part.get_by_role("button", name="Print").click()
        page.emulate_media(media="print")
        expect(page.locator("body[data-printed] > .alone-on-paper .recovery-code")).to_have_text(code.text_content())
        expect(page.locator(".alone-on-paper img")).to_be_visible()
        for hidden in ("#room", "#recovery-code"):
            expect(page.locator(hidden)).to_be_hidden()
        page.emulate_media(media="screen")
        expect(page.locator(".alone-on-paper")).to_be_hidden()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.locator(".alone-on-paper")).to_have_count(0)

        go(page, "now")
        expect(code).to_have_count(0)
        go(page, "room-setup")
        part.get_by_role("button", name="I have written it down").click()
        expect(part).to_contain_text("Written down, confirmed by Director on")
        go(page, "now")
        expect(card).to_have_count(0)


def test_a_failed_backup_is_a_card_with_what_to_do(pages):
    """
    The card is drawn from the clock's message. `tests/kiosk/clock/backup/test_failed.py` makes the clock send it.
    """
    said = """async (totals) => {
        const { cards } = await import('/director/now/cards.js');
        const room = { tournament: null, tables: [], tablets: { asked: [], tables: [] }, totals, serverMs: 65_000 };
        return cards(room).map(({ lane, title, reason, due }) => [lane, title, reason, due]);
    }"""
    failed = [{"where": "disk", "why": "the disk is full", "fix": "make room", "since_ms": 5_000}]

    assert pages.director().evaluate(said, {"failed_backups": failed}) == [
        [1, "Backup to the other disk failing", "the disk is full: make room", "1 min 0 s"],
    ]


def test_a_takeover_is_a_card_for_half_an_hour(pages):
    """`tests/kiosk/clock/test_takeover.py` makes the clock send it."""
    said = """async ([totals, serverMs]) => {
        const { cards } = await import('/director/now/cards.js');
        const [tablets, zone] = [{ asked: [], tables: [] }, 'UTC'];
        const found = cards({ tournament: null, tables: [], tablets, totals, serverMs, zone });
        return found.map(({ lane, title, reason, due }) => [lane, title, reason.replaceAll('\\u202f', ' '), due]);
    }"""
    took_over = {"clock": "B", "before": "A", "at_ms": 5_000, "wall_ms": 1_764_451_860_000, "away_ms": 7_000}
    counted, stopped = ({"took_over": took_over | {"is_counted": one}} for one in (True, False))
    page = pages.director()

    ((lane, title, reason, due),) = page.evaluate(said, [counted, 65_000])
    assert (lane, title, due) == (2, "B took over from A", "1 min 0 s")
    assert reason == (
        "It has run the room since 9:31 PM, after 7 s without a clock. Level clocks continued, and that time counted."
    )
    assert "decide for each tournament" in page.evaluate(said, [stopped, 65_000])[0][2]
    assert page.evaluate(said, [counted, 5_000 + 30 * 60_000]) == []


def test_a_tablet_is_not_given_a_copy_that_lacks_records(pages):
    said = """async (totals) => {
        const { cards } = await import('/director/now/cards.js');
        const room = { tournament: null, tables: [], tablets: { asked: [], tables: [] }, totals, serverMs: 65_000 };
        const first = (act) => act && Object.keys(act)[0];
        return cards(room).map(({ kind, reason, act }) => [kind, /missing 5 entries/.test(reason), first(act)]);
    }"""
    page, copy = pages.director(), {"table": 1, "check": "482913", "records": 9, "at_ms": 5_000}

    assert page.evaluate(said, {"copies": [copy], "awaited": [{"table": 1, "records": 5}]}) == [
        ["copy", True, None], ["awaited", True, "dismiss"],
    ]  # fmt: skip
    assert page.evaluate(said, {"copies": [copy], "awaited": []}) == [["copy", False, "give"]]
