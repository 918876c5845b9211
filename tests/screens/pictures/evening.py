"""A club's evening of twenty players at two tables: the console on a phone and a desktop, a player's phone and the
display. A real clock, tables that play by themselves, and Chromium.
"""

import re
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.kit.chromium import chromium
from tests.kit.clock import KEY, ClockThread, RandomTable
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings
from tests.kit.signing import PHONE as PHONE_ADDRESS
from tests.screens.pictures.stopped import PATIENCE_MS, StoppedTime, context_of, picture_of, stopped_time

UNTIL_LEVEL_4_MS = (3 * 20 + 10 + 7) * 60_000 + 17_000
"""Three levels, a break and a part of the fourth level."""
PHONE, DESK, HALL = (390, 844), (1280, 800), (1280, 720)
COLORS = 128
CLUB_NAMES = (
    "Ana", "Ben", "Carla", "Dmitri", "Elif", "Farid", "Greta", "Hassan", "Ingrid", "Jonas", "Kofi", "Lena", "Marek",
    "Nadia", "Oscar", "Paula", "Quentin", "Rosa", "Sven", "Tessa", "Ugo", "Vera", "Walid", "Xenia",
)  # fmt: skip


class PageCamera:
    """Opens pages and takes their pictures."""

    def __init__(self, browser: Browser, site: str, time: StoppedTime, folder: Path) -> None:
        self._browser, self._site, self._time, self._folder = browser, site, time, folder

    @contextmanager
    def open(self, path: str, size: tuple[int, int] = PHONE, headers: dict[str, str] | None = None) -> Iterator[Page]:
        """A page of the clock."""
        context = context_of(self._browser, size, headers)
        yield self._time.open(context, f"{self._site}{path}")
        context.close()

    @contextmanager
    def console(self, place: str, size: tuple[int, int] = PHONE) -> Iterator[Page]:
        """A place of the console."""
        with self.open(f"/director/?theme=light#key={KEY}&place={place}", size) as page:
            expect(page.locator(f"#place-{place}")).to_be_visible()
            expect(page).to_have_title(re.compile("·"))
            yield page

    def take(self, page: Page, name: str) -> str:
        """Write the picture with a reduced palette, which looks the same and keeps the repository small."""
        seen = Image.open(BytesIO(picture_of(page))).convert("RGB")
        # Other methods turn the red of a small badge into brown.
        few = seen.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        if name.endswith(".webp"):
            few.convert("RGB").save(self._folder / name, lossless=True, quality=100, method=6)
        else:
            few.save(self._folder / name, optimize=True)
        return name


def evening(clock: ClockThread, camera: PageCamera, time: StoppedTime, folder: Path) -> Iterator[str]:
    """Twenty players are drawn and play until some are out."""
    with RoomApi(clock) as room, ExitStack() as stack:
        friday = room.create("Friday night", buy_in=2000, currency="EUR", late_levels=4, re_entries=1)
        friday.open_tables(1, 2)
        friday.enter(*CLUB_NAMES[:20])
        with camera.open("/director/?theme=light", headers={"X-Forwarded-For": PHONE_ADDRESS}) as page:
            expect(page.locator("#sign-in .code")).to_be_visible()
            yield camera.take(page, "guide-pair.webp")
        with camera.console("players") as page:
            expect(page.get_by_role("button", name="Tessa", exact=True)).to_be_attached()
            yield camera.take(page, "guide-players.webp")
        friday.draw()
        tables = [stack.enter_context(RandomTable(folder, clock.socket, number)) for number in (1, 2)]
        for table in tables:
            table.sit()
            table.wait_until_held(clock)
        with camera.console("room") as page:
            expect(page.get_by_text("10 of 10 seats taken")).to_have_count(2)
            yield camera.take(page, "guide-room.webp")
        friday.do("start")
        time.pass_ms(UNTIL_LEVEL_4_MS)
        play_until_asked(friday, tables, clock)
        seated = next(one for one in friday.view["entries"] if one["table"])
        with camera.console("now") as page:
            expect(page.locator("#lanes button").first).to_be_visible()
            yield camera.take(page, "guide-now.webp")
            page.locator("#lanes").get_by_role("button", name="Confirm").click()
            expect(page.locator("#lanes").get_by_text("in hand 1 at table 2")).to_be_visible()
        with camera.console("now", DESK) as page:
            expect(page.locator("#lanes").get_by_text("in hand 1 at table 2")).to_be_visible()
            yield camera.take(page, "director.png")

        with camera.open(f"/player/?theme=light&entry={seated['entry']}") as page:
            expect(page.locator("#who")).to_be_visible()
            yield camera.take(page, "guide-player.webp")
        with camera.open("/display/", HALL) as page:
            expect(page.locator("#players")).to_have_text("17")
            yield camera.take(page, "display.png")


def play_until_asked(event: TournamentApi, tables: list[RandomTable], clock: ClockThread) -> None:
    """Play hands until the rules propose something."""
    while not event.view["proposals"]:
        for table in tables:
            table.play(1)
            table.wait_until_held(clock)


Scene = Callable[[ClockThread, PageCamera, StoppedTime, Path], Iterator[str]]


def make(folder: Path, names: Collection[str]) -> Iterator[str]:
    """Write these pictures. The evening is played to its end."""
    yield from made(evening, folder, names)


def made(scene: Scene, folder: Path, names: Collection[str]) -> Iterator[str]:
    """Write these pictures of a scene with a clock of its own, which is played to its end."""
    expect.set_options(timeout=PATIENCE_MS)
    with ExitStack() as stack:
        time = stack.enter_context(stopped_time())
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(chromium())
        port = unused_port()
        clock = ClockThread(place, port, room_settings(port))
        clock.start()
        stack.callback(clock.stop)
        for name in scene(clock, PageCamera(browser, clock.site, time, place), time, place):
            if name in names:
                (folder / name).write_bytes((place / name).read_bytes())
                yield name
