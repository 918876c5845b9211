"""Practice as values: what is told of a pretend hand, what was found in it, and how good that is. No Qt, no hands."""

import msgspec

from engine.cards import Card

STARS = 5
SHARES = (1.0, 1.25, 1.6, 2.2)
"""Up to how many times the perfect operator's taps five, four, three and two stars are given."""
WRONG_COSTS = 2
"""Stars that a hand loses that ended wrong: taps are nothing beside that."""
SLOW_MS = 3_000
"""A tap this long after the chips is late; as live_table facts ask, half come within 1.5 s."""


class Happening(msgspec.Struct, frozen=True):
    """What a player or the dealer does, by its name in `words.practice.acts`."""

    kind: str
    seat: int = 0
    chips: int = 0
    cards: tuple[Card, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """What the trainee is told: what happens `now`, what was just `before`, and how far it is. With `step` the trainee
    asks for what is next. `trouble` stands in the way: `ended-early`, `past`, or why a hand cannot be played."""

    now: Happening | None = None
    before: Happening | None = None
    hand: int = 0
    hands: int = 0
    taps: int = 0
    step: bool = False
    trouble: str = ""


class Remark(msgspec.Struct, frozen=True):
    """One thing to do better, by its name in `words.practice.remarks`."""

    kind: str
    seat: int = 0
    chips: int = 0
    other: int = 0
    count: int = 0
    street: str = ""
    card: Card | None = None


class Review(msgspec.Struct, frozen=True):
    """What was found in one hand. `wrong` is what the screen has otherwise than it was, `better` what cost taps."""

    hand: int
    taps: int
    best: int
    wrong: tuple[Remark, ...] = ()
    better: tuple[Remark, ...] = ()
    repairs: int = 0
    lag_ms: int | None = None
    """Half of the taps came within this time after their chips; None where none went in."""


def stars(review: Review) -> int:
    """From 5 for what a perfect operator does to none."""
    found = next((STARS - place for place, share in enumerate(SHARES) if review.taps <= share * review.best), 1)
    return max(0, found - WRONG_COSTS * bool(review.wrong))


def all_stars(reviews: tuple[Review, ...]) -> int:
    """Of all hands, rounded down: full marks are for a perfect practice alone."""
    return sum(map(stars, reviews)) // len(reviews) if reviews else 0


def lag_of(reviews: tuple[Review, ...]) -> int | None:
    """The hands' own times from chips to tap, the middle one."""
    from statistics import median  # noqa: PLC0415  fractions and decimals: no real table waits for them

    lags = [review.lag_ms for review in reviews if review.lag_ms is not None]
    return round(median(lags)) if lags else None
