"""`kiosk room`: everything that a director can do, from a terminal. Connects the terminal to the clock's HTTP API."""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.books.rulebook import BadBook
from engine.decoders import json_decoded
from engine.message import message
from engine.tournament.actions import AddEntries, CheckIn, GiveUp, MakeDeal, UseTable, VoidEntry
from engine.tournament.draws import is_sound
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.prizes.deal_rules import DealOffer
from kiosk.arguments import words_for
from kiosk.commands.room.arguments import add_arguments
from kiosk.commands.room.client import RequestFailed, RoomClient, client_for
from kiosk.commands.room.drawn import checked_in_words, pile_in_words
from kiosk.commands.room.leagues import after_order, league_order, read_standings
from kiosk.commands.room.orders.commands import orders_of
from kiosk.commands.room.orders.create import guesses, new_tournament
from kiosk.commands.room.orders.fields import CommandContext, entry_of, own_shares
from kiosk.commands.room.people import copy_given, devices_done, history_chosen, staff_done, tablets_done
from kiosk.commands.room.players import corrections_in_words, entries_of, import_done, people_order
from kiosk.commands.room.shown import (
    color_up_in_words,
    counts_in_words,
    deal_in_words,
    in_words,
    listed,
    no_longer_pinned,
    plan_in_words,
    taken_back,
    to_give_back,
)
from kiosk.faults import Fault
from kiosk.protocol.room_plan import RemovedTable, RoomPlan
from kiosk.protocol.tournaments import (
    CardPile,
    ColorUp,
    Draws,
    Erased,
    PublicTournament,
    TournamentList,
    TournamentView,
    what_is_erased,
)
from kiosk.storage.files import disk_faults
from kiosk.times import wall_ms
from kiosk.zone import machine_zone
from ui.words import Words

__all__ = ["add_arguments", "run"]

ROOM_READS = ("list", "plan", "standings")
OF_PEOPLE = ("rename", "same", "corrections")
ROOM_ORDERS = ("create", "place", "unplace", "erase", "league")
"""The queries, corrections and orders for the whole room. All other commands are for one tournament."""
PEOPLE = {
    "staff": staff_done,
    "devices": devices_done,
    "tablets": tablets_done,
    "restore-table": copy_given,
    "keep-tablet": history_chosen,
}
NO_DRY_RUN = message("room-no-dry-run")
READS = {
    "show": "", "counts": "", "color-up": "/color-up", "results": "", "hands": "", "cards": "/cards",
    "check-draw": "/draws", "print": "",
}  # fmt: skip
"""The queries about a tournament, each with its path."""

KEY = "KIOSK_KEY"
"""The environment variable with the director's key. Everyone on the machine could see an argument."""


class PreviewLine(msgspec.Struct, frozen=True):
    kind: str
    said: str


class Tried(msgspec.Struct, frozen=True):
    would: tuple[PreviewLine, ...]


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Exit code 0 if it was done, 1 if the clock refused, 2 for an unusable rule book. Raises `Fault`."""
    words = words_for(args)
    client = client_for(args.settings, args.clock, os.environ.get(KEY, ""), words.language)
    try:
        for guess in guesses(args):
            print(words.say(guess), file=err)
        if args.dry_run and args.do in PEOPLE and getattr(args, "what", args.do):
            raise RequestFailed(words.say(NO_DRY_RUN))
        print(PEOPLE.get(args.do, _done)(args, client, words, err), file=out)
    except RequestFailed as refused:
        print(f"kiosk room: {_why(refused, words)}", file=err)
        return 1
    except BadBook as bad:  # its message names the file
        print(f"kiosk room: {words.say(bad.message)}", file=err)
        return 2
    except BadInput as bad:
        raise Fault(
            "settings-problem", path=str(getattr(args, "structure", "") or args.file), problem=bad.message
        ) from bad
    return 0


def _why(refused: RequestFailed, words: Words) -> str:
    """The reason in the terminal's language if the catalog has its code, or else the reason as the clock sent it."""
    code = refused.message
    if code is None or code.code not in words.messages:
        return refused.why
    return f"{words.say(code)} ({words.cited(refused.clause)})" if refused.clause else words.say(code)


