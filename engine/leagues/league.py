"""A league: the tournaments that count, and the standings, which are computed each time from their results."""

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

import msgspec

from engine.bad_input import BadInput, check_range
from engine.leagues.formula import LONGEST, check_formula, points, read_formula
from engine.leagues.tree import Values
from engine.message import Message
from engine.names import name_key

MOST_EVENTS = 1000
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
Tie = Literal["wins", "best-place", "knock-outs", "prize", "played"]
"""The tiebreakers for equal points. The higher value wins, except for `best-place`."""
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
    return PRESETS.get(said, said)


class Result(NamedTuple):
    """A player's best place in one event, and the totals for all of the player's entries there, or for the first entry
    if only that one counts. Money is in the main unit. Players who share a knockout are each credited with a part of
    it."""

    player: str
    name: str
    place: int
    prize: Fraction = Fraction(0)
    bounties: Fraction = Fraction(0)
    paid: Fraction = Fraction(0)
    knock_outs: Fraction = Fraction(0)
    re_entries: int = 0
    rebuys: int = 0


class EventResult(NamedTuple):
    """A finished tournament with its flights. `day` is when it began, such as 2026-11-27."""

    id: str
    name: str
    day: str
    entries: int
    pool: Fraction
    buy_in: Fraction
    fee: Fraction
    results: tuple[Result, ...]


class Score(NamedTuple):
    """A player's score in an event, in hundredths of a point. It counts only if it is among the player's best."""

    event: str
    place: int
    points: int
    counts: bool = True


class Standing(NamedTuple):
    """A player's rank, which is shared by players who are equal in points and in all tiebreakers, and the sum of the
    scores that count, in hundredths."""

    rank: int
    player: str
    name: str
    points: int
    scores: tuple[Score, ...]
    wins: int
    best_place: int
    knock_outs: Fraction
    prize: Fraction


class Standings(NamedTuple):
    """The events in the order in which they were played, every player by rank, and the events for which the formula has
    no result, with the reasons."""

    events: tuple[EventResult, ...]
    rows: tuple[Standing, ...]
    failed: dict[str, Message]


def standings(league: League, events: Iterable[EventResult]) -> Standings:
    """Compute the standings from the events in the order of their creation. Raises `BadInput` for a bad formula."""
    formula, in_order = read_formula(league.formula), sorted(events, key=lambda one: one.day)
    scores: dict[str, list[Score]] = {}
    results: dict[str, list[Result]] = {}
    failed: dict[str, Message] = {}
    for event in in_order:
        try:
            given = [points(formula, _values(event, result)) for result in event.results]
        except BadInput as bad:
            failed[event.id] = bad.message
            continue
        for result, worth in zip(event.results, given, strict=True):
            scores.setdefault(result.player, []).append(Score(event.id, result.place, worth))
            results.setdefault(result.player, []).append(result)
    rows = [_row(player, _best(found, league.best), results[player]) for player, found in scores.items()]
    return Standings(tuple(in_order), tuple(_ranked(rows, league.ties)), failed)


def _values(event: EventResult, result: Result) -> Values:
    return {
        "place": Fraction(result.place), "entries": Fraction(event.entries),
        "players": Fraction(len(event.results)), "buy_in": event.buy_in, "fee": event.fee, "paid": result.paid,
        "prize": result.prize, "bounties": result.bounties, "knock_outs": result.knock_outs, "pool": event.pool,
        "re_entries": Fraction(result.re_entries), "rebuys": Fraction(result.rebuys),
    }  # fmt: skip


def _best(scores: Sequence[Score], best: int) -> tuple[Score, ...]:
    """The scores that count. Among equal scores, the earlier ones count."""
    order = sorted(range(len(scores)), key=lambda at: (-scores[at].points, at))
    kept = set(order[: best or None])
    return tuple(score._replace(counts=at in kept) for at, score in enumerate(scores))


def _row(player: str, scores: tuple[Score, ...], results: list[Result]) -> Standing:
    return Standing(
        0,
        player,
        results[-1].name,
        sum(score.points for score in scores if score.counts),
        scores,
        sum(result.place == 1 for result in results),
        min(result.place for result in results),
        sum((result.knock_outs for result in results), Fraction(0)),
        sum((result.prize for result in results), Fraction(0)),
    )


def _ranked(rows: list[Standing], ties: Sequence[Tie]) -> list[Standing]:
    def order(row: Standing) -> tuple[Fraction, ...]:
        return (Fraction(-row.points), *(_of_tie(row, tie) for tie in ties))

    rows.sort(key=lambda row: (order(row), row.name.casefold(), row.player))
    ranked: list[Standing] = []
    for at, row in enumerate(rows):
        shared = ranked and order(ranked[-1]) == order(row)
        ranked.append(row._replace(rank=ranked[-1].rank if shared else at + 1))
    return ranked


def _of_tie(row: Standing, tie: Tie) -> Fraction:
    """The sort key for breaking a tie. A lower key is better."""
    match tie:
        case "wins":
            return Fraction(-row.wins)
        case "best-place":
            return Fraction(row.best_place)
        case "knock-outs":
            return -row.knock_outs
        case "prize":
            return -row.prize
        case "played":
            return Fraction(-len(row.scores))
