"""Decides when viewers may see a record from a table. Pure; times are the service's own, in milliseconds.

A record waits for every delay that was in force at any moment since it arrived. So a shorter delay never reveals hands
that were played under a longer one too early, and a longer delay also applies to records that are still waiting. A hand
is shown at the pace at which it was played.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
HAND_MINUTES = 3
"""The number of minutes to wait in place of each hand that can never be played because its table is closed."""


class Delay(NamedTuple):
    """A delay in minutes and in hands. A hand is shown only after that many later hands have begun."""

    minutes: int = 0
    hands: int = 0


class Term(NamedTuple):
    """A delay, in force from this moment until the next term."""

    since_ms: int
    delay: Delay


class Arrived(NamedTuple):
    """When a record from a table arrived (`not_before_ms` if that is an estimate), and the number of its hand (0 before
    the first hand)."""

    at_ms: int
    not_before_ms: int
    hand: int


def in_force(terms: Sequence[Term], since_ms: int) -> Delay:
    """The highest number of minutes and the highest number of hands among all delays that have been in force at any
    time since then."""
    ends = [*[term.since_ms for term in terms[1:]], None]
    held = [term.delay for term, end in zip(terms, ends, strict=True) if end is None or end >= since_ms]
    return Delay(max((one.minutes for one in held), default=0), max((one.hands for one in held), default=0))


def seen_at_ms(one: Arrived, delay: Delay, begun: Mapping[int, int], closed: bool) -> int | None:
    """When a record may be shown, or None while that is unknown. `begun` says when each hand began at the table.
    `closed` says whether the table is closed for good."""
    by_time = one.at_ms + delay.minutes * MINUTE_MS
    if not delay.hands:
        return by_time
    if (later := begun.get(one.hand + delay.hands)) is not None:
        into_hand = one.at_ms - begun.get(one.hand, one.at_ms)
        return max(by_time, later + into_hand)
    return max(by_time, one.at_ms + delay.hands * HAND_MINUTES * MINUTE_MS) if closed else None
