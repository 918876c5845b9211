"""Drops readings that come from a court card's picture, and pip cards with such a picture between their corners. It
never adds or changes a card.

Between the corners of a card there is only its picture. The robes and pips on court cards contain shapes that look like
an index. A real card on top of another one shows a corner outside that picture.

If the net reads a queen as a nine, it does so in both corners. The picture of the queen has colors that no nine has.
Between a nine's corners there are only mixtures of paper and ink, in light and shade.
"""

from collections.abc import Iterator, Sequence
from math import hypot

import cv2
import numpy as np

from hardware.pictures import Floats, Pixels
from hardware.recognition.acceptance import Detection, are_one_diagonal, are_opposite
from hardware.recognition.classifier import IndexReading
from hardware.recognition.crops import cut
from hardware.recognition.detector import IndexCandidate

PIPS = "23456789T"
"""Ranks without a picture. Many aces have one."""
COLORED = 0.09
"""How far a color must be from any mixture of paper and ink to count as foreign, as a fraction of the paper's
brightness."""
OPPOSITE = 0.25
"""A color this far from the paper on the other side of its ink is foreign, such as green on a card with red ink. This
is a fraction of the color's own brightness."""
DARK, BRIGHT_INK = 0.35, 0.25
"""Fractions of the paper's brightness. If the ink differs from gray by more than `BRIGHT_INK`, it is red, and pixels
darker than `DARK` count as black."""
MAX_COLORED, MAX_COLORED_NINE = 0.12, 0.05
"""The maximum fraction of a pip card that may have foreign colors, from glare, grain and stains. It is lower for a nine
at a table. Of 160 rendered nines, one had 0.036 and the others had none; a queen with much white paper has 0.08."""
PAPER, INK, ASIDE = 0.3, 0.7, 0.15
"""Fractions of the way from the paper's color to the ink's. Up to `PAPER`, a pixel is paper; from `INK` on, it is ink.
It is neither if its color is farther than `ASIDE` from the line between the two, as a fraction of the paper's
brightness."""
MAX_NEITHER = 0.25
"""The maximum fraction of a pip card that may be neither paper nor ink, such as the edges of its pips. Of 2,433 cards
of unseen decks, three had more, and all others had 0.21 or less. Of 11 court cards without foreign colors that were
read as pip cards, ten had more."""
_WIDTH, _HEIGHT = 20, 28
_ROWS, _COLUMNS = slice(12, 52), slice(15, 33)
_FARTHEST = 0.92
"""The fraction of the pixels of an index that are closer to the paper than the ink is."""
_INNER = 0.5
"""The fraction of the distance between the corners that is examined. It excludes the indices and the pips close to
them."""
_EDGE = 0.06
"""The margin, as a fraction of the distance between the corners. A reading closer to the edge than this may belong to
another card."""
_SMALL, _BEYOND = 0.75, 0.3
"""Both are fractions of the card's index height. Readings smaller than `_SMALL` are not indices of its deck, and may
lie up to `_BEYOND` outside the picture."""
_ONE_MIDDLE = 0.5
"""A distance in index heights. If two cards both show opposite corners, their midpoints are farther apart than this.
Otherwise, one card would cover a corner of the other."""
_FARTHER = 2.0
"""Two opposite corners belong to different cards if they are more than this many times as far apart as the closest
two."""


def without_court_figures(seen: Sequence[Detection]) -> tuple[Detection, ...]:
    """Drop cards whose readings all lie in the picture of another card."""
    return tuple(
        each
        for each in seen
        if not any(are_court_figures(other.marks, each.marks) for other in seen if other is not each)
    )


def are_court_figures(corners: Sequence[IndexCandidate], marks: Sequence[IndexCandidate]) -> bool:
    """Whether all these marks lie between two opposite corners, or include two opposite marks with the same midpoint
    and axis as the corners but detected with less certainty."""
    pairs = tuple(_on_one_card(corners))
    between = any(all(_is_between(one, far, mark) for mark in marks) for one, far in pairs)
    return between or any(
        _share_a_middle(mine, theirs) and max(at.heat for at in theirs) < max(at.heat for at in mine)
        for theirs in (_opposite(marks) if pairs else ())
        for mine in pairs
    )


