"""`kiosk structure`: blind structures shown, and written in other forms. Starts nothing and asks no clock."""

import argparse
from collections.abc import Iterator
from typing import TextIO

from engine.bad_input import BadInput
from engine.message import message
from engine.tournament.structure import Level, Structure, advances_by, blinds, duration_ms
from kiosk.arguments import words_for
from kiosk.structures.draft import Found
from kiosk.structures.files import find_structure
from kiosk.structures.written import FORMS, schema
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """`kiosk structure show | convert | schema`."""
    say = words.commands.help["structure"]
    commands = parser.add_subparsers(dest="do", required=True, metavar="COMMAND")
    show = commands.add_parser("show", help=say["show"])
    show.add_argument("structure", metavar="FILE | NAME", help=say["structure"])
    convert = commands.add_parser("convert", help=say["convert"])
    convert.add_argument("structure", metavar="FILE | NAME", help=say["structure"])
    convert.add_argument("--to", choices=FORMS, required=True, help=say["to"])
    commands.add_parser("schema", help=say["schema"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Exit code 0 if all is well, 2 for a structure that cannot be used. Raises `Fault` for an unreadable file."""
    words = words_for(args)
    if args.do == "schema":
        print(schema(), end="", file=out)
        return 0
    try:
        found = _asked(args)
    except BadInput as bad:
        print(words.say(bad.message), file=err)
        return 2
    for guess in found.guesses:
        print(words.say(guess), file=err)
    print(as_table(found.structure, words) if args.do == "show" else FORMS[args.to](found.structure), end="", file=out)
    return 0


def _asked(args: argparse.Namespace) -> Found:
    return find_structure(args.structure)


def as_table(structure: Structure, words: Words) -> str:
    """When each level and break begins, what it is called, what is played for and how long it lasts."""
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
        at = words.left(begins_ms) if advances_by(structure) == "minutes" else ""
        lasts = words.minutes.format(minutes=entry.minutes)
        if isinstance(entry, Level):
            played = words.played_for(blinds(structure, number))
            if entry.ante_form == "each":
                played = words.say(message("structure-ante-each", blinds=played))
            if entry.lasts == "hands":
                lasts = words.say(message("structure-hands", count=entry.hands))
            if entry.lasts == "orbits":
                lasts = words.say(message("structure-orbits", count=entry.orbits))
        else:
            gone = " · ".join(map(words.amount, entry.colour_up))
            played = words.say(message("structure-colour-up", chips=gone)) if gone else ""
        yield at, words.level_name(entry.name), played, lasts
        begins_ms += duration_ms(structure, number)
