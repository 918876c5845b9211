"""A tablet that asks for the clock's copy of a table goes on by the director's touch."""

import threading

import pytest
from playwright.sync_api import expect

from kiosk.table.link.copy import fetch_copy
from kiosk.table.settings import TableSettings
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import DEADLINE_S, Table, token

pytestmark = pytest.mark.slow


def test_the_director_lets_the_tablet_go_on_that_shows_the_number(pages, clock, tmp_path):
    page, copies = pages.director(), []
    page.set_viewport_size({"width": 390, "height": 844})
    settings = TableSettings(1, str(tmp_path / "fresh.journal"), clock.socket, token(1))
    tablet = threading.Thread(target=lambda: copies.append(fetch_copy(settings, "482913", bool)), daemon=True)
    with Table(tmp_path, clock.socket) as table:
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
