"""A room's own deck, learned from one look at each of its cards: then odd letters and odd suits are read as well.

The file keeps what was seen, upright crops of each card's indices, and not what the net made of it: another net reads
an old file anew. Each crop is varied in light, sharpness and frame; what the teller's features make of all of these is
what a new index is compared with.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from engine.cards import DECK, RANKS, SUITS, Card
from hardware.decks.files import write_whole
from hardware.recognise.classifier import Scores, score
from hardware.recognise.crops import HEIGHT, WIDTH
from hardware.recognise.errors import LearnedRefused
from hardware.recognise.weights import Floats, classifier

Pixels = npt.NDArray[np.uint8]

VERSION = 1
AUGMENTED = 11
"""Pictures that are made of each crop, besides itself."""
SHARP = 14.0
"""How fast a chance falls with the square of the distance, which is in spreads of one card's varied pictures."""
FAR = 1.1
"""What is so far from every card is as likely none of them."""
KNOWN = 0.5
"""A card whose own crops the net reads with this chance, it knows; of the others it is not asked."""
MAX_NET_ODDS = 10.0
"""The odds that the net can add at most: it is sure of letters that look like no card of this deck, too."""
_RANK_OF = [RANKS.index(card.rank) for card in DECK]
_SUIT_OF = [SUITS.index(card.suit) for card in DECK]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    name: str
    cards: dict[Card, list[bytes]]
    """Each crop as PNG."""


@dataclass(frozen=True)
class LearnedDeck:
    """A deck's name and crops of its cards' indices. Those cards that are missing are never read."""

    name: str
    crops: Mapping[Card, Sequence[Pixels]]

    def chances(self, scores: Scores) -> Floats:
        """For each crop the chances of the cards of `DECK`, by its look and by what the net says.

        Both have a say where the net knows the card; what scores like no card of this deck is hardly one for the net.
        """
        by_features = np.zeros((len(scores.ranks), len(DECK)), np.float32)
        by_features[:, self._faces.owners] = self._faces.chances(scores.features)
        odds = _odds(by_features) * np.where(self._faces.known, np.minimum(_odds(_by_net(scores)), MAX_NET_ODDS), 1.0)
        return np.asarray(odds / (1 + odds), np.float32)

    def nearest(self, crops: Sequence[Pixels]) -> list[tuple[Card, float]]:
        """The learned card that each crop scores most like, and the chance, whatever the net says."""
        chances = self._faces.chances(score(crops, classifier()).features)
        return [(DECK[self._faces.owners[int(each.argmax())]], float(each.max())) for each in chances]

    @cached_property
    def _faces(self) -> "_Faces":
        return _Faces.of(self.crops)


@dataclass(frozen=True)
class _Faces:
    """The features of the varied crops, in a space where one card spreads alike in every direction."""

    owners: list[int]
    known: npt.NDArray[np.bool_]
    whitening: Floats
    points: Floats
    begins: list[int]

    @classmethod
    def of(cls, crops: Mapping[Card, Sequence[Pixels]]) -> "_Faces":
        dice = np.random.default_rng(len(DECK))
        owners = [number for number, card in enumerate(DECK) if crops.get(card)]
        parts = [_scores([v for crop in crops[DECK[number]] for v in augmented(crop, dice)]) for number in owners]
        known = np.zeros(len(DECK), bool)
        known[owners] = [_by_net(part)[:, number].mean() >= KNOWN for number, part in zip(owners, parts, strict=True)]
        spread = np.concatenate([part.features - part.features.mean(axis=0) for part in parts])
        features = np.concatenate([part.features for part in parts])
        whitening = _whitening(spread, features)
        begins = np.cumsum([0, *(len(part.features) for part in parts)])[:-1].tolist()
        return cls(owners, known, whitening, np.asarray(features @ whitening, np.float32), begins)

    def chances(self, features: Floats) -> Floats:
        """For each crop the chance of each learned card, by its nearest look; what is left is nothing's."""
        seen = features @ self.whitening
        squares = (seen**2).sum(1)[:, None] + (self.points**2).sum(1)[None] - 2 * seen @ self.points.T
        nearest = np.minimum.reduceat(np.maximum(squares, 0), self.begins, axis=1) / features.shape[1]
        likely = np.exp(-SHARP * np.minimum(nearest, 4.0))
        return np.asarray(likely / (likely.sum(axis=1, keepdims=True) + np.exp(-SHARP * FAR**2)), np.float32)


