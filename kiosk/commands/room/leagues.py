"""`kiosk room league` and `kiosk room standings`: defines a league, and shows its standings."""

import argparse

from msgspec.structs import replace

from engine.decoders import json_decoded
from engine.leagues.league import League
from engine.message import message
from kiosk.commands.room.client import RoomClient
from kiosk.protocol.leagues import LeagueDefinitions, LeagueList, LeagueShown
from ui.words import Words

SAID = ("name", "formula", "pattern", "since", "until", "best", "events", "without", "ties", "entry")
"""The fields of a league that the command line can set."""


def read_standings(args: argparse.Namespace, client: RoomClient, words: Words) -> str:
    """A league's standings, or the list of all leagues if no league is given."""
    if not args.league:
        said = client.get("/api/standings")
        return said.decode() if args.json else _listed(json_decoded(said, LeagueList), words)
    path = f"/api/standings/{args.league}"
    if args.csv:
        return client.get(f"{path}/standings.csv").decode().rstrip()
    said = client.get(path)
    return said.decode() if args.json else in_words(json_decoded(said, LeagueShown), words)


def league_order(args: argparse.Namespace, client: RoomClient) -> tuple[str, object]:
    """The path and the body of an order for a league. Only the given fields change."""
    known = client.read("/api/leagues", LeagueDefinitions)
    if args.remove:
        return "/api/leagues/remove", {"id": args.league, "seen": known.mark}
    before = next((one for one in known.leagues if one.id == args.league), League(args.league, args.league))
    given = {name: value for name in SAID if (value := getattr(args, name)) is not None}
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return "/api/leagues/define", {"league": replace(before, **fields), "seen": known.mark}


def after_order(args: argparse.Namespace, said: bytes, words: Words) -> str:
    """The clock's answer to an order as text: the league or, after a removal, the other leagues."""
    if args.remove:
        return _listed(json_decoded(said, LeagueList), words)
    return in_words(json_decoded(said, LeagueShown), words)


def in_words(shown: LeagueShown, words: Words) -> str:
    """A league as text: its events, with the reason if an event awards no points, and a line for each player."""
    lines = [shown.league.name, f"  {shown.league.formula}"]
    if shown.league.entry == "first":
        lines.append(f"  {words.say(message('room-league-first'))}")
    for event in shown.events:
        line = message("room-league-event", day=event.day, name=event.name, players=event.players)
        lines.append(f"  {words.say(line)}{f' ({event.why})' if event.why else ''}")
    lines += [
        words.say(message("room-standing", rank=row.rank, name=row.name, points=row.points, played=len(row.scores)))
        for row in shown.rows
    ]
    return "\n".join(lines)


def _listed(found: LeagueList, words: Words) -> str:
    return "\n".join(f"{one.id}: {one.name}" for one in found.leagues) or words.say(message("room-no-league"))
