"""Parses numbers of chips and lengths of time, as people and spreadsheets write them."""

import re
from typing import NamedTuple

import msgspec

from engine.bad_input import BadInput
from engine.message import Message, message
from engine.tournament.levels.structure import LEAST_MINUTES, MOST_MINUTES, MS_A_MINUTE, Minutes

LONGEST = 60
"""A string with more characters than this is not a number or a length."""
_GAPS = "[.,'\u2019 \u00a0\u202f]"
_THOUSANDS = re.compile(rf"([0-9]{{1,3}})((?:({_GAPS})[0-9]{{3}})(?:\3[0-9]{{3}})*)(?:[.,]0{{1,2}})?")
_WHOLE = re.compile(r"(-?[0-9]{1,18})(?:[.,]0{1,2}|[.])?")
_SHORT = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{1,3}))? ?([km])", re.IGNORECASE)
_MARK = re.compile(r"^[$€£]\s*|^T(?=[0-9])|\s*[$€£]$")
_FACTORS = {"k": 3, "m": 6}

MS = {
    1: "ms msec msecs millis millisecond milliseconds millisekunden",
    1_000: "s sec secs second seconds sek sekunde sekunden seg segs segundo segundos seconde secondes",
    MS_A_MINUTE: "m min mins minute minutes minuten mn minuto minutos minuti ' \u2032 \u2019",
    60 * MS_A_MINUTE: "h hr hrs hour hours std stunde stunden hora horas heure heures",
}
"""The length of each unit in milliseconds, with its spellings."""
UNITS = {word: ms for ms, words in MS.items() for word in words.split()} | {'"': 1_000, "\u2033": 1_000, "''": 1_000}
MINUTE, HOUR, DAY = MS_A_MINUTE, 60 * MS_A_MINUTE, 24 * 60 * MS_A_MINUTE
_PART = re.compile(r"([0-9]{1,9}(?:[.,][0-9]{1,3})?)\s*(''|[^\W\d_]+|['\"\u2032\u2033\u2019])\.?\s*")
_ISO = re.compile(r"P(?:0D)?T(?=[0-9])", re.IGNORECASE)
_DAY = re.compile(r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}|0 days)[T ]\s*")
_CLOCK = re.compile(r"([0-9]{1,3}):([0-9]{2}):([0-9]{2})(?:[.,]0+)?(?:\s*([AP]M))?", re.IGNORECASE)
_PAIR = re.compile(r"([0-9]{1,4}):([0-9]{2})")
_NUMBER = re.compile(r"[0-9]{0,12}(?:[.,][0-9]{1,20})?[.,]?")
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}"
    r"|[0-9]{1,2}[-. ]{1,2}[^\W\d_]{3,9}\.?(?:[- ][0-9]{2,4})?|[^\W\d_]{3,9}\.?[- ][0-9]{1,2}",
)
_BETWEEN = re.compile(
    r"[/|()+\[\]\u2013\u2014]|(?<=[0-9kKmM])\s*-\s*(?=[0-9])|\bante\b:?|\bbb[ae]?\b:?|\ba(?=\s?[0-9])|;", re.IGNORECASE
)
MOST_SHOWN = 30
"""The maximum number of characters of an invalid value that a message shows."""
LEAST_LEVEL, MOST_LEVEL = 3, 180
"""The shortest and longest usual level, in minutes. They decide between two possible readings of a value."""
SURE, SECONDS = 120, 300
"""Numbers without a unit are minutes if none is above the first limit. They can be seconds only if the longest level
then lasts at least as long as the second limit, in seconds."""


class Length(msgspec.Struct, frozen=True):
    """A length as it is written in the file. One field is set: `ms` if the unit is known, `pair` for two numbers with a
    colon, or `number` for a bare number."""

    said: str
    ms: float | None = None
    pair: tuple[int, int] | None = None
    number: float | None = None


def amount(said: object) -> int | None:  # noqa: PLR0911  one for each way
    """Parse a whole number of chips: `1,000`, `1.5k`, `25.0`, `T25`. None for anything else."""
    if isinstance(said, bool):
        return None
    if isinstance(said, int):
        return said
    if isinstance(said, float):
        return int(said) if said.is_integer() and abs(said) < 10**18 else None
    if not isinstance(said, str) or len(said) > LONGEST:
        return None
    text = _MARK.sub("", said.strip())
    if found := _THOUSANDS.fullmatch(text):
        return int(found[1] + re.sub("[^0-9]", "", found[2]))
    if found := _WHOLE.fullmatch(text):
        return int(found[1])
    if found := _SHORT.fullmatch(text):
        zeros, part = _FACTORS[found[3].lower()], found[2] or ""
        return int(found[1] + part.ljust(zeros, "0"))
    return None


def says_nothing(said: object) -> bool:
    """Whether a cell is empty or has only dashes."""
    return said is None or (isinstance(said, str) and not said.strip().strip("-\u2013\u2014").strip())


def shown(said: object) -> str:
    """The beginning of a value, for a message."""
    return repr(said[:MOST_SHOWN]) if isinstance(said, str) else msgspec.json.encode(said).decode()[:MOST_SHOWN]


def no_number(said: object) -> Message:
    """The message that a cell is not a number of chips."""
    return message("cell-is-date" if is_date(said) else "cell-no-number", cell=shown(said))


def combined(said: object) -> list[int]:
    """The blinds, and the ante if there is one, from `25/50`, `25-50 (50)` or `25 / 50 ante 50`; otherwise empty."""
    if isinstance(said, list | tuple):
        parts = [amount(part) for part in said]
    elif isinstance(said, str) and len(said) < 2 * MOST_SHOWN:
        parts = [amount(part) for part in _BETWEEN.split(said) if part.strip()]
    else:
        return []
    return [part for part in parts if part is not None] if None not in parts and 2 <= len(parts) <= 3 else []


