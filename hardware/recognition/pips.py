"""The suit of a card by the pips between its corners: a second witness, which sees the suit at twice the size.

A pip is as large as a whole index, and a club and a spade of that size differ even if those in the corners do not. Pips
in the half of the card next to a corner are upright as that corner's index is; those in the other half are upside down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot, log
from typing import NamedTuple

import cv2
import numpy as np

from engine.cards import SUITS, Card
from hardware.pictures import Floats, Pixels
from hardware.recognition.acceptance import are_opposite, could_share_card
from hardware.recognition.classifier import IndexReading
from hardware.recognition.court_picture import paper_and_ink
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.suit_shape import are_clubs
from hardware.recognition.weights import Net

SIDE = 18
"""The side of a pip's picture, in pixels."""
CLASSES = "ccdhhss"
"""The suit of each class of the net. Clubs, hearts and spades are upright first, and then upside down."""
_UP = np.array([1, 0, 1, 1, 0, 1, 0], np.float32)
_DOWN = np.array([0, 1, 1, 0, 1, 0, 1], np.float32)
_EITHER_WAY = np.ones(len(CLASSES), np.float32)
_SUITS = np.array([[kind == suit for suit in SUITS] for kind in CLASSES], np.float32)
"""Adds up the classes of each suit."""
MARGIN = 1
"""The pixels around the ink of a pip that belong to its picture."""
PIP_RANKS = "A23456789T"
"""The ranks with one pip, with two, and so on. Jumbo decks have one pip on all of them."""
BLACK = "cs"
OTHER = {"c": "s", "s": "c", "d": "h", "h": "d"}
"""The other suit of the same color."""
CERTAIN = 0.99
"""The pips of a spade are not looked at if the net is more certain of it than this."""
_RED, _ORANGE = 0.25, 0.2
"""Red ink reflects this much more red than the other colors, as a fraction of the paper's light. Green and blue are no
further apart than `_ORANGE`."""
DIFFERENT = 0.9
"""A red and a black corner of at least this probability are those of two cards."""
LIKELY_RANK = 0.5
LEAST = 0.01
"""The least probability of a suit by its index. The pips can outweigh it."""
TRUST = {"c": 0.8, "d": 0.8, "h": 0.8, "s": 0.97}
"""The highest probability of each suit by its index if the pips show another suit. The net reads spades as clubs more
often than clubs as spades."""
BLACK_INK = 0.5
"""How likely the pips must be black for a suit to change."""
SURE = 0.98
"""From this probability on, the pips show a suit whatever its outline in the corners is."""
_SMALLEST, _LARGEST = 26.0, 36.0
"""Indices that are smaller or larger in the picture than so many pixels are enlarged or shrunk to them."""
_MIN_CONTRAST = 60.0
INKED = 0.45
"""From this share of ink on, a pixel belongs to a piece of ink."""
_MIDDLE = 0.1
"""Pips this close to the middle, as a fraction of the distance between the corners, may be either way up."""
_LEAST_SIZE, _MOST_SIZE = 0.38, 2.6
"""The height of a pip, in heights of an index."""
_LEAST_PX = 9
_MOST_UNEQUAL = 1.4
"""How much taller one corner of a card can look than the other one."""
_LEAST_WIDE = 0.5
"""How far apart the corners are at least across the card, in heights of an index."""
_ASIDE, _BEYOND = 0.2, 0.75
"""How far the pips may extend beyond the middles of the corners: to the sides, and above and below."""
_INDEX_WIDE, _INDEX_HIGH = 0.55, 0.75
"""Ink this close to the middle of a corner belongs to its index."""
_IS_A_PIP = 0.5
"""How much of a pip's probability must be for the way up that it has to have. Otherwise it is no pip."""
_MOST_ARE_PIPS = 0.5
"""More than this fraction of what may be pips must be pips. Otherwise the net does not know the suits of this deck."""
_DISSENT = 0.8
"""Pips that show different suits with at least this probability are not the pips of one card."""
_MOST_PIPS = 3
"""How many pips are evidence: the surest ones, because others may be stained or partly covered."""


class Pip(NamedTuple):
    """Something that may be a pip: the share of ink in each pixel of its box, from 0 to 1, and the classes that it may
    have at its place on the card."""

    inked: Floats
    ways: Floats

    def upright(self) -> tuple[Floats, ...]:
        """The ink of the pip turned upright, in two versions if the pip may be either way up."""
        turned = (self.inked, self.inked[::-1, ::-1])
        return tuple(way for way, may_be in zip(turned, self.ways[:2], strict=True) if may_be)


