"""`kiosk read`: prints the cards in pictures and videos, one line for each file, or live from a camera. Leaves out
uncertain cards, which a dealer would enter by hand."""

import argparse
import os
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from time import perf_counter
from typing import TextIO

import cv2
import msgspec
import numpy as np

from engine.bad_input import BadInput, why_bad
from engine.cards import Card, card_name
from engine.message import message
from hardware.camera.camera import CameraReader
from hardware.camera.codes import DecodedCode, read_codes
from hardware.camera.pipeline import CARD_MM, INDEX_MM
from hardware.camera.settings import CameraSettings, camera_address
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK
from hardware.reading.plain_file import check_plain
from hardware.reading.reading import Health, ReaderMessage, Reading
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate, sizes_for
from hardware.recognition.errors import LearnedRefused
from hardware.recognition.learned_deck import LearnedDeck, load_learned
from hardware.recognition.pipeline import read_picture, votes
from kiosk.arguments import words_for
from kiosk.commands.health import health_line
from kiosk.commands.read.pictures import open_picture
from kiosk.commands.read.video import read_video
from kiosk.faults import Fault
from kiosk.times import monotonic_ms
from ui.words import Words

VIDEOS = frozenset((".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".ts", ".webm"))
INK, PAPER = (30, 120, 0), (255, 255, 255)
SYMBOL_MM = 10.0
"""The assumed size of the symbol, as on a 12 mm sticker without its quiet zone. The true size in a picture is
unknown."""


class CardLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One card. `box` has the left, top, width and height around its indices, in pixels; `at_ms` is the card's time in
    a video."""

    card: str
    confidence: float
    box: tuple[int, int, int, int]
    at_ms: int | None = None


class FileLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One file. `pictures` is the number of frames read from a video. An unreadable file has only an `error`."""

    file: str
    cards: tuple[CardLine, ...] | None = None
    ms: float | None = None
    pictures: int | None = None
    error: str | None = None


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["read"]
    parser.add_argument("files", nargs="*", metavar="FILES", help=say["files"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])
    parser.add_argument("--show", action="store_true", help=say["show"])
    parser.add_argument("--out", type=Path, metavar="DIR", help=say["out"])
    parser.add_argument("--every", type=_milliseconds(words), default=100, metavar="MS", help=say["every"])
    parser.add_argument("--quick", action="store_true", help=say["quick"])
    parser.add_argument("--deck", type=Path, metavar="FILE", help=say["deck"])
    parser.add_argument("--watch", metavar="CAMERA", help=say["watch"])


def _milliseconds(words: Words) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < 1:
            raise argparse.ArgumentTypeError(words.commands.bad["milliseconds"])
        return int(text)

    return read


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the cards in each file. Exit code 1 if a file was not read. Raises `Fault` for wrong arguments."""
    if bool(args.files) == bool(args.watch):
        raise Fault("read-needs-files")
    if args.watch:
        if idle := [word for word in ("show", "out", "quick") if getattr(args, word)]:
            raise Fault("option-for-files", option=f"--{idle[0]}")
        return _watch(args, out, err)
    words = words_for(args)
    reading = _FileReader(args, _deck(args.deck), words, err)
    all_read = True
    for file in args.files:
        line = reading.line(file)
        all_read = all_read and line.error is None
        print(msgspec.json.encode(line).decode() if args.json else _in_words(line, words), file=out, flush=True)
    return 0 if all_read else 1


def _deck(path: Path | None) -> LearnedDeck | None:
    try:
        return None if path is None else load_learned(path)
    except LearnedRefused as refused:
        raise Fault("learned-deck-refused", error=refused.message) from refused


@dataclass
class _FileReader:
    args: argparse.Namespace
    deck: LearnedDeck | None
    words: Words
    err: TextIO
    shown: dict[Path, str] = field(default_factory=dict)
    """The pictures written so far, each with its source file."""

    def line(self, file: str) -> FileLine:
        try:
            check_plain(Path(file))
            with open(file, "rb") as opened:
                opened.read(1)
            is_video = Path(file).suffix.lower() in VIDEOS and not cv2.haveImageReader(file)  # it looks inside
            return self._video(file) if is_video else self._still(file)
        except (OSError, BadInput) as error:
            return FileLine(shown_name(file), error=self.words.say(why_bad(error)))

    def _still(self, file: str) -> FileLine:
        pixels, shrunk = open_picture(file)
        began = perf_counter()
        seen = read_picture(pixels, patient=not self.args.quick, learned=self.deck)
        if not self.args.quick:
            seen = with_printed(pixels, seen)
        ms = _since(began)
        self._show(file, pixels, seen)
        return FileLine(shown_name(file), tuple(_card_line(each, shrunk=shrunk) for each in seen), ms)

    def _video(self, file: str) -> FileLine:
        began = perf_counter()
        result = read_video(file, self.args.every, self._read_frame)
        ms = _since(began)
        self._show(file, result.fullest, result.stable)
        cards = tuple(_card_line(seen, at_ms) for at_ms, seen in result.cards)
        return FileLine(shown_name(file), cards, ms, result.pictures)

    def _read_frame(self, pixels: Pixels) -> tuple[list[IndexReading], tuple[Detection, ...]]:
        height, width = pixels.shape[:2]
        reads, seen = votes(pixels, sizes_for(width, height, patient=False), learned=self.deck)
        return reads, with_printed(pixels, seen)

    def _show(self, file: str, pixels: Pixels, seen: Sequence[Detection]) -> None:
        if not self.args.show:
            return
        target = shown_file(file, self.args.out, self.shown)
        write_picture(target, drawn_on(pixels, seen))
        self.shown[target] = file
        print(self.words.say(message("file-written", path=str(target))), file=self.err)


def _card_line(seen: Detection, at_ms: int | None = None, shrunk: int = 1) -> CardLine:
    left, top, width, height = (side * shrunk for side in seen.box)
    return CardLine(str(seen.card), round(seen.confidence, 4), (left, top, width, height), at_ms)


def _since(began: float) -> float:
    return round((perf_counter() - began) * 1000, 1)


def shown_name(file: str) -> str:
    """The file's name for people and JSON, even if it is not text in UTF-8."""
    return os.fsencode(file).decode("utf-8", "replace")


def _in_words(line: FileLine, words: Words) -> str:
    if line.error is not None:
        return f"{line.file}: {line.error}"
    cards = ", ".join(_card(each, words) for each in line.cards or ())
    return f"{line.file}: {cards or words.say(message('no-certain-card'))}"


def _card(line: CardLine, words: Words) -> str:
    seen = f"{line.card} {line.confidence:.0%}"
    return seen if line.at_ms is None else words.say(message("seen-from", seen=seen, time=words.tenths(line.at_ms)))


def _watch(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read from a camera until interrupted, and store nothing. Raises `Fault` for a wrong address."""
    inbox: queue.Queue[ReaderMessage] = queue.Queue()
    words = words_for(args)
    began_ms = monotonic_ms()
    settings = CameraSettings(reads="faces", learned=str(args.deck or ""))
    try:
        reader = CameraReader(camera_address(args.watch), PLAIN_DECK, "here", inbox.put, monotonic_ms, settings)
    except ValueError as error:
        raise Fault("watch-argument", error=why_bad(error)) from error
    reader.start()
    try:
        while True:
            match inbox.get():
                case Reading(again=False) as reading:
                    card, at_ms = str(reading.card), reading.at_ms - began_ms
                    as_json = msgspec.json.encode({"card": card, "at_ms": at_ms}).decode()
                    line = as_json if args.json else f"{words.tenths(at_ms):>8} s  {card}"
                    print(line, file=out, flush=True)
                case Health() as health:
                    print(health_line(health, words), file=err, flush=True)
    except KeyboardInterrupt:
        return 0
    finally:
        reader.stop()


def shown_file(file: str, folder: Path | None, taken: Mapping[Path, str]) -> Path:
    """The output path, with a number if the name is already `taken` by another file's picture."""
    source = Path(file)
    names = chain([source.name], (f"{source.stem}-{number}{source.suffix}" for number in count(2)))
    paths = ((folder or source.parent) / f"{name}.read.png" for name in names)
    return next(path for path in paths if taken.get(path, file) == file)


def write_picture(target: Path, pixels: Pixels) -> None:
    """Write a PNG, creating the folder if needed. Raises `Fault`."""
    done, data = cv2.imencode(".png", pixels)
    assert done
    try:
        os.makedirs(target.parent, exist_ok=True)
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise Fault("picture-not-written", path=str(target), error=error.strerror or str(error)) from error


def drawn_on(pixels: Pixels, seen: Sequence[Detection]) -> Pixels:
    """The picture with all boxes, then all labels, so that no box covers a label."""
    drawn = pixels.copy()
    size = max(0.4, max(pixels.shape[:2]) / 1600)
    thick = max(1, round(size * 2))
    for each in seen:
        left, top, width, height = each.box
        cv2.rectangle(drawn, (left, top), (left + width, top + height), INK, thick)
    for each in seen:
        _write_words(drawn, each, size, thick)
    return drawn


def _write_words(drawn: Pixels, seen: Detection, size: float, thick: int) -> None:
    words = f"{card_name(seen.card)} {seen.confidence:.0%}"
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x = int(np.clip(seen.box[0], 0, max(0, drawn.shape[1] - width)))
    y = int(np.clip(seen.box[1] - thick * 2, height + thick, max(height + thick, drawn.shape[0] - thick * 2)))
    cv2.rectangle(drawn, (x, y - height - thick), (x + width, y + thick * 2), INK, -1)
    cv2.putText(drawn, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, PAPER, thick, cv2.LINE_AA)


def with_printed(pixels: Pixels, faces: Sequence[Detection]) -> tuple[Detection, ...]:
    """All cards read by face or code. A card read by both, or by two of its codes, counts once, with confidence 1."""
    papers: list[list[Detection]] = []
    for code in _printed(pixels):
        home = next((parts for parts in papers if _is_of(code, parts[0])), None)
        if home is None:
            papers.append([code])
        else:
            home.append(code)
    left = [face for face in faces if not any(_is_of(face, parts[0]) for parts in papers)]
    both = [[*parts, *(face for face in faces if _is_of(face, parts[0]))] for parts in papers]
    return (*map(_joined, both), *left)


def _printed(pixels: Pixels) -> Iterator[Detection]:
    for each in read_codes(pixels):
        if found := STICKER_DECK.find(each.code) or PLAIN_DECK.find(each.code):
            yield _seen(found.card, each)


def _seen(card: Card, code: DecodedCode) -> Detection:
    half = code.side / 2
    box = (round(code.x - half), round(code.y - half), round(code.side), round(code.side))
    mark = IndexCandidate(code.x, code.y, 0.0, -1.0, code.side * INDEX_MM / SYMBOL_MM, 1.0)
    return Detection(card, 1.0, box, (mark,))


def _is_of(part: Detection, code: Detection) -> bool:
    (at,) = code.marks
    reach = CARD_MM * at.height / INDEX_MM
    return part.card is code.card and any(np.hypot(mark.x - at.x, mark.y - at.y) < reach for mark in part.marks)


def _joined(parts: Sequence[Detection]) -> Detection:
    """The first detection, with a box around all of them."""
    left, top = (min(part.box[side] for part in parts) for side in (0, 1))
    right, below = (max(part.box[side] + part.box[side + 2] for part in parts) for side in (0, 1))
    marks = tuple(mark for part in parts for mark in part.marks)
    return Detection(parts[0].card, parts[0].confidence, (left, top, right - left, below - top), marks)