def _scores(crops: Sequence[Pixels]) -> Scores:
    scores = score(crops, classifier())
    if not scores.features.shape[1]:
        raise LearnedRefused("the weights that are installed tell no features: no deck can be learned with them")
    return scores


def _whitening(spread: Floats, features: Floats) -> Floats:
    """Turns and stretches the features' space until one card spreads by one in every direction.

    Some of what all cards spread is added: few pictures do not know every direction.
    """
    own, every = np.cov(spread.T), np.trace(np.cov(features.T)) / features.shape[1]
    return np.asarray(np.linalg.inv(np.linalg.cholesky(own + 1e-3 * every * np.eye(len(own)))).T, np.float32)


def _by_net(scores: Scores) -> Floats:
    return np.asarray(scores.ranks[:, _RANK_OF] * scores.suits[:, _SUIT_OF], np.float32)


def _odds(chances: Floats) -> Floats:
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return np.asarray(sure / (1 - sure), np.float32)


def augmented(crop: Pixels, dice: np.random.Generator) -> list[Pixels]:
    """The crop, and how it may look on another day: framed otherwise, softer, grainier, in other light."""
    return [crop, *(_augmented(crop, dice) for _ in range(AUGMENTED))]


def _augmented(crop: Pixels, dice: np.random.Generator) -> Pixels:
    turn = cv2.getRotationMatrix2D(((WIDTH - 1) / 2, (HEIGHT - 1) / 2), dice.normal(0, 5), np.exp(dice.normal(0, 0.09)))
    turn[:, 2] = turn[:, 2] + dice.normal(0, 1.8, 2)
    seen = cv2.warpAffine(crop, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    if dice.random() < 0.6:
        seen = cv2.GaussianBlur(seen, (0, 0), dice.uniform(0.3, 1.6))
    lit = seen * dice.uniform(0.6, 1.2) + dice.normal(0, dice.uniform(0, 6), seen.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def save_learned(path: Path, learned: LearnedDeck) -> None:
    """In one step that a power cut cannot tear. Raises `OSError`."""
    cards = {card: [_png(crop) for crop in crops] for card, crops in learned.crops.items()}
    write_whole(path, msgspec.json.encode(_File(VERSION, learned.name, cards)))


def load_learned(path: Path, whole: bool = True) -> LearnedDeck:
    """Raises `LearnedRefused`; where it must be `whole`, also for a card that is missing."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_File)
    except OSError as error:
        raise LearnedRefused(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise LearnedRefused(f"{path} is no learned deck: {error}") from error
    if file.version != VERSION:
        raise LearnedRefused(f"{path} is of version {file.version}; this program knows version {VERSION}")
    missing = [str(card) for card in DECK if not file.cards.get(card)]
    if whole and missing:
        raise LearnedRefused(f"{path} is no whole deck: {', '.join(missing)} missing")
    return LearnedDeck(file.name, {card: [_crop(data, path) for data in crops] for card, crops in file.cards.items()})


def _png(crop: Pixels) -> bytes:
    done, data = cv2.imencode(".png", crop)
    assert done
    return data.tobytes()


def _crop(data: bytes, path: Path) -> Pixels:
    crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if crop is None or crop.shape != (HEIGHT, WIDTH, 3):
        raise LearnedRefused(f"{path} is no learned deck: it holds a picture of no index")
    return np.asarray(crop, np.uint8)
