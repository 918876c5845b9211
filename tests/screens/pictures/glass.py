"""A tablet becomes the screen of a table: its code, the approval on the console, and its size, in Chromium."""

from collections.abc import Collection, Iterator
from pathlib import Path

from playwright.sync_api import expect

from tests.kit.clock import ClockThread
from tests.kit.glasses import GlassRoom
from tests.kit.room import RoomApi
from tests.screens.pictures.evening import CLUB_NAMES, PageCamera, made

TABLET = (820, 615)
"""4:3, as on an iPad, and small enough for a page of the docs."""


def glass(clock: ClockThread, camera: PageCamera) -> Iterator[str]:
    """The director lets a tablet show table 1."""
    with RoomApi(clock) as room, GlassRoom(clock).host(1):
        friday = room.create("Friday night", buy_in=2000, currency="EUR")
        friday.open_tables(1)
        friday.enter(*CLUB_NAMES[:9])
        with camera.open("/glass/#table=1", TABLET) as tablet:
            expect(tablet.locator("#code")).to_have_text("ABCD EFGH")
            yield camera.take(tablet, "glass-code.webp")
            with camera.console("now") as console:
                approve = console.get_by_role("button", name="Show table 1 on it")
                expect(approve).to_be_visible()
                yield camera.take(console, "glass-approve.webp")
                approve.click()
            expect(tablet.locator("#begin")).to_be_visible()
            tablet.locator("#size").click()
            expect(tablet.locator("#card")).to_be_visible()
            yield camera.take(tablet, "glass-size.webp")


def make(folder: Path, names: Collection[str]) -> Iterator[str]:
    """Write these pictures."""
    yield from made(lambda clock, camera, time, place: glass(clock, camera), folder, names)
