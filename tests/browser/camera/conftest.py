"""A clock that speaks TLS, a table that reads with its phone, and the phone's page in Chromium."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.pictures import Pixels
from kiosk.clock.tls.served import authority_of
from kiosk.protocol.pairing import fingerprint_of
from kiosk.table.settings import ReaderSettings
from tests.kit.chromium import CHROMIUM, FLAGS
from tests.kit.clock import KEY, ClockThread, RandomTable, settings_text
from tests.kit.full_tables import FullTables
from tests.kit.patience import PATIENCE_S

FAKE_CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
QUALITY = 92
SHOWS_PICTURES = """
const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
const drawing = canvas.getContext("2d");
let pictures = [], shown = 0;
const blobOf = (jpeg) => new Blob([Uint8Array.from(atob(jpeg), (each) => each.charCodeAt(0))]);
window.showPictures = async (jpegs) => {
  pictures = await Promise.all(jpegs.map((jpeg) => createImageBitmap(blobOf(jpeg))));
};
window.playFilm = async (jpegs) => {
  const blobs = jpegs.map(blobOf), times = [];
  const began = performance.now() + 500;
  let next = createImageBitmap(blobs[0]);
  for (let place = 0; place < blobs.length; place++) {
    const picture = await next;
    if (place + 1 < blobs.length) next = createImageBitmap(blobs[place + 1]);
    const wait = began + (place * 1000) / 30 - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    [pictures, shown] = [[], 0];
    drawing.drawImage(picture, 0, 0);
    times.push(Date.now());
    if (place + 1 === blobs.length) pictures = [picture];
  }
  return times;
};
setInterval(() => pictures.length && drawing.drawImage(pictures[shown++ % pictures.length], 0, 0), 40);
navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
"""
"""A camera in place of the browser's test camera. It shows pictures in turn, until the test gives it others."""


class SecureClock(ClockThread):
    """A clock whose pages come over HTTPS, without which no browser opens a camera."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, port, f"tls = true\n{settings_text(port)}", FullTables())
        self.site, self.socket = f"https://127.0.0.1:{port}", f"wss://127.0.0.1:{port}"

    def post(self, path: str, **body: object) -> httpx.Response:
        """The director's request."""
        headers = {"Authorization": f"Bearer {KEY}"}
        return httpx.post(f"{self.site}/api{path}", json=body, headers=headers, verify=False, timeout=PATIENCE_S)


@pytest.fixture
def clock(tmp_path: Path, free_port: int) -> Iterator[SecureClock]:
    one = SecureClock(tmp_path, free_port)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def table(clock: SecureClock, tmp_path: Path) -> Iterator[RandomTable]:
    """Table 1, whose board is read by its phone."""
    pinned = fingerprint_of(authority_of(clock.database))
    readers = (ReaderSettings("phone:", "board"),)
    with RandomTable(tmp_path, clock.socket, readers=readers, clock_fingerprint=pinned) as one:
        yield one


def encoded(pictures: Sequence[Pixels]) -> list[str]:
    jpegs = [cv2.imencode(".jpg", each, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes() for each in pictures]
    return [b64encode(jpeg).decode() for jpeg in jpegs]


class Phone:
    """The camera's page on a phone. `sees` are the pictures that its camera shows, by default a test picture."""

    def __init__(self, browser: Browser, clock: SecureClock, sees: Sequence[Pixels] = ()) -> None:
        self._browser = browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, *FAKE_CAMERA])
        context = self._browser.new_context(
            ignore_https_errors=True, viewport={"width": 390, "height": 844}, has_touch=True
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        self._clock = clock
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._sees = sees
        if sees:
            self.page.add_init_script(SHOWS_PICTURES)

    def show(self, pictures: Sequence[Pixels]) -> None:
        """Show these pictures to the camera from now on."""
        self.page.evaluate("(jpegs) => showPictures(jpegs)", encoded(pictures))

    def play(self, pictures: Sequence[Pixels]) -> list[int]:
        """Show these pictures to the camera, 30 a second, and keep showing the last one. Returns the time at which
        each was shown, in milliseconds of the wall clock."""
        times: list[int] = self.page.evaluate("(jpegs) => playFilm(jpegs)", encoded(pictures))
        return times

    def open(self, table: int = 1, site: str = "") -> None:
        """Open the page. `site` is the address of another way to the clock."""
        self.page.goto(f"{site or self._clock.site}/camera/#table={table}")
        if self._sees:
            self.show(self._sees)

    def pair(self) -> None:
        """Start the camera, and let the director approve the number that the page shows."""
        self.page.locator("#begin").tap()
        expect(self.page.locator("#number")).to_be_visible()
        shown = self.page.locator("#number").inner_text()
        self._clock.post("/devices/tables/approve", shown=shown, table=0).raise_for_status()
        expect(self.page.locator("#camera")).to_be_visible()

    def close(self) -> None:
        self._browser.close()
        assert self.errors == []


@pytest.fixture
def phones(browser: Browser, clock: SecureClock) -> Iterator[Callable[..., Phone]]:
    """Opens phones, and closes them at the end."""
    opened: list[Phone] = []

    def one(sees: Sequence[Pixels] = ()) -> Phone:
        opened.append(Phone(browser, clock, sees))
        return opened[-1]

    yield one
    for phone in opened:
        phone.close()
