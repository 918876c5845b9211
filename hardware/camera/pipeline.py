"""From camera frames to reader messages: reads codes and faces, and tracks stable cards. Knows nothing about cameras or
threads. Faces are read only if the settings or the deck ask for it, because their neural networks take a moment to
load."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from msgspec.structs import replace

from engine.cards import Card
from hardware.camera.codes import DecodedCode, read_codes
from hardware.camera.frame import BoxedReading, CameraFrame
from hardware.camera.game_rules import ANYWHERE, GameConstraints
from hardware.camera.settings import Area, CameraSettings
from hardware.camera.voting import CodePosition, Sighting, StableTracker
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK, CardMatch, Codes
from hardware.reading.line_settings import REPEAT_MS
from hardware.reading.reading import Reading, RepeatFilter, UnknownCode

PASSES_AFTER_MOTION = 6
"""The number of frames processed after the last one with motion. Voting needs five."""
STILL_INTERVAL_MS = 250
"""The interval between passes without motion, in milliseconds. A card counts as lifted after 700 ms out of sight, so it
must be seen more often than that."""
MOTION_LEVEL = 6
"""The change in a cell's mean, out of 255, that counts as motion. Noise is below 2; a card moving by a millimeter is
above 20."""
_GRID = (80, 45)
_ROWS = 4
"""Every fourth row is used. The mean of 64 pixels has little noise, and reading whole rows is fastest."""


@dataclass
class MotionGate:
    """Decides which frames to process. Without motion, four passes a second are enough, and reading faces in every
    frame would take most of two cores. Takes frames in order. The time is passed in."""

    _cells: Pixels | None = field(default=None, init=False, repr=False)
    _passes_left: int = field(default=0, init=False)
    _processed_ms: int = field(default=0, init=False)
    still_frames: int = field(default=0, init=False)
    """The number of passes at the slow rate since the last motion."""

    def should_process(self, pixels: Pixels, now_ms: int) -> bool:
        """Whether the scene has changed since the last pass or shortly before it, or the last pass was too long ago."""
        cells = np.asarray(cv2.resize(pixels[::_ROWS], _GRID, interpolation=cv2.INTER_AREA), np.uint8)
        if self._cells is None or int(cv2.absdiff(cells, self._cells).max()) > MOTION_LEVEL:
            self._passes_left = PASSES_AFTER_MOTION
        elif self._passes_left == 0 and now_ms - self._processed_ms < STILL_INTERVAL_MS:
            return False
        self.still_frames = 0 if self._passes_left else self.still_frames + 1
        self._passes_left = max(0, self._passes_left - 1)
        self._cells, self._processed_ms = cells, now_ms
        return True


if TYPE_CHECKING:
    from hardware.recognition.acceptance import Detection
    from hardware.recognition.classifier import IndexReading
    from hardware.recognition.detector import IndexCandidate
    from hardware.recognition.learned_deck import LearnedDeck

INDEX_MM: Final = 16.0
"""The height of an index on most cards, in millimeters. Jumbo indices are twice as tall, which doubles the motion
tolerated."""
CARD_MM: Final = 90.0
"""The maximum distance between a card's code and its corners, in millimeters."""
REPORT_INTERVAL_MS: Final = 200
"""How often, in milliseconds, a card that is still lying in the same spot is reported again."""
OUTAGE_MS: Final = 2_000
"""The gap without a new frame, in milliseconds, that counts as an outage. Streams skip frames with little motion."""
RETURN_MS: Final = 2_000
"""Within this time after an outage, in milliseconds, a card at its old position counts as never lifted."""
_STEP: Final = 16

Key = Card | str


