"""The pictures of `docs/first-tournament.md`: `python -m tests.screens.guide FOLDER`.

The console on a phone and a player's phone, in an evening of twenty at two tables: a real clock, real tables, Chromium.
"""

import sys
import tempfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.kit.chromium import chromium
from tests.kit.clock import KEY, KillableClock, RandomTable
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings
from tests.kit.signing import PHONE as PHONE_ADDRESS
from tests.screens.pages import CLUB_NAMES

PHONE = (390, 844)
COLORS = 64
PATIENCE_MS = 30_000


class GuideCamera:
    """Opens pages on a phone and takes their pictures."""

    def __init__(self, browser: Browser, clock: KillableClock, folder: Path) -> None:
        self._browser, self._clock, self._folder = browser, clock, folder

    def open(self, path: str, headers: dict[str, str] | None = None) -> Page:
        """A page of the clock."""
        page = self._browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, extra_http_headers=headers)
        page.goto(f"{self._clock.site}{path}")
        return page

    def console(self, place: str) -> Page:
        """A place of the console."""
        page = self.open(f"/director/?theme=light#key={KEY}&place={place}")
        expect(page.locator(f"#place-{place}")).to_be_visible(timeout=PATIENCE_MS)
        return page

    def take(self, page: Page, name: str) -> None:
        """Save the picture with a reduced palette, which looks the same and keeps the repository small; closes the
        page.
        """
        seen = Image.open(BytesIO(page.screenshot()))
        few = seen.convert("P", palette=Image.Palette.ADAPTIVE, colors=COLORS).convert("RGB")
        few.save(self._folder / f"{name}.webp", lossless=True, quality=100, method=6)
        page.close()


def evening(clock: KillableClock, camera: GuideCamera, folder: Path) -> None:
    """Twenty players are drawn and play until one is out."""
    with RoomApi(clock) as room, ExitStack() as stack:
        friday = room.create("Friday night", buy_in=2000, currency="EUR", late_levels=4, re_entries=1)
        friday.open_tables(1, 2)
        friday.enter(*CLUB_NAMES[:20])
        pairing = camera.open("/director/?theme=light", {"X-Forwarded-For": PHONE_ADDRESS})
        expect(pairing.locator("#sign-in .code")).to_be_visible(timeout=PATIENCE_MS)
        camera.take(pairing, "guide-pair")
        camera.take(camera.console("players"), "guide-players")
        friday.draw()
        tables = [stack.enter_context(RandomTable(folder, clock.socket, number)) for number in (1, 2)]
        for table in tables:
            table.sit()
        camera.take(camera.console("room"), "guide-room")
        friday.do("start")
        for _ in range(4):
            friday.do("next")
        play_until_asked(friday, tables, clock)
        now = camera.console("now")
        expect(now.locator("#lanes button").first).to_be_visible(timeout=PATIENCE_MS)
        camera.take(now, "guide-now")
        seated = next(one for one in friday.view["entries"] if one["table"])
        phone = camera.open(f"/player/?theme=light&entry={seated['entry']}")
        expect(phone.locator("#who")).to_be_visible(timeout=PATIENCE_MS)
        camera.take(phone, "guide-player")


def play_until_asked(event: TournamentApi, tables: list[RandomTable], clock: KillableClock) -> None:
    """Play hands until the rules propose something."""
    while not event.view["proposals"]:
        for table in tables:
            table.play(1)
            table.wait_until_held(clock)


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as place:
        port = unused_port()
        clock = KillableClock(Path(place), port, room_settings(port))
        clock.start()
        try:
            evening(clock, GuideCamera(browser, clock, folder), Path(place))
        finally:
            clock.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
