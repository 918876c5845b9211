"""`kiosk ruling`: the rule book's ruling on a player's words and chips, at a given point in a hand from a file."""

import argparse
import os
from itertools import pairwise
from pathlib import Path
from typing import Any, TextIO

import msgspec

from engine.bad_input import BadInput, not_toml, row_of_cards, toml_of, unfit
from engine.books.rulebook import RuleBook
from engine.decoders import converted
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.history.phh.form import BadHistory, Phh, book_for, phh_of
from engine.history.phh.play import states
from engine.refused import Refused
from engine.rulings.motion import Motion, Ruling, aloud
from engine.rulings.rule import rule, settle
from engine.rulings.turn import found_late, skipped
from kiosk.arguments import words_for
from kiosk.faults import Fault
from kiosk.rulebooks import find_book, read_text
from ui.words import Words
from ui.words.languages import words_in

SECTION = "[hand]"
NO_CLAUSE = ": no clause"
"""The text in place of a clause, for a rule that the book's document does not have."""


class MotionFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[motion]` section of a file. Players are numbered from 1, as in PHH. With `found_late`, the question is
    about this player's last bet or raise, now found to be too small or above the limit. With `skipped`, it is about a
    player who was skipped and now speaks up. If `out_of_turn` is set for the player whose turn it is now, that player
    acted before the last action."""

    player: int | str
    said: str = ""
    chips: tuple[int, ...] = ()
    motions: tuple[tuple[int, ...], ...] = ()
    out_of_turn: bool = False
    chips_first: bool = False
    prior: tuple[int, ...] | int = ()
    """The chips one by one, or their sum."""
    pulled: tuple[int, ...] = ()
    splashed: bool = False
    exposed: str = ""
    shown_to: tuple[int | str, ...] = ()
    behind: int = 0
    found_late: bool = False
    skipped: bool = False


class RulingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: the rule book's id or TOML file, the PHH fields up to the moment in question, and the motion."""

    hand: dict[str, Any]
    motion: MotionFields
    book: str = "tda"


class RulingResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line of JSON. `why` and `options` are in English. `act` is empty if nothing is binding."""

    act: str
    to: int
    returned: int
    clause: str
    why: str
    floor: bool
    options: tuple[str, ...] = ()


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("file", metavar="FILE", help=words.commands.help["ruling"]["file"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the ruling. Exit code 0, or 2 with one line on `err` for an unreadable file or an impossible motion."""
    words = words_for(args)
    try:
        ruling = answer_file(args.file)
    except (Refused, Fault, BadInput) as error:
        said = words.refusal(error) if isinstance(error, Refused) else words.explain(error.message)
        print(f"{args.file}: {said.removeprefix(f'{args.file}: ')}", file=err)
        return 2
    english = words_in("en")
    options = tuple(english.say(option.says) for option in ruling.options)
    why = english.sentence(aloud(ruling))
    answer = RulingResult(ruling.act, ruling.to, ruling.returned, ruling.clause, why, ruling.floor, options)
    print(msgspec.json.encode(answer).decode() if args.json else in_words(ruling, words), file=out)
    return 0


def answer_file(name: str) -> Ruling:
    """The ruling on the motion in a file. Raises `BadInput`, `Refused` or `Fault`."""
    try:
        request = converted(toml_of(read_text(name)), RulingRequest)
    except msgspec.ValidationError as error:
        raise BadInput.of(unfit(error, RulingRequest)) from error
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists a thousand levels deep
        raise BadInput("not-toml", why=not_toml(error)) from error
    book, phh = _book_and_hand(request, Path(name).parent)
    given = request.motion
    # Until now, nobody had objected to the disputed action, so the hand is played even if the book refuses it.
    hands = states(phh, book, "in dispute" if given.found_late or given.skipped else "")
    motion = _motion(given, hands[-1])
    if given.found_late:
        return _late(hands, motion.seat, book)
    if given.skipped:
        return _skipped(hands, motion.seat, book)
    return _early(hands, motion, book) if motion.out_of_turn else rule(hands[-1], motion, book)


def in_words(ruling: Ruling, words: Words) -> str:
    """The ruling's sentence and clause, whether to call the floor, and the choices."""
    say = words.ruling
    book, no_clause, _ = ruling.clause.partition(NO_CLAUSE)
    rule = say.no_rule.format(book=book) if no_clause else say.by_clause.format(clause=words.cited(ruling.clause))
    lines = [words.sentence(aloud(ruling)), rule]
    if ruling.floor:
        lines.append(say.call_floor)
    if ruling.options:
        lines.append(say.to_choose.format(ways="; ".join(words.say(option.says) for option in ruling.options)))
    return "\n".join(lines)


def _book_and_hand(request: RulingRequest, folder: Path) -> tuple[RuleBook, Phh]:
    beside = folder / request.book
    own = request.book.endswith(".toml") and os.path.isfile(beside)  # False for a name that no disk accepts
    book, phh = find_book(str(beside) if own else request.book), phh_of({"actions": [], **request.hand})
    if isinstance(phh, BadHistory):
        raise BadHistory("at-place", place=SECTION, problem=phh.message)
    return book_for(phh, book), phh


def _motion(given: MotionFields, hand: Hand) -> Motion:
    fields = {name: getattr(given, name) for name in Motion.__struct_fields__ if name in MotionFields.__struct_fields__}
    return Motion(
        **fields
        | {
            "seat": _seat(given.player, hand),
            "prior": (given.prior,) if isinstance(given.prior, int) else given.prior,
            "exposed": row_of_cards(given.exposed),
            "shown_to": tuple(_seat(player, hand) for player in given.shown_to),
        }
    )


def _seat(player: int | str, hand: Hand) -> int:
    """A player's seat; the player is given as 3 or "p3"."""
    seats = hand.deal.seats
    number = str(player).removeprefix("p")
    if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= len(seats)):
        raise BadInput("no-such-player-of", player=str(player), last=str(len(seats)))
    return seats[int(number) - 1]


def _late(hands: tuple[Hand, ...], seat: int, book: RuleBook) -> Ruling:
    place = hands[-1].deal.seats.index(seat)
    for then, after in reversed(list(pairwise(hands))):
        made = after.paid[place] - then.paid[place] + then.bets[place]
        if actor(then) >= 0 and made > then.price and made > then.bets[place]:
            return found_late(then, made, hands[-1], seat, book)
    raise Refused("no-bet-of-seat", book.late_error.clause, seat=seat)


def _early(hands: tuple[Hand, ...], motion: Motion, book: RuleBook) -> Ruling:
    now = hands[-1]
    place = now.deal.seats.index(motion.seat)
    street = [hand for hand in hands if hand.street == now.street]
    then = next((hand for hand in reversed(street) if actor(hand) not in (-1, place)), now)
    ruling = rule(then, motion, book)
    return settle(ruling.held, now, book) if ruling.held and actor(now) == place else ruling


def _skipped(hands: tuple[Hand, ...], seat: int, book: RuleBook) -> Ruling:
    place = hands[-1].deal.seats.index(seat)
    missed = None
    for then, after in pairwise(hands):
        if after.acts == then.acts:
            continue
        acted = (after.acted[place], after.live[place]) != (then.acted[place], then.live[place])
        if acted or after.street != then.street:
            missed = None  # the seat has acted since then; a street ends only after everyone has
        elif missed is None and actor(then) == place:
            missed = then
    if missed is None:
        raise Refused("turn-not-missed", book.skipped.clause, seat=seat)
    return skipped(missed, hands[-1], seat, book)
