"""Tablets that get what they ask for by the director's touch: the clock's copy of a table, the approval of their own
record,
or a place as a table."""

import re
import shutil
import threading
from functools import partial
from queue import SimpleQueue

import pytest
from playwright.sync_api import expect

from kiosk.protocol.pairing import CodeAndCheck
from kiosk.table.pairing.paired import PairedClock
from kiosk.table.pairing.pairing_request import PairingRequest, ask_to_be_table
from kiosk.table.recovery.clock_copy import fetch_copy, keep_history
from kiosk.table.settings import TableSettings
from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import DEADLINE_S, RandomTable, eventually, however_slow, token
from tests.kit.signing import Asker

pytestmark = pytest.mark.slow


def test_the_director_sees_what_keeping_a_tablets_record_sets_aside_and_keeps_it_with_two_presses(
    pages, clock, tmp_path
):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
    eventually(lambda: not clock.table(1)["link"]["linked"])
    twins = tmp_path / "twin"
    twins.mkdir()
    for file in tmp_path.glob("table1*"):
        shutil.copy(file, twins)
    with RandomTable(twins, clock.socket) as twin:
        twin.dice.seed(99)
        twin.play(2)
        twin.wait_until_held(clock)
    with RandomTable(tmp_path, "ws://127.0.0.1:9") as table:
        table.play(1)
        own = table.game.mark
    page, kept = pages.director(), []
    settings = TableSettings(1, str(tmp_path / "table1.journal"), clock.socket, token(1))
    keep = partial(however_slow, partial(keep_history, settings, "482913", bool))
    tablet = threading.Thread(target=lambda: kept.append(keep()), daemon=True)
    tablet.start()
    card = page.locator("#lanes .card", has_text="482913")
    expect(card).to_contain_text("2 hands from the clock's record")
    expect(card).to_contain_text("1 hand from the tablet")
    expect(card).to_contain_text(re.compile(r"Seat \d, \w+ 1: [\d,]+ on the tablet, [\d,]+ on the clock"))
    no_violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    fits_a_phone(page)

    button = card.locator("button.act")
    button.click()
    expect(button).to_have_class(re.compile("sure"))
    expect(button).to_have_text(re.compile(r"Set \d+ clock entries aside"))
    assert clock.table(1)["records"] != own
    expect(button).not_to_have_class(re.compile("locked"))
    button.click()

    tablet.join(DEADLINE_S)
    expect(card).to_have_count(0)
    assert kept[0].head.seq == own
    assert clock.table(1)["records"] == own


def test_the_director_approves_the_tablet_that_shows_the_number(pages, clock, tmp_path):
    page, copies = pages.director(), []
    page.set_viewport_size({"width": 390, "height": 844})
    settings = TableSettings(1, str(tmp_path / "fresh.journal"), clock.socket, token(1))
    fetch = partial(however_slow, partial(fetch_copy, settings, "482913", bool))
    tablet = threading.Thread(target=lambda: copies.append(fetch()), daemon=True)
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
        tablet.start()
        card = page.locator("#lanes .card", has_text="482913")
        expect(card).to_be_visible()
        no_violations(page)
        fits_a_phone(page)

        card.locator("button.act").click()

        tablet.join(DEADLINE_S)
        expect(card).to_have_count(0)
        assert len(copies[0].records) == table.game.mark

    page.set_viewport_size({"width": 390, "height": 844})
    given: list[PairedClock | None] = []
    shown = SimpleQueue[CodeAndCheck]()
    asked = PairingRequest(clock.socket, 5, "en")
    ask = partial(however_slow, partial(ask_to_be_table, asked, lambda said, _: shown.put(said), bool))
    tablet = threading.Thread(target=lambda: given.append(ask()))
    tablet.start()
    digits = shown.get(timeout=DEADLINE_S).check
    check = f"{digits[:3]} {digits[3:]}"  # as its screen shows it
    card = page.locator("#lanes .card", has_text=check)
    expect(card).to_contain_text("127.0.0.1")
    card.get_by_role("link", name="Open Room").click()
    expect(page.locator("#tablets .lines li", has_text=check)).to_contain_text("A tablet asks to be table 5")
    go(page, "now")
    card.get_by_role("button", name="Make it table 5").click()
    tablet.join(DEADLINE_S)
    expect(card).to_have_count(0)
    (one,) = given
    assert one
    assert (one.table, Asker(clock, one.token).get("kiosk/5").status_code) == (5, 200)

    go(page, "room-devices")
    tablets = page.locator("#tablets")
    expect(tablets).to_contain_text("approved by Director")
    expect(tablets.locator("code").first).to_have_text(re.compile(r"^ws://"))
    assert tablets.locator("img").evaluate("one => one.decode().then(() => one.naturalWidth > 0)")
    no_violations(page)
    fits_a_phone(page)
