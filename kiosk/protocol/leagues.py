"""Leagues as a page, a spreadsheet and the command line read them: no ids of players, points as a decimal."""

from typing import Annotated

import msgspec

from engine.leagues.formula import LONGEST
from engine.leagues.league import League


class LeagueEvent(msgspec.Struct, frozen=True):
    """An event of a league, its first word the day it began; `why` the formula gives no points in it, or empty."""

    id: str
    name: str
    day: str
    entries: int
    players: int
    why: str = ""


class EventScore(msgspec.Struct, frozen=True):
    """What a player has of an event."""

    event: str
    place: int
    points: str
    counts: bool


class Row(msgspec.Struct, frozen=True):
    """A player of a league; `points` such as 12.50, the sum of the scores that count."""

    rank: int
    name: str
    points: str
    wins: int
    best_place: int
    knock_outs: str
    scores: tuple[EventScore, ...]


class LeagueShown(msgspec.Struct, frozen=True):
    """A league and its standings now."""

    league: League
    events: tuple[LeagueEvent, ...]
    rows: tuple[Row, ...]


class LeagueNamed(msgspec.Struct, frozen=True):
    """A league that there is."""

    id: str
    name: str


class LeagueList(msgspec.Struct, frozen=True):
    """All leagues of the room."""

    leagues: tuple[LeagueNamed, ...]


class LeagueDefinitions(msgspec.Struct, frozen=True):
    """What each league is, as of record `mark`, and the formulas that ship, by name."""

    mark: int
    leagues: tuple[League, ...]
    presets: dict[str, str]


class FormulaAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A formula, or a preset's name, to be tried on an ordinary event of so many `entries`."""

    formula: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    entries: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 30


class PlacePoints(msgspec.Struct, frozen=True):
    """What a place is worth; `points` such as 12.50."""

    place: int
    points: str


class FormulaTried(msgspec.Struct, frozen=True):
    """The formula that was tried, and what it gives for some places of the event, from the first to the last."""

    formula: str
    points: tuple[PlacePoints, ...]
