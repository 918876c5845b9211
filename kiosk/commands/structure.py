"""`kiosk structure`: shows blind structures, converts them to other formats, and makes new ones, without a clock."""

import argparse
import re
from collections.abc import Callable, Iterator
from typing import TextIO

from engine.bad_input import BadInput
from engine.message import message
from engine.tournament.levels.structure import Level, Minutes, Structure, advances_by, blinds, duration_ms
from kiosk.arguments import words_for
from kiosk.structures.draft import ImportedStructure
from kiosk.structures.files import find_structure
from kiosk.structures.make import StructureRequest, make_structure
from kiosk.structures.written import FORMS, schema
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["structure"]
    commands = parser.add_subparsers(dest="do", required=True, metavar="COMMAND")
    show = commands.add_parser("show", help=say["show"])
    show.add_argument("structure", metavar="FILE | NAME", help=say["structure"])
    show.add_argument("--minutes", type=float, default=0.0, help=say["missing_minutes"])
    convert = commands.add_parser("convert", help=say["convert"])
    convert.add_argument("structure", metavar="FILE | NAME", help=say["structure"])
    convert.add_argument("--to", choices=FORMS, required=True, help=say["to"])
    convert.add_argument("--minutes", type=float, default=0.0, help=say["missing_minutes"])
    make = commands.add_parser("make", help=say["make"])
    make.add_argument("--players", type=int, required=True, metavar="N", help=say["players"])
    make.add_argument("--hours", type=float, required=True, metavar="H", help=say["hours"])
    make.add_argument("--chips", type=_chips(words), required=True, metavar="25,100,500", help=say["chips"])
    make.add_argument("--stack", type=int, default=0, help=say["stack"])
    make.add_argument("--minutes", type=float, default=0.0, help=say["minutes"])
    make.add_argument("--no-ante", action="store_true", help=say["no_ante"])
    make.add_argument("--to", choices=FORMS, default="toml", help=say["to"])
    commands.add_parser("schema", help=say["schema"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print a structure or the schema. Exit code 2 for an unusable structure. Raises `Fault` for an unreadable file."""
    words = words_for(args)
    if args.do == "schema":
        print(schema(), end="", file=out)
        return 0
    try:
        minutes = _minutes(args.minutes)
        found = ImportedStructure(_made(args, words)) if args.do == "make" else find_structure(args.structure, minutes)
    except BadInput as bad:
        print(words.say(bad.message), file=err)
        return 2
    for guess in found.guesses:
        print(words.say(guess), file=err)
    print(as_table(found.structure, words) if args.do == "show" else FORMS[args.to](found.structure), end="", file=out)
    return 0


def _chips(words: Words) -> Callable[[str], tuple[int, ...]]:
    """An argument type for denominations. It raises `ArgumentTypeError`, which argparse prints."""

    def read(text: str) -> tuple[int, ...]:
        if not re.fullmatch("[0-9]{1,12}(,[0-9]{1,12})*", text):
            raise argparse.ArgumentTypeError(words.commands.bad["chips"].format(text=text))
        return tuple(map(int, text.split(",")))

    return read


def _made(args: argparse.Namespace, words: Words) -> Structure:
    hours, minutes = f"{args.hours:g}".replace(".", words.decimal), _minutes(args.minutes)
    name = words.say(message("structure-made", players=args.players, hours=hours))
    asked = StructureRequest(name, args.players, args.hours, args.chips, args.stack, minutes, ante=not args.no_ante)
    return make_structure(asked)


def as_table(structure: Structure, words: Words) -> str:
    """A line for each level and break: its start, name, blinds or chips to color up, and length."""
    chips = " · ".join(map(words.amount, structure.chips))
    head = message("structure-head", stack=words.amount(structure.starting_stack), chips=chips)
    rows = list(_rows(structure, words))
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join((row[0].rjust(wide[0]), *(cell.ljust(size) for cell, size in zip(row[1:], wide[1:], strict=True))))
        for row in rows
    ]
    return "".join(f"{line.rstrip()}\n" for line in (structure.name, words.say(head), *lines))


def _rows(structure: Structure, words: Words) -> Iterator[tuple[str, ...]]:
    begins_ms = 0
    for number, entry in enumerate(structure.entries):
        at = _after(begins_ms) if advances_by(structure) == "minutes" else ""
        lasts = words.minutes.format(minutes=words.halves(entry.minutes))
        if isinstance(entry, Level):
            played = words.played_for(blinds(structure, number))
            if entry.ante_form == "each":
                played = words.say(message("structure-ante-each", blinds=played))
            if entry.lasts == "hands":
                lasts = words.say(message("structure-hands", count=entry.hands))
            if entry.lasts == "orbits":
                lasts = words.say(message("structure-orbits", count=entry.orbits))
        else:
            gone = " · ".join(map(words.amount, entry.color_up))
            played = words.say(message("structure-color-up", chips=gone)) if gone else ""
        yield at, words.level_name(entry.name), played, lasts
        begins_ms += duration_ms(structure, number)


def _after(ms: int) -> str:
    """The time before an entry in hours and minutes, such as `0:20`, with seconds if there are any: `0:07:30`."""
    minutes, seconds = divmod(ms // 1_000, 60)
    return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")


def _minutes(said: float) -> Minutes:
    return int(said) if said.is_integer() else said
