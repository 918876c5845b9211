"""The commands of `kiosk room` and their arguments, for argparse."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from engine.leagues.league import PRESETS, CountedEntry, Tie
from engine.tournament.policies import KINDS, Policy
from kiosk.commands.room.copies import add_copies
from kiosk.commands.room.orders import PRIZES, TERMS
from kiosk.commands.room.people import add_people
from kiosk.commands.room.players import add_players
from kiosk.commands.room.tablets import add_tablets
from kiosk.protocol.prints import PaperName, PrintKind
from kiosk.protocol.room_plan import Side
from ui.words import Words

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The arguments of `kiosk room`: the clock, the tournament and the commands."""
    say = words.commands.help["room"]
    parser.add_argument("--settings", type=Path, help=say["settings"])
    parser.add_argument("--clock", default="", metavar="URL", help=say["clock"])
    parser.add_argument("--tournament", default="", metavar="ID", help=say["tournament"])
    parser.add_argument("--dry-run", action="store_true", help=say["dry_run"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])
    commands = parser.add_subparsers(dest="do", required=True, metavar="COMMAND")
    for name in ("list", "show", "start", "pause", "next", "previous", "end", "check-draw"):
        commands.add_parser(name, help=say[name])
    _add_create(commands.add_parser("create", help=say["create"]), words.commands.help["room create"])
    _add_change(commands.add_parser("change", help=say["change"]), words.commands.help["room create"])
    more = words.commands.help["room more"]
    _add_room(commands, words)
    opening = commands.add_parser("open", help=say["open"])
    opening.add_argument("tables", type=int, nargs="+", metavar="TABLE", help=more["table"])
    opening.add_argument("--seats", type=int, help=more["seats"])
    opening.add_argument("--typed", action="store_true", help=more["typed"])
    typing = commands.add_parser("type", help=say["type"])
    typing.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    typing.add_argument("counts", nargs="+", metavar="ENTRY=CHIPS", help=more["counts"])
    typing.add_argument("--hands", type=int, required=True, help=more["hands"])
    typing.add_argument("--button", type=int, default=1, help=more["button"])
    typing.add_argument("--adjust", action="store_true", help=more["adjust"])
    _add_before_the_start(commands, say, more)
    _add_parts_and_prizes(commands, say, more)
    _add_counts(commands, say, more)
    _add_after_an_outage(commands, say, more)
    _add_files(commands, words)
    seat = commands.add_parser("seat", help=say["seat"])
    seat.add_argument("entry", metavar="ENTRY", help=more["entry"])
    seat.add_argument("table", type=int, nargs="?", default=0, metavar="TABLE", help=more["table"])
    seat.add_argument("seat", type=int, nargs="?", default=0, metavar="SEAT", help=more["seat"])
    move = commands.add_parser("move", help=say["move"])
    move.add_argument("entry", metavar="ENTRY", help=more["entry"])
    move.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    move.add_argument("seat", type=int, metavar="SEAT", help=more["seat"])
    for name in ("pin", "unpin"):
        commands.add_parser(name, help=say[name]).add_argument("entry", metavar="ENTRY", help=more["entry"])
    for name in ("out-of-use", "in-use"):
        use = commands.add_parser(name, help=say[name])
        use.add_argument("table", type=int, metavar="TABLE", help=more["table"])
        use.add_argument("seat", type=int, metavar="SEAT", help=more["seat"])
    _add_draws(commands, say, more)
    for name in ("close", "halt", "play-on"):
        commands.add_parser(name, help=say[name]).add_argument("table", type=int, metavar="TABLE", help=more["table"])
    jump = commands.add_parser("jump", help=say["jump"])
    jump.add_argument("entry", type=int, metavar="ROW", help=more["row"])
    time = commands.add_parser("time", help=say["time"])
    time.add_argument("minutes", type=float, metavar="MINUTES", help=more["minutes"])
    time.add_argument("--may-end", action="store_true", help=more["may_end"])
    commands.add_parser("act", help=say["act"]).add_argument("action", metavar="JSON", help=more["action"])
    commands.add_parser("undo", help=say["undo"]).add_argument(
        "act", type=int, nargs="?", default=0, metavar="NUMBER", help=more["act"]
    )


