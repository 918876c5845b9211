"""The director's page while a table can only report the results of its hands."""

import pytest
from playwright.sync_api import expect

from engine.events import ReportedPot
from engine.table.actions.hands import ReportHand
from engine.table.actions.setup import SetMode
from tests.kit.clock import RandomTable

pytestmark = pytest.mark.slow


def test_the_page_shows_the_backup_mode_and_as_of_which_hand_the_stacks_are(clock, pages, tmp_path):
    page = pages.director("table-1")
    card = page.locator("#table-1")
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        expect(card.locator(".hand")).to_contain_text("hand 1")
        expect(card.locator(".step")).to_have_count(0)

        seat = next(number for number, seat in enumerate(table.game.table.seats, 1) if seat and seat.chips)
        for action in (SetMode("winners", "reader"), ReportHand((ReportedPot(table.game.table.chip, (seat,)),))):
            table.host.orders.ask(action)

        expect(card.locator(".step")).to_have_text("winners only")
        expect(card.locator(".as-of")).to_have_text("stacks as of hand 1")
        expect(card.locator(".hand")).to_contain_text("hand 2")
