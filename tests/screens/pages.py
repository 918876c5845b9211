"""Pictures of the display and the director's page in their main states: `python -m tests.screens.pages FOLDER`.

A real clock, real tables and Chromium; what is pictured was played on the way there.
"""

import re
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from engine.books.rulebook import load_book
from engine.game.game import Game
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable
from engine.tournament.levels.structure import parse_structure
from kiosk.protocol.codec import encode_event
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, ReaderStatus, Records
from kiosk.storage.chain import START, chain, mark_of
from tests.kit.chromium import chromium
from tests.kit.clock import KEY, DirectorsPage, KillableClock, RandomTable, eventually, token
from tests.kit.full_tables import FullTables, sitting_of
from tests.kit.ports import unused_port
from tests.kit.randomplay import ask
from tests.kit.room import RoomApi, room_settings

DESK, HALL, PHONE = (1280, 800), (1920, 1080), (390, 844)
LONG = ("Maximiliane von Hohenlohe", "Bartholomew", "Anna-Katharina", "Christopher", "Wilhelmina", "Konstantinos",
        "Seraphina", "Alexander", "Guillermo de la Fuente", "Elisabetta")  # fmt: skip
MILLIONS = (1_250_000, 3_475_000, 975_000, 12_650_000, 2_225_000, 1_800_000, 4_050_000, 725_000, 6_300_000, 10_125_000)
CLUB_NAMES = (
    "Ana", "Ben", "Carla", "Dmitri", "Elif", "Farid", "Greta", "Hassan", "Ingrid", "Jonas", "Kofi", "Lena", "Marek",
    "Nadia", "Oscar", "Paula", "Quentin", "Rosa", "Sven", "Tessa", "Ugo", "Vera", "Walid", "Xenia", "Yusuf", "Zoe",
    "Aksel", "Bianca", "Chen", "Daria", "Emil", "Fatima",
)  # fmt: skip
CLUB = [(25, 50, 0), (50, 100, 0), (75, 150, 0), None, (100, 200, 200), (200, 400, 400), (300, 600, 600)]
LATE = [
    (25_000, 50_000, 50_000),
    (50_000, 100_000, 100_000),
    (75_000, 150_000, 150_000),
    None,
    (100_000, 200_000, 200_000),
]

MASTERS = "European Masters of Amsterdam, Main Event, Day 3"

BOARD = ReaderStatus("board", "reader")
COVERED = ReaderStatus("board", "camera", "covered", "the camera is covered: remove what is in front of it")
UNPLUGGED = ReaderStatus("muck", "reader", "unplugged", "the reader was unplugged: plug it in again")
DENIED = ReaderStatus(
    "seat 10", "reader", "denied",
    "the reader may not be opened: add this user to the group dialout (sudo usermod -aG dialout $USER)",
)  # fmt: skip


def event_of(name: str, entries: list[Any], tables: list[dict[str, int]]) -> FullTables:
    """A tournament with these levels and players."""
    lines = [f'name = "{name}"', "starting_stack = 20_000", "chips = [25, 100, 500, 1_000, 5_000]", "entries = ["]
    for entry in entries:
        if entry is None:
            lines.append('{ kind = "break", minutes = 15, color_up = [25] },')
        else:
            small, big, ante = entry
            form = "big-blind" if ante else "none"
            lines.append(f'{{ small = {small}, big = {big}, minutes = 20, ante = {ante}, ante_form = "{form}" }},')
    structure = parse_structure("\n".join([*lines, "]"]), name)
    return FullTables(structure=structure, name=name, players=tables)


class PageCamera:
    """Takes the pictures."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._folder = folder

    def open(self, clock: KillableClock, page: str, size: tuple[int, int], theme: str) -> Page:
        """A page of the clock."""
        width, height = size
        scale = 2 if size == PHONE else 1
        shown = self._browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
        shown.goto(f"{clock.site}/{page}/?theme={theme}#key={KEY}")
        return shown

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        """Take the picture."""
        page.screenshot(path=self._folder / f"{name}.png", full_page=whole)
        print(self._folder / f"{name}.png")

    def both(self, clock: KillableClock, name: str) -> None:
        """Take the display and the director's page in their present state, in every size and theme."""
        for theme, display, desk in (("dark", DESK, HALL), ("light", HALL, DESK)):
            for page, size in (("display", display), ("director", desk), ("director", PHONE)):
                shown = self.open(clock, page, size, theme)
                wait_for_words(shown, page)
                self.take(shown, f"{page}-{name}-{theme}-{size[0]}", whole=size == PHONE)
                shown.close()


def wait_for_words(page: Page, kind: str) -> None:
    """Wait until the page has received all messages."""
    expect(page).to_have_title(re.compile("·"))
    if kind == "director":
        expect(page.locator("#link")).to_have_text("connected")
        expect(page.locator("#found")).not_to_be_empty()


