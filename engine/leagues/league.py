"""A league: the tournaments that count, the points for each place in one, and the ranking by total points."""

import re
from fnmatch import fnmatchcase
from typing import Annotated, Literal

import msgspec

from engine.bad_input import BadInput, check_range
from engine.leagues.formula import LONGEST, check_formula
from engine.names import name_key

MOST_EVENTS = 1000
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
Tie = Literal["wins", "best-place", "knock-outs", "prize", "played"]
"""The tiebreakers for equal points. The larger number wins, except for places."""
TIES: tuple[Tie, ...] = ("wins", "best-place", "knock-outs")
CountedEntry = Literal["best", "first"]

PRESETS = {
    "linear": "entries - place + 1",
    "square-root": "10 * sqrt(entries / place)",
    "square-root-buy-in": "10 * sqrt(entries) / sqrt(place) * (1 + log(buy_in + 0.25)) ^ 2",
    "table": "table(place, 25, 18, 15, 12, 10, 8, 6, 4, 2, 1)",
    "table-and-attendance": "1 + table(place, 15, 10, 8, 6, 5, 4, 3, 2, 1)",
    "prize": "prize",
    "knock-outs": "entries - place + 1 + 2 * knock_outs",
}
"""Formulas in common use, by name."""


class League(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The rules that decide which results count.

    A tournament counts if its id is in `events`, or if it matches all given conditions: `pattern`, `since` and `until`.
    In a `pattern` for the name, * stands for any text, and letter case does not matter. The range includes both dates.
    A tournament in `without` never counts. `best` is how many of each player's best results count; 0 means that all of
    them do. In each event, only the result of one entry counts; `entry` says which one.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    formula: Annotated[str, msgspec.Meta(max_length=LONGEST)] = PRESETS["linear"]
    events: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_EVENTS)] = ()
    without: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_EVENTS)] = ()
    pattern: Annotated[str, msgspec.Meta(max_length=100)] = ""
    since: Annotated[str, msgspec.Meta(max_length=10)] = ""
    until: Annotated[str, msgspec.Meta(max_length=10)] = ""
    best: int = 0
    ties: tuple[Tie, ...] = TIES
    entry: CountedEntry = "best"


def check_league(league: League) -> None:
    """Raises `BadInput` for a formula that does not give points, and for text that is not a date."""
    check_formula(league.formula)
    check_range("best", league.best, 0, MOST_EVENTS)
    for said in (league.since, league.until):
        if said and not _DATE.fullmatch(said):
            raise BadInput("league-no-date", given=said)


def counts(league: League, event: str, name: str, day: str) -> bool:
    """Whether a tournament with this id and name counts in the league if it began on `day`, such as 2026-11-27."""
    if event in league.without:
        return False
    if event in league.events:
        return True
    said = (league.pattern, league.since, league.until)
    after, before = day >= league.since, not league.until or day <= league.until
    pattern = name_key(league.pattern).replace("[", "[[]")
    return any(said) and after and before and (not league.pattern or fnmatchcase(name_key(name), pattern))


def formula_of(said: str) -> str:
    """The formula as given, or the preset with that name."""
    return PRESETS.get(said, said)