def _on_one_card(
    corners: Sequence[IndexCandidate],
) -> Iterator[tuple[IndexCandidate, IndexCandidate]]:
    """The pairs of opposite corners that belong to one card. If another card was read as the same one, a corner of each
    may look like a pair, but the cards that lie between them are not court figures."""
    pairs = list(_opposite(corners))
    closest = min((_apart(*pair) for pair in pairs), default=0.0)
    yield from (pair for pair in pairs if _apart(*pair) <= _FARTHER * closest)


def _apart(one: IndexCandidate, far: IndexCandidate) -> float:
    return hypot(one.x - far.x, one.y - far.y)


def _opposite(marks: Sequence[IndexCandidate]) -> Iterator[tuple[IndexCandidate, IndexCandidate]]:
    for place, one in enumerate(marks):
        yield from ((one, far) for far in marks[place + 1 :] if are_opposite(one, far))


def _share_a_middle(mine: tuple[IndexCandidate, IndexCandidate], theirs: tuple[IndexCandidate, IndexCandidate]) -> bool:
    (one, far), (here, there) = mine, theirs
    apart = hypot(one.x + far.x - here.x - there.x, one.y + far.y - here.y - there.y) / 2
    along = abs(one.up_x * here.up_x + one.up_y * here.up_y)
    return along > 0.5 and apart < _ONE_MIDDLE * max(one.height, far.height)


def _is_between(one: IndexCandidate, far: IndexCandidate, mark: IndexCandidate) -> bool:
    across, down = _in_frame(one, far.x - one.x, far.y - one.y)
    x, y = _in_frame(one, mark.x - one.x, mark.y - one.y)
    height = min(one.height, far.height)
    beyond = _BEYOND * height if mark.height < _SMALL * height else 0.0
    return _is_inside(x, across, beyond) and _is_inside(y, down, beyond)


def _in_frame(one: IndexCandidate, x: float, y: float) -> tuple[float, float]:
    return -x * one.up_y + y * one.up_x, -x * one.up_x - y * one.up_y


def _is_inside(part: float, whole: float, beyond: float) -> bool:
    """Whether a coordinate lies between the two ends, or up to `beyond` pixels outside them."""
    least = -beyond if beyond else _EDGE * abs(whole)
    return least < (part if whole > 0 else -part) < abs(whole) - least


def without_court_pictures(
    pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading], at_table: bool = False
) -> tuple[Detection, ...]:
    """Drop pip cards with a picture between their corners. If a card was accepted because of one corner, the other
    corner may be an uncertain reading in `reads`. A table can wait, so it is stricter: nines have their own limit,
    because queens are easily read as nines, and no card may have a picture of pale lines. A shadow looks like one."""

    def may_be(card: Detection) -> bool:
        if not (picture := _picture(pixels, card, reads)):
            return True
        colors, inks = picture
        most = MAX_COLORED_NINE if at_table and card.card.rank == "9" else MAX_COLORED
        if min(_colored(colors, *each) for each in inks) > most:
            return False
        return not at_table or not _has_shades(colors, inks)

    return tuple(each for each in seen if may_be(each))


def has_shades(pixels: Pixels, card: Detection, reads: Sequence[IndexReading]) -> bool:
    """Whether too much between the corners of a pip card is neither paper nor ink. Its colors do not matter, because
    the color of the ink is often misjudged if the indices are small."""
    picture = _picture(pixels, card, reads)
    return picture is not None and _has_shades(*picture)


def _has_shades(colors: Floats, inks: Sequence[tuple[Floats, Floats]]) -> bool:
    return min(_neither(colors, *each) for each in inks) > MAX_NEITHER


def _picture(
    pixels: Pixels, card: Detection, reads: Sequence[IndexReading]
) -> tuple[Floats, list[tuple[Floats, Floats]]] | None:
    """The colors between the corners of a pip card, and the paper and ink of each corner."""
    corners = opposite_corners(card, reads) if card.card.rank in PIPS else None
    if not corners:
        return None
    return area_between(pixels, *corners).reshape(-1, 3), [paper_and_ink(pixels, each) for each in corners]


