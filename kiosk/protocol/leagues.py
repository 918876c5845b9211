"""Leagues as shown on pages, in spreadsheets and on the command line. Players have no ids, and points are decimals."""

from typing import Annotated

import msgspec

from engine.leagues.formula import LONGEST
from engine.leagues.league import League


class LeagueEvent(msgspec.Struct, frozen=True):
    """An event in a league. `day` is the day on which it began. `why` is the reason that the formula awards no points
    for it, or empty if the formula awards points."""

    id: str
    name: str
    day: str
    entries: int
    players: int
    why: str = ""


class EventScore(msgspec.Struct, frozen=True):
    """A player's score in one event."""

    event: str
    place: int
    points: str
    counts: bool


class LeagueRow(msgspec.Struct, frozen=True):
    """A player's row in a league table. `points`, such as 12.50, is the sum of the scores that count."""

    rank: int
    name: str
    points: str
    wins: int
    best_place: int
    knock_outs: str
    scores: tuple[EventScore, ...]


class LeagueShown(msgspec.Struct, frozen=True):
    """A league and its current standings."""

    league: League
    events: tuple[LeagueEvent, ...]
    rows: tuple[LeagueRow, ...]


class LeagueNamed(msgspec.Struct, frozen=True):
    """The id and name of a league."""

    id: str
    name: str


class LeagueList(msgspec.Struct, frozen=True):
    """All leagues in the room."""

    leagues: tuple[LeagueNamed, ...]


class LeagueDefinitions(msgspec.Struct, frozen=True):
    """The definitions of all leagues as of record `mark`, and the formulas that ship with the program, by name."""

    mark: int
    leagues: tuple[League, ...]
    presets: dict[str, str]


class FormulaAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to try a formula or preset on an ordinary event with this many `entries`."""

    formula: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    entries: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 30


class PlacePoints(msgspec.Struct, frozen=True):
    """The points for one place in the event. `points` is a decimal such as 12.50."""

    place: int
    points: str


class FormulaTried(msgspec.Struct, frozen=True):
    """The tried formula, and its points for some places in the event, from first to last."""

    formula: str
    points: tuple[PlacePoints, ...]
