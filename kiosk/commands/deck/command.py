"""`kiosk deck`: enrolls a deck's codes with a reader, learns its faces, checks deck files, and prints stickers."""

import argparse
from math import ceil
from pathlib import Path
from typing import TextIO

import msgspec

from engine.bad_input import BadInput, why_bad
from engine.cards import DECK
from engine.message import Message, message
from hardware.decks.files import deck_text
from hardware.decks.stickers import PAPERS, StickerSheet, Symbol, Symbology, pages
from hardware.reading.deck import Deck, DeckRefused, load_deck
from kiosk.arguments import words_for
from kiosk.commands.deck import enroll as deck_enroll
from kiosk.commands.deck.sheet import sheets
from kiosk.faults import Fault
from kiosk.table.decks.folder import write_deck
from kiosk.table.decks.rotation import named_deck, warnings
from ui.words import Words
from ui.words.languages import words_in

CAMERA_MODULE_MM = 0.8
"""With smaller modules, a camera with 1280 pixels for 400 mm of table misses codes. See docs/card-readers.md."""
_WIDTH_MM = {"data-matrix": 12.0, "code-128": 30.0}


class DeckCheck(msgspec.Struct, frozen=True):
    """One deck file, `ok` if it has fifty-two different codes. `warnings` are hints and conflicts with other decks."""

    file: str
    ok: bool
    name: str = ""
    error: str = ""
    warnings: tuple[str, ...] = ()


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help
    commands = parser.add_subparsers(dest="do", required=True, metavar="enroll | learn | check | print")
    deck_enroll.add_arguments(commands.add_parser("enroll", help=say["deck"]["enroll"]), words)
    _add_learn_arguments(commands.add_parser("learn", help=say["deck"]["learn"]), say["deck learn"])
    check = commands.add_parser("check", help=say["deck"]["check"])
    check.add_argument("files", nargs="+", metavar="FILE", help=say["deck check"]["files"])
    check.add_argument("--json", action="store_true", help=say["every"]["json"])
    _add_print_arguments(commands.add_parser("print", help=say["deck"]["print"]), say["deck print"])


def _add_learn_arguments(learn: argparse.ArgumentParser, say: dict[str, str]) -> None:
    learn.add_argument("files", nargs="*", metavar="FILES", help=say["files"])
    learn.add_argument("--camera", help=say["camera"])
    learn.add_argument("--out", type=Path, required=True, metavar="FILE", help=say["out"])
    learn.add_argument("--name", help=say["name"])
    learn.add_argument("--trust", action="store_true", help=say["trust"])


