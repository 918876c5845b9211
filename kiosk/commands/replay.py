"""`kiosk replay`: plays hand histories through the engine and checks each against the final stacks in its file.

Knows files and lines of output; `engine.history.phh` reads the hands, `engine.history.phh_play` plays them.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from typing import TextIO

import msgspec

from engine.books.rulebook import BadBook, RuleBook
from engine.events import PotAwarded
from engine.hand.showdown import pots_of
from engine.history.ohh_read import read_ohh
from engine.history.phh import BadHistory, Phh, read_phh
from engine.history.phh_play import Replayed, play
from engine.refused import Refused
from kiosk.faults import Fault
from kiosk.rulebooks import find_book, read_text
from kiosk.spoken import spoken
from ui.words.languages import words_in

BookOf = Callable[[str], RuleBook]
"""The rule book for a hand, by the id it names, "" if none. Raises `BadBook`."""

EVERY = 1_000
"""Hands between two progress messages."""


class ReplayedPot(msgspec.Struct, frozen=True):
    """One pot: players count from 1 in the file's order, `awards` is by `p1`, `p2`."""

    amount: int
    eligible: tuple[int, ...]
    awards: dict[str, int]


class UncalledBet(msgspec.Struct, frozen=True):
    """The part of the last bet returned to a player, counted from 1."""

    player: int
    amount: int


class ReplayResult(msgspec.Struct, frozen=True):
    """One line of output: the result of one hand, or the `error` that kept it from being played."""

    file: str
    hand: int | str | None
    ok: bool
    finishing_stacks: tuple[int, ...] = ()
    pots: tuple[ReplayedPot, ...] = ()
    uncalled: UncalledBet | None = None
    error: str | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `kiosk replay`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILES", help="hand histories: .phh (one hand), .phhs (many) or .ohh"
    )
    parser.add_argument(
        "--book",
        default="",
        metavar="B",
        help="a rule book's id, or its TOML file (default: what a hand names, or tda)",
    )
    parser.add_argument("--force", default="", metavar="REASON", help="let stand what the book would refuse")
    parser.add_argument("--json", action="store_true", help="one JSON object a hand")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Replay the files, one line a hand. Exit code 0 if all is well, 1 if a check failed, 2 for an unusable book."""
    book_of = cache(lambda named: find_book(args.book or named or "tda"))
    try:
        book_of("")
    except BadBook as error:
        print(error, file=err)
        return 2
    hands = failed = 0
    for name in args.files:
        for result in replay_file(name, book_of, args.force):
            hands += 1
            failed += not result.ok
            print(msgspec.json.encode(result).decode() if args.json else in_words(result), file=out)
            if hands % EVERY == 0:
                print(f"{hands:,} hands", file=err)
    if not args.json:
        print(f"{hands:,} {'hand' if hands == 1 else 'hands'}: {hands - failed:,} as they should be, {failed:,} not",
              file=out)  # fmt: skip
    return 1 if failed else 0


def replay_file(name: str, book_of: BookOf, force: str = "") -> Iterator[ReplayResult]:
    """A result for each hand of a file; one with an `error` for a file that cannot be read."""
    read = read_ohh if name.endswith(".ohh") else read_phh
    try:
        hands = read(read_text(name))
    except Fault as fault:
        said = str(words_in(spoken()).fault(fault.message))
        yield ReplayResult(name, None, ok=False, error=said.removeprefix(f"{name}: "))
        return
    except BadHistory as error:
        yield ReplayResult(name, None, ok=False, error=str(error).removeprefix(f"{name}: "))
        return
    for key, phh in hands.items():
        yield replay_hand(name, _hand_name(key, phh), phh, book_of, force)


def replay_hand(
    file: str, hand: int | str | None, phh: Phh | BadHistory, book_of: BookOf, force: str = ""
) -> ReplayResult:
    """The result of one hand; `ok` if it ends with the stacks that its file gives, if any."""
    if isinstance(phh, BadHistory):
        return ReplayResult(file, hand, ok=False, error=str(phh))
    try:
        book = book_of(phh.book)
        played = play(phh, book, force)
    except BadBook as error:
        return ReplayResult(file, hand, ok=False, error=f"{error}; a room's own book is given with --book FILE")
    except Refused as refused:
        return ReplayResult(file, hand, ok=False, error=words_in("en").refusal(refused))
    except BadHistory as error:
        return ReplayResult(file, hand, ok=False, error=str(error))
    stacks = played.final.stacks
    player, chips = played.decided.returned
    differs = phh.finishing_stacks is not None and stacks != phh.finishing_stacks
    return ReplayResult(
        file,
        hand,
        ok=not differs,
        finishing_stacks=stacks,
        pots=_pots(played),
        uncalled=UncalledBet(player + 1, chips) if chips else None,
        error=f"the file's finishing_stacks are {list(phh.finishing_stacks or ())}" if differs else None,
    )


def in_words(result: ReplayResult) -> str:
    """The line for people."""
    named = result.file if result.hand is None else f"{result.file} {result.hand}"
    if not result.finishing_stacks:
        return f"{named}: {result.error}"
    parts = [", ".join(f"{player} wins {chips:,}" for player, chips in pot.awards.items()) for pot in result.pots]
    stacks = " ".join(f"{chips:,}" for chips in result.finishing_stacks)
    return f"{named}: {result.error or 'ok'}; {'; '.join(parts)}; stacks {stacks}"


def _hand_name(key: str, phh: Phh | BadHistory) -> int | str | None:
    """The hand's number: its key in a `.phhs`, a field in a `.phh`."""
    if key:
        return int(key) if key.isdecimal() else key
    return phh.hand if isinstance(phh, Phh) else None


def _pots(played: Replayed) -> tuple[ReplayedPot, ...]:
    """The pots, main pot first."""
    seats = played.final.deal.seats
    stood = pots_of(played.decided)
    pushed = sorted((event for event in played.events if isinstance(event, PotAwarded)), key=lambda event: event.pot)
    return tuple(
        ReplayedPot(
            amount=event.chips,
            eligible=tuple(place + 1 for place in stood[event.pot].eligible),
            awards={f"p{seats.index(seat) + 1}": chips for seat, chips in zip(event.seats, event.shares, strict=True)},
        )
        for event in pushed
    )
