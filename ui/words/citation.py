"""Cites clauses from rule books."""

from collections.abc import Mapping

AND = " and "
PHRASES = {"no clause": "none", "addendum to rule": "addendum", "rules": "rules", "rule": "rule"}
"""The words that a standard's clause starts with after the year, each with the key of its text. If two match, the first
one is used."""


NOWHERE = ("", "not in the standard")
"""The clause of a choice for which a rule book cites nothing."""


def has_clause(clause: str) -> bool:
    """Whether there is a clause to cite."""
    return clause not in NOWHERE and not clause.endswith(": no clause")


def cited(clause: str, words: Mapping[str, str]) -> str:
    """The clauses, separated by semicolons. A standard with a year is cited in the `words` of a catalog, as in `TDA
    2024 rules 53-A and 58`. Document titles stay as they are."""
    return "; ".join(_cited(one, words) for one in clause.split("; "))


def _cited(clause: str, words: Mapping[str, str]) -> str:
    standard, _, place = clause.partition(" ")
    year, _, place = place.partition(" ")
    phrase = next((one for one in PHRASES if place.startswith(one)), "")
    if not phrase or not year.rstrip(":").isdecimal():
        return clause
    where = place.removeprefix(phrase).replace(AND, f" {words['and']} ")
    return f"{standard} {year} {words[PHRASES[phrase]]}{where}"
