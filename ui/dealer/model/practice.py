"""The values of practice mode: the narration of a hand, its review, and the stars. Uses no Qt."""

import msgspec

from engine.cards import Card

STARS = 5
SHARES = (1.0, 1.25, 1.6, 2.2)
"""The limits for five, four, three and two stars, as multiples of the fewest taps."""
WRONG_COSTS = 2
"""How many stars a hand loses if it ended incorrectly on the screen."""
SLOW_MS = 3_000
"""A tap that comes this long after the chips moved is late. At live tables, half of the taps come within 1.5 s."""


COACH = ("folds", "card", "over", "mistake")
"""The coach marks of the first hands, in the order in which they usually come."""


class NarratedAct(msgspec.Struct, frozen=True):
    """One narrated event; `kind` is its name in `words.practice.acts`."""

    kind: str
    seat: int = 0
    chips: int = 0
    cards: tuple[Card, ...] = ()


class Narration(msgspec.Struct, frozen=True):
    """The trainee's view: the event `now`, the one `before`, and the progress. With `step`, a button leads to the next
    event. `trouble` is what blocks practice: `ended-early`, `past`, or why a hand cannot be played."""

    now: NarratedAct | None = None
    before: NarratedAct | None = None
    hand: int = 0
    hands: int = 0
    taps: int = 0
    step: bool = False
    trouble: str = ""
    coach: str = ""
    """The coach mark that is shown, one of `COACH`; `coached` counts those shown so far."""
    coached: int = 0


class Remark(msgspec.Struct, frozen=True):
    """One suggestion for improvement; `kind` is its name in `words.practice.remarks`."""

    kind: str
    seat: int = 0
    chips: int = 0
    other: int = 0
    count: int = 0
    street: str = ""
    card: Card | None = None


class Review(msgspec.Struct, frozen=True):
    """The review of one hand. `wrong` lists differences from what happened, and `better` lists what cost extra taps."""

    hand: int
    taps: int
    best: int
    wrong: tuple[Remark, ...] = ()
    better: tuple[Remark, ...] = ()
    repairs: int = 0
    lag_ms: int | None = None
    """The median delay between moved chips and the tap that records them; None if no chips were moved."""


def stars(review: Review) -> int:
    """The stars for a number of taps: 5 for the fewest, down to 0."""
    found = next((STARS - place for place, share in enumerate(SHARES) if review.taps <= share * review.best), 1)
    return max(0, found - WRONG_COSTS * bool(review.wrong))


def all_stars(reviews: tuple[Review, ...]) -> int:
    """The mean over all hands, rounded down: five stars mean every hand was perfect."""
    return sum(map(stars, reviews)) // len(reviews) if reviews else 0


def lag_of(reviews: tuple[Review, ...]) -> int | None:
    """The median delay between moved chips and the tap that records them, over all hands, in milliseconds."""
    from statistics import median  # noqa: PLC0415  it loads fractions and decimal, which no real table needs

    lags = [review.lag_ms for review in reviews if review.lag_ms is not None]
    return round(median(lags)) if lags else None
