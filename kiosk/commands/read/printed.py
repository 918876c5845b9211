"""Merges cards that were read by printed code (`kiosk deck print`) and by face."""

from collections.abc import Iterator, Sequence

import numpy as np

from engine.cards import Card
from hardware.camera.codes import DecodedCode, read_codes
from hardware.camera.pipeline import CARD_MM, INDEX_MM
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK
from hardware.recognition.acceptance import Detection
from hardware.recognition.detector import IndexCandidate

SYMBOL_MM = 10.0
"""The size of the symbol on a 12 mm sticker, without its quiet zone. The true size in a picture is unknown."""


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
