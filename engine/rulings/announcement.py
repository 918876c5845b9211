"""Parse a player's announcement into a verb and an amount. Knows no hand and no rule."""

import re
from itertools import pairwise
from typing import Literal

import msgspec

from engine.refused import Refused

Verb = Literal["", "fold", "check", "call", "bet", "raise", "all-in", "complete"]

VERBS: dict[str, Verb] = {
    "fold": "fold", "folds": "fold", "folding": "fold", "muck": "fold",
    "check": "check", "checks": "check", "checking": "check", "tap": "check", "knock": "check",
    "call": "call", "calls": "call", "calling": "call",
    "bet": "bet", "bets": "bet", "betting": "bet",
    "raise": "raise", "raises": "raise", "raising": "raise", "reraise": "raise", "re-raise": "raise",
    "minraise": "raise", "min-raise": "raise",
    "complete": "complete", "completes": "complete", "completing": "complete",
    "all-in": "all-in", "allin": "all-in", "shove": "all-in", "jam": "all-in",
    # German
    "folde": "fold", "passe": "fold", "checke": "check", "schiebe": "check", "calle": "call", "mitgehen": "call",
    "setze": "bet", "erhöhe": "raise", "erhoehe": "raise",
    # Spanish
    "retiro": "fold", "paso": "check", "igualo": "call", "pago": "call", "apuesto": "bet", "subo": "raise",
    "resubo": "raise",
}  # fmt: skip
NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
TIMES = {"hundred": 100, "thousand": 1_000, "grand": 1_000, "k": 1_000, "million": 1_000_000, "m": 1_000_000}
MORE = {"more", "by", "plus", "extra", "another", "additional", "mehr", "más"}
MINIMUM = {"min", "minimum"}
NOT = {"no", "not", "don't", "dont", "never", "without", "kein", "keinen", "keine", "nicht", "sin"}
"""They deny the verb that follows."""
IF = {"if", "unless", "wenn", "falls", "si"}
FILLERS = {
    "i", "i'll", "i'm", "ill", "im", "will", "am", "a", "an", "the", "to", "it", "it's", "its", "make", "makes", "is",
    "that", "that's", "and", "then", "for", "of", "with", "my", "me", "your", "you", "go", "going", "put", "in", "up",
    "chips", "dollars", "total", *MINIMUM, "just", "please", "ok", "okay", "um", "uh", "oh",
    "wait", "sorry", "actually", "ich", "auf", "und", "bitte", "yo", "y", "fichas",
}  # fmt: skip
FIGURES = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+(?![km])|\d+)(\.\d+)?([km]?)", re.ASCII)
"""`1,500`, `1.500` and `1.5k` are the same; before a unit the point is a decimal one: `2.125m`."""
MOST_DIGITS = 12
PAUSE = ","
"""Between amounts: a denial stands between them, or nothing follows."""


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """The first verb and the amount; `more` if the amount is to be added to the bet, `least` if the minimum was said in
    its place."""

    verb: Verb = ""
    amount: int | None = None
    more: bool = False
    pot: bool = False
    least: bool = False
    conditional: bool = False


def parse_announcement(said: str) -> Announcement:
    """Parse an announcement. Raises `Refused` naming the first unknown word."""
    plain = (
        said.lower()
        .replace("all in", "all-in")
        .replace("gehe mit", "mitgehen")
        .replace("erhöhe um", "erhöhe by")
        .replace("$", " ")
        .replace("\u2019", "'")
    )
    spoken = [word.strip("'\"").rstrip(".,;:!?") for word in plain.split()]
    if not IF.isdisjoint(spoken):
        return Announcement(conditional=True)
    words = [part for word in spoken for part in _parts(word)]
    words, denied = _without_denied(words)
    verbs = [VERBS[word] for word in words if word in VERBS]
    if denied and not verbs:
        raise Refused("negated", word=denied)
    numbers = _numbers(words)
    if 0 in numbers:
        raise Refused("zero-said")
    if len(numbers) > 1 and verbs[:1] == ["call"] and _says_first(words):
        return Announcement("call")  # what was said first binds, a raise after it is a string
    if len(numbers) > 1:
        raise Refused("two-amounts", one=numbers[0], other=numbers[1])
    if not verbs and not numbers and _is_in(words):
        return Announcement("call")
    verb = _binding(verbs)
    return Announcement(
        verb=verb,
        amount=numbers[0] if numbers else None,
        more=bool(numbers) and not MORE.isdisjoint(words),
        pot="pot" in words,
        least=not numbers and verb in ("", "bet", "raise") and not MINIMUM.isdisjoint(words),
    )


def _is_in(words: list[str]) -> bool:
    """Whether "I'm in" was said."""
    return any(word == "in" and before in ("i'm", "im", "am") for before, word in pairwise(words))


def _says_first(words: list[str]) -> bool:
    """Whether the first verb is said before the first amount."""
    return next((word in VERBS for word in words if word in VERBS or _piece(word)), False)


def _without_denied(words: list[str]) -> tuple[list[str], str]:
    """The words without those that are denied, and the last of these; a "no" by itself stands for nothing."""
    kept: list[str] = []
    denied, is_denying = "", False
    for word in words:
        if word in NOT:
            is_denying = True
            kept.append(PAUSE)
        elif is_denying and word in VERBS:
            denied, is_denying = word, False
        else:
            is_denying = is_denying and word in FILLERS
            kept.append(word)
    return kept, denied


def _binding(verbs: list[Verb]) -> Verb:
    """The first verb binds; "bet" and "raise" together with "all in" are all-in."""
    if not verbs:
        return ""
    return "all-in" if verbs[0] in ("bet", "raise") and "all-in" in verbs else verbs[0]


def _parts(word: str) -> list[str]:
    """The word itself if it is a verb or has figures; else its parts: "twenty-five"."""
    return [word] if word in VERBS or not word.replace("-", "").isalpha() else word.split("-")


def _numbers(words: list[str]) -> list[int]:
    """The amounts among the words. Raises `Refused` for a word that is neither an amount, a verb nor a filler."""
    found: list[int] = []
    run: list[tuple[int, bool]] = []
    in_figures = False
    for word in [*words, PAUSE]:
        if (piece := _piece(word)) is not None:
            if in_figures and not piece[1]:  # `2000 300` is two amounts, `2 thousand 300` is one
                found.append(_amount(run))
                run = []
            run.append(piece)
            in_figures = word[0].isdigit()
            continue
        if word == "and" and run:
            continue
        in_figures = False
        if run:
            found.append(_amount(run))
            run = []
        if word not in VERBS and word not in FILLERS and word not in MORE and word not in ("pot", PAUSE):
            raise Refused("word-not-understood", word=word)
    return found


def _piece(word: str) -> tuple[int, bool] | None:
    """A number and whether it multiplies the number before it; None for any other word."""
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


def _amount(run: list[tuple[int, bool]]) -> int:
    """The number that words in a row make, as in "two thousand five hundred" or "fifteen hundred"."""
    total = part = 0
    unit = 0
    for value, multiplies in run:
        if not multiplies:
            if part % 10 ** len(str(value)):
                raise Refused("two-amounts", one=part, other=value)
            part += value
        elif ((part >= 1_000) if value >= 1_000 else (part >= 100)) or (value >= 1_000 and not part and total):
            raise Refused("units-twice")
        elif value >= 1_000:
            total, part, unit = total + (part or 1) * value, 0, value
        else:
            part = (part or 1) * value
    if unit and part >= unit:
        raise Refused("two-amounts", one=total, other=part)
    return total + part
