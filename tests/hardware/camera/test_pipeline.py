"""A camera's reports of its readings. The nets are replaced: a test gives their results, picture by picture."""

import subprocess
import sys

import numpy as np
import pytest

from engine.cards import DECK, Card
from hardware.camera import pipeline
from hardware.camera.pipeline import PASSES_AFTER_MOTION, REPORT_INTERVAL_MS, RETURN_MS, CameraPipeline, default_reads
from hardware.camera.settings import CameraSettings
from hardware.decks.rotation import Rotation
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK
from hardware.reading.reading import Reading, UnknownCode
from hardware.recognition.acceptance import accept
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate
from tests.kit.printed import CameraView, Lying, table

QUEEN, KING, ACE = Card("Qh"), Card("Kh"), Card("As")


def read(card, x=300.0, y=300.0, chance=0.99):
    """An upright index as the nets read it, 50 pixels high."""
    return IndexReading(IndexCandidate(x, y, 0.0, -1.0, 50.0, 0.9), card, chance, 0.0)


@pytest.fixture
def eyes(monkeypatch):
    """The nets' findings in the next picture."""
    seen: list[IndexReading] = []
    monkeypatch.setattr(pipeline, "_faces", lambda *_: (list(seen), accept(seen)))
    return seen


class PictureFeed:
    """Feeds pictures to a pipeline, a thirtieth of a second apart, no two alike."""

    def __init__(self, deck=PLAIN_DECK, **settings):
        self.pipeline = CameraPipeline(deck, "board", CameraSettings(**settings))
        self.ms, self.dice = 0, np.random.default_rng(1)

    def show(self, picture=None, times=1):
        reports = []
        for _ in range(times):
            shown = self.dice.integers(0, 255, (720, 1280, 3), np.uint8) if picture is None else picture
            self.ms += 33
            reports += self.pipeline.process(shown, self.ms)[1]
        return reports

    def cards(self, times=1):
        return [
            reports.card for reports in self.show(times=times) if isinstance(reports, Reading) and not reports.again
        ]


def test_a_face_counts_with_the_third_picture_and_once_while_it_lies_there(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))

    assert [camera.cards() for _ in range(6)] == [[], [], [QUEEN], [], [], []]


def test_a_card_that_stays_is_reported_again_now_and_then(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))

    reports = camera.show(times=33)

    assert 4 <= len(reports) <= 1 + 30 * 33 / REPORT_INTERVAL_MS
    assert [each.again for each in reports] == [False] + [True] * (len(reports) - 1)


def test_an_unsure_face_gives_no_reading_and_is_shown_as_unsure(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN, chance=0.8))

    assert camera.show(times=10) == []
    frame, _ = camera.pipeline.process(np.zeros((720, 1280, 3), np.uint8), 0)
    assert [(box.text, box.card) for box in frame.boxes] == [("Qh", None)]


def test_a_still_table_gets_longer_passes_with_a_number_each(monkeypatch):
    looks: list[int] = []

    def faces(pixels, own, still_frames):
        looks.append(still_frames)
        return [], ()

    monkeypatch.setattr(pipeline, "_faces", faces)
    camera = PictureFeed(reads="faces")
    cloth = np.full((720, 1280, 3), 90, np.uint8)

    for number in range(40):
        camera.show(cloth + np.uint8(number % 2))

    assert looks[: PASSES_AFTER_MOTION + 3] == [0] * PASSES_AFTER_MOTION + [1, 2, 3]


def test_two_readings_at_one_place_are_no_card_even_if_only_one_is_sure(eyes):
    camera = PictureFeed(reads="faces")
    for _ in range(6):
        eyes[:] = [read(QUEEN)]
        assert camera.show(times=2) == []
        eyes[:] = [read(KING, chance=0.6)]
        assert camera.show() == []

    eyes[:] = [read(QUEEN)]
    assert camera.cards(12) == [QUEEN]


def test_a_card_of_which_another_corner_is_seen_is_the_same_card(eyes):
    camera = PictureFeed(reads="faces")
    near = read(QUEEN)
    far = IndexReading(IndexCandidate(440.0, 500.0, 0.0, 1.0, 50.0, 0.9), QUEEN, 0.99, 0.0)
    eyes[:] = [near, far]
    assert camera.cards(5) == [QUEEN]

    eyes[:] = [far]  # a hand covers one corner, for longer than a card is remembered
    reports = camera.show(times=40)

    assert all(each.again for each in reports)
    assert {each.place for each in reports} == {"board"}


def test_a_card_takes_the_place_of_new_outlines_at_once(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))
    camera.show(times=5)
    camera.pipeline.places = {"seat 4": (0.0, 0.0, 0.5, 1.0)}

    assert [(report.card, report.place, report.again) for report in camera.show()] == [(QUEEN, "seat 4", False)]


def test_a_card_gets_the_place_at_which_it_lies_and_keeps_it(eyes):
    camera = PictureFeed(reads="faces", places={"seat 4": (0, 0, 0.3, 1)})
    eyes[:] = [read(QUEEN, 380), read(ACE, 600)]
    camera.show(times=4)
    eyes[:] = [read(QUEEN, 386), read(ACE, 600)]

    assert {(each.card, each.place) for each in camera.show(times=20)} == {(QUEEN, "seat 4"), (ACE, "board")}


