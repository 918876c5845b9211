"""The commands of `kiosk room` and their arguments, for argparse, in the order of their strings in the catalog."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

from engine.leagues.league import PRESETS, CountedEntry, Tie
from kiosk.commands.room.orders.commands import ORDER_COMMANDS
from kiosk.commands.room.orders.create import CREATE
from kiosk.commands.room.orders.fields import TABLE, Argument
from kiosk.protocol.people import ROLES, STAFF_ROLES
from kiosk.protocol.room_plan import Side
from kiosk.protocol.tournaments import PaperName, PrintKind
from kiosk.settings_file import add_settings
from ui.words import Words


class Subcommand(NamedTuple):
    """A subcommand of another command, such as `add` of `staff`, and where to find its help text."""

    page: str
    key: str
    arguments: tuple[Argument, ...]


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["room"]
    add_settings(parser, words, say["settings"], "clock")
    parser.add_argument("--clock", default="", metavar="URL", help=say["clock"])
    parser.add_argument("--tournament", default="", metavar="ID", help=say["tournament"])
    parser.add_argument("--dry-run", action="store_true", help=say["dry_run"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])
    commands = parser.add_subparsers(dest="do", required=True, metavar="COMMAND")
    for name, said in say.items():
        if name in COMMANDS:
            _add(commands.add_parser(name, help=said), COMMANDS[name], words)


def _add(command: argparse.ArgumentParser, parts: tuple[Argument | Subcommand, ...], words: Words) -> None:
    below: Any = None
    for part in parts:
        if isinstance(part, Argument):
            part.add(command, words)
        else:
            below = below or command.add_subparsers(dest="what", metavar="COMMAND")
            said = words.commands.help[part.page][part.key]
            _add(below.add_parser(part.key.rpartition("_")[2], help=said), part.arguments, words)


def _subcommand(page: str, key: str, *arguments: Argument) -> Subcommand:
    return Subcommand(page, key, arguments)


def _maker(page: str) -> Callable[..., Argument]:
    """Return a function that makes arguments whose help texts are on this page of the catalog."""
    return lambda name, key="", **options: Argument(name, options, key, page)


_more, _league, _people, _tablets, _glasses = map(
    _maker, ("room more", "room league", "room people", "room tablets", "room glasses")
)
_NAME, _SHOWN = _people("name", metavar="NAME"), _tablets("shown", metavar="CODE")
_LETTERS = _glasses("shown", metavar="CODE")

COMMANDS: Mapping[str, tuple[Argument | Subcommand, ...]] = {
    **dict.fromkeys(("list", "show", "check-draw", "plan", "counts", "color-up"), ()),
    "create": CREATE,
    "place": (
        *TABLE.arguments,
        _more("--section", metavar="NAME"),
        _more("--seats", "plan_seats", type=int),
        _more("--left-seat", type=int, metavar="SEAT"),
        _more("--side", choices=get_args(Side)),
    ),
    "unplace": TABLE.arguments,
    "standings": (
        _league("league", nargs="?", default="", metavar="LEAGUE"),
        _league("--csv", action="store_true"),
    ),
    "league": (
        _league("league", metavar="LEAGUE"),
        _league("--name"),
        _league("--formula")._replace(filled={"presets": ", ".join(PRESETS)}),
        _league("--pattern"),
        _league("--since", metavar="DATE"),
        _league("--until", metavar="DATE"),
        _league("--best", type=int),
        _league("--events", nargs="*", metavar="ID"),
        _league("--without", nargs="*", metavar="ID"),
        _league("--ties", nargs="*", choices=get_args(Tie)),
        _league("--entry", choices=get_args(CountedEntry)),
        _league("--remove", action="store_true"),
    ),
    "staff": (
        _subcommand("room people", "staff_add", _NAME, _people("--role", choices=STAFF_ROLES, default="floor")),
        _subcommand("room people", "staff_role", _NAME, _people("role", choices=STAFF_ROLES)),
        _subcommand("room people", "staff_pin", _NAME),
        _subcommand("room people", "staff_remove", _NAME),
    ),
    "devices": (
        _subcommand(
            "room people",
            "devices_pair",
            _people("code", metavar="CODE"),
            _people("name", "device_name", metavar="NAME"),
            _people("--most", choices=ROLES, default="floor"),
        ),
        _subcommand("room people", "devices_revoke", _people("device", metavar="NAME")),
    ),
    "tablets": (
        _subcommand(
            "room tablets",
            "approve",
            _SHOWN,
            _tablets("table", type=int, nargs="?", default=0, metavar="TABLE"),
            _tablets("--replace", action="store_true"),
        ),
        _subcommand("room tablets", "turn-away", _SHOWN),
        _subcommand("room tablets", "revoke", *TABLE.arguments),
        _subcommand("room tablets", "allow", *TABLE.arguments),
    ),
    "glasses": (
        _subcommand("room glasses", "approve", _LETTERS),
        _subcommand("room glasses", "turn-away", _LETTERS),
        _subcommand("room glasses", "revoke", _glasses("glass", metavar="ID")),
    ),
    "cameras": (_subcommand("room cameras", "revoke", *TABLE.arguments),),
    "restore-table": (
        *TABLE.arguments,
        _more("check", nargs="?", default="", metavar="NUMBER"),
        _more("--without", action="store_true"),
    ),
    "keep-tablet": (*TABLE.arguments, _more("check", "kept", nargs="?", default="", metavar="NUMBER")),
    "import": (
        _more("file", "list_file", type=Path, metavar="FILE"),
        _more("--enter", "list_enter", action="store_true"),
        _more("--read-as", nargs="+", default=[], metavar="WAY"),
        _more("--answer", "list_answer", nargs="+", default=[], metavar="LINE=WHO"),
        _more("--same", "list_same", action="store_true"),
    ),
    "rename": (_more("name", "name_before", metavar="NAME"), _more("new_name", "name_after", metavar="NEW")),
    "same": (
        _more("name", "same_gone", metavar="NAME"),
        _more("into", "same_kept", metavar="OTHER"),
        _more("--anyway", "same_anyway", action="store_true"),
    ),
    "corrections": (_more("--undo", "correction", type=int, default=0, metavar="NUMBER"),),
    "enter": (
        _more("names", "name", nargs="+", metavar="NAME"),
        _more("--player", default="", metavar="ID"),
        _more("--roster", nargs="+", default=[], metavar="NAME"),
        _more("--captain", default="", metavar="NAME"),
        _more("--another", action="store_true"),
        _more("--id-seen", action="store_true"),
    ),
    "erase": (_more("name", "erased", metavar="NAME"), _more("--anyway", action="store_true")),
    "deal": (
        _more("by", "deal_by", choices=("icm", "chips", "even", "own")),
        _more("shares", "deal_shares", nargs="*", metavar="SHARE"),
        _more("--round-to", "deal_rounding", type=int, default=1),
        _more("--for-winner", type=int, default=0),
        _more("--agree", action="store_true"),
    ),
    "results": (_more("--format", "results_format", choices=("csv", "ots"), default="csv"),),
    "print": (
        _more("kind", "print_kind", choices=get_args(PrintKind)),
        _more("entries", "print_entries", nargs="*", metavar="ENTRY"),
        _more("--paper", choices=get_args(PaperName), default="a4"),
        _more("--out", "print_out", type=Path, metavar="FILE"),
    ),
    "hands": (
        _more("--format", "hands_format", choices=("ohh", "phhs", "pokerstars"), default="ohh"),
        _more("--table", type=int, default=0, metavar="TABLE"),
        _more("--entry", default="", metavar="ENTRY"),
        _more("--level", type=int, default=0, metavar="LEVEL"),
    ),
    "cards": (_more("table", "broken_table", type=int, nargs="?", default=0, metavar="TABLE"),),
    **{name: order.arguments for name, order in ORDER_COMMANDS.items()},
}
