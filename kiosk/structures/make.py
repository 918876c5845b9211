"""Structures made to measure: for so many players, to last so long, paid with the chips that a room has."""

from collections.abc import Iterator
from math import log

import msgspec

from engine.bad_input import BadInput, check_range
from engine.tournament.levels.structure import MOST_CHIPS, MOST_ENTRIES, Break, Level, Minutes, Structure, check_minutes
from kiosk.structures.draft import no_longer_needed

MOST_PLAYERS = 100_000
MOST_HOURS = 48
LEAST_RISE, BEST_RISE, MOST_RISE = 1.4, 1.5, 1.85
"""How much the blinds rise from level to level, over all levels."""
LEAST_STEP, MOST_STEP = 1.25, 2.0
"""And from one to the next: after 20 come 25, 30 or 40."""
DEEP = 200
"""Big blinds of the first level in a stack."""
SHALLOW = 20
"""Big blinds of the last level among all players: two or three are left by then."""
MINUTES = (3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 120)
"""How long levels are made, unless that is said."""
BETWEEN_BREAKS = 100
"""Minutes of play, or a little less."""
BREAK_MINUTES = 10
ROUND = sorted({digits * 10**zeros // 10 for zeros in range(13) for digits in (10, 15, 20, 25, 30, 40, 50, 60, 80)})
"""What blinds are, beside the first multiples of the smallest chip."""
ODD = 0.15
"""How much further from the wish than a blind in large chips one in smaller chips seems to be."""


class Wish(msgspec.Struct, frozen=True):
    """What is wanted. A `stack` or `minutes` of 0 is chosen; `ante` is one of the big blind, from a quarter on."""

    name: str
    players: int
    hours: float
    chips: tuple[int, ...]
    stack: int = 0
    minutes: Minutes = 0
    ante: bool = True


def make_structure(wish: Wish) -> Structure:
    """The same structure for the same wish. Raises `BadInput` for what cannot be had."""
    check_range("players", wish.players, 2, MOST_PLAYERS)
    check_range("hours", wish.hours, 1, MOST_HOURS)
    chips = sorted(set(wish.chips))
    if not chips or chips[0] < 1:
        raise BadInput("denominations-unlike")
    stack = wish.stack or 2 * DEEP * chips[0]
    check_range("stack", stack, 2 * chips[0], MOST_CHIPS // wish.players)
    first = _first_small(stack, chips[0])
    rise_in_all = max(wish.players * stack / (2 * SHALLOW * first), 1.0)
    minutes, count = _levels(wish, rise_in_all)
    smalls = _rising(first, _rise(rise_in_all, count), count, tuple(chips))
    chips = chips[len(no_longer_needed(chips, [stack, *smalls])) :]
    return Structure(wish.name, stack, tuple(chips), tuple(_entries(smalls, minutes, chips, wish.ante)))


def _levels(wish: Wish, rise_in_all: float) -> tuple[Minutes, int]:
    """The minutes of a level, and how many levels there are: fewer than there is time for if they would hardly rise."""
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
    """How many levels of so many minutes there is time for, with the breaks between them."""
    every = _between_breaks(minutes)
    count = 1
    while count < MOST_ENTRIES // 2 and (count + 1) * minutes + count // every * BREAK_MINUTES <= hours * 60:
        count += 1
    return count


def _between_breaks(minutes: Minutes) -> int:
    return max(1, round(BETWEEN_BREAKS / minutes))


def _first_small(stack: int, chip: int) -> int:
    return max(_payable(chip, chip, stack / (2 * DEEP)), default=chip)


def _rising(first: int, rise: float, count: int, chips: tuple[int, ...]) -> list[int]:
    """The small blinds: each the next to its wish that can be paid and is neither much nor little above the last. Where
    chips pay few round amounts the end is reached sooner."""
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
    """Round amounts and the first multiples of the chip; of a chip that pays nothing round, round multiples."""
    every = {*ROUND, *(chip * times for times in (1, 2, 3, 4))}
    fit = [amount for amount in every if least <= amount <= most and amount % chip == 0]
    return fit or [chip * times for times in ROUND if least <= chip * times <= most]


def _entries(smalls: list[int], minutes: Minutes, chips: list[int], ante: bool) -> Iterator[Level | Break]:
    """Levels with their antes, and breaks in which the chips leave that nothing later is paid with."""
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