@dataclass(eq=False)
class CameraPipeline:
    """Takes one camera's frames in order. Raises `ValueError` for an unusable learned deck."""

    deck: Codes
    place: str
    settings: CameraSettings

    def __post_init__(self) -> None:
        self.places: dict[str, Area] = self.settings.places
        self.learn(_learned(self.settings.learned))
        self._tracker: StableTracker[Key] = StableTracker()
        self._constraints: GameConstraints[Key] = GameConstraints()
        self._applied_places = self.places
        self._repeats = RepeatFilter(self.deck, self.place)
        self._reported_ms: dict[tuple[Key, str], int] = {}
        self._seen_ms: int | None = None
        self._outage: tuple[int, int] | None = None
        """The start and end of the last gap between frames that was long enough for a missing card to count as
        lifted."""
        self._motion = MotionGate()
        self._last: Pixels | None = None
        self._frame: CameraFrame | None = None

    def learn(self, deck: "LearnedDeck | None") -> None:
        """Read the faces of this registered deck from the next frame on. None for standard faces."""
        wanted = self.settings.reads or ("both" if deck else default_reads(self.deck))
        self._learned_deck = deck
        self._faces, self._codes = wanted != "codes", wanted != "faces"

    def process(self, pixels: Pixels, now_ms: int) -> tuple[CameraFrame, list[Reading | UnknownCode]]:
        """The frame with its readings, and the new messages. A duplicate frame produces no messages. When there is no
        motion, faces are read less often, but more thoroughly."""
        if self._faces and not self._motion.should_process(pixels, now_ms) and self._frame:
            self._frame = self._frame._replace(pixels=pixels, at_ms=now_ms)
            return self._frame, []
        codes = read_codes(pixels, self.settings.enlarge) if self._codes else []
        reads, seen = _faces(pixels, self._learned_deck, self._motion.still_frames) if self._faces else ([], ())
        boxed = (*(self._boxed(each) for each in codes), *_face_boxes(reads, seen))
        self._frame = CameraFrame(pixels, boxed, now_ms)
        if self._is_duplicate(pixels):
            return self._frame, []
        self._reset_after_outage(now_ms)
        self._tracker.update(_merged(self._by_code(codes), face_sightings(seen)), uncertain_sightings(reads))
        if self._applied_places is not self.places:  # the outlines have changed, so assign the places again
            self._applied_places, self._constraints = self.places, GameConstraints()
        height, width = pixels.shape[:2]
        cards = self._constraints.allowed(self._tracker.stable, lambda card: self._location_of(card, width, height))
        return self._frame, [
            message for each, place in cards if place and (message := self._report(each, place, now_ms))
        ]

    def _reset_after_outage(self, now_ms: int) -> None:
        """Forget the votes of older frames, because nothing is known about the cards during an outage."""
        gap_ms = now_ms - self._seen_ms if self._seen_ms is not None else 0
        if self._seen_ms is not None and gap_ms > REPEAT_MS:
            self._outage = (self._seen_ms, now_ms)
        if gap_ms > OUTAGE_MS:
            self._tracker, self._constraints = StableTracker(), GameConstraints()
        self._seen_ms = now_ms

    def _was_never_lifted(self, key: tuple[Key, str], now_ms: int) -> bool:
        """Whether the card was at the same position before and after an outage. If it was in fact lifted and dealt
        again during that time, the dealer is asked about it."""
        if self._outage is None or key not in self._reported_ms:
            return False
        stopped_ms, back_ms = self._outage
        return 0 <= stopped_ms - self._reported_ms[key] < REPEAT_MS and now_ms - back_ms < RETURN_MS

    def _report(self, card: Sighting[Key], place: str, now_ms: int) -> Reading | UnknownCode | None:
        if isinstance(card.card, str):
            return self._repeats.receive_code(card.card, now_ms, place)
        message = self._repeats.receive_card(CardMatch(card.card, card.deck), now_ms, place)
        key = (card.card, place)
        if self._was_never_lifted(key, now_ms):
            message = replace(message, again=True)
        if message.again and now_ms - self._reported_ms.get(key, 0) < REPORT_INTERVAL_MS:
            return None
        self._reported_ms[key] = now_ms
        return message

    def _is_duplicate(self, pixels: Pixels) -> bool:
        few = pixels[::_STEP, ::_STEP]
        same = self._last is not None and np.array_equal(self._last, few)
        self._last = few.copy()
        return same

    def _by_code(self, codes: Iterable[DecodedCode]) -> Iterator[Sighting[Key]]:
        symbol_mm = self.settings.code_mm * 10 / 12  # without the quiet zone
        for each in codes:
            found, mark = self.deck.find(each.code), CodePosition(each.x, each.y, each.side / symbol_mm)
            yield Sighting(found.card, (mark,), found.deck) if found else Sighting(each.code, (mark,))

    def _location_of(self, card: Sighting[Key], width: int, height: int) -> str:
        """The card's place, determined by its position. Empty if the card is outside all outlines and the camera's own
        place either has an outline or is not a fixed place."""
        x = sum(mark.x for mark in card.marks) / len(card.marks) / width
        y = sum(mark.y for mark in card.marks) / len(card.marks) / height
        for name, (left, top, across, down) in self.places.items():
            if left <= x <= left + across and top <= y <= top + down:
                return name
        own = self.place not in self.places and not (self.places and self.place in ANYWHERE)
        return self.place if own else ""

    def _boxed(self, each: DecodedCode) -> BoxedReading:
        found, half = self.deck.find(each.code), each.side / 2
        box = (each.x - half, each.y - half, each.side, each.side)
        return BoxedReading(
            str(found.card) if found else each.code, found.card if found else None, box, each.side, True
        )


