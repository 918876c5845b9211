"""A second witness for the suit: the color of its ink. Hearts and diamonds have any ink except black, and spades and
clubs have any ink except red. The paper shows the color of the light.

It decides only between the suits of an index that the net is not sure of.
"""

from collections.abc import Sequence

import numpy as np

from engine.cards import RANKS, SUITS
from hardware.pictures import Floats, Pixels
from hardware.recognition.court_picture import paper_and_ink
from hardware.recognition.detector import IndexCandidate

LEAST_RANK, SURE = 0.5, 0.98
"""An index is judged if its rank is at least so probable, and its suit is less probable than `SURE`."""
LEAST_LEFT = 0.25
"""If the net gives less than this to the suits that the ink allows, the index stays unread."""
_MIN_INK = 0.25
"""The smallest share of light that ink takes away, in the channel in which it takes away most."""
_BLACK = 0.8
"""Black ink takes away at least this share of its most in every channel."""
_LEAST_RED, _LEAST_GREEN = 0.35, 0.6
"""Red ink takes away at most the first share of red, and at least the second of green."""
Suits = np.typing.NDArray[np.bool_]
"""Whether each suit is one of them."""
_NONE, _IS_RED = np.zeros(len(SUITS), np.bool_), np.array([suit in "dh" for suit in SUITS])


class InkWitness:
    """Judges the indices of one picture."""

    def __init__(self, pixels: Pixels) -> None:
        self._pixels = pixels
        self._excluded: dict[IndexCandidate, Suits] = {}

    def limited(self, spots: Sequence[IndexCandidate], ranks: Floats, suits: Floats) -> Floats:
        """The probabilities of the suits, without those that the ink excludes. There is a row for each index."""
        of_rank, of_suit = ranks[:, : len(RANKS)].max(1), suits[:, : len(SUITS)].max(1)
        rows = suits.copy()
        for place in np.flatnonzero((of_rank >= LEAST_RANK) & (of_suit < SURE)).tolist():
            rows[place] = self.of(spots[place], rows[place])
        return rows

    def of(self, spot: IndexCandidate, suits: Floats) -> Floats:
        """The same for one index, however sure the net is of it."""
        if spot not in self._excluded:
            self._excluded[spot] = excluded(*paper_and_ink(self._pixels, spot))
        out = self._excluded[spot]
        if not out.any():
            return suits
        whole = suits[: len(SUITS)]
        kept = np.where(out, 0, whole)
        left, every = float(kept.sum()), float(whole.sum())
        limited = suits.copy()
        limited[: len(SUITS)] = kept * (every / left) if left >= LEAST_LEFT else kept
        return limited


def excluded(paper: Floats, ink: Floats) -> Suits:
    """The suits that cannot have an ink of this color. Both colors are BGR."""
    taken = 1 - ink / np.maximum(paper, 1)
    most = float(taken.max())
    if most < _MIN_INK:
        return _NONE
    _, green, red = (taken / most).tolist()
    if float(taken.min()) >= _BLACK * most:
        return _IS_RED
    if red <= _LEAST_RED and green >= _LEAST_GREEN:
        return ~_IS_RED
    return _NONE
