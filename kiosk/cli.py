"""The `kiosk` command: imports and runs a subcommand."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Protocol, TextIO

from kiosk.faults import Fault
from kiosk.spoken import spoken
from ui.words.languages import words_in

COMMANDS = {
    "dealer": ("kiosk.table.command", "the touch screen of one table"),
    "dealer --practice": ("kiosk.practice.command", "pretend hands to learn by, on the same screen"),
    "clock": ("kiosk.clock.command", "the central tournament clock, with the room display and the director's page"),
    "demo": ("kiosk.demo.command", "a whole room on this machine: a clock, two tables, card readers, the pages"),
    "replay": ("kiosk.commands.replay", "play hand histories (.phh, .phhs) through the engine and check their results"),
    "ruling": ("kiosk.commands.ruling", "what the rule book says to what a player said and which chips moved"),
    "history": ("kiosk.commands.history", "tell the hands of a table's journal: in words, as PHH or Open Hand History"),
    "restore": (
        "kiosk.commands.restore",
        "what is left of a damaged journal, and bringing it back",
    ),
    "rules": ("kiosk.commands.rules", "the rule card of a book: what is played, by which clause, to read or to print"),
    "staff": ("kiosk.commands.staff", "the settings of somebody who signs at the tables with a PIN"),
    "read": ("kiosk.commands.read.command", "the cards seen in pictures or videos, or live by a camera"),
    "deck": ("kiosk.commands.deck.command", "enrol a deck's codes, learn its faces, check a deck, print code stickers"),
    "doctor": ("kiosk.commands.doctor.command", "what works on this machine, and how to fix what does not"),
}


class Program(Protocol):
    """The interface of each command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace, out: TextIO, err: TextIO) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Exit code 0: all well, 1: a check failed, 2: bad arguments or not started."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] not in COMMANDS:
        return _overview(words)
    name = next((both for word in words[1:] if (both := f"{words[0]} {word}") in COMMANDS), words[0])
    module, says = COMMANDS[name]
    # Only the requested command is imported: a clock's machine has no Qt, a table's no web server.
    try:
        program: Program = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith(("kiosk", "engine", "hardware", "ui")):
            raise
        print(f"kiosk {name}: {missing.name} is not installed here: install this program with the extra "
              f"{'clock' if name == 'clock' else 'table'}", file=sys.stderr)  # fmt: skip
        return 2
    parser = argparse.ArgumentParser(f"kiosk {name}", description=says)
    program.add_arguments(parser)
    args = parser.parse_args(words[1:])
    try:
        return program.run(args, sys.stdout, sys.stderr)
    except Fault as fault:
        print(
            f"kiosk {name}: {words_in(getattr(args, 'language', None) or spoken()).fault(fault.message)}",
            file=sys.stderr,
        )
        return 2
    except BrokenPipeError:
        return 2


def _overview(words: Sequence[str]) -> int:
    asked = not words or words[0] in ("-h", "--help", "help")
    out = sys.stdout if asked else sys.stderr
    if not asked:
        print(f"kiosk: there is no command {words[0]!r}", file=out)
    print("usage: kiosk COMMAND [ARGUMENTS]; kiosk COMMAND --help tells more", file=out)
    for name, (_, says) in COMMANDS.items():
        print(f"  {name:17} {says}", file=out)
    return 0 if asked and words else 2


if __name__ == "__main__":
    sys.exit(main())
