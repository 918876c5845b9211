"""A room's own deck, learned from one picture of each card, for unusual letters and suits. The file stores upright
crops of the indices, not features, so that it works with newer nets. Each crop is augmented in light, sharpness and
framing. A new index is compared with the classifier features of all these crops."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import msgspec
import numpy as np
import numpy.typing as npt

from engine.bad_input import not_json, unfit, why_unread
from engine.cards import DECK, RANKS, SUITS, Card
from engine.decoders import json_decoded
from engine.message import message
from hardware.pictures import Floats, Pixels
from hardware.recognition.classifier import IndexReading, Scores, score
from hardware.recognition.crops import HEIGHT, WIDTH
from hardware.recognition.errors import LearnedRefused
from hardware.recognition.weights import classifier

VERSION = 1
AUGMENTED = 11
SHARP = 14.0
"""How fast the probability falls with the squared distance, which is measured in spreads of one card's augmented
crops."""
FAR = 1.1
"""At this distance from a card, the crop is equally likely to be that card and to be no card at all."""
KNOWN = 0.5
"""The mean probability of a card's own crops above which the net knows the card's face."""
CONFUSED = 0.05
"""The mean probability of a card, for the crops of a face that the net does not know, above which the net confuses
them."""
MAX_NET_ODDS = 10.0
SURE = 0.9
"""The probability from which on the net's reading of another card speaks against a face that it does not know."""
UNLIKE = 0.01
"""Added to the probabilities by features that are compared. It keeps a crop that is unlike both faces from counting."""
_RANK_OF = [RANKS.index(card.rank) for card in DECK]
_SUIT_OF = [SUITS.index(card.suit) for card in DECK]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    name: str
    cards: dict[Card, list[bytes]]


@dataclass(frozen=True)
class LearnedDeck:
    """A deck's name and crops of its cards' indices. Cards without crops are never read."""

    name: str
    crops: Mapping[Card, Sequence[Pixels]]

    def corrected(self, reads: Sequence[IndexReading], scores: Scores) -> list[IndexReading]:
        """The net's readings, except of faces that it does not know and of cards that it confuses them with. Only the
        features tell those apart. If all faces are known, the net's readings are returned as they are."""
        return [
            self._faces.corrected(read, chances)
            for read, chances in zip(reads, self._faces.of_deck(scores.features), strict=True)
        ]

    def prepare(self) -> None:
        """Compute the features now, not with the first picture. This takes seconds."""
        _ = self._faces

    def nearest(self, crops: Sequence[Pixels]) -> list[tuple[Card, float]]:
        """The most similar learned card for each crop, and its probability, based only on the features."""
        chances = self._faces.chances(score(crops, classifier()).features)
        return [(DECK[self._faces.owners[int(each.argmax())]], float(each.max())) for each in chances]

    @cached_property
    def _faces(self) -> "_Faces":
        return _Faces.of(self.crops)


@dataclass(frozen=True)
class _Faces:
    """The whitened features of the augmented crops, so that one card has the same spread in every direction.

    `unknown` are the faces that the net does not know, and `confused` the cards that it takes them for. Both are in the
    order of `DECK`."""

    owners: list[int]
    unknown: npt.NDArray[np.bool_]
    confused: npt.NDArray[np.bool_]
    whitening: Floats
    points: Floats
    begins: list[int]

    @classmethod
    def of(cls, crops: Mapping[Card, Sequence[Pixels]]) -> "_Faces":
        dice = np.random.default_rng(len(DECK))
        owners = [number for number, card in enumerate(DECK) if crops.get(card)]
        parts = [_scores([v for crop in crops[DECK[number]] for v in augmented(crop, dice)]) for number in owners]
        by_net = {number: _by_net(part).mean(axis=0) for number, part in zip(owners, parts, strict=True)}
        unknown = np.array([number not in by_net or by_net[number][number] < KNOWN for number in range(len(DECK))])
        taken_for = [by_net[number] > CONFUSED for number in owners if unknown[number]]
        spread = np.concatenate([part.features - part.features.mean(axis=0) for part in parts])
        features = np.concatenate([part.features for part in parts])
        whitening = _whitening(spread, features)
        begins = np.cumsum([0, *(len(part.features) for part in parts)])[:-1].tolist()
        confused = np.logical_or.reduce([np.zeros(len(DECK), bool), *taken_for])
        return cls(owners, unknown, confused, whitening, np.asarray(features @ whitening, np.float32), begins)

    def corrected(self, read: IndexReading, chances: Floats) -> IndexReading:
        """The reading of one crop, of which the features give these probabilities of the cards of `DECK`."""
        number = DECK.index(read.card)
        best = int((chances * self.unknown).argmax())
        face = float(chances[best] * self.unknown[best])
        alike = float(chances[number])
        if self.unknown[number]:
            by_net = 0.0
        elif self.confused[number]:  # the net is just as certain of a face that it does not know
            by_net = max(alike, read.chance * alike / (alike + face + UNLIKE))
        else:
            by_net = max(read.chance, _both(read.chance, alike)) * (1 - face)
            if read.chance >= SURE:
                face *= 1 - read.chance
        if face <= by_net:
            return replace(read, chance=by_net)
        return IndexReading(read.spot, DECK[best], face, read.mirrored * (1 - face))

    def of_deck(self, features: Floats) -> Floats:
        """The probability of each card of `DECK`, with one row for each crop. Cards without crops have none."""
        every = np.zeros((len(features), len(DECK)), np.float32)
        every[:, self.owners] = self.chances(features)
        return every

    def chances(self, features: Floats) -> Floats:
        """The probability of each learned card, based on its nearest sample, with one row for each crop. The remainder,
        up to 1, is the probability of no card."""
        seen = features @ self.whitening
        squares = (seen**2).sum(1)[:, None] + (self.points**2).sum(1)[None] - 2 * seen @ self.points.T
        nearest = np.minimum.reduceat(np.maximum(squares, 0), self.begins, axis=1) / features.shape[1]
        likely = np.exp(-SHARP * np.minimum(nearest, 4.0))
        return np.asarray(likely / (likely.sum(axis=1, keepdims=True) + np.exp(-SHARP * FAR**2)), np.float32)


