"""Leagues as a page, a spreadsheet and the command line read them: no ids of players, points as a decimal."""

import msgspec

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
