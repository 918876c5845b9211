"""A camera reads cards that lie still, through a real capture of a real file, and reports when it cannot see."""

import math
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import cv2
import numpy as np
import pytest

from engine.bad_input import BadInput
from engine.cards import Card
from hardware.camera import settings as camera_settings
from hardware.camera.camera import CameraReader
from hardware.camera.settings import CameraSettings
from hardware.readers import device_at, open_reader
from hardware.readers.kind import HardwareDevice, ReaderConfig
from hardware.reading.deck import STICKER_DECK
from hardware.reading.reading import Reading, UnknownCode
from tests.kit.patience import PATIENCE_S
from tests.kit.printed import HEIGHT, WIDTH, CameraView, Lying, table
from tests.said import refused

QUEEN, ACE, TWO = Card("Qh"), Card("As"), Card("2c")
CODES = STICKER_DECK.codes


class ClipFile:
    """A clip in a file, written picture by picture, each with its own noise."""

    def __init__(self, path):
        self.path, self._dice, self._pictures = path, np.random.default_rng(2), []

    def show(self, *cards, times=4):
        for _ in range(times):
            self._pictures.append(table(cards, CameraView(), self._dice))
        return self

    def show_plain(self, brightness, times):
        for _ in range(times):
            noise = self._dice.normal(0, 2, (HEIGHT, WIDTH, 3))
            self._pictures.append(np.clip(noise + brightness, 0, 255).astype(np.uint8))
        return self

    def write(self):
        film = cv2.VideoWriter(str(self.path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (WIDTH, HEIGHT))
        for picture in self._pictures:
            film.write(picture)
        film.release()


class FilmClock:
    """A thirtieth of a second passes whenever the time is asked for: at least once a picture."""

    def __init__(self):
        self.ms = 0

    def __call__(self):
        self.ms += 33
        return self.ms


@pytest.fixture
def film(tmp_path):
    return ClipFile(tmp_path / "table.avi")


@pytest.fixture
def watch_film(film, received):
    """Start a camera on the film, and stop it when the test ends."""
    started = []

    def start(settings=None, place="board"):
        film.write()
        config = ReaderConfig(f"camera:{film.path}", place, camera=settings or CameraSettings())
        reader = open_reader(config, STICKER_DECK, received.post, FilmClock())
        started.append(reader)
        reader.start()

    yield start
    for reader in started:
        reader.stop()


def test_each_card_of_a_board_is_read_at_its_place(film, watch_film, received):
    board = [Lying(CODES[card], 300.0 + 250 * place, 300.0, place) for place, card in enumerate([QUEEN, ACE])]
    film.show(*board, Lying(CODES[TWO], 640.0, 620.0), times=6)

    watch_film(CameraSettings(places={"seat 4": (0.25, 0.75, 0.5, 0.25)}))

    received.wait(lambda: len(received.cards) >= 3)
    readings = {(each.card, each.place) for each in received.all if isinstance(each, Reading)}
    assert readings == {(QUEEN, "board"), (ACE, "board"), (TWO, "seat 4")}
    assert received.sentences[0] == "the camera sees the table"


def test_a_card_that_stays_is_reported_as_again_and_a_moving_one_is_not_reported(film, watch_film, received):
    for step in range(6):
        film.show(Lying(CODES[QUEEN], 300, 300), Lying(CODES[ACE], 200.0 + 120 * step, 560), times=1)

    watch_film()

    received.wait(lambda: sum(isinstance(each, Reading) for each in received.all) >= 3)
    assert received.cards[:1] == [QUEEN]
    assert ACE not in received.cards


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="files in memory, as Linux has them")
def test_a_film_in_memory_is_a_film_although_its_path_is_below_the_devices(watch_film, film, received):
    with TemporaryDirectory(dir="/dev/shm") as folder:
        film.path = Path(folder) / "table.avi"
        film.show(Lying(CODES[QUEEN], 640, 360), times=5)

        watch_film()

        received.wait(lambda: QUEEN in received.cards)
        assert device_at(f"camera:{film.path}") == HardwareDevice("film", "table.avi")


def test_an_unknown_code_is_reported_and_is_not_a_card(film, watch_film, received):
    film.show(Lying("XX", 640, 360), times=5)

    watch_film()

    received.wait_for_codes("XX")
    assert received.cards == []
    assert isinstance(received.all[1], UnknownCode)


@pytest.mark.slow
@pytest.mark.parametrize(("brightness", "words"), [(3, "take off its cap"), (120, "is covered")])
def test_a_camera_that_cannot_see_is_reported(film, watch_film, received, brightness, words):
    film.show_plain(brightness, 45)

    watch_film()

    received.wait(lambda: any(words in says for says in received.sentences))


