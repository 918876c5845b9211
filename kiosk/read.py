"""`kiosk read`: the cards in pictures and videos, one line a picture. Knows files and lines; what is seen is
`hardware.recognise`'s business.

Only cards that a table would act on are told: what is not certain is left for the dealer to enter.
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import TextIO

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from engine.cards import card_name
from hardware.recognise.judge import Seen
from hardware.recognise.picture import read_picture
from kiosk.faults import Fault

Pixels = npt.NDArray[np.uint8]

VIDEOS = frozenset((".avi", ".m4v", ".mkv", ".mov", ".mp4", ".mpg", ".webm"))
INK = (40, 160, 0)


class CardLine(msgspec.Struct, frozen=True):
    """One card: `box` is left, top, width and height around its indices, in pixels."""

    card: str
    confidence: float
    box: tuple[int, int, int, int]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One picture; of a video `at_ms` says which. `cards` is absent where `error` says why nothing could be read."""

    file: str
    cards: tuple[CardLine, ...] | None = None
    ms: float | None = None
    at_ms: int | None = None
    error: str | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `kiosk read` may be told."""
    parser.add_argument("files", nargs="+", metavar="FILES", help="pictures, or videos read picture by picture")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--show", metavar="DIR", help="write each picture there, with boxes and words")
    parser.add_argument("--every", type=_whole_ms, default=200, metavar="MS", help="of a video (default: 200 ms)")
    parser.add_argument("--quick", action="store_true", help="look as a table's camera does, not twice at small cards")


def _whole_ms(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 ms")
    return number


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """0: every file was read; 1: some file was not, its line says why."""
    show = _folder(args.show) if args.show else None
    all_read = True
    for file in args.files:
        for line in _read(file, args, show):
            all_read = all_read and line.error is None
            print(msgspec.json.encode(line).decode() if args.json else _in_words(line), file=out, flush=True)
    return 0 if all_read else 1


def _folder(name: str) -> Path:
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise Fault(f"cannot write to {name}: {error.strerror}", "name another folder with --show") from error
    return Path(name)


def _read(file: str, args: argparse.Namespace, show: Path | None) -> Iterator[Line]:
    """The lines of one file."""
    try:
        with open(file, "rb") as opened:
            opened.read(1)
        pictures = _frames(file, args.every) if Path(file).suffix.lower() in VIDEOS else _still(file)
        for at_ms, pixels in pictures:
            began = perf_counter()
            seen = read_picture(pixels, patient=not args.quick)
            ms = round((perf_counter() - began) * 1000, 1)
            if show is not None:
                _write(show, file, at_ms, _drawn_on(pixels, seen))
            yield Line(file, tuple(CardLine(str(s.card), round(s.confidence, 4), s.box) for s in seen), ms, at_ms)
    except OSError as error:
        yield Line(file, error=error.strerror or str(error))
    except _NoPicture as error:
        yield Line(file, error=str(error))


class _NoPicture(Exception):
    """The file can be read and is no picture."""


def _still(file: str) -> Iterator[tuple[None, Pixels]]:
    data = np.fromfile(file, np.uint8)
    try:
        pixels = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:  # a size in the header that no picture has
        pixels = None
    if pixels is None:
        raise _NoPicture("this is no picture that can be read: give JPEG, PNG, WebP, BMP or TIFF")
    yield None, np.asarray(pixels, np.uint8)


def _frames(file: str, every_ms: int) -> Iterator[tuple[int, Pixels]]:
    """Pictures of a video, at least so far apart."""
    video = cv2.VideoCapture(file)
    try:
        next_ms, number, rate = 0.0, 0, video.get(cv2.CAP_PROP_FPS) or 30.0
        while video.grab():
            at_ms = number * 1000 / rate
            number += 1
            if at_ms < next_ms:
                continue
            got, pixels = video.retrieve()
            if got:
                next_ms = at_ms + every_ms
                yield round(at_ms), np.asarray(pixels, np.uint8)
        if number == 0:
            raise _NoPicture("this is no video that can be read: give MP4, AVI, MKV or WebM")
    finally:
        video.release()


def _in_words(line: Line) -> str:
    where = line.file if line.at_ms is None else f"{line.file} at {line.at_ms / 1000:.1f} s"
    if line.error is not None:
        return f"{where}: {line.error}"
    cards = ", ".join(f"{each.card} {each.confidence:.0%}" for each in line.cards or ())
    return f"{where}: {cards or 'no card that is certain'}"


def _drawn_on(pixels: Pixels, seen: tuple[Seen, ...]) -> Pixels:
    """The picture with a box and the name for each card."""
    drawn = pixels.copy()
    size = max(0.4, max(pixels.shape[:2]) / 1600)
    thick = max(1, round(size * 2))
    for each in seen:
        left, top, wide, tall = each.box
        words = f"{card_name(each.card)} {each.confidence:.0%}"
        (words_wide, words_tall), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
        x = int(np.clip(left, 0, max(0, pixels.shape[1] - words_wide)))
        y = int(np.clip(top - thick * 2, words_tall + 2, pixels.shape[0] - 2))
        cv2.rectangle(drawn, (left, top), (left + wide, top + tall), INK, thick)
        cv2.rectangle(drawn, (x, y - words_tall - thick), (x + words_wide, y + thick * 2), INK, -1)
        cv2.putText(drawn, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)
    return drawn


def _write(folder: Path, file: str, at_ms: int | None, drawn: Pixels) -> None:
    name = Path(file).stem + ("" if at_ms is None else f"_{at_ms:07}")
    target = folder / f"{name}.jpg"
    done, data = cv2.imencode(".jpg", drawn)
    assert done
    try:
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise Fault(f"cannot write {target}: {error.strerror}", "name another folder with --show") from error
