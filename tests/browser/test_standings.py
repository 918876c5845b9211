"""A league's standings in a browser, as anybody sees them."""

import httpx
import pytest

from tests.kiosk.clock.leagues.test_leagues import played
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.clock import KEY
from tests.kit.room import clock, room

__all__ = ["clock", "room"]

pytestmark = pytest.mark.slow


def test_standings_are_read_by_anybody_on_a_phone_too(room, pages, clock):
    played(room, "Friday 1", "Ana", "Bo", table=7)
    played(room, "Friday 2", "Bo", "Ana", table=8)
    league = {"id": "fridays", "name": "Fridays", "pattern": "friday*", "best": 1}
    headers = {"Authorization": f"Bearer {KEY}"}
    httpx.post(f"{clock.site}/api/leagues/define", headers=headers, json={"league": league}).raise_for_status()

    page = pages.open("/standings/")
    page.get_by_role("link", name="Fridays").click()

    page.get_by_role("row", name="1 Ana 2 2 1").wait_for()
    assert page.get_by_role("cell", name="does not count").count() == 2
    assert page.title() == "Fridays"
    no_violations(page)
    fits_a_phone(page)