def _done(  # noqa: PLR0911  one return for each command
    args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO
) -> str:
    if args.do in ROOM_READS:
        return _room_read(args, client, words)
    if args.do in OF_PEOPLE:
        return _people_ordered(args, client, words)
    if args.do in ROOM_ORDERS:
        return _room_ordered(args, client, words)
    path = f"/api/tournaments/{args.tournament or _on(client)}"
    if args.do == "import":
        return import_done(args, client, path, words)
    now = _tournament_of(client, path)
    if args.do in READS or (args.do == "deal" and not args.agree):
        return _read(args, client, path, words)
    orders, seen = _orders(args, client, path, now, words), _seen(args, now)
    if args.dry_run:
        asked = [(f"{path}/act", {"action": action, "seen": seen}) for action in orders]
        return _tried(asked, client, words)
    _order(orders, client, path, words, seen)
    if args.json:
        return client.get(path).decode()
    after = _tournament_of(client, path)
    said = taken_back(now.tournament, after.tournament, words) if args.do == "undo" else []
    given_back = to_give_back(now.tournament, after.tournament, words)
    unpinned = no_longer_pinned(now.tournament, after.tournament, words)
    return "\n".join([*said, *given_back, *unpinned, in_words(after, words, wall_ms())])


def _seen(args: argparse.Namespace, now: PublicTournament) -> int | None:
    """The mark of the list that a proposal's number refers to: the one shown, or the one just read."""
    if args.do != "accept":
        return None
    return now.tournament.mark if args.seen is None else args.seen


def _room_read(args: argparse.Namespace, client: RoomClient, words: Words) -> str:
    """The room's tournaments, the plan of its tables, or the standings of a league."""
    if args.do == "standings":
        return read_standings(args, client, words)
    if args.do == "plan":
        plan = _plan_of(client)
        return msgspec.json.encode(plan).decode() if args.json else plan_in_words(plan, words)
    said = client.get("/api/tournaments")
    return said.decode() if args.json else listed(json_decoded(said, TournamentList), words)


def _room_ordered(args: argparse.Namespace, client: RoomClient, words: Words) -> str:
    """Create a tournament, place a table, erase a name, or define a league."""
    path, body = _room_order(args, client)
    if args.dry_run:
        return _tried([(path, body)], client, words)
    said = client.post(path, body)
    if args.json:
        return said.decode()
    match args.do:
        case "create":
            made = json_decoded(said, dict[str, object])
            return words.say(message("room-created", id=str(made["id"])))
        case "erase":
            return "\n".join(map(words.say, what_is_erased(json_decoded(said, Erased))))
        case "league":
            return after_order(args, said, words)
    return plan_in_words(json_decoded(said, RoomPlan), words)


def _people_ordered(args: argparse.Namespace, client: RoomClient, words: Words) -> str:
    """Correct a name, merge two players, or undo either. Returns the resulting list of corrections."""
    if args.do == "corrections" and not args.undo:
        said = client.get("/api/people/corrections")
    else:
        path, body = people_order(args, client, words)
        if args.dry_run:
            return _tried([(path, body)], client, words)
        said = client.post(path, body)
    return said.decode() if args.json else corrections_in_words(said, words)


def _room_order(args: argparse.Namespace, client: RoomClient) -> tuple[str, object]:
    """The path and the body of an order to the room. For a table's place, only the given fields change."""
    match args.do:
        case "create":
            return "/api/tournaments", new_tournament(args, _room_of(client).zone or machine_zone())
        case "erase":
            return "/api/people/erase", {"name": args.name, "anyway": args.anyway}
        case "league":
            return league_order(args, client)
        case "unplace":
            return "/api/plan/remove", RemovedTable(args.table)
    said = {"section": args.section, "seats": args.seats, "side": args.side, "left_seat": args.left_seat}
    stood = _plan_of(client).of(args.table)
    return "/api/plan/place", replace(stood, **{name: value for name, value in said.items() if value is not None})


def _read(  # noqa: PLR0911  one return for each command
    args: argparse.Namespace, client: RoomClient, path: str, words: Words
) -> str:
    if args.do == "results":
        return client.get(f"{path}/results.{args.format}").decode().rstrip()
    if args.do == "print":
        return _printed(args, client, path, words)
    if args.do == "hands":
        entry = entry_of(_tournament_of(client, path).tournament, args.entry) if args.entry else 0
        wanted = f"table={args.table}&entry={entry}&level={args.level}"
        return client.get(f"{path}/hands.{args.format}?{wanted}").decode().rstrip("\n")
    asked = {"deal": _deal, "cards": _pile}.get(args.do, _plain)
    said = client.get(f"{path}{asked(args)}")
    if args.json:
        return said.decode()
    match args.do:
        case "color-up":
            return color_up_in_words(json_decoded(said, ColorUp | None), words)
        case "deal":
            now = _tournament_of(client, path).tournament
            return deal_in_words(_offered(args, said, now), now, words)
        case "cards":
            return pile_in_words(json_decoded(said, CardPile), words)
        case "check-draw":
            return _checked(json_decoded(said, Draws), _tournament_of(client, path).tournament, words)
        case "counts":
            return counts_in_words(json_decoded(said, PublicTournament).tournament, words)
    return in_words(json_decoded(said, PublicTournament), words, wall_ms())


