"""Which card an index is of: upright crops to chances of ranks and suits."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import DECK, RANKS, SUITS, Card
from hardware.recognise.crops import MARGIN, TALL, cut
from hardware.recognise.find import Spot
from hardware.recognise.weights import Floats, Net, prepared

Pixels = npt.NDArray[np.uint8]

HEIGHTS = (0.85, 1.1)
"""The finder mistakes the height of an index by a fifth now and then; framed anew a doubtful one may be plain."""
DOUBTFUL = (0.2, 0.98)
"""Chances: what is less likely is no card, what is likelier needs no second opinion."""
MOST_DOUBTFUL = 6
"""In one picture: a pattern is full of them."""

_MIRRORED = len(RANKS) + 1  # the teller's ranks end with "none" and "mirrored"


@dataclass(frozen=True, slots=True)
class Read:
    """The likeliest card at a spot, how likely, and how likely it is that the index is seen in a mirror."""

    spot: Spot
    card: Card
    chance: float
    mirrored: float


class Looks(NamedTuple):
    """What the teller makes of crops: chances of ranks and suits, and the features that it has both from."""

    ranks: Floats
    suits: Floats
    features: Floats
    """Each of length one: how bright a picture is must not tell."""


class OwnDeck(Protocol):
    """Knows the faces of one deck."""

    def chances(self, looks: Looks) -> Floats:
        """For each crop the chances of the cards of `DECK`."""


def tell(picture: Pixels, spots: Sequence[Spot], net: Net, deck: OwnDeck | None = None) -> list[Read]:
    """What is read at each spot, in their order; of a deck that is known better than others where one is given."""
    if not spots:
        return []
    looks = look(crops(picture, spots), net)
    if deck is None:
        return _second_opinions(picture, told(spots, looks.ranks, looks.suits), looks, net)
    return [_of_deck(*each) for each in zip(spots, deck.chances(looks), looks.ranks, strict=True)]


def _second_opinions(picture: Pixels, reads: list[Read], looks: Looks, net: Net) -> list[Read]:
    """The doubtful ones by what they are at every height: as likely as all of these together have it."""
    least, most = DOUBTFUL
    plain = {read.card for read in reads if read.chance >= most}  # its other corner needs no help
    doubtful = [n for n, read in enumerate(reads) if least < read.chance < most and read.card not in plain]
    doubtful = sorted(doubtful, key=lambda number: -reads[number].chance)[:MOST_DOUBTFUL]
    if not doubtful:
        return reads
    spots = [reads[number].spot for number in doubtful]
    framed = [replace(spot, tall=spot.tall * height) for height in HEIGHTS for spot in spots]
    again = look(crops(picture, framed), net)
    ranks, suits = (
        _agreed(np.stack([first[doubtful], *np.split(more, len(HEIGHTS))]))
        for first, more in ((looks.ranks, again.ranks), (looks.suits, again.suits))
    )
    by = dict(zip(doubtful, told(spots, ranks, suits), strict=True))
    return [by.get(number, read) for number, read in enumerate(reads)]


def _agreed(chances: Floats) -> Floats:
    """The geometric mean over the first axis: one that says no weighs more than one that says yes."""
    mean = np.exp(np.log(np.maximum(chances, 1e-4)).mean(axis=0))
    return np.asarray(mean / mean.sum(axis=1, keepdims=True), np.float32)


def told(spots: Sequence[Spot], ranks: Floats, suits: Floats) -> list[Read]:
    """The likeliest card at each spot."""
    return [_likeliest(*each) for each in zip(spots, ranks, suits, strict=True)]


def look(crops: Sequence[Pixels], net: Net) -> Looks:
    """What the net says of upright crops."""
    ranks, suits, *more = net.run(prepared(crops))
    features = more[0] if more else np.zeros((len(crops), 0), np.float32)
    lengths = np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)
    return Looks(_chances(ranks), _chances(suits), np.asarray(features / lengths, np.float32))


def crops(picture: Pixels, spots: Sequence[Spot]) -> list[Pixels]:
    """Each spot upright, from a picture small enough for it."""
    halves = _halves(picture, max(spot.tall for spot in spots))
    return [_crop(halves, spot) for spot in spots]


def _halves(picture: Pixels, tallest: float) -> list[Pixels]:
    """The picture, its half, its quarter and so on, as far as the largest index wants: crops lose no pixels."""
    halves = [picture]
    while tallest * MARGIN / TALL > 1.7 and min(halves[-1].shape[:2]) > 64:
        small = cv2.resize(halves[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        halves.append(np.asarray(small, np.uint8))
        tallest /= 2
    return halves


def _crop(halves: list[Pixels], spot: Spot) -> Pixels:
    x, y, tall, level = spot.x, spot.y, spot.tall, 0
    while tall * MARGIN / TALL > 1.7 and level + 1 < len(halves):
        x, y, tall, level = (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, tall / 2, level + 1
    return cut(halves[level], (x, y), (spot.up_x, spot.up_y), tall)


def _chances(logits: Floats) -> Floats:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def _likeliest(spot: Spot, ranks: Floats, suits: Floats) -> Read:
    rank, suit = int(ranks[: len(RANKS)].argmax()), int(suits[: len(SUITS)].argmax())
    card = Card(RANKS[rank] + SUITS[suit])
    return Read(spot, card, float(ranks[rank] * suits[suit]), float(ranks[_MIRRORED]))


def _of_deck(spot: Spot, chances: Floats, ranks: Floats) -> Read:
    best = int(chances.argmax())
    chance = float(chances[best])
    return Read(spot, DECK[best], chance, float(ranks[_MIRRORED]) * (1 - chance))
