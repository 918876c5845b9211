"""The commands of `kiosk room` and their arguments, for argparse, in the order of their texts in the catalog."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

from engine.leagues.league import PRESETS, CountedEntry, Tie
from kiosk.commands.room.orders.commands import ORDER_COMMANDS, OrderCommand
from kiosk.commands.room.orders.create import add_create
from kiosk.commands.room.people import add_devices, add_keep_tablet, add_restore_table, add_staff, add_tablets
from kiosk.commands.room.players import add_corrections, add_import, add_rename, add_same
from kiosk.protocol.room_plan import Side
from kiosk.protocol.tournaments import PaperName, PrintKind
from ui.words import Words

Adder = Callable[[argparse.ArgumentParser, Words], None]
"""Adds the arguments of one command to its parser."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["room"]
    parser.add_argument("--settings", type=Path, help=say["settings"])
    parser.add_argument("--clock", default="", metavar="URL", help=say["clock"])
    parser.add_argument("--tournament", default="", metavar="ID", help=say["tournament"])
    parser.add_argument("--dry-run", action="store_true", help=say["dry_run"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])
    commands = parser.add_subparsers(dest="do", required=True, metavar="COMMAND")
    for name, said in say.items():
        if add := COMMANDS.get(name):
            add(commands.add_parser(name, help=said), words)


def _nothing(_: argparse.ArgumentParser, __: Words) -> None:
    """A command without arguments."""


def _order(order: OrderCommand) -> Adder:
    def add(command: argparse.ArgumentParser, words: Words) -> None:
        for argument in order.arguments:
            argument.add(command, words)

    return add


def _place(place: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    place.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    place.add_argument("--section", metavar="NAME", help=more["section"])
    place.add_argument("--seats", type=int, help=more["plan_seats"])
    place.add_argument("--left-seat", type=int, metavar="SEAT", help=more["left_seat"])
    place.add_argument("--side", choices=get_args(Side), help=more["side"])


def _unplace(unplace: argparse.ArgumentParser, words: Words) -> None:
    unplace.add_argument("table", type=int, metavar="TABLE", help=words.commands.help["room more"]["table"])


def _standings(standings: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room league"]
    standings.add_argument("league", nargs="?", default="", metavar="LEAGUE", help=more["league"])
    standings.add_argument("--csv", action="store_true", help=more["csv"])


def _league(league: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room league"]
    league.add_argument("league", metavar="LEAGUE", help=more["league"])
    league.add_argument("--name", help=more["name"])
    league.add_argument("--formula", help=more["formula"].format(presets=", ".join(PRESETS)))
    league.add_argument("--pattern", help=more["pattern"])
    for name in ("since", "until"):
        league.add_argument(f"--{name}", metavar="DATE", help=more[name])
    league.add_argument("--best", type=int, help=more["best"])
    for name in ("events", "without"):
        league.add_argument(f"--{name}", nargs="*", metavar="ID", help=more[name])
    league.add_argument("--ties", nargs="*", choices=get_args(Tie), help=more["ties"])
    league.add_argument("--entry", choices=get_args(CountedEntry), help=more["entry"])
    league.add_argument("--remove", action="store_true", help=more["remove"])


def _enter(enter: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    enter.add_argument("names", nargs="+", metavar="NAME", help=more["name"])
    enter.add_argument("--player", default="", metavar="ID", help=more["player"])
    enter.add_argument("--roster", nargs="+", default=[], metavar="NAME", help=more["roster"])
    enter.add_argument("--captain", default="", metavar="NAME", help=more["captain"])
    enter.add_argument("--another", action="store_true", help=more["another"])
    enter.add_argument("--id-seen", action="store_true", help=more["id_seen"])


def _erase(erase: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    erase.add_argument("name", metavar="NAME", help=more["erased"])
    erase.add_argument("--anyway", action="store_true", help=more["anyway"])


def _deal(deal: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    deal.add_argument("by", choices=("icm", "chips", "even", "own"), help=more["deal_by"])
    deal.add_argument("shares", nargs="*", metavar="SHARE", help=more["deal_shares"])
    deal.add_argument("--round-to", type=int, default=1, help=more["deal_rounding"])
    deal.add_argument("--for-winner", type=int, default=0, help=more["for_winner"])
    deal.add_argument("--agree", action="store_true", help=more["agree"])


def _results(results: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    results.add_argument("--format", choices=("csv", "ots"), default="csv", help=more["results_format"])


def _print(printing: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    printing.add_argument("kind", choices=get_args(PrintKind), help=more["print_kind"])
    printing.add_argument("entries", nargs="*", metavar="ENTRY", help=more["print_entries"])
    printing.add_argument("--paper", choices=get_args(PaperName), default="a4", help=more["paper"])
    printing.add_argument("--out", type=Path, metavar="FILE", help=more["print_out"])


def _hands(hands: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    hands.add_argument("--format", choices=("ohh", "phhs"), default="ohh", help=more["hands_format"])
    hands.add_argument("--table", type=int, default=0, metavar="TABLE", help=more["table"])
    hands.add_argument("--entry", default="", metavar="ENTRY", help=more["entry"])
    hands.add_argument("--level", type=int, default=0, metavar="LEVEL", help=more["level"])


def _cards(cards: argparse.ArgumentParser, words: Words) -> None:
    more = words.commands.help["room more"]
    cards.add_argument("table", type=int, nargs="?", default=0, metavar="TABLE", help=more["broken_table"])


COMMANDS: Mapping[str, Adder] = {
    **dict.fromkeys(("list", "show", "check-draw", "plan", "counts", "color-up"), _nothing),
    "create": add_create,
    "place": _place,
    "unplace": _unplace,
    "standings": _standings,
    "league": _league,
    "staff": add_staff,
    "devices": add_devices,
    "import": add_import,
    "rename": add_rename,
    "same": add_same,
    "corrections": add_corrections,
    "tablets": add_tablets,
    "restore-table": add_restore_table,
    "keep-tablet": add_keep_tablet,
    "enter": _enter,
    "erase": _erase,
    "deal": _deal,
    "results": _results,
    "print": _print,
    "hands": _hands,
    "cards": _cards,
    **{name: _order(order) for name, order in ORDER_COMMANDS.items()},
}
"""Every command, and what adds its arguments."""
