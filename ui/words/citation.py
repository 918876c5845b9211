"""A clause of a rule book, as it is cited."""

from collections.abc import Mapping

AND = " and "
PHRASES = {"no clause": "none", "addendum to rule": "addendum", "rules": "rules", "rule": "rule"}
"""What a standard's clause begins with after the year, and the text for it; of two that fit the first."""


NOWHERE = ("", "not in the standard")
"""What a book says of a choice that no clause asks for."""


def has_clause(clause: str) -> bool:
    """Whether there is a clause to cite."""
    return clause not in NOWHERE and not clause.endswith(": no clause")


def cited(clause: str, words: Mapping[str, str]) -> str:
    """With a catalogue's `words` where it is a standard's of a year, as in `TDA 2024 rules 53-A and 58`; a document's
    own titles stay as they are. Several are separated by semicolons."""
    return "; ".join(_cited(one, words) for one in clause.split("; "))


def _cited(clause: str, words: Mapping[str, str]) -> str:
    standard, _, place = clause.partition(" ")
    year, _, place = place.partition(" ")
    phrase = next((one for one in PHRASES if place.startswith(one)), "")
    if not phrase or not year.rstrip(":").isdecimal():
        return clause
    where = place.removeprefix(phrase).replace(AND, f" {words['and']} ")
    return f"{standard} {year} {words[PHRASES[phrase]]}{where}"
