"""`kiosk room restore-table`: the director's word for a tablet that asks for the clock's copy of its table."""

import argparse
from typing import TYPE_CHECKING, TextIO

from engine.decoders import json_decoded
from engine.message import message
from kiosk.commands.room.client import RoomClient
from ui.words import Words

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_copies(commands: "Commands", words: Words) -> None:
    """The table, and the number that its tablet shows."""
    more = words.commands.help["room more"]
    one = commands.add_parser("restore-table", help=words.commands.help["room"]["restore-table"])
    one.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    one.add_argument("check", nargs="?", default="", metavar="NUMBER", help=more["check"])
    one.add_argument("--without", action="store_true", help=more["without"])
    one.set_defaults(what="give")


def copy_given(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """What the tablet is given. Raises `NotDone` where none asks, or `Fault`."""
    if args.without:
        client.post("/api/recovery/dismiss", {"table": args.table})
    said = client.post("/api/copies/give", {"table": args.table, "check": args.check})
    if args.json:
        return said.decode()
    records = json_decoded(said, dict[str, int | str])["records"]
    return words.say(message("copy-given", table=args.table, count=records))