def default_reads(deck: Codes) -> str:
    """The default for which marks to read: codes, and also faces if each card's plain code is in the deck."""
    plain = all((found := deck.find(code)) and found.card is card for card, code in PLAIN_DECK.codes.items())
    return "both" if plain else "codes"


def _learned(file: str) -> "LearnedDeck | None":
    if not file:
        return None
    from hardware.recognition.learned_deck import load_learned  # noqa: PLC0415  as below

    return load_learned(Path(file))


def _faces(
    pixels: Pixels, own: "LearnedDeck | None", still_frames: int
) -> "tuple[list[IndexReading], tuple[Detection, ...]]":
    from hardware.recognition.pipeline import read_frame  # noqa: PLC0415 readers of codes do not load the nets

    return read_frame(pixels, own, still_frames)


def face_sightings(seen: "Iterable[Detection]") -> list[Sighting[Key]]:
    return [
        Sighting(each.card, tuple(CodePosition(at.x, at.y, at.height / INDEX_MM) for at in each.marks)) for each in seen
    ]


def uncertain_sightings(reads: "Iterable[IndexReading]") -> list[Sighting[Key]]:
    """All readings with a probability of at least one half."""
    return [
        Sighting(each.card, (CodePosition(each.spot.x, each.spot.y, each.spot.height / INDEX_MM),))
        for each in reads
        if each.chance >= 0.5
    ]


def _merged(codes: Iterable[Sighting[Key]], faces: list[Sighting[Key]]) -> list[Sighting[Key]]:
    left, joined = list(faces), []
    for code in codes:
        mark = code.marks[0]
        reach = CARD_MM * mark.px_per_mm
        mine = [
            face
            for face in left
            if face.card == code.card and any(np.hypot(at.x - mark.x, at.y - mark.y) < reach for at in face.marks)
        ]
        left = [face for face in left if face not in mine]
        joined.append(Sighting(code.card, (mark, *(at for face in mine for at in face.marks)), code.deck))
    return [*joined, *left]


def _face_boxes(reads: "Iterable[IndexReading]", seen: "Iterable[Detection]") -> Iterator[BoxedReading]:
    """Boxes with cards for the detected cards, and boxes without cards for the other readings."""
    counted: set[IndexCandidate] = set()
    for card in seen:
        left, top, width, height = card.box
        yield BoxedReading(str(card.card), card.card, (left, top, width, height), max(at.height for at in card.marks))
        counted.update(card.marks)
    for read in reads:
        if read.spot not in counted and read.chance >= 0.5:
            half = read.spot.height / 2
            box = (read.spot.x - half, read.spot.y - half, 2 * half, 2 * half)
            yield BoxedReading(str(read.card), None, box, read.spot.height)
