"""`kiosk room restore-table` and `keep-tablet`: gives a tablet the clock's copy of its table, or keeps its own."""

import argparse
from collections.abc import Iterator
from typing import TextIO

import msgspec

from engine.decoders import json_decoded
from engine.message import Message, message
from kiosk.commands.room.client import RequestFailed, RoomClient
from kiosk.protocol.people import AskedHistory, CopyList
from ui.words import Words


def add_restore_table(one: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    one.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    one.add_argument("check", nargs="?", default="", metavar="NUMBER", help=more["check"])
    one.add_argument("--without", action="store_true", help=more["without"])
    one.set_defaults(what="give")


def add_keep_tablet(own: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    own.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    own.add_argument("check", nargs="?", default="", metavar="NUMBER", help=more["kept"])
    own.set_defaults(what="choose")


def copy_given(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Give the tablet the clock's copy. Raises `RequestFailed` if no tablet is asking, or `Fault`."""
    if args.without:
        client.post("/api/recovery/dismiss", {"table": args.table})
    said = client.post("/api/copies/give", {"table": args.table, "check": args.check})
    if args.json:
        return said.decode()
    records = json_decoded(said, dict[str, int | str])["records"]
    return words.say(message("copy-given", table=args.table, count=records))


def history_chosen(args: argparse.Namespace, client: RoomClient, words: Words, _: TextIO) -> str:
    """Keep the tablet's record, and say what part of the clock's copy was set aside. Without the tablet's number, only
    say what would be. Raises `RequestFailed` if no tablet is asking, or `Fault`."""
    if args.check:
        said = client.post("/api/copies/choose", {"table": args.table, "check": args.check})
        if args.json:
            return said.decode()
        done = json_decoded(said, dict[str, int | str])
        lines = [message("history-chosen", table=args.table, count=int(done["aside"]))]
        lines += [message("history-aside", path=str(done["file"]))] if done["file"] else []
        return "\n".join(map(words.say, lines))
    asked = json_decoded(client.get("/api/copies"), CopyList)
    found = [one for one in asked.histories if one.table == args.table]
    if not found:
        raise RequestFailed(words.say(message("history-not-asked", table=args.table)))
    if args.json:
        return msgspec.json.encode(found).decode()
    return "\n".join(words.say(line) for one in found for line in _consequence(one))


def _consequence(one: AskedHistory) -> Iterator[Message]:
    yield message("history-asks", table=one.table, check=one.check)
    yield message("history-would-aside", count=one.hands_aside, records=one.aside)
    yield message("history-would-add", count=one.hands_added, records=one.added)
    for seat in one.stacks:
        yield message("history-stacks", seat=seat.seat, name=seat.name, tablet=seat.tablet, clock=seat.clock)
    if one.chips:
        yield message("history-chips", chips=one.chips)
    if one.flags:
        yield message("history-flags", count=one.flags)
    yield message("history-say-number", table=one.table, check=one.check)