def with_pips(pixels: Pixels, reads: Sequence[IndexReading], net: Net) -> list[IndexReading]:
    """The readings, with the suit of each black pip card that shows two opposite corners corrected by its pips."""
    changed = list(reads)
    for here, there in _pairs(pixels, reads):
        most = PIP_RANKS.index(reads[here].card.rank) + 1
        suits = pip_suits(pixels, (reads[here].spot, reads[there].spot), most, net)
        if suits is None:
            continue
        are_black = suits["c"] + suits["s"] >= BLACK_INK
        for place in (here, there):
            read = reads[place]
            seen = replace(read, by_pips=suits[read.card.suit] >= SURE)
            changed[place] = _weighed(read, suits) if are_black else seen
    return changed


def _pairs(pixels: Pixels, reads: Sequence[IndexReading]) -> Iterator[tuple[int, int]]:
    """The two corners of each pip card that may have another, black suit. Its suit is uncertain, or it is a club, or it
    is a heart or a diamond that is not red. The corners are closer to each other than to any other corner that they
    could share a card with."""
    likely = [place for place, read in enumerate(reads) if _may_have_pips(read)]
    apart = {
        (here, there): hypot(reads[here].spot.x - reads[there].spot.x, reads[here].spot.y - reads[there].spot.y)
        for at, here in enumerate(likely)
        for there in likely[at + 1 :]
        if _are_corners(reads[here].spot, reads[there].spot)
    }
    taken: set[int] = set()
    for here, there in sorted(apart, key=lambda pair: apart[pair]):
        one, far = reads[here], reads[there]
        if here in taken or there in taken or one.card.rank != far.card.rank:
            continue
        taken |= {here, there}
        suits = {one.card.suit, far.card.suit}
        if len({suit in BLACK for suit in suits}) > 1 and min(one.chance, far.chance) >= DIFFERENT:
            continue
        if suits.isdisjoint(BLACK):
            is_odd = not is_red(*paper_and_ink(pixels, one.spot))
        else:
            is_odd = suits == {"c"} or not (is_certain(one) and is_certain(far))
        if is_odd:
            yield here, there


def is_red(paper: Floats, ink: Floats) -> bool:
    """Whether this ink on this paper is red, and not orange, violet or another color of a four-color deck."""
    blue, green, red = (ink / np.maximum(paper, 1)).tolist()
    return bool(red - max(blue, green) > _RED and abs(green - blue) < _ORANGE)


def _are_corners(one: IndexCandidate, far: IndexCandidate) -> bool:
    low, high = sorted((one.height, far.height))
    return high <= low * _MOST_UNEQUAL and are_opposite(one, far) and could_share_card(one, far)


def _may_have_pips(read: IndexReading) -> bool:
    return read.card.rank in PIP_RANKS and rank_chance(read) >= LIKELY_RANK


def is_certain(read: IndexReading) -> bool:
    return read.chance >= CERTAIN and read.other_suit <= 1 - CERTAIN


def rank_chance(read: IndexReading) -> float:
    """The least probability of its rank, which is higher if a suit of the other color is likely too."""
    return min(1.0, read.chance / max(LEAST, 1 - read.other_suit))


def _weighed(read: IndexReading, suits: dict[str, float]) -> IndexReading:
    """The reading, with the suit that both the net and the pips make likely. If the pips show another one, the net is
    not trusted beyond `TRUST`, because it is certain of the wrong suit in some decks."""
    mine, seen = read.card.suit, max(suits, key=lambda suit: suits[suit])
    rank, other = rank_chance(read), OTHER[mine]
    sure = read.chance / rank
    own = dict.fromkeys(SUITS, max((1 - sure - read.other_suit) / 2, LEAST))
    own |= {mine: sure, other: max(read.other_suit, LEAST)}
    if seen != mine:
        own[mine] = min(sure, TRUST[mine])
        own[seen] = max(own[seen], 1 - TRUST[mine] if seen == other else LEAST)
    both = {suit: chance * suits[suit] for suit, chance in own.items()}
    best = max(both, key=lambda suit: both[suit])
    chance, doubt = both[best] / sum(both.values()), both[OTHER[best]] / sum(both.values())
    if seen == mine:
        chance, doubt = max(chance, sure), min(doubt, read.other_suit)
    return replace(
        read,
        card=Card(read.card.rank + best),
        chance=rank * chance,
        other_suit=doubt,
        by_pips=suits[best] >= SURE,
        overturned=mine if seen != mine != "s" and is_certain(read) else "",
    )