def _add_draws(commands: "Commands", say: dict[str, str], more: dict[str, str]) -> None:
    """Commands for seat draws by a seed or by cards, for the break order, and for policies."""
    draw = commands.add_parser("draw", help=say["draw"])
    draw.add_argument("--cards", nargs="+", default=[], metavar="CARD", help=more["cards"])
    breaking = commands.add_parser("break", help=say["break"])
    breaking.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    breaking.add_argument("--cards", nargs="+", default=[], metavar="CARD", help=more["break_cards"])
    order = commands.add_parser("break-order", help=say["break-order"])
    order.add_argument("tables", type=int, nargs="*", metavar="TABLE", help=more["order_tables"])
    policy = commands.add_parser("policy", help=say["policy"])
    policy.add_argument("kind", choices=KINDS, metavar="KIND", help=more["policy_kind"].format(kinds=", ".join(KINDS)))
    policy.add_argument("policy", choices=get_args(Policy), help=more["policy"])
    cards = commands.add_parser("cards", help=say["cards"])
    cards.add_argument("table", type=int, nargs="?", default=0, metavar="TABLE", help=more["broken_table"])


def _add_room(commands: "Commands", words: Words) -> None:
    """Commands for the whole room."""
    _add_plan(commands, words.commands.help["room"], words.commands.help["room more"])
    _add_leagues(commands, words)
    add_people(commands, words)
    add_players(commands, words)
    add_tablets(commands, words)
    add_copies(commands, words)


def _add_leagues(commands: "Commands", words: Words) -> None:
    """Commands that define a league and show its standings."""
    say, more = words.commands.help["room"], words.commands.help["room league"]
    standings = commands.add_parser("standings", help=say["standings"])
    standings.add_argument("league", nargs="?", default="", metavar="LEAGUE", help=more["league"])
    standings.add_argument("--csv", action="store_true", help=more["csv"])
    league = commands.add_parser("league", help=say["league"])
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


def _add_plan(commands: "Commands", say: dict[str, str], more: dict[str, str]) -> None:
    """Commands for the room plan, which says where the tables are."""
    commands.add_parser("plan", help=say["plan"])
    place = commands.add_parser("place", help=say["place"])
    place.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    place.add_argument("--section", metavar="NAME", help=more["section"])
    place.add_argument("--seats", type=int, help=more["plan_seats"])
    place.add_argument("--left-seat", type=int, metavar="SEAT", help=more["left_seat"])
    off = commands.add_parser("unplace", help=say["unplace"])
    off.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    place.add_argument("--side", choices=get_args(Side), help=more["side"])


def _add_before_the_start(commands: "Commands", say: dict[str, str], more: dict[str, str]) -> None:
    """Commands for entries, rosters, check-in, the waiting list, forfeits, people who are turned away, and names to
    erase."""
    enter = commands.add_parser("enter", help=say["enter"])
    enter.add_argument("names", nargs="+", metavar="NAME", help=more["name"])
    enter.add_argument("--player", default="", metavar="ID", help=more["player"])
    enter.add_argument("--roster", nargs="+", default=[], metavar="NAME", help=more["roster"])
    enter.add_argument("--captain", default="", metavar="NAME", help=more["captain"])
    enter.add_argument("--another", action="store_true", help=more["another"])
    enter.add_argument("--id-seen", action="store_true", help=more["id_seen"])
    for name in ("check-in", "forfeit", "give-up"):
        commands.add_parser(name, help=say[name]).add_argument("entry", metavar="ENTRY", help=more["entry"])
    member = commands.add_parser("member", help=say["member"])
    member.add_argument("entry", metavar="ENTRY", help=more["entry"])
    member.add_argument("name", metavar="NAME", help=more["member"])
    member.add_argument("--id-seen", action="store_true", help=more["id_seen"])
    commands.add_parser("promote", help=say["promote"])
    clear = commands.add_parser("clear", help=say["clear"])
    clear.add_argument("entry", metavar="ENTRY", help=more["entry"])
    clear.add_argument("what", choices=("fee", "suspension"), nargs="?", default="fee", help=more["clear"])
    away = commands.add_parser("turn-away", help=say["turn-away"])
    away.add_argument("name", metavar="NAME", help=more["turned_away"])
    away.add_argument("reason", metavar="REASON", help=more["reason"])
    erase = commands.add_parser("erase", help=say["erase"])
    erase.add_argument("name", metavar="NAME", help=more["erased"])
    erase.add_argument("--anyway", action="store_true", help=more["anyway"])
    schedule = commands.add_parser("schedule", help=say["schedule"])
    schedule.add_argument("time", metavar="TIME", help=more["time"])


