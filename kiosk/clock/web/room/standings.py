"""Standings in the form that is shown, and as a file for spreadsheets."""

import csv
from collections.abc import Iterator
from io import StringIO

from engine.leagues.league import League
from engine.leagues.standings import Standing, Standings
from kiosk.clock.web.tournament.results import as_text
from kiosk.protocol.leagues import EventScore, LeagueEvent, LeagueRow, LeagueShown
from ui.words import Words


def shown(league: League, found: Standings, words: Words) -> LeagueShown:
    """The public form of the standings."""
    failed = {event: words.say(why) for event, why in found.failed.items()}
    events = tuple(
        LeagueEvent(one.id, one.name, one.day, one.entries, len(one.results), failed.get(one.id, ""))
        for one in found.events
    )
    return LeagueShown(league, events, tuple(map(_row, found.rows)))


def standings_csv(found: Standings) -> str:
    """A line for each player by rank, with a column for each event. A score that does not count is in parentheses."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    rows.writerow(("rank", "name", "points", "played", "wins", *(f"{one.day} {one.name}" for one in found.events)))
    rows.writerows(_cells(found, row) for row in found.rows)
    return text.getvalue()


def _cells(found: Standings, row: Standing) -> Iterator[str | int]:
    yield from (row.rank, as_text(row.name), said(row.points), len(row.scores), row.wins)
    scores = {score.event: score for score in row.scores}
    for event in found.events:
        score = scores.get(event.id)
        yield "" if score is None else said(score.points) if score.counts else f"({said(score.points)})"


def _row(row: Standing) -> LeagueRow:
    scores = tuple(EventScore(one.event, one.place, said(one.points), one.counts) for one in row.scores)
    return LeagueRow(
        row.rank, row.name, said(row.points), row.wins, row.best_place, f"{float(row.knock_outs):g}", scores
    )


def said(hundredths: int) -> str:
    """Hundredths of a point, written as a decimal."""
    sign, whole = "-" if hundredths < 0 else "", abs(hundredths)
    return f"{sign}{whole // 100}.{whole % 100:02}"
