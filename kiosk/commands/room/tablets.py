"""`kiosk room tablets`: the tablets at the tables, the tablets waiting for approval, and the revoked tables."""

import argparse
from typing import TextIO

from engine.decoders import json_decoded
from engine.message import Message, message
from kiosk.commands.room.client import RoomClient
from kiosk.protocol.people import AskedTable, DeviceList
from ui.words import Words

TABLES = "/api/devices/tables"


def add_tablets(parser: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room tablets"]
    tablets = parser.add_subparsers(dest="what", metavar="COMMAND")
    for name in ("let-in", "turn-away"):
        one = tablets.add_parser(name, help=more[name])
        one.add_argument("shown", metavar="CODE", help=more["shown"])
        if name == "let-in":
            one.add_argument("table", type=int, nargs="?", default=0, metavar="TABLE", help=more["table"])
            one.add_argument("--replace", action="store_true", help=more["replace"])
    for name in ("revoke", "allow"):
        tablets.add_parser(name, help=more[name]).add_argument(
            "table", type=int, metavar="TABLE", help=words.commands.help["room more"]["table"]
        )


def tablets_done(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Carry out a command, or none, and return the tablets. Raises `RequestFailed` or `Fault`."""
    match args.what:
        case "let-in":
            approval = {"shown": args.shown, "table": args.table, "replace": args.replace}
            said = client.post(f"{TABLES}/approve", approval)
        case "turn-away":
            said = client.post(f"{TABLES}/turn-away", {"shown": args.shown})
        case "revoke" | "allow":
            said = client.post(f"{TABLES}/{args.what}", {"table": args.table})
        case _:
            said = client.get("/api/devices")
    return said.decode() if args.json else _in_words(json_decoded(said, DeviceList), words)


def _in_words(found: DeviceList, words: Words) -> str:
    lines = [_asks(one) for one in found.asked]
    lines += [message("room-tablet", table=one.table, by=one.by) for one in found.tablets]
    lines += [message("room-table-kept-out", table=table) for table in found.revoked_tables]
    return "\n".join(map(words.say, lines)) or words.say(message("room-no-tablet"))


def _asks(one: AskedTable) -> Message:
    of_any = message("room-tablet-asks", letters=one.code, check=one.check, address=one.address)
    of_one = message("room-tablet-asks-for", table=one.table, letters=one.code, check=one.check, address=one.address)
    return of_one if one.table else of_any
