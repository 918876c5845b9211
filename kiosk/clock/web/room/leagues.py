"""The room's leagues over HTTP: their standings for anyone, their definitions for the director."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import msgspec
from fastapi import FastAPI, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from engine.leagues.formula import check_formula, points, sample
from engine.leagues.league import PRESETS, League, Standing, Standings, formula_of
from engine.message import message
from kiosk.clock.features.leagues import DefineLeague, RemoveLeague
from kiosk.clock.web.answers import Asking, spreadsheet
from kiosk.clock.web.bodies import DryRun, OrderPreview, preview
from kiosk.clock.web.operations import ORDER, Example, Operations, happens, refused
from kiosk.clock.web.tournament.reads import as_text
from kiosk.protocol.leagues import (
    EventScore,
    FormulaAsked,
    FormulaTried,
    LeagueDefinitions,
    LeagueEvent,
    LeagueList,
    LeagueNamed,
    LeagueRow,
    LeagueShown,
    PlacePoints,
)
from ui.words import Words

leagues = Operations()
_LEAGUE = {"id": "spring", "name": "Spring league", "formula": "linear", "pattern": "club*", "best": 8}
TRIED = (1, 2, 3, 4, 5, 10, 20, 1000)
"""The places for which a formula's points are shown. The last one represents all later places."""


@leagues.operation(
    "GET", "/standings", "anyone", "List the room's leagues",
    Example("one-league", answer={"leagues": [{"id": "spring", "name": "Spring league"}]},
            after="define_league:best-eight"),
    public=True,
)  # fmt: skip
async def list_leagues(ask: Asking) -> LeagueList:
    return LeagueList(tuple(LeagueNamed(one.id, one.name) for one in ask.service.leagues.all.values()))


@leagues.operation(
    "GET", "/standings/{league}", "anyone", "Get a league's current standings",
    Example("after-one-event", after="define_league:best-eight"), public=True, refuses=(409, 503), answers=LeagueShown,
)  # fmt: skip
async def read_standings(ask: Asking, league: str) -> bytes:
    found = await ask.service.leagues.standings(named := ask.service.leagues.named(league))
    texts, key = ask.service.leagues.texts, (league, "json", ask.words.language)
    return texts.of(key, (found, named), lambda: msgspec.json.encode(shown(named, found, ask.words)))


@leagues.operation(
    "GET", "/standings/{league}/standings.csv", "anyone", "Get a league's standings as a spreadsheet",
    Example("after-one-event", after="define_league:best-eight"),
    public=True, refuses=(409, 503), media="text/csv; charset=utf-8",
)  # fmt: skip
async def read_standings_csv(ask: Asking, league: str) -> bytes:
    found = await ask.service.leagues.standings(ask.service.leagues.named(league))
    texts, key = ask.service.leagues.texts, (league, "csv", "")
    return spreadsheet(texts.of(key, (found,), lambda: standings_csv(found).encode()))


@leagues.operation(
    "GET", "/leagues", "run", "Get each league's settings, and the built-in formulas",
    Example("its-formula", after="define_league:best-eight"),
)  # fmt: skip
async def read_leagues(ask: Asking) -> LeagueDefinitions:
    kept = ask.service.leagues
    return LeagueDefinitions(kept.mark, tuple(kept.all.values()), PRESETS)


@leagues.operation(
    "POST", "/leagues/try", "run", "Calculate a formula's points for each place in a typical event",
    Example("of-three", {"formula": "linear", "entries": 3}, answer={
        "formula": "entries - place + 1",
        "points": [{"place": 1, "points": "3.00"}, {"place": 2, "points": "2.00"}, {"place": 3, "points": "1.00"}],
    }),
    Example("ends-too-early", {"formula": "entries -"}, 400),
)  # fmt: skip
async def try_formula(ask: Asking, asked: FormulaAsked) -> FormulaTried:
    formula = formula_of(asked.formula.strip())
    tree = check_formula(formula)
    places = sorted({min(place, asked.entries) for place in TRIED})
    tried = (PlacePoints(place, said(points(tree, sample(place, asked.entries)))) for place in places)
    return FormulaTried(formula, tuple(tried))


@leagues.operation(
    "POST", "/leagues/define", "run", "Create or change a league",
    Example("only-say-what-would-be-defined", {"league": _LEAGUE},
            dry_run=True, answer=happens("league-defined", "league spring has been defined")),
    Example("best-eight", {"league": _LEAGUE, "seen": 0}),
    Example("on-what-has-changed", {"league": {**_LEAGUE, "best": 6}, "seen": 0}, 412),
    Example("no-formula", {"league": {**_LEAGUE, "formula": "entries -"}}, 400),
    refuses=(*ORDER, 412),
)  # fmt: skip
async def define_league(ask: Asking, asked: DefineLeague, dry_run: DryRun = False) -> LeagueShown | OrderPreview:
    if dry_run:
        said = message("league-defined", league=asked.league.id)
        return preview(ask.words, [said] if ask.service.leagues.would(asked) else [], ask.service.leagues.mark)
    await ask.service.leagues.do(asked)
    league = ask.service.leagues.named(asked.league.id)
    return shown(league, await ask.service.leagues.standings(league), ask.words)


@leagues.operation(
    "POST", "/leagues/remove", "run", "Delete a league",
    Example("season-over", {"id": "spring"}, answer={"leagues": []}),
    Example("gone", {"id": "spring"}, 409, refused("no-such-league", league="spring")),
    refuses=(*ORDER, 412),
)  # fmt: skip
async def remove_league(ask: Asking, asked: RemoveLeague, dry_run: DryRun = False) -> LeagueList | OrderPreview:
    if dry_run:
        said = message("league-removed", league=asked.id)
        return preview(ask.words, [said] if ask.service.leagues.would(asked) else [], ask.service.leagues.mark)
    await ask.service.leagues.do(asked)
    return await list_leagues(ask)


def add_standings(app: FastAPI, pages: Path) -> None:
    """Serve the standings page under the name of each league."""

    @app.get("/standings/{league}", include_in_schema=False)
    @app.get("/standings/", include_in_schema=False)
    async def league_page(league: str = "") -> Response:
        return FileResponse(pages / "standings" / "index.html")

    app.mount("/standings/page", StaticFiles(directory=pages / "standings"), name="standings")


def shown(league: League, found: Standings, words: Words) -> LeagueShown:
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
