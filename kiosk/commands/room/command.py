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
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.prizes.deal_rules import DealOffer
from kiosk.arguments import words_for
from kiosk.commands.room.arguments import add_arguments
from kiosk.commands.room.client import RequestFailed, RoomClient, client_for
from kiosk.commands.room.leagues import after_order, league_order, read_standings
from kiosk.commands.room.orders.commands import orders_of
from kiosk.commands.room.orders.create import guesses, new_tournament
from kiosk.commands.room.orders.fields import CommandContext, entry_of, own_shares
from kiosk.commands.room.people import copy_given, devices_done, history_chosen, staff_done
from kiosk.commands.room.players import corrections_in_words, entries_of, import_done, people_order
from kiosk.commands.room.shown import (
    checked_in_words,
    color_up_in_words,
    counts_in_words,
    deal_in_words,
    in_words,
    listed,
    no_longer_pinned,
    pile_in_words,
    plan_in_words,
    taken_back,
    to_give_back,
)
from kiosk.commands.room.table_devices import cameras_done, glasses_done, tablets_done
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
from kiosk.settings_file import found_settings
from kiosk.storage.files import disk_faults
from kiosk.times import wall_ms
from kiosk.zone import machine_zone
from ui.words import Words

__all__ = ["add_arguments", "run"]

ROOM_READS = ("list", "plan", "standings")
ROOM_ORDERS = ("create", "place", "unplace", "erase", "league", "rename", "same", "corrections")
"""The queries and orders for the whole room. All other commands are for one tournament."""
PEOPLE = {
    "staff": staff_done,
    "devices": devices_done,
    "tablets": tablets_done,
    "glasses": glasses_done,
    "cameras": cameras_done,
    "restore-table": copy_given,
    "keep-tablet": history_chosen,
}
READS = {
    "show": "", "counts": "", "color-up": "/color-up", "results": "/results.{format}", "hands": "/hands.{format}",
    "cards": "/cards?table={table}", "check-draw": "/draws", "print": "/prints/{kind}",
}  # fmt: skip
"""The queries about a tournament, each with its path."""
KEY = "KIOSK_KEY"
"""The environment variable with the director's key. It is not an argument, because everyone on the machine could see
that."""


class PreviewLine(msgspec.Struct, frozen=True):
    kind: str
    said: str


class Tried(msgspec.Struct, frozen=True):
    would: tuple[PreviewLine, ...]


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Exit code 0 if the command succeeded, 1 if the clock refused it, 2 for an unusable rule book. Raises `Fault`."""
    words = words_for(args)
    # The key in a file that nobody named is not sent to another clock.
    settings = args.settings if args.clock else next(iter(found_settings(args, err, ("clock",))), None)
    client = client_for(settings, args.clock, os.environ.get(KEY, ""), words.language)
    try:
        for guess in guesses(args):
            print(words.say(guess), file=err)
        if args.dry_run and args.do in PEOPLE and getattr(args, "what", args.do):
            raise RequestFailed(message=message("room-no-dry-run"))
        print(PEOPLE[args.do](args, client, words, err) if args.do in PEOPLE else _done(args, client, words), file=out)
    except RequestFailed as refused:
        print(f"kiosk room: {_why(refused, words)}", file=err)
        return 1
    except BadBook as bad:  # its message names the file
        print(f"kiosk room: {words.say(bad.message)}", file=err)
        return 2
    except BadInput as bad:
        path = getattr(args, "structure", "") or args.file
        raise Fault("settings-problem", path=str(path), problem=bad.message) from bad
    return 0


def _why(refused: RequestFailed, words: Words) -> str:
    """The reason in the terminal's language if the catalog has its code, or else the reason as the clock sent it."""
    code = refused.message
    if code is None or code.code not in words.messages:
        return refused.why
    return f"{words.say(code)} ({words.cited(refused.clause)})" if refused.clause else words.say(code)


def _done(  # noqa: PLR0911  one return for each kind of command
    args: argparse.Namespace, client: RoomClient, words: Words
) -> str:
    if args.do in ROOM_READS or (args.do == "corrections" and not args.undo):
        return _room_read(args, client, words)
    if args.do in ROOM_ORDERS:
        path, body = _room_order(args, client)
        if args.dry_run:
            return _tried([(path, body)], client, words)
        answer = client.post(path, body)
        return answer.decode() if args.json else _room_answer(args, answer, words)
    path = f"/api/tournaments/{args.tournament or _newest(client)}"
    if args.do == "import":
        return import_done(args, client, path, words)
    now = client.read(path, PublicTournament)
    if args.do in READS or (args.do == "deal" and not args.agree):
        return _read(args, client, path, now, words)
    orders, seen = _orders(args, client, path, now, words), _seen(args, now)
    if args.dry_run:
        asked = [(f"{path}/act", {"action": action, "seen": seen}) for action in orders]
        return _tried(asked, client, words)
    _order(orders, client, path, words, seen)
    if args.json:
        return client.get(path).decode()
    after = client.read(path, PublicTournament)
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
    """The room's tournaments, the plan of its tables, a league's standings, or the name corrections."""
    match args.do:
        case "standings":
            return read_standings(args, client, words)
        case "plan":
            plan = client.read("/api/plan", RoomPlan)
            return msgspec.json.encode(plan).decode() if args.json else plan_in_words(plan, words)
        case "corrections":
            said = client.get("/api/people/corrections")
            return said.decode() if args.json else corrections_in_words(said, words)
    said = client.get("/api/tournaments")
    return said.decode() if args.json else listed(json_decoded(said, TournamentList), words)