def test_a_missing_camera_is_reported_and_used_when_it_appears(film, watch_film, received):
    reader = CameraReader(f"camera:{film.path}x", STICKER_DECK, "board", received.post, FilmClock())
    reader.start()
    received.wait_for_health(False)
    assert received.sentences == ["the camera was not found: plug it in, or correct its address in the settings"]

    film.path = film.path.with_name(film.path.name + "x.avi")
    film.show(Lying(CODES[QUEEN], 640, 360), times=5).write()
    film.path.rename(film.path.with_name("table.avix"))

    received.wait_for_health(False, True)
    received.wait(lambda: QUEEN in received.cards)
    reader.stop()


def test_a_stopped_camera_reports_nothing_and_ends_its_threads(film, watch_film, received):
    film.show(Lying(CODES[QUEEN], 640, 360), times=5).write()
    reader = CameraReader(f"camera:{film.path}", STICKER_DECK, "board", received.post, FilmClock())
    reader.start()
    received.wait(lambda: QUEEN in received.cards)

    reader.stop()

    before = list(received.all)
    for thread in (reader._capturing, reader._processing):
        thread.join(PATIENCE_S)
    assert not reader._capturing.is_alive()
    assert not reader._processing.is_alive()
    assert received.all == before


class Live:
    """A camera that always has a picture. It waits for `gate` before each."""

    def __init__(self, gate):
        self._gate = gate

    def isOpened(self):  # noqa: N802  OpenCV's name
        return True

    def read(self):
        self._gate.wait(PATIENCE_S)
        return True, np.zeros((HEIGHT, WIDTH, 3), np.uint8)

    def release(self):
        pass


@pytest.fixture
def live(monkeypatch, received):
    """A camera with two gates: before its pictures, and in their processing."""
    captures, looks = Event(), Event()
    monkeypatch.setattr("hardware.camera.camera._opened", lambda *_: Live(captures))
    reader = CameraReader("camera:rtsp://camera/1", STICKER_DECK, "board", received.post, FilmClock())
    monkeypatch.setattr(reader._pipeline, "process", lambda *_: (looks.wait(PATIENCE_S), (None, []))[1])
    monkeypatch.setattr(reader._obstruction, "problem", lambda *_: "")
    reader.start()
    yield captures, looks
    reader._stopping.set()
    captures.set()
    looks.set()
    reader.stop()


def test_a_camera_whose_call_never_returns_is_reported(live, received, monkeypatch):
    monkeypatch.setattr("hardware.camera.camera._WAKE_S", 0.001)
    received.wait_for_health(False)

    assert "delivers no pictures" in received.sentences[0]


def test_processing_that_never_returns_is_reported_and_resumes_if_it_returns_late(live, received):
    captures, looks = live
    captures.set()
    received.wait_for_health(False)
    assert received.sentences == ["the camera no longer looks at its pictures: restart this program"]

    looks.set()

    received.wait(lambda: received.health[:2] == [False, True])


def test_another_opencv_package_with_its_own_qt_is_refused_at_the_start(monkeypatch, received):
    monkeypatch.setattr("importlib.metadata.version", lambda package: "5.0.0.93")

    with refused(BadInput, r"opencv-python 5\.0\.0\.93 includes a second copy of Qt: uninstall it"):
        open_reader(ReaderConfig("camera:0"), STICKER_DECK, received.post, FilmClock())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: CameraSettings(places={"board": (0.5, 0, 0.6, 1)}), "board must lie within the picture"),
        (lambda: CameraSettings(places={"board": (0, 0, math.nan, 1)}), "board must lie within the picture"),
        (lambda: CameraSettings(places={"board": (math.nan, 0, 1, 1)}), "board must lie within the picture"),
        (lambda: CameraSettings(places={"board": (0, -math.inf, 1, 1)}), "board must lie within the picture"),
        (lambda: CameraSettings(code_mm=0), "code_mm must be above 0"),
        (lambda: CameraSettings(code_mm=math.nan), "code_mm must be above 0"),
        (lambda: CameraSettings(code_mm=math.inf), "code_mm must be above 0"),
        (lambda: camera_settings.check_camera("camera:"), "a camera's address is camera:0"),
        (lambda: camera_settings.check_camera("camera://["), r"camera://\[ is not a camera's address: its host"),
    ],
)
def test_invalid_camera_settings_are_refused(make, words):
    with refused(BadInput, words):
        make()
