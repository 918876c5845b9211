"""How fast tables deal: hands per hour compared with the room, the pause between hands, and each dealer's hands.

Near the money a slow table is worth money to its players, which is why hand for hand exists. Before that, the hands
dealt at each table show whether the pace is fair. Times are wall-clock times in milliseconds; only times from the same
table are compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from statistics import median

import msgspec

WINDOW_MS = 30 * 60_000
REST_MS = 5 * 60_000
"""A pause between two hands that is longer than this is a break and is not attributed to the dealer."""
LEAST_HANDS = 4
"""The minimum number of hands needed to judge a table's pace."""
SLOW = 0.75
"""A table is slow below this fraction of the room's median pace. The number is our own, because the standards give
none."""


class TimedHand(msgspec.Struct, frozen=True, gc=False):
    """A hand that was dealt in record `mark`, and the dealer who dealt it. `acted_ms` is the time of its last action or
    card. `ended` is the record of its end; it is 0 while the hand is in play."""

    mark: int
    hand: int
    level: int
    dealer: str
    started_ms: int
    acted_ms: int = 0
    ended_ms: int = 0
    ended: int = 0


class Pace(msgspec.Struct, frozen=True, gc=False):
    """`hands` is the total (for a dealer, the total of the last half hour), and `at_level` is the number of hands at
    the room's level. `an_hour` is the rate in the last 30 minutes, and `pause_ms` is the median time from the last
    action to the next deal. Both are None if there are too few hands. `slow` is relative to the room; `behind` counts
    the hands behind the median table at this level."""

    hands: int
    at_level: int
    an_hour: float | None
    pause_ms: int | None
    slow: bool = False
    behind: int = 0


class RoomPace(msgspec.Struct, frozen=True, gc=False):
    """The median over the room's tables, the pace of each table by key and of each dealer by name, and the gap in hands
    between the fastest and the slowest table at this level."""

    an_hour: float | None
    pause_ms: int | None
    tables: dict[int, Pace]
    dealers: dict[str, Pace]
    spread: int


def room_pace(tables: Mapping[int, Sequence[TimedHand]], now: Mapping[int, int], level: int) -> RoomPace:
    """The pace of the tables in play at the room's current level, given each table's hands in order and the time `now`
    at that table."""
    each = {key: _pace(hands, now[key], level) for key, hands in tables.items()}
    rates = [one.an_hour for one in each.values() if one.an_hour is not None]
    pauses = [one.pause_ms for one in each.values() if one.pause_ms is not None]
    dealt = [one.at_level for one in each.values()]
    usual = median(rates) if rates else None
    middle = int(median(dealt)) if dealt else 0
    return RoomPace(
        an_hour=usual,
        pause_ms=int(median(pauses)) if pauses else None,
        tables={key: _against(one, usual, middle) for key, one in each.items()},
        dealers={name: _against(one, usual, 0) for name, one in _dealers(tables, now, level)},
        spread=max(dealt) - min(dealt) if dealt else 0,
    )


def near_money(players: int, paid: int) -> bool:
    """Whether the money is so near that a slow table is unfair. This is the case if the number of players still to go
    out before the money is at most a tenth of the places paid or at most five, whichever is more. This number is our
    own, because the standards do not give one."""
    return 0 < players - paid <= max(5, paid // 10)


def _dealers(
    tables: Mapping[int, Sequence[TimedHand]], now: Mapping[int, int], level: int
) -> Iterator[tuple[str, Pace]]:
    found: dict[str, list[Pace]] = {}
    for key, hands in tables.items():
        recent = _recent(hands, now[key])
        for name in {hand.dealer for hand in recent if hand.dealer}:
            found.setdefault(name, []).append(_pace(recent, now[key], level, name))
    for name in sorted(found):
        rates = [one.an_hour for one in found[name] if one.an_hour is not None]
        pauses = [one.pause_ms for one in found[name] if one.pause_ms is not None]
        dealt, at_level = sum(one.hands for one in found[name]), sum(one.at_level for one in found[name])
        yield name, Pace(dealt, at_level, median(rates) if rates else None, int(median(pauses)) if pauses else None)


def _recent(hands: Sequence[TimedHand], now_ms: int) -> list[TimedHand]:
    """The hands in the time window and the one before them, found without scanning the hands of the whole evening."""
    found: list[TimedHand] = []
    for hand in reversed(hands):
        found.append(hand)
        if hand.started_ms < now_ms - WINDOW_MS:
            break
    return found[::-1]


def _pace(hands: Sequence[TimedHand], now_ms: int, level: int, dealer: str = "") -> Pace:
    recent = _recent(hands, now_ms)
    cycles = list(_cycles(recent, now_ms - WINDOW_MS, dealer))
    pauses = [pause for _, pause in cycles]
    rate = None
    if len(cycles) >= LEAST_HANDS:
        last = recent[-1]
        open_ms = max(0, now_ms - last.started_ms) if not last.ended and dealer in ("", last.dealer) else 0
        took_ms = sum(length for length, _ in cycles)
        # A hand that lasts longer than usual counts against its table while it is still going on, not only once it is
        # over.
        took_ms += max(0, open_ms - took_ms // len(cycles))
        rate = round(len(cycles) * 3_600_000 / took_ms, 1) if took_ms else None
    here = takewhile(lambda one: one.level >= level, reversed(hands))
    return Pace(
        hands=sum(one.dealer == dealer for one in hands) if dealer else len(hands),
        at_level=sum(one.level == level and dealer in ("", one.dealer) for one in here),
        an_hour=rate,
        pause_ms=int(median(pauses)) if len(pauses) >= LEAST_HANDS else None,
    )


def _cycles(hands: Iterable[TimedHand], since_ms: int, dealer: str) -> Iterator[tuple[int, int]]:
    """The time from deal to deal, and the pause within that time, for each hand that was followed by another one."""
    for one, after in pairwise(hands):
        pause = after.started_ms - (one.acted_ms or one.started_ms)
        if after.started_ms >= since_ms and 0 <= pause <= REST_MS and dealer in ("", one.dealer):
            yield after.started_ms - one.started_ms, pause


def _against(one: Pace, usual: float | None, middle: int) -> Pace:
    slow = one.an_hour is not None and usual is not None and one.an_hour < SLOW * usual
    return msgspec.structs.replace(one, slow=slow, behind=max(0, middle - one.at_level))