@pytest.mark.parametrize(("place", "elsewhere"), [("muck", {"muck"}), ("hand-held", set()), ("table", set())])
def test_a_camera_without_a_place_of_its_own_ignores_cards_outside_the_outlines(eyes, place, elsewhere):
    camera = PictureFeed(reads="faces", places={"board": (0.2, 0, 0.5, 1)})
    camera.pipeline = CameraPipeline(PLAIN_DECK, place, camera.pipeline.settings)
    eyes[:] = [read(QUEEN, 500), read(ACE, 1100)]

    reports = camera.show(times=5)

    assert {each.place for each in reports if each.card is QUEEN} == {"board"}
    assert {each.place for each in reports if each.card is ACE} == elsewhere


def test_a_picture_that_is_sent_twice_votes_only_once(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))

    assert camera.show(np.zeros((720, 1280, 3), np.uint8), times=10) == []
    assert camera.cards(2) == [QUEEN]


def test_a_card_from_before_an_interruption_has_no_vote_afterwards(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))
    assert camera.cards(10) == [QUEEN]

    camera.ms += 10_000  # unplugged: the hand went on without the camera, and its cards were gathered
    eyes[:] = [read(ACE)]

    assert [camera.show() for _ in range(2)] == [[], []]
    assert camera.cards() == [ACE]


@pytest.mark.parametrize("gap_ms", [800, 60_000])
def test_a_card_at_the_same_place_after_an_interruption_was_not_lifted(eyes, gap_ms):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))
    camera.show(times=10)

    camera.ms += gap_ms

    assert [(report.card, report.again) for report in camera.show(times=4)] == [(QUEEN, True)]


def test_a_stream_of_one_picture_a_second_is_read(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))
    reports = []
    for _ in range(4):
        camera.ms += 967
        reports += camera.show()

    assert [(each.card, each.again) for each in reports] == [(QUEEN, False), (QUEEN, True)]


def test_a_card_that_comes_some_time_after_an_interruption_is_a_new_one(eyes):
    camera = PictureFeed(reads="faces")
    eyes.append(read(QUEEN))
    camera.show(times=10)
    camera.ms += 10_000
    eyes.clear()
    camera.show(times=2 * RETURN_MS // 33)

    eyes.append(read(QUEEN))

    assert camera.cards(3) == [QUEEN]


def test_a_sixth_card_and_a_duplicate_are_not_reported(eyes):
    camera = PictureFeed(reads="faces")
    five = [read(card, 100.0 + 200 * place) for place, card in enumerate(DECK[:5])]
    eyes[:] = five
    assert len(camera.cards(3)) == 5

    eyes[:] = [*five, read(QUEEN, 1200.0), read(DECK[0], 1200.0, 600.0)]
    assert camera.cards(6) == []


def test_a_card_read_by_code_and_by_face_is_one_card_of_its_deck(eyes):
    red, blue = (
        type(STICKER_DECK).of(name, {str(card): f"{name[0]}{card}" for card in Card}) for name in ("red", "blue")
    )
    camera = PictureFeed(Rotation.of([red, blue]), reads="both")
    eyes[:] = [read(QUEEN, 600.0, 250.0)]

    reports = camera.show(table([Lying("rQh", 640, 360)], CameraView(), np.random.default_rng(2))) + camera.show(
        times=2
    )
    dice = np.random.default_rng(3)
    for _ in range(3):
        reports += camera.show(table([Lying("rQh", 640, 360)], CameraView(), dice))

    assert [(each.card, each.deck, each.again) for each in reports][:1] == [(QUEEN, "red", False)]
    assert all(each.again for each in reports[1:])


def test_an_unknown_code_is_reported_once_and_is_not_a_card():
    camera, dice = PictureFeed(STICKER_DECK), np.random.default_rng(4)
    reports = [each for _ in range(8) for each in camera.show(table([Lying("XX", 640, 360)], CameraView(), dice))]

    assert [type(each) for each in reports] == [UnknownCode]


@pytest.mark.parametrize(
    ("deck", "reads"),
    [
        (PLAIN_DECK, "both"),
        (STICKER_DECK, "codes"),
        (Rotation.of([STICKER_DECK]), "codes"),
        (Rotation.of([PLAIN_DECK, STICKER_DECK]), "both"),
    ],
)
def test_faces_are_read_if_a_deck_has_no_codes_of_its_own(deck, reads):
    assert default_reads(deck) == reads


def test_a_camera_that_reads_codes_loads_no_nets():
    program = (
        "import sys\n"
        "from hardware.camera.settings import CameraSettings\n"
        "from hardware.reading.deck import PLAIN_DECK, STICKER_DECK\n"
        "from hardware.readers import open_reader\n"
        "from hardware.readers.kind import ReaderConfig\n"
        "assert 'cv2' not in sys.modules\n"
        "for deck in (PLAIN_DECK, STICKER_DECK):\n"
        "    open_reader(ReaderConfig('camera:0'), deck, print, lambda: 0)\n"
        "assert 'onnxruntime' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
