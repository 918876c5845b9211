"""`kiosk replay`: plays hand histories through the engine and checks each against the final stacks in its file."""

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TextIO

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import BadBook, RuleBook
from engine.events import PotAwarded
from engine.hand.showdown import pots_of
from engine.history.ohh.played import is_json
from engine.history.ohh.read import OhhHand, read_ohh
from engine.history.phh.form import BadHistory, Phh, read_phh
from engine.history.phh.play import Replayed, play
from engine.message import message
from engine.refused import Refused
from kiosk.arguments import words_for
from kiosk.faults import Fault
from kiosk.rulebooks import find_book, read_text
from kiosk.structures.files import decoded
from ui.words import Words
from ui.words.languages import words_in

BookOf = Callable[[str], RuleBook]
"""Finds the rule book with the id in a hand, or the default one for "". Raises `BadBook`."""

EVERY = 1_000
"""How many hands there are between two progress messages."""


class Replaying(NamedTuple):
    """How hands are replayed. `force` is the reason for allowing actions that a book refuses; "" makes them errors."""

    book_of: BookOf
    force: str
    words: Words


class ReplayedPot(msgspec.Struct, frozen=True):
    """One pot. Players are numbered from 1 in the file's order. The keys of `awards` are `p1`, `p2` and so on."""

    amount: int
    eligible: tuple[int, ...]
    awards: dict[str, int]


class UncalledBet(msgspec.Struct, frozen=True):
    """The part of the last bet that is returned to a player. Players are numbered from 1."""

    player: int
    amount: int


class ReplayResult(msgspec.Struct, frozen=True):
    """One line of JSON. `error`, in English, says why a hand was not played or how it differs from its file. `unread`
    holds actions in the file that are not part of a hand."""

    file: str
    hand: int | str | None
    ok: bool
    finishing_stacks: tuple[int, ...] = ()
    pots: tuple[ReplayedPot, ...] = ()
    uncalled: UncalledBet | None = None
    error: str | None = None
    unread: tuple[str, ...] = ()


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["replay"]
    parser.add_argument("files", nargs="+", metavar="FILES", help=say["files"])
    parser.add_argument("--book", default="", metavar="B", help=say["book"])
    parser.add_argument("--force", default="", metavar="REASON", help=say["force"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print a line for each hand. Exit code 0 if all hands pass, 1 if one does not, 2 for an unusable rule book."""
    words = words_for(args)
    book_of = cache(lambda named: find_book(args.book or named or "tda"))
    try:
        book_of("")
    except BadBook as error:
        print(words.say(error.message), file=err)
        return 2
    how = Replaying(book_of, args.force, words_in("en") if args.json else words)
    hands = failed = 0
    for name in args.files:
        for result in replay_file(name, how):
            hands += 1
            failed += not result.ok
            print(msgspec.json.encode(result).decode() if args.json else in_words(result, words), file=out)
            if hands % EVERY == 0:
                print(words.say(message("hands-done", count=hands)), file=err)
    if not args.json:
        print(words.say(message("hands-replayed", count=hands, well=hands - failed, failed=failed)), file=out)
    return 1 if failed else 0


def replay_file(name: str, how: Replaying) -> Iterator[ReplayResult]:
    """A result for each hand in a file, or a single result with an `error` if the file cannot be read."""
    try:
        text = read_text(name, decoded)
        ours = is_json(text) or name.casefold().endswith((".ohh", ".json"))
        hands = read_ohh(text) if ours else read_phh(text)
    except (Fault, BadHistory) as error:
        said = how.words.explain(error.message).removeprefix(f"{name}: ")
        yield ReplayResult(name, None, ok=False, error=said)
        return
    for key, phh in hands.items():
        yield replay_hand(name, _hand_name(key, phh), phh, how)


def replay_hand(file: str, hand: int | str | None, phh: Phh | BadHistory, how: Replaying) -> ReplayResult:
    """The result of one hand. It is `ok` if the hand ends with the stacks in its file, or if its PHH file gives
    none."""
    result = _replayed(file, hand, phh, how)
    return replace(result, unread=phh.unread) if isinstance(phh, OhhHand) else result


def _replayed(file: str, hand: int | str | None, phh: Phh | BadHistory, how: Replaying) -> ReplayResult:
    try:
        if isinstance(phh, BadHistory):
            raise phh
        played = play(phh, how.book_of(phh.book), how.force)
    except (BadBook, BadHistory, Refused) as error:
        if isinstance(error, BadBook):
            said = how.words.say(message("book-of-history", error=error.message))
        else:
            said = how.words.refusal(error) if isinstance(error, Refused) else how.words.say(error.message)
        return ReplayResult(file, hand, ok=False, error=said)
    stacks = played.final.stacks
    player, chips = played.decided.returned
    unsaid = isinstance(phh, OhhHand) and not phh.has_pots
    differs = unsaid or (phh.finishing_stacks is not None and stacks != phh.finishing_stacks)
    return ReplayResult(
        file,
        hand,
        ok=not differs,
        finishing_stacks=stacks,
        pots=_pots(played),
        uncalled=UncalledBet(player + 1, chips) if chips else None,
        error=how.words.say(phh.why_differs()) if differs else None,
    )


def in_words(result: ReplayResult, words: Words) -> str:
    named = result.file if result.hand is None else f"{result.file} {result.hand}"
    unread = [words.say(message("not-read", what=", ".join(map(repr, result.unread))))] if result.unread else []
    if not result.finishing_stacks:
        return f"{named}: {'; '.join([str(result.error), *unread])}"
    won = [
        ", ".join(words.say(message("player-wins", player=who, chips=chips)) for who, chips in pot.awards.items())
        for pot in result.pots
    ]
    stacks = words.say(message("stacks", stacks=" ".join(map(words.amount, result.finishing_stacks))))
    return f"{named}: {'; '.join([result.error or words.commands.passed, *won, stacks, *unread])}"


def _hand_name(key: str, phh: Phh | BadHistory) -> int | str | None:
    """The hand's number: its key in a `.phhs` file, or a field in a `.phh` file."""
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
