"""Makes a structure for a number of players, a length in hours, and the chips that a room has."""

from collections.abc import Iterator
from math import log

import msgspec

from engine.bad_input import BadInput, check_range
from engine.tournament.levels.structure import MOST_CHIPS, MOST_ENTRIES, Break, Level, Minutes, Structure, check_minutes
from kiosk.structures.draft import no_longer_needed

MOST_PLAYERS = 100_000
MOST_HOURS = 48
LEAST_RISE, BEST_RISE, MOST_RISE = 1.4, 1.5, 1.85
"""The lowest, best and highest average factor by which the blinds rise from one level to the next."""
LEAST_STEP, MOST_STEP = 1.25, 2.0
"""The smallest and largest factor by which the blinds may rise from one level to the next: 20 is followed by 25, 30 or
40."""
DEEP = 200
"""The starting stack, in big blinds of the first level."""
SHALLOW = 20
"""All chips in play, in big blinds of the last level. Two or three players are left by then."""
MINUTES = (3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 120)
"""The level lengths, in minutes, to choose from if the request does not name one."""
BETWEEN_BREAKS = 100
"""The minutes of play between two breaks, rounded to whole levels."""
BREAK_MINUTES = 10
ROUND = sorted({digits * 10**zeros // 10 for zeros in range(13) for digits in (10, 15, 20, 25, 30, 40, 50, 60, 80)})
"""The round amounts that blinds can have. The first four multiples of the smallest chip are also allowed."""
ODD = 0.15
"""The penalty, on a logarithmic scale, for a blind that is not a multiple of the largest chip that does not exceed
it."""


class StructureRequest(msgspec.Struct, frozen=True):
    """A director's request for a structure. If `stack` or `minutes` is 0, the program chooses it. With `ante`, the big
    blind pays an ante after the first quarter of the levels."""

    name: str
    players: int
    hours: float
    chips: tuple[int, ...]
    stack: int = 0
    minutes: Minutes = 0
    ante: bool = True


def make_structure(wish: StructureRequest) -> Structure:
    """The structure for a request; the same request always gives the same one. Raises `BadInput` if it cannot be
    met."""
    check_range("players", wish.players, 2, MOST_PLAYERS)
    check_range("hours", wish.hours, 1, MOST_HOURS)
    chips = sorted(set(wish.chips))
    if not chips or chips[0] < 1:
        raise BadInput("denominations-unlike")
    stack = wish.stack or 2 * DEEP * chips[0]
    check_range("stack", stack, 2 * chips[0], MOST_CHIPS // wish.players)
    first = max(_payable(chips[0], chips[0], stack / (2 * DEEP)), default=chips[0])
    rise_in_all = max(wish.players * stack / (2 * SHALLOW * first), 1.0)
    minutes, count = _levels(wish, rise_in_all)
    smalls = _rising(first, _rise(rise_in_all, count), count, tuple(chips))
    chips = chips[len(no_longer_needed(chips, [stack, *smalls])) :]
    return Structure(wish.name, stack, tuple(chips), tuple(_entries(smalls, minutes, chips, wish.ante)))


def _levels(wish: StructureRequest, rise_in_all: float) -> tuple[Minutes, int]:
    """The length of a level in minutes, and the number of levels: fewer if the blinds would hardly rise otherwise."""
    if wish.minutes:
        check_minutes(wish.minutes)
    choices = [(minutes, _count(wish.hours, minutes)) for minutes in ([wish.minutes] if wish.minutes else MINUTES)]
    minutes, count = min(choices, key=lambda one: (abs(log(_rise(rise_in_all, one[1]) / BEST_RISE)), -one[0]))
    if _rise(rise_in_all, count) > MOST_RISE:
        raise BadInput("blinds-too-steep", minutes=str(minutes))
    return minutes, min(count, 1 + int(log(rise_in_all) / log(LEAST_RISE)))


def _rise(rise_in_all: float, count: int) -> float:
    return float(rise_in_all ** (1 / max(count - 1, 1)))


def _count(hours: float, minutes: Minutes) -> int:
    """The number of levels of this length, with the breaks between them, that the time allows."""
    every = _between_breaks(minutes)
    count = 1
    while count < MOST_ENTRIES // 2 and (count + 1) * minutes + count // every * BREAK_MINUTES <= hours * 60:
        count += 1
    return count


def _between_breaks(minutes: Minutes) -> int:
    return max(1, round(BETWEEN_BREAKS / minutes))


def _rising(first: int, rise: float, count: int, chips: tuple[int, ...]) -> list[int]:
    """The small blinds. Each is the payable amount closest to an even rise, within the limits for a single step. If the
    chips can pay only a few round amounts, the last blind is reached after fewer levels."""
    smalls, last = [first], first * rise ** (count - 1)
    for number in range(1, count):
        if smalls[-1] * LEAST_STEP > last:
            break
        wish = first * rise**number
        able = _payable(chips[0], smalls[-1] * LEAST_STEP, smalls[-1] * MOST_STEP)
        smalls.append(min(able, key=lambda small: (abs(log(small / wish)) + _odd(small, chips), small)))
    return smalls


def _odd(small: int, chips: tuple[int, ...]) -> float:
    return ODD if small % max(chip for chip in chips if chip <= small) else 0.0


def _payable(chip: int, least: float, most: float) -> list[int]:
    """The amounts within the limits that the chip can pay: round amounts and the first four multiples of the chip or,
    if there are none, round multiples of the chip."""
    every = {*ROUND, *(chip * times for times in (1, 2, 3, 4))}
    fit = [amount for amount in every if least <= amount <= most and amount % chip == 0]
    return fit or [chip * times for times in ROUND if least <= chip * times <= most]


def _entries(smalls: list[int], minutes: Minutes, chips: list[int], ante: bool) -> Iterator[Level | Break]:
    """The levels with their antes, and the breaks. Each break colors up the chips that no later level needs."""
    from_level, every = max(1, len(smalls) // 4), _between_breaks(minutes)
    for number, small in enumerate(smalls):
        if number and number % every == 0:
            gone = no_longer_needed(chips, smalls[number:])
            chips = chips[len(gone) :]
            yield Break(BREAK_MINUTES, tuple(gone), "Break")
        name = f"Level {number + 1}"
        if ante and number >= from_level:
            yield Level(small, 2 * small, minutes, 2 * small, "big-blind", name)
        else:
            yield Level(small, 2 * small, minutes, name=name)
