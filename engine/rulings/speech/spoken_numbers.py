"""Spoken amounts: figures, number words and units. Knows nothing about verbs."""

import re
from collections.abc import Sequence

from engine.refused import Refused

NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, **{f"oh{digit}": digit for digit in range(10)},
}  # fmt: skip
"""The values of number words. `oh5` means "oh five", a zero and a digit after the hundreds."""
NOUGHTS = frozenset(f"oh{digit}" for digit in range(10))
TIMES = {"hundred": 100, "thousand": 1_000, "grand": 1_000, "k": 1_000, "million": 1_000_000, "m": 1_000_000}
FIGURES = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+(?![km])|\d+)(\.\d+)?([km]?)", re.ASCII)
"""`1,500`, `1.500` and `1.5k` are the same. Before a unit, the point is a decimal point, as in `2.125m`."""
MOST_DIGITS = 12
HUNDRED = 100
TEN, TWENTY = 10, 20

DIGITS = tuple(word for word, value in NUMBERS.items() if value < TEN and word not in NOUGHTS)
_BELOW_HUNDRED = "|".join(word for word in NUMBERS if word not in (*NOUGHTS, "zero"))
_NOUGHT = re.compile(
    rf"\b({_BELOW_HUNDRED})[ -]+(?:oh|o)[ -]+({'|'.join(DIGITS)}|oh|o)\b"
    rf"(?![ -]+(?:{_BELOW_HUNDRED}|{'|'.join(TIMES)})\b)"
)


def with_noughts(said: str) -> str:
    """The text with "oh five" after a number joined into one word, `oh5`. Elsewhere "oh" is only a pause."""
    return _NOUGHT.sub(lambda found: f"{found[1]} oh{NUMBERS.get(found[2], 0)}", said)


def is_short(words: Sequence[str]) -> bool:
    """Whether an amount is below a hundred and does not have a unit. If so, the words after it may belong to it."""
    return not any(word in TIMES for word in words) and 0 < amount_of(words) < HUNDRED


def together(words: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """The single amount that a short amount and a second one make together, as in `1, 500` or "twelve, fifty";
    otherwise the second amount."""
    if len(words) == len(more) == 1 and words[0].isdecimal() and re.fullmatch("[0-9]{3}", more[0]):
        return (f"{words[0]},{more[0]}",)
    return (*words, *more) if is_pair((*words, *more)) else tuple(more)


def piece_of(word: str) -> tuple[int, bool] | None:
    """The number that a word stands for, and whether it multiplies the number before it; None for any other word.
    Raises `Refused` for figures that are not an amount of chips."""
    if word in TIMES:
        return TIMES[word], True
    if word in NUMBERS:
        return NUMBERS[word], False
    figures = FIGURES.fullmatch(word)
    if figures is None:
        return None
    whole, decimals, unit = figures.groups()
    if len(word) > MOST_DIGITS:
        raise Refused("more-chips-than-there-are", said=word)
    scale = TIMES.get(unit, 1)
    value = int(whole.replace(",", "").replace(".", "")) * scale
    if decimals:
        parts = int(decimals[1:]) * scale
        if parts % 10 ** (len(decimals) - 1):
            raise Refused("not-whole-chips", said=word)
        value += parts // 10 ** (len(decimals) - 1)
    return value, False


def amount_of(words: Sequence[str]) -> int:
    """The number that words such as "twelve fifty" make. Raises `Refused` if they make no number or make two."""
    if pair := _pair(words):
        return HUNDRED * pair[0] + pair[1]
    total = part = unit = 0
    if len(words) > 1 and "zero" in words:
        raise Refused("two-amounts", one=0, other=amount_of([word for word in words if word != "zero"] or ["zero"]))
    for value, multiplies in filter(None, map(piece_of, words)):
        if not multiplies:
            if part % 10 ** len(str(value)) or (part % HUNDRED == TEN and value < TEN):  # "ten five" is not 15
                raise Refused("two-amounts", one=part, other=value)
            part += value
        elif ((part >= 1_000) if value >= 1_000 else (part >= HUNDRED)) or (
            value >= 1_000 and total and (not part or value >= unit)
        ):
            raise Refused("units-twice")
        elif value >= 1_000:
            total, part, unit = total + (part or 1) * value, 0, value
        else:
            part = (part or 1) * value
    if unit and part >= unit:
        raise Refused("two-amounts", one=total, other=part)
    return total + part


def is_pair(words: Sequence[str]) -> bool:
    """Whether the amount is said as the hundreds followed by the rest, as in "twelve fifty" and "one oh five"."""
    return _pair(words) is not None


def _pair(words: Sequence[str]) -> tuple[int, int] | None:
    if not all(word in NUMBERS for word in words):
        return None
    values = [NUMBERS[word] for word in words]
    for cut in range(1, len(values)):
        hundreds, rest = _below_hundred(values[:cut]), _below_hundred(values[cut:])
        if hundreds and words[cut:] == words[-1:] and words[-1] in NOUGHTS:
            return hundreds, rest
        if hundreds and rest >= TEN and _below_hundred(values) == 0:
            return hundreds, rest
    return None


def _below_hundred(values: Sequence[int]) -> int:
    """The number below a hundred made by a single word, or by a multiple of ten and a unit; otherwise 0."""
    match list(values):
        case [one]:
            return one
        case [ten, one] if ten >= TWENTY and 0 < one < TEN:
            return ten + one
    return 0