def _add_print_arguments(show: argparse.ArgumentParser, say: dict[str, str]) -> None:
    show.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help=say["out"])
    show.add_argument("--deck", default="stickers", help=say["deck"])
    show.add_argument("--prefix", default="", help=say["prefix"])
    show.add_argument("--codes", type=Path, metavar="FILE.toml", help=say["codes"])
    show.add_argument("--name", default="", help=say["name"])
    show.add_argument("--symbol", choices=("data-matrix", "code-128"), default="data-matrix", help=say["symbol"])
    show.add_argument("--size", type=float, metavar="MM", help=say["size"])
    show.add_argument("--paper", choices=sorted(PAPERS), default="a4", help=say["paper"])
    show.add_argument("--labels", metavar="COLUMNS,ROWS,LEFT,TOP,ACROSS,DOWN", help=say["labels"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Exit code 1 for an invalid deck or an unfinished enrollment. Raises `Fault` for wrong arguments."""
    match args.do:
        case "enroll":
            return deck_enroll.run(args, out)
        case "learn":
            from kiosk.commands.deck import learn as deck_learn  # noqa: PLC0415  only learning loads the networks

            return deck_learn.run(args, out)
        case "check":
            return _check(args, out)
    return _print(args, out)


def _check(args: argparse.Namespace, out: TextIO) -> int:
    all_whole, words = True, words_for(args)
    said_in = words_in("en") if args.json else words
    before: list[Deck] = []
    for file in args.files:
        checked = _checked(file, before, said_in)
        all_whole &= checked.ok
        if args.json:
            print(msgspec.json.encode(checked).decode(), file=out)
            continue
        whole = words.say(message("deck-file-whole", path=file, deck=checked.name))
        print(whole if checked.ok else checked.error, file=out)
        for warning in checked.warnings:
            print(f"  {warning}", file=out)
    return 0 if all_whole else 1


def _checked(file: str, before: list[Deck], words: Words) -> DeckCheck:
    try:
        deck = load_deck(Path(file))
    except DeckRefused as refused:
        return DeckCheck(file, False, error=words.say(refused.message))
    hints = (*warnings(deck), *(both for other in before if (both := _together(deck, other))))
    before.append(deck)
    return DeckCheck(file, True, deck.name, warnings=tuple(map(words.say, hints)))


def _together(deck: Deck, other: Deck) -> Message | None:
    """The problem with using two decks at one table, or None."""
    if deck.name == other.name:
        return message("deck-same-name", deck=deck.name)
    shared = [code for code in deck.codes.values() if other.card(code)]
    clash = next((code for code in shared if other.card(code) != deck.card(code)), None)
    if clash is not None:
        one, two = str(deck.card(clash)), str(other.card(clash))
        return message("deck-code-clash", read=repr(clash), card=one, other=two, deck=other.name)
    return message("deck-same-codes", count=len(shared), deck=other.name) if shared else None


def _print(args: argparse.Namespace, out: TextIO) -> int:
    words = words_for(args)
    try:
        deck = _deck_to_print(args)
        size = args.size if args.size is not None else _WIDTH_MM[args.symbol]
        sheet = _sheet(args, deck, size)
        printed = pages(deck, sheet, args.symbol, size)
    except (DeckRefused, ValueError) as error:
        raise Fault("print-arguments", error=why_bad(error)) from error
    if args.codes:
        if args.codes.resolve() == args.out.resolve():
            raise Fault("stickers-and-codes", path=str(args.out))
        _write_new(args.codes, deck_text(deck.name, deck.codes))
    write_deck(args.out, sheets(deck.name, printed, sheet, args.symbol, words))
    module = min(sticker.symbol.module_mm for page in printed for sticker in page)
    made = message("stickers-printed", path=str(args.out), size=f"{size:g}", count=len(printed))
    print(words.say(made), file=out)
    if args.symbol == "data-matrix" and module < CAMERA_MODULE_MM:
        small = message(
            "stickers-for-hands",
            module=f"{module:.2f}",
            needed=f"{CAMERA_MODULE_MM:g}",
            size=ceil(size * CAMERA_MODULE_MM / module),
        )
        print(words.say(small), file=out)
    print(words.say(message("stickers-last-first")), file=out)
    return 0


def _deck_to_print(args: argparse.Namespace) -> Deck:
    deck = named_deck(args.deck)
    codes = {str(card): args.prefix + deck.codes[card] for card in DECK}
    return Deck.of(args.name or (f"{deck.name} {args.prefix}".strip()), codes)


def _sheet(args: argparse.Namespace, deck: Deck, size: float) -> StickerSheet:
    symbology: Symbology = args.symbol
    if args.labels is None:
        return StickerSheet.for_symbol(
            args.paper, size, Symbol(next(iter(deck.codes.values())), symbology, size).height_mm
        )
    try:
        columns, rows, *mm = args.labels.split(",")
        left, top, across, down = map(float, mm)
        many = int(columns), int(rows)
    except ValueError as error:
        raise BadInput("labels-unlike", given=repr(args.labels)) from error
    return StickerSheet(args.paper, *many, left, top, across, down)


def _write_new(path: Path, text: str) -> None:
    """Write a deck file, but never over a different one, which may hold the work of fifty-two scans. Raises `Fault`."""
    if path.is_file() and path.read_bytes() != text.encode():
        raise Fault("codes-there-already", path=str(path))
    write_deck(path, text)