def opposite_corners(card: Detection, reads: Sequence[IndexReading]) -> tuple[IndexCandidate, IndexCandidate] | None:
    """The two opposite corners of one card that are farthest apart. One is accepted; the other may be uncertain, and
    must not be a corner of another card that is read as the same one."""
    marks = {*card.marks, *(read.spot for read in reads if read.card is card.card)}
    opposite = [(one, far) for one in card.marks for far in marks if are_one_diagonal(one, far)]
    return max(opposite, key=lambda pair: _apart(*pair), default=None)


def area_between(pixels: Pixels, one: IndexCandidate, far: IndexCandidate, inner_along: float = _INNER) -> Floats:
    """The inner area between two corners, rotated so that the first one is upright, as `_HEIGHT` by `_WIDTH` colors.
    `inner_along` is the fraction of the distance along the card's length that it covers."""
    right, down = np.array([-one.up_y, one.up_x]), np.array([-one.up_x, -one.up_y])
    way = np.array([far.x - one.x, far.y - one.y])
    aside, along = right * (way @ right) * _INNER, down * (way @ down) * inner_along
    middle = np.array([one.x + far.x, one.y + far.y]) / 2
    onto = np.stack([aside / _WIDTH, along / _HEIGHT, middle - (aside + along) / 2], 1)
    shown = cv2.warpAffine(pixels, onto, (_WIDTH, _HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(shown, np.float32)


def paper_and_ink(pixels: Pixels, spot: IndexCandidate) -> tuple[Floats, Floats]:
    """The colors of an index. The paper is the median of its brighter half, and the ink is the median of the pixels
    farthest from the paper. The table next to the card is excluded."""
    crop = cut(pixels, (spot.x, spot.y), (spot.up_x, spot.up_y), spot.height)
    rank = np.asarray(crop[_ROWS, _COLUMNS].reshape(-1, 3).T, np.float32)
    light = rank.sum(0)
    paper = _medians(rank[:, light >= _medians(light)])
    off = ((rank - paper[:, None]) ** 2).sum(0)
    place = int(_FARTHEST * len(off))
    return paper, _medians(rank[:, off >= np.partition(off, place)[place]])


def _medians(rows: Floats) -> Floats:
    """The median of each row. `np.median` takes three times as long, because it also looks for values that are no
    numbers."""
    high = rows.shape[-1] // 2
    low = high if rows.shape[-1] % 2 else high - 1
    ordered = np.partition(rows, (low, high), axis=-1)
    return np.asarray((ordered[..., low] + ordered[..., high]) / 2, np.float32)


def _colored(colors: Floats, paper: Floats, ink: Floats) -> float:
    """The fraction of the pixels that cannot be explained by any mixture of paper and ink, in light or shade."""
    bright = float(np.linalg.norm(paper)) + 1e-3
    axes = [paper / bright]
    rest = ink - axes[0] * (ink @ axes[0])
    chroma = float(np.linalg.norm(rest)) / bright
    if chroma > COLORED:  # black ink is dark paper
        axes.append(rest / np.linalg.norm(rest))
    shares = [colors @ axis for axis in axes]
    off = colors - sum(np.outer(share, axis) for share, axis in zip(shares, axes, strict=True))
    odd = np.linalg.norm(off, axis=1) > COLORED * bright
    if chroma > COLORED:
        odd |= (shares[1] < -OPPOSITE * shares[0]) & (shares[0] > DARK * bright)
    if chroma > BRIGHT_INK:
        odd |= np.linalg.norm(colors, axis=1) < DARK * bright
    return float(odd.mean())


def _neither(colors: Floats, paper: Floats, ink: Floats) -> float:
    """The fraction of the pixels that are neither paper nor ink."""
    apart = ink - paper
    shares = (colors - paper) @ apart / max(1.0, float(apart @ apart))
    aside = np.linalg.norm(colors - paper - np.outer(shares, apart), axis=1)
    return float((((shares > PAPER) & (shares < INK)) | (aside > ASIDE * np.linalg.norm(paper))).mean())