def _printed(args: argparse.Namespace, client: RoomClient, path: str, words: Words) -> str:
    """Write a PDF to print, and return the message with its path. Raises `Fault` if it cannot be written."""
    named = _tournament_of(client, path).tournament if args.entries else None
    entries = ",".join(str(entry_of(named, one)) for one in args.entries) if named else ""
    file = args.out or Path(f"{args.kind}.pdf")
    pdf = client.get(f"{path}/prints/{args.kind}?paper={args.paper}&entries={entries}")
    with disk_faults(file):
        file.write_bytes(pdf)
    return words.say(message("file-written", path=str(file)))


def _orders(
    args: argparse.Namespace, client: RoomClient, path: str, now: PublicTournament, words: Words
) -> list[TournamentActionBase]:
    """The orders that a command gives for a tournament."""
    if args.do == "enter":
        return entries_of(args, client, now.tournament.id, words)
    if args.do == "deal":
        offer = _offered(args, client.get(f"{path}{_deal(args)}"), now.tournament)
        return [MakeDeal(offer.shares, offer.for_winner)]
    plan = _plan_of(client) if args.do == "open" else RoomPlan()
    return orders_of(args, CommandContext(now.tournament, plan, now.state.zone or machine_zone()))


def _plain(args: argparse.Namespace) -> str:
    return READS[args.do]


def _pile(args: argparse.Namespace) -> str:
    return f"/cards?table={args.table}"


def _deal(args: argparse.Namespace) -> str:
    if args.by == "own":
        return "/deal?by=even"  # only its prizes are used
    return f"/deal?by={args.by}&for_winner={args.for_winner}&round_to={args.round_to}"


def _offered(args: argparse.Namespace, said: bytes, now: TournamentView) -> DealOffer:
    """The deal that the clock computes, or with `own` the given amounts for the same prizes. Raises `Fault`."""
    offer = json_decoded(said, DealOffer)
    if args.by != "own":
        return offer
    return replace(offer, shares=own_shares(now, args.shares), for_winner=args.for_winner)


def _room_of(client: RoomClient) -> TournamentList:
    return json_decoded(client.get("/api/tournaments"), TournamentList)


def _plan_of(client: RoomClient) -> RoomPlan:
    return json_decoded(client.get("/api/plan"), RoomPlan)


def _tournament_of(client: RoomClient, path: str) -> PublicTournament:
    return json_decoded(client.get(path), PublicTournament)


def _checked(found: Draws, now: TournamentView, words: Words) -> str:
    """The result of repeating each draw here. Raises `RequestFailed` if one does not follow from its seed."""
    said = checked_in_words(found, now, words)
    if not all(map(is_sound, found.draws)):
        raise RequestFailed(said)
    return said


def _tried(asked: Iterable[tuple[str, object]], client: RoomClient, words: Words) -> str:
    """The effects that each order would have if it were carried out now on its own. Raises `RequestFailed`."""
    tried = [client.post(f"{path}?dry_run=true", body) for path, body in asked]
    found = [one for answer in tried for one in json_decoded(answer, Tried).would]
    return "\n".join(one.said or one.kind for one in found) or words.say(message("room-would-nothing"))


def _order(actions: list[TournamentActionBase], client: RoomClient, path: str, words: Words, seen: int | None) -> None:
    """Send each order separately. If an order that opens a table or is for one entry of a team is refused, the rest are
    still sent. Raises `RequestFailed`."""
    refused: list[str] = []
    for number, action in enumerate(actions, 1):
        try:
            client.post(f"{path}/act", {"action": action, "seen": seen})
        except RequestFailed as why:
            if number == len(actions) and not refused:
                if isinstance(action, AddEntries):
                    raise RequestFailed(words.say(message("room-nobody-entered", why=_why(why, words)))) from why
                raise
            if not isinstance(action, UseTable | CheckIn | VoidEntry | GiveUp):
                raise  # the orders that follow need it
            refused.append(_why(why, words))
    if refused:
        raise RequestFailed("; ".join(refused))


def _on(client: RoomClient) -> str:
    """The newest unfinished tournament, or else the newest one. Raises `Fault` if there is none."""
    found = _room_of(client).tournaments
    on = [one.id for one in found if not one.ended] or [one.id for one in found]
    if not on:
        raise Fault("no-tournament-yet")
    return on[-1]