def _scores(crops: Sequence[Pixels]) -> Scores:
    scores = score(crops, classifier())
    if not scores.features.shape[1]:
        raise LearnedRefused("weights-cannot-learn")
    return scores


def _whitening(spread: Floats, features: Floats) -> Floats:
    """The whitening transform of the features. After it, the within-card covariance is the identity. It is regularized
    with part of the total covariance, because a few crops do not span every direction."""
    own, every = np.cov(spread.T), np.trace(np.cov(features.T)) / features.shape[1]
    return np.asarray(np.linalg.inv(np.linalg.cholesky(own + 1e-3 * every * np.eye(len(own)))).T, np.float32)


def _by_net(scores: Scores) -> Floats:
    return np.asarray(scores.ranks[:, _RANK_OF] * scores.suits[:, _SUIT_OF], np.float32)


def _both(by_net: float, by_features: float) -> float:
    """The probability if the net and the features agree. The odds of the net are limited to `MAX_NET_ODDS` to one."""
    one, other = (min(chance, 1 - 1e-6) for chance in (by_net, by_features))
    odds = min(one / (1 - one), MAX_NET_ODDS) * other / (1 - other)
    return odds / (1 + odds)


def augmented(crop: Pixels, dice: np.random.Generator) -> list[Pixels]:
    return [crop, *(_augmented(crop, dice) for _ in range(AUGMENTED))]


def _augmented(crop: Pixels, dice: np.random.Generator) -> Pixels:
    turn = cv2.getRotationMatrix2D(((WIDTH - 1) / 2, (HEIGHT - 1) / 2), dice.normal(0, 5), np.exp(dice.normal(0, 0.09)))
    turn[:, 2] = turn[:, 2] + dice.normal(0, 1.8, 2)
    seen = cv2.warpAffine(crop, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    if dice.random() < 0.6:
        seen = cv2.GaussianBlur(seen, (0, 0), dice.uniform(0.3, 1.6))
    lit = seen * dice.uniform(0.6, 1.2) + dice.normal(0, dice.uniform(0, 6), seen.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def learned_file(learned: LearnedDeck) -> bytes:
    cards = {card: [_png(crop) for crop in crops] for card, crops in learned.crops.items()}
    return msgspec.json.encode(_File(VERSION, learned.name, cards))


def load_learned(path: Path, whole: bool = True) -> LearnedDeck:
    """Load a registered deck. Raises `LearnedRefused`. With `whole`, a missing card also raises it."""
    try:
        file = json_decoded(path.read_bytes(), _File)
    except OSError as error:
        raise LearnedRefused("file-unreadable", path=str(path), error=why_unread(error)) from error
    except msgspec.ValidationError as error:
        raise LearnedRefused("no-learned-deck", path=str(path), why=unfit(error, _File)) from error
    except (ValueError, RecursionError) as error:
        raise LearnedRefused("no-learned-deck", path=str(path), why=not_json(error)) from error
    if file.version != VERSION:
        raise LearnedRefused("learned-version", path=str(path), found=str(file.version), known=str(VERSION))
    missing = [str(card) for card in DECK if not file.cards.get(card)]
    if whole and missing:
        raise LearnedRefused("learned-incomplete", path=str(path), cards=", ".join(missing))
    return LearnedDeck(file.name, {card: [_crop(data, path) for data in crops] for card, crops in file.cards.items()})


def _png(crop: Pixels) -> bytes:
    done, data = cv2.imencode(".png", crop)
    assert done
    return data.tobytes()


def _crop(data: bytes, path: Path) -> Pixels:
    crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if crop is None or crop.shape != (HEIGHT, WIDTH, 3):
        raise LearnedRefused("no-learned-deck", path=str(path), why=message("picture-no-index"))
    return np.asarray(crop, np.uint8)