def evening(clock: KillableClock, camera: PageCamera, folder: Path) -> None:
    """Four club tables: running, paused, in a break, away and back."""
    with ExitStack() as room:
        page = room.enter_context(DirectorsPage(clock))
        tables = [room.enter_context(RandomTable(folder, clock.socket, number)) for number in range(1, 5)]
        page.order("start")
        page.order("next")
        page.order("add-time", delta_ms=-437_000)
        for table in tables:
            table.sit()
            report(table, clock, BOARD)
            table.play(2)
            table.play_on(2 + table.number)
            table.wait_until_held(clock)
        camera.both(clock, "running")
        page.order("pause")
        camera.both(clock, "paused")
        page.order("next")
        page.order("next")
        page.order("start")
        camera.both(clock, "break")
        page.order("next")
        report(tables[1], clock, COVERED, BOARD)
        report(tables[2], clock, BOARD, UNPLUGGED, DENIED)
        camera.both(clock, "readers")
        away(clock, camera)


def club_night(clock: KillableClock, camera: PageCamera, folder: Path) -> None:
    """A tournament made in the room: one player is out, one is late, and the rules have proposals for both."""
    with RoomApi(clock) as room, ExitStack() as stack:
        one = room.create("Club night", buy_in=2000, late_levels=4, re_entries=1)
        one.open_tables(1, 2)
        one.enter(*CLUB_NAMES[:20])
        one.draw()
        camera.both(clock, "drawn")
        tables = [stack.enter_context(RandomTable(folder, clock.socket, number)) for number in (1, 2)]
        for table in tables:
            table.sit()
        one.do("start")
        for _ in range(4):
            one.do("next")
        report(tables[0], clock, BOARD)
        report(tables[1], clock, BOARD)
        while not one.view["proposals"]:
            for table in tables:
                table.play(1)
                table.wait_until_held(clock)
        one.enter("Zoe")
        tables[1].play_on(4)
        tables[1].wait_until_held(clock)
        camera.both(clock, "tournament")


def report(table: RandomTable, clock: KillableClock, *readers: ReaderStatus) -> None:
    """The table reports these readers to the director. None is plugged in here."""
    table.host._line.report(readers)
    well = not any(reader.problem for reader in readers)
    eventually(lambda: (clock.table(table.number)["link"]["health"] or {}).get("reader_ok") == well)


def away(clock: KillableClock, camera: PageCamera) -> None:
    """The service is killed while the pages are open, and comes back."""
    pages = [(kind, camera.open(clock, kind, DESK, "dark")) for kind in ("display", "director")]
    for kind, page in pages:
        wait_for_words(page, kind)
    clock.kill()
    for kind, page in pages:
        expect(page.locator("#away, #link.lost")).to_be_visible(timeout=30_000)
        camera.take(page, f"{kind}-away-dark-1280")
        page.close()
    clock.start()
    camera.both(clock, "recovery")


def final(clock: KillableClock, camera: PageCamera, folder: Path) -> None:
    """Ten long names with millions, beside a table that does not add up."""
    with RandomTable(folder, clock.socket, 1) as table, DirectorsPage(clock) as page:
        table.sit()
        page.order("start")
        page.order("next")
        table.play(3)
        table.play_on(5)
        table.wait_until_held(clock)
        lie(clock, table=2)
        camera.both(clock, "flagged")


def lie(clock: KillableClock, table: int) -> None:
    """A table's kiosk reports a player who sat down with more chips than the clock issued."""
    seating = clock.table(table)
    game = Game()
    bodies: list[bytes] = []
    opening = OpenTable(table, clock.room()["event"], load_book("tda"), seating["seat_count"])
    first = 1 + clock.table(1)["seat_count"]  # the entry in seat 1
    seats = [
        TakeSeat(seat["seat"], str(number), "", seat["chips"]) for number, seat in enumerate(seating["seats"], first)
    ]
    seats[0] = TakeSeat(1, seats[0].player, seats[0].name, seats[0].chips + 500_000)
    for action in (opening, *seats):
        step = ask(game, action)
        game = step.after
        bodies += map(encode_event, step.record)
    records = tuple(chain(START, 1, 0, bodies))
    with connect(f"{clock.socket}/table", proxy=None) as kiosk:
        kiosk.send(encode(Hello(token(table), table, 1, mark_of(records[-1]), sitting=sitting_of(table))))
        kiosk.send(encode(Records(records)))
        eventually(lambda: bool(clock.table(table)["flags"]))


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    club = [dict.fromkeys(CLUB_NAMES[first : first + 8], 20_000) for first in range(0, 32, 8)]
    last = [dict(zip(LONG, MILLIONS, strict=True)), dict.fromkeys(CLUB_NAMES[:6], 2_500_000)]
    with chromium() as browser:
        camera = PageCamera(browser, folder)
        for scene, event in (
            (club_night, None),
            (evening, event_of("Friday Deepstack", CLUB, club)),
            (final, event_of(MASTERS, LATE, last)),
        ):
            with tempfile.TemporaryDirectory() as place:
                port = unused_port()
                clock = KillableClock(Path(place), port, room_settings(port, tables=4), event)
                clock.start()
                try:
                    scene(clock, camera, Path(place))
                finally:
                    clock.end(signal.SIGTERM)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
