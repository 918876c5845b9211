"""Tables of a new event whose kiosks have not come to it."""

import pytest
from playwright.sync_api import expect

from tests.kit.room import KioskConnection

pytestmark = pytest.mark.slow


def evening(room, name, table):
    """Two players at a table, before the start."""
    one = room.create(name)
    one.open_tables(table)
    one.enter("Ana", "Bo")
    one.draw()
    return one


def test_a_kiosk_that_stays_in_the_event_before_is_a_card_on_now(clock, pages, room):
    friday = room.create("Friday")
    friday.open_tables(1)
    with KioskConnection(clock, 1) as kiosk:
        kiosk.hello(f"{friday.id}-1")
        friday.do("close-table", sitting=1)
        saturday = evening(room, "Saturday", 1)
        page = pages.director(stands_still=True)
        card = page.locator("#lanes .card", has_text="Not in this event yet")

        while not card.is_visible():  # the wait begins once the page knows the table
            page.clock.fast_forward(60_000)

        expect(card).to_contain_text("Table 1: the kiosk is still in the previous event")
        with KioskConnection(clock, 1) as again:
            again.hello(f"{saturday.id}-1")
            assert saturday.whole["tables"][0]["link"]["elsewhere_ms"] is None


def test_a_table_with_players_and_no_kiosk_is_shown_on_now_and_on_the_map(pages, room):
    friday = evening(room, "Friday", 2)
    page = pages.director("tables")
    expect(page.locator("#map .tile")).to_contain_text("not connected yet")

    friday.do("start")
    page.locator("#places a[data-place=now]").click()

    expect(page.locator("#lanes .card", has_text="No kiosk yet")).to_contain_text("Table 2 has players")