def _room_answer(args: argparse.Namespace, said: bytes, words: Words) -> str:
    match args.do:
        case "create":
            made = json_decoded(said, dict[str, object])
            return words.say(message("room-created", id=str(made["id"])))
        case "erase":
            return "\n".join(map(words.say, what_is_erased(json_decoded(said, Erased))))
        case "league":
            return after_order(args, said, words)
        case "place" | "unplace":
            return plan_in_words(json_decoded(said, RoomPlan), words)
    return corrections_in_words(said, words)


def _room_order(args: argparse.Namespace, client: RoomClient) -> tuple[str, object]:
    """The path and the body of an order to the room. When a table is placed on the plan, only the given fields
    change."""
    match args.do:
        case "create":
            zone = client.read("/api/tournaments", TournamentList).zone
            return "/api/tournaments", new_tournament(args, zone or machine_zone())
        case "erase":
            return "/api/people/erase", {"name": args.name, "anyway": args.anyway}
        case "league":
            return league_order(args, client)
        case "unplace":
            return "/api/plan/remove", RemovedTable(args.table)
        case "place":
            said = {"section": args.section, "seats": args.seats, "side": args.side, "left_seat": args.left_seat}
            stood = client.read("/api/plan", RoomPlan).of(args.table)
            given = {name: value for name, value in said.items() if value is not None}
            return "/api/plan/place", replace(stood, **given)
    return people_order(args, client)


def _read(  # noqa: PLR0911  one return for each command
    args: argparse.Namespace, client: RoomClient, path: str, now: PublicTournament, words: Words
) -> str:
    """The answer to a query about a tournament, as text."""
    query = path + (_deal(args) if args.do == "deal" else READS[args.do].format(**vars(args)))
    if args.do == "print":
        return _printed(args, client, query, now.tournament, words)
    if args.do == "hands":
        entry = entry_of(now.tournament, args.entry) if args.entry else 0
        return client.get(f"{query}?table={args.table}&entry={entry}&level={args.level}").decode().rstrip("\n")
    said = client.get(query)
    if args.do == "results":
        return said.decode().rstrip()
    if args.json:
        return said.decode()
    match args.do:
        case "color-up":
            return color_up_in_words(json_decoded(said, ColorUp | None), words)
        case "deal":
            return deal_in_words(_offered(args, said, now.tournament), now.tournament, words)
        case "cards":
            return pile_in_words(json_decoded(said, CardPile), words)
        case "check-draw":
            return checked_in_words(json_decoded(said, Draws), now.tournament, words)
        case "counts":
            return counts_in_words(json_decoded(said, PublicTournament).tournament, words)
    return in_words(json_decoded(said, PublicTournament), words, wall_ms())


def _printed(args: argparse.Namespace, client: RoomClient, query: str, now: TournamentView, words: Words) -> str:
    """Write a PDF to print, and return the message with its path. Raises `Fault` if it cannot be written."""
    entries = ",".join(str(entry_of(now, one)) for one in args.entries)
    file = args.out or Path(f"{args.kind}.pdf")
    pdf = client.get(f"{query}?paper={args.paper}&entries={entries}")
    with disk_faults(file):
        file.write_bytes(pdf)
    return words.say(message("file-written", path=str(file)))


def _orders(
    args: argparse.Namespace, client: RoomClient, path: str, now: PublicTournament, words: Words
) -> list[TournamentActionBase]:
    if args.do == "enter":
        return entries_of(args, client, now.tournament.id, words)
    if args.do == "deal":
        offer = _offered(args, client.get(f"{path}{_deal(args)}"), now.tournament)
        return [MakeDeal(offer.shares, offer.for_winner)]
    plan = client.read("/api/plan", RoomPlan) if args.do == "open" else RoomPlan()
    return orders_of(args, CommandContext(now.tournament, plan, now.state.zone or machine_zone()))


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
                    raise RequestFailed(message=message("room-nobody-entered", why=_why(why, words))) from why
                raise
            if not isinstance(action, UseTable | CheckIn | VoidEntry | GiveUp):
                raise  # the orders that follow need it
            refused.append(_why(why, words))
    if refused:
        raise RequestFailed("; ".join(refused))


def _newest(client: RoomClient) -> str:
    """The newest unfinished tournament, or else the newest one. Raises `Fault` if there is none."""
    found = client.read("/api/tournaments", TournamentList).tournaments
    on = [one.id for one in found if not one.ended] or [one.id for one in found]
    if not on:
        raise Fault("no-tournament-yet")
    return on[-1]