def pip_suits(
    pixels: Pixels, corners: tuple[IndexCandidate, IndexCandidate], most: int, net: Net
) -> dict[str, float] | None:
    """The probabilities of the four suits by the pips between two opposite corners. None if there are
    none or more than `most`, if they differ, or if they are read as clubs without the outline of clubs."""
    pips = list(_pips_between(pixels, *corners))
    if not pips:
        return None
    (scores,) = net.run(ready([pip.inked for pip in pips]))
    grown = np.exp(scores - scores.max(1, keepdims=True))
    chances = grown / grown.sum(1, keepdims=True) * np.stack([pip.ways for pip in pips])
    is_pip = chances.sum(1) >= _IS_A_PIP
    if is_pip.mean() <= _MOST_ARE_PIPS or is_pip.sum() > most:
        return None
    upright = chances[is_pip] / chances[is_pip].sum(1, keepdims=True)
    by_suit = upright @ _SUITS
    if len({int(suit.argmax()) for suit in by_suit if suit.max() >= _DISSENT}) > 1:
        return None
    surest = np.argsort(-by_suit.max(1))[:_MOST_PIPS]
    weighed = np.log(np.clip(by_suit[surest], 1e-3, 1)).sum(0)
    if SUITS[weighed.argmax()] == "c" and not are_clubs([pips[place].upright() for place in np.flatnonzero(is_pip)]):
        return None
    suits = np.exp(weighed - weighed.max())
    return dict(zip(SUITS, (suits / suits.sum()).tolist(), strict=True))


def ready(pips: Sequence[Floats]) -> Floats:
    """The net's input for the ink of these pips: `SIDE` by `SIDE` pixels from -1 to 1, and the shape of the box."""
    return np.stack([np.append(_square(inked).ravel() * 2 - 1, log(_shape(inked))) for inked in pips]).astype(
        np.float32
    )


def _square(inked: Floats) -> Floats:
    flags = cv2.INTER_AREA if min(inked.shape) > SIDE else cv2.INTER_LINEAR
    return np.clip(np.asarray(cv2.resize(inked, (SIDE, SIDE), interpolation=flags), np.float32), 0, 1)


def _shape(inked: Floats) -> float:
    """The width of the ink by its height, without the margin of a pixel on each side."""
    high, wide = inked.shape
    return float(wide - 2 * MARGIN) / float(high - 2 * MARGIN)


def _pips_between(pixels: Pixels, one: IndexCandidate, far: IndexCandidate) -> Iterator[Pip]:
    """Everything between two opposite corners that may be a pip."""
    paper, ink = paper_and_ink(pixels, one)
    apart = ink - paper
    height = (one.height + far.height) / 2
    right, down = np.array([-one.up_y, one.up_x]), np.array([-one.up_x, -one.up_y])
    way = np.array([far.x - one.x, far.y - one.y])
    across, along = float(way @ right), float(way @ down)
    if np.linalg.norm(apart) < _MIN_CONTRAST or along <= 0 or abs(across) < _LEAST_WIDE * height:
        return
    scale = max(min(1.0, _LARGEST / height), _SMALLEST / height)
    wide, high = round((abs(across) + 2 * _ASIDE * height) * scale), round((along + 2 * _BEYOND * height) * scale)
    left, top = min(0.0, across) - _ASIDE * height, -_BEYOND * height
    onto = np.stack([right / scale, down / scale, np.array([one.x, one.y]) + right * left + down * top], 1)
    shown = np.asarray(cv2.warpAffine(pixels, onto, (wide, high), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))
    shares = np.append(apart, -paper @ apart)[None] / (apart @ apart)
    inked = np.clip(np.asarray(cv2.transform(shown.astype(np.float32), shares), np.float32), 0, 1)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats((inked > INKED).astype(np.uint8))
    for place in range(1, count):
        x, y = middles[place] / scale + (left, top)
        is_index = any(
            abs(x - to_x) < _INDEX_WIDE * height and abs(y - to_y) < _INDEX_HIGH * height
            for to_x, to_y in ((0.0, 0.0), (across, along))
        )
        if is_index or not _may_be_pip(boxes[place].tolist(), (wide, high), scale * height):
            continue
        off = y / along - 0.5
        ways = _EITHER_WAY if abs(off) < _MIDDLE else _UP if off < 0 else _DOWN
        yield Pip(cut(inked, np.asarray(labels), place, boxes[place].tolist()), ways)


def _may_be_pip(box: list[int], size: tuple[int, int], unit: float) -> bool:
    x, y, wide, high, area = box
    fits = _LEAST_SIZE * unit <= high <= _MOST_SIZE * unit and high >= _LEAST_PX
    is_inside = x > 0 and y > 0 and x + wide < size[0] and y + high < size[1]
    return fits and is_inside and 0.45 <= wide / high <= 1.6 and area >= 0.25 * wide * high


def cut(inked: Floats, labels: Pixels, place: int, box: list[int]) -> Floats:
    """The ink of one piece with a margin, without the ink of others."""
    x, y, wide, high, _ = box
    around = np.s_[y - MARGIN : y + high + MARGIN, x - MARGIN : x + wide + MARGIN]
    others = (labels[around] != place) & (labels[around] != 0)
    return np.where(others, 0, inked[around]).astype(np.float32)
