"""`kiosk simulate`: play a tournament from a seed, and report whether the room's books balance."""

import argparse
import tempfile
from pathlib import Path
from typing import TextIO

import msgspec

from engine.bad_input import BadInput, check_range
from engine.message import message
from engine.tournament.levels.structure import load_structure, misfit
from kiosk.arguments import words_for
from kiosk.faults import Fault
from kiosk.rulebooks import find_book
from kiosk.simulate.formats import FORMS
from kiosk.simulate.tournament import Plan, simulate
from ui.words import Words

STRUCTURES = {"astate-2009": "astate-2009", "house": "house", "intramural": "intramural", "washburn": "washburn"}
"""Rule books that come with their own structure. Tournaments under the other books use the club's structure."""
MOST_PLAYERS = 500


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["simulate"]
    parser.add_argument("--book", default="tda", help=say["book"])
    parser.add_argument("--structure", default="", help=say["structure"])
    parser.add_argument("--players", type=int, default=20, metavar="N", help=say["players"])
    parser.add_argument("--format", choices=FORMS, default="book", help=say["format"])
    parser.add_argument("--seed", type=int, default=1, help=say["seed"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Play one tournament. Returns 0 only if it ended with every chip and every place accounted for. Raises `Fault`."""
    words = words_for(args)
    try:
        book = find_book(args.book)
        structure = load_structure(args.structure or STRUCTURES.get(book.id, "club"))
        if problem := misfit(structure, book):
            raise BadInput.of(problem)
        check_range("players", args.players, 2, MOST_PLAYERS)
    except BadInput as bad:
        raise Fault("not-simulated", problem=bad.message) from bad
    with tempfile.TemporaryDirectory(prefix="kiosk-simulate-") as folder:
        outcome = simulate(Plan(book, structure, args.players, args.seed, args.format), Path(folder))
    if args.json:
        print(msgspec.json.encode(outcome).decode(), file=out)
    else:
        said = message(
            "simulated", players=outcome.players, tables=outcome.tables, hands=outcome.hands, events=outcome.events
        )
        print(words.say(said), file=out)
        for finish in outcome.finishes:
            if finish.payout:
                print(
                    words.say(message("simulated-paid", place=finish.finish, entry=finish.entry, payout=finish.payout)),
                    file=out,
                )
        for violation in outcome.violations:
            print(violation, file=err)
    return 0 if outcome.ok else 1