def is_date(said: object) -> bool:
    """Whether a cell is a date. A spreadsheet turns blinds into dates: 5/10 becomes `10-May`."""
    return isinstance(said, str) and len(said) <= LONGEST and bool(_DATE.fullmatch(said.strip()))


def length_of(said: object, unit: int = 0) -> Length | None:  # noqa: PLR0911  one for each way
    """The length in a cell, or None. A bare number is in units of `unit` milliseconds; `unit` is 0 if unknown."""
    if isinstance(said, bool):
        return None
    if isinstance(said, int | float):
        return _numbered(str(said), float(said), unit)
    if not isinstance(said, str) or len(said) > LONGEST:
        return None
    text = _DAY.sub("", said.strip())
    if found := _CLOCK.fullmatch(text):
        hours = int(found[1]) % 12 + 12 * (found[4].lower() == "pm") if found[4] else int(found[1])
        return Length(said, ms=hours * HOUR + int(found[2]) * MINUTE + int(found[3]) * 1_000)
    if found := _PAIR.fullmatch(text):
        return Length(said, pair=(int(found[1]), int(found[2])))
    if text.strip(".,") and _NUMBER.fullmatch(text):
        number = float(text.rstrip(".,").replace(",", "."))
        if unit in (0, MINUTE) and 0 < number < 1 and len(text) > 5:
            return Length(said, ms=round(number * DAY / 30_000) * 30_000)  # spreadsheets store fractions of a day
        return _numbered(said, number, unit)
    ms = _of_units(_ISO.sub("", text))
    return None if ms is None else Length(said, ms=ms)


def _numbered(said: str, number: float, unit: int) -> Length:
    return Length(said, ms=number * unit) if unit else Length(said, number=number)


def _of_units(text: str) -> float | None:
    """The milliseconds in `1 h 30 min`, `1 h 30`, `90 sec` or `20'`; None for anything else."""
    ms, at, last = 0.0, 0, 0
    while found := _PART.match(text, at):
        last = UNITS.get(found[2].casefold(), 0)
        if not last:
            return None
        ms, at = ms + float(found[1].replace(",", ".")) * last, found.end()
    rest = text[at:].strip()
    if rest and last == HOUR and rest.isascii() and rest.isdecimal() and len(rest) < 3:
        return ms + int(rest) * MINUTE
    return ms if at and not rest else None


class Lasting(NamedTuple):
    """The minutes of each length, and the guesses that were needed."""

    minutes: list[Minutes]
    guesses: list[Message]


def lasting(lengths: list[Length], levels: list[Length], head: Message | str) -> Lasting:
    """The minutes of all lengths of one column. `levels` are the lengths of levels, not of breaks, and `head` is the
    column's heading for messages. Raises `BadInput` if the numbers can be read in two ways."""
    guesses: list[Message] = []
    unit = _unit([one for one in levels if one.number is not None], lengths, head, guesses)
    hours = _are_hours([one for one in levels if one.pair], lengths, head, guesses)
    return Lasting([_minutes(_ms(one, unit, hours)) for one in lengths], guesses)


def _ms(length: Length, unit: int, hours: bool) -> float:
    if length.pair:
        first, second = length.pair
        return first * HOUR + second * MINUTE if hours else first * MINUTE + second * 1_000
    return (length.number or 0) * unit if length.ms is None else length.ms


def _minutes(ms: float) -> Minutes:
    return int(ms // MINUTE) if ms % MINUTE == 0 else ms / MINUTE


def _unit(levels: list[Length], lengths: list[Length], head: Message | str, guesses: list[Message]) -> int:
    """The unit, in milliseconds, of numbers that are written without one. Raises `BadInput` if it is uncertain."""
    numbers = [one.number for one in levels or lengths if one.number is not None]
    every = [one.number for one in lengths if one.number is not None]
    if not every or max(every) <= SURE:
        return MINUTE
    longest = next(one for one in lengths if one.number == max(every))
    for unit in (1, 1_000):
        each = [number * unit for number in every]
        if min(each) >= MINUTE and all(ms % 30_000 == 0 for ms in each) and max(numbers) * unit >= SECONDS * 1_000:
            most = _shown(max(each))
            if unit == 1:
                guesses.append(message("ms-guessed", head=head, said=longest.said, minutes=most))
            else:
                guesses.append(message("seconds-guessed", head=head, said=longest.said, minutes=most))
            return unit
    raise BadInput("minutes-or-seconds", said=longest.said)


def _are_hours(levels: list[Length], lengths: list[Length], head: Message | str, guesses: list[Message]) -> bool:
    """Whether pairs of numbers are hours and minutes, not minutes and seconds. Raises `BadInput` if both are likely."""
    pairs = levels or [one for one in lengths if one.pair]
    if not pairs:
        return False
    as_minutes, as_hours = _fit(pairs, False), _fit(pairs, True)
    if as_minutes and as_hours:
        longest = max(pairs, key=lambda one: one.pair or (0, 0))
        raise BadInput("minutes-or-hours", said=longest.said)
    if as_hours and all(_ms(one, 0, False) >= LEAST_MINUTES * MINUTE for one in pairs):
        guesses.append(message("hours-guessed", head=head, said=pairs[0].said))
    if as_minutes or as_hours:
        return as_hours
    return not all(LEAST_MINUTES <= _ms(one, 0, False) / MINUTE <= MOST_MINUTES for one in pairs)


def _fit(pairs: list[Length], hours: bool) -> bool:
    return all(LEAST_LEVEL <= _ms(one, 0, hours) / MINUTE <= MOST_LEVEL for one in pairs)


def _shown(ms: float) -> str:
    return f"{ms / MINUTE:g}"
