"""A league: which tournaments count, what a place in one is worth, and how the sums are ranked."""

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
"""What ranks players of equal points: more is better, of places the better one."""
TIES: tuple[Tie, ...] = ("wins", "best-place", "knock-outs")
CountedEntry = Literal["best", "first"]
"""Which entry of a player counts in an event: the one with the best place, or the first one alone."""

PRESETS = {
    "linear": "entries - place + 1",
    "square-root": "10 * sqrt(entries / place)",
    "square-root-buy-in": "10 * sqrt(entries) / sqrt(place) * (1 + log(buy_in + 0.25)) ^ 2",
    "table": "table(place, 25, 18, 15, 12, 10, 8, 6, 4, 2, 1)",
    "table-and-attendance": "1 + table(place, 15, 10, 8, 6, 5, 4, 3, 2, 1)",
    "prize": "prize",
    "knock-outs": "entries - place + 1 + 2 * knock_outs",
}
"""Formulas that are in use, by name."""


class League(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A tournament counts where its id is in `events`, or where it fits all that is said of `pattern` (of the name: *
    is any text, capitals do not matter), `since` and `until` (dates, both included); never one in `without`. Of each
    player the `best` results count, 0 for all; of each event that of one `entry`."""

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
    """Raises `BadInput` for a formula that gives no points, and for what is no date."""
    check_formula(league.formula)
    check_range("best", league.best, 0, MOST_EVENTS)
    for said in (league.since, league.until):
        if said and not _DATE.fullmatch(said):
            raise BadInput("league-no-date", given=said)


def counts(league: League, event: str, name: str, day: str) -> bool:
    """Whether a tournament of this id and name, begun on a `day` such as 2026-11-27, is one of the league's."""
    if event in league.without:
        return False
    if event in league.events:
        return True
    said = (league.pattern, league.since, league.until)
    after, before = day >= league.since, not league.until or day <= league.until
    return any(said) and after and before and _fits(league.pattern, name)


def formula_of(said: str) -> str:
    """A formula, or the preset that is called so."""
    return PRESETS.get(said, said)


def _fits(pattern: str, name: str) -> bool:
    return not pattern or fnmatchcase(name_key(name), name_key(pattern).replace("[", "[[]"))