def _add_parts_and_prizes(commands: "Commands", say: dict[str, str], more: dict[str, str]) -> None:
    """Commands for flights and finals, hand-for-hand play, add-ons and deals."""
    flight = commands.add_parser("end-flight", help=say["end-flight"])
    flight.add_argument("chosen", nargs="*", metavar="ENTRY", help=more["chosen"])
    carry = commands.add_parser("carry", help=say["carry"])
    carry.add_argument("flights", nargs="+", metavar="ID", help=more["flights"])
    carry.add_argument("--best", action="store_true", help=more["best"])
    hands = commands.add_parser("hand-for-hand", help=say["hand-for-hand"])
    hands.add_argument("switch", choices=("on", "off"), help=more["switch"])
    redraw = commands.add_parser("redraw", help=say["redraw"])
    redraw.add_argument("tables", type=int, nargs="*", metavar="TABLE", help=more["table"])
    redraw.add_argument("--seats", type=int, default=0, help=more["seats"])
    commands.add_parser("add-on", help=say["add-on"]).add_argument("entry", metavar="ENTRY", help=more["entry"])
    deal = commands.add_parser("deal", help=say["deal"])
    deal.add_argument("by", choices=("icm", "chips", "even", "own"), help=more["deal_by"])
    deal.add_argument("shares", nargs="*", metavar="SHARE", help=more["deal_shares"])
    deal.add_argument("--round-to", type=int, default=1, help=more["deal_rounding"])
    deal.add_argument("--for-winner", type=int, default=0, help=more["for_winner"])
    deal.add_argument("--agree", action="store_true", help=more["agree"])
    for name in ("void", "rebuy", "bust"):
        one = commands.add_parser(name, help=say[name])
        one.add_argument("entry", metavar="ENTRY", help=more["entry"])
        if name == "rebuy":
            one.add_argument("--twice", action="store_true", help=more["twice"])
        elif name == "bust":
            one.add_argument("--by", nargs="+", default=[], metavar="ENTRY", help=more["knocked_out_by"])


def _add_files(commands: "Commands", words: Words) -> None:
    """Commands for files to read, files for other programs, and documents to print."""
    say, more = words.commands.help["room"], words.commands.help["room more"]
    structure = commands.add_parser("structure", help=say["structure"])
    structure.add_argument("file", metavar="FILE", help=words.commands.help["room create"]["structure"])
    results = commands.add_parser("results", help=say["results"])
    results.add_argument("--format", choices=("csv", "ots"), default="csv", help=more["results_format"])
    printing = commands.add_parser("print", help=say["print"])
    printing.add_argument("kind", choices=get_args(PrintKind), help=more["print_kind"])
    printing.add_argument("entries", nargs="*", metavar="ENTRY", help=more["print_entries"])
    printing.add_argument("--paper", choices=get_args(PaperName), default="a4", help=more["paper"])
    printing.add_argument("--out", type=Path, metavar="FILE", help=more["print_out"])
    hands = commands.add_parser("hands", help=say["hands"])
    hands.add_argument("--format", choices=("ohh", "phhs"), default="ohh", help=more["hands_format"])
    hands.add_argument("--table", type=int, default=0, metavar="TABLE", help=more["table"])
    hands.add_argument("--entry", default="", metavar="ENTRY", help=more["entry"])
    hands.add_argument("--level", type=int, default=0, metavar="LEVEL", help=more["level"])


def _add_counts(commands: "Commands", say: dict[str, str], more: dict[str, str]) -> None:
    """Commands for proposals, and for chips that are counted and compared with the record."""
    proposal = commands.add_parser("accept", help=say["accept"])
    proposal.add_argument("number", type=int, nargs="?", default=1, metavar="NUMBER", help=more["number"])
    proposal.add_argument("--seen", type=int, metavar="MARK", help=more["seen"])
    proposal.add_argument("--by", default="", metavar="NAME", help=more["signed_by"])
    for name in ("counts", "color-up"):
        commands.add_parser(name, help=say[name])
    accept = commands.add_parser("accept-difference", help=say["accept-difference"])
    accept.add_argument("entry", metavar="ENTRY", help=more["entry"])
    accept.add_argument("--by", required=True, metavar="NAME", help=more["signed_by"])
    bag = commands.add_parser("bag", help=say["bag"])
    bag.add_argument("entry", metavar="ENTRY", help=more["entry"])
    bag.add_argument("chips", type=int, metavar="CHIPS", help=more["bag_chips"])
    bag.add_argument("--adjust", action="store_true", help=more["adjust"])


def _add_change(change: argparse.ArgumentParser, say: dict[str, str]) -> None:
    """The terms that can be changed, with the same options as for a new tournament."""
    for name in (*TERMS, *PRIZES):
        change.add_argument(f"--{name}", type=int, help=say[name.replace("-", "_")])
    change.add_argument("--currency", help=say["currency"])
    change.add_argument("--payouts", default="", help=say["payouts"])


def _add_after_an_outage(commands: "Commands", say: dict[str, str], more: dict[str, str]) -> None:
    """Commands for use after an outage: they account for the time that passed, accept what the tables did in the
    meantime, and release whatever is held up."""
    for name in ("count-time", "undo-clock", "next-hand"):
        commands.add_parser(name, help=say[name])
    again = commands.add_parser("seat-again", help=say["seat-again"])
    again.add_argument("entry", metavar="ENTRY", help=more["entry"])
    again.add_argument("table", type=int, nargs="?", default=0, metavar="TABLE", help=more["table"])
    again.add_argument("seat", type=int, nargs="?", default=0, metavar="SEAT", help=more["seat"])
    book = commands.add_parser("book", help=say["book"])
    book.add_argument("table", type=int, metavar="TABLE", help=more["table"])
    book.add_argument("player", metavar="NAME", help=more["booked"])
    book.add_argument("--adjust", action="store_true", help=more["adjust"])
    send = commands.add_parser("send-chips", help=say["send-chips"])
    send.add_argument("entry", metavar="ENTRY", help=more["entry"])


def _add_create(create: argparse.ArgumentParser, say: dict[str, str]) -> None:
    create.add_argument("name", metavar="NAME", help=say["name"])
    create.add_argument("--structure", default="club", help=say["structure"])
    create.add_argument("--book", default="tda", help=say["book"])
    create.add_argument("--payouts", default="club", help=say["payouts"])
    create.add_argument("--buy-in", type=int, default=0, help=say["buy_in"])
    create.add_argument("--fee", type=int, default=0, help=say["fee"])
    create.add_argument("--currency", default="", help=say["currency"])
    create.add_argument("--late-levels", type=int, help=say["late_levels"])
    create.add_argument("--re-entries", type=int, default=0, help=say["re_entries"])
    create.add_argument("--rebuys", type=int, default=0, help=say["rebuys"])
    create.add_argument("--rebuy-chips", type=int, default=0, help=say["rebuy_chips"])
    create.add_argument("--rebuy-cost", type=int, default=0, help=say["rebuy_cost"])
    create.add_argument("--first-level", type=int, default=0, metavar="LEVEL", help=say["first_level"])
    create.add_argument("--flight", default="", metavar="END", help=say["flight"])
    create.add_argument("--final-table", default="", metavar="SIZE", help=say["final_table"])
    create.add_argument("--redraw-at", type=int, nargs="+", default=[], metavar="LEFT", help=say["redraw_at"])
    create.add_argument("--shoot-out", default="", metavar="FORM", help=say["shoot_out"])
    create.add_argument("--stack", default="", metavar="CHIPS", help=say["stack"])
    create.add_argument("--seed", default="", metavar="TEXT", help=say["seed"])
    for name in ("cap", "roster", "forfeit-fee"):
        create.add_argument(f"--{name}", type=int, default=0, help=say[name.replace("-", "_")])
    for name in PRIZES:
        create.add_argument(f"--{name}", type=int, help=say[name.replace("-", "_")])
    for name in ("opens", "closes"):
        create.add_argument(f"--{name}", default="", metavar="TIME", help=say[name])
    create.add_argument("--check-in", action="store_true", help=say["check_in"])
