"""`kiosk deck`: enrolls a deck's codes with a reader, learns its faces, checks deck files, and prints stickers."""

import argparse
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TextIO

import msgspec
from fpdf import FPDF

from engine.bad_input import BadInput, why_bad
from engine.cards import DECK, Card
from engine.message import Message, message
from hardware.decks.files import deck_text
from hardware.decks.stickers import PAPERS, Sticker, StickerSheet, Symbol, Symbology, pages
from hardware.keys.layouts import LAYOUT_CODE
from hardware.reading.deck import Deck, DeckRefused, load_deck
from kiosk.arguments import words_for
from kiosk.commands.deck import enroll as deck_enroll
from kiosk.faults import Fault
from kiosk.table.decks.folder import write_deck
from kiosk.table.decks.rotation import named_deck, warnings
from ui.words import Words
from ui.words.languages import words_in

CAMERA_MODULE_MM = 0.8
"""The smallest reliable module size. With smaller modules, a camera with 1280 pixels for 400 mm of table misses codes.
See docs/card-readers.md."""
_WIDTH_MM = {"data-matrix": 12.0, "code-128": 30.0}
TRIED_MM = {"data-matrix": (8, 9, 10, 12, 14, 16, 20), "code-128": (20, 25, 30, 40)}
LAYOUT_MM = {"data-matrix": 16.0, "code-128": 60.0}
RULER_MM = 100
HEAD_MM = 10.0
_INK, _GRAY = (0, 0, 0), (150, 150, 150)
_RED = (190, 0, 0)
# The suits in the font ZapfDingbats, which every PDF reader has.
_SUITS = {"c": "\xa8", "d": "\xa9", "h": "\xaa", "s": "\xab"}


class DeckCheck(msgspec.Struct, frozen=True):
    """One deck file, which is `ok` if it has fifty-two different codes. `warnings` are hints for choosing a reader, and
    conflicts with other decks."""

    file: str
    ok: bool
    name: str = ""
    error: str = ""
    warnings: tuple[str, ...] = ()


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help
    commands = parser.add_subparsers(dest="do", required=True, metavar="enroll | learn | check | print")
    deck_enroll.add_arguments(commands.add_parser("enroll", help=say["deck"]["enroll"]), words)
    learn, of_learn = commands.add_parser("learn", help=say["deck"]["learn"]), say["deck learn"]
    learn.add_argument("files", nargs="*", metavar="FILES", help=of_learn["files"])
    learn.add_argument("--camera", help=of_learn["camera"])
    learn.add_argument("--out", type=Path, required=True, metavar="FILE", help=of_learn["out"])
    learn.add_argument("--name", help=of_learn["name"])
    learn.add_argument("--trust", action="store_true", help=of_learn["trust"])
    check = commands.add_parser("check", help=say["deck"]["check"])
    check.add_argument("files", nargs="+", metavar="FILE", help=say["deck check"]["files"])
    check.add_argument("--json", action="store_true", help=say["every"]["json"])
    show, of_print = commands.add_parser("print", help=say["deck"]["print"]), say["deck print"]
    show.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help=of_print["out"])
    show.add_argument("--deck", default="stickers", help=of_print["deck"])
    show.add_argument("--prefix", default="", help=of_print["prefix"])
    show.add_argument("--codes", type=Path, metavar="FILE.toml", help=of_print["codes"])
    show.add_argument("--name", default="", help=of_print["name"])
    show.add_argument("--symbol", choices=("data-matrix", "code-128"), default="data-matrix", help=of_print["symbol"])
    show.add_argument("--size", type=float, metavar="MM", help=of_print["size"])
    show.add_argument("--paper", choices=sorted(PAPERS), default="a4", help=of_print["paper"])
    show.add_argument("--labels", metavar="COLUMNS,ROWS,LEFT,TOP,ACROSS,DOWN", help=of_print["labels"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run `kiosk deck`. Returns exit code 1 for an invalid deck or an unfinished enrollment. Raises `Fault` for wrong
    arguments."""
    match args.do:
        case "enroll":
            return deck_enroll.run(args, out, err)
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
    """Write a deck file, but never overwrite a different one, which may hold the work of fifty-two scans. Raises
    `Fault`."""
    if path.is_file() and path.read_bytes() != text.encode():
        raise Fault("codes-there-already", path=str(path))
    write_deck(path, text)


def sheets(
    name: str, pages: Sequence[Sequence[Sticker]], sheet: StickerSheet, symbology: Symbology, words: Words
) -> bytes:
    """The PDF of a deck's stickers, followed by the test page."""
    pdf = FPDF(unit="mm", format=PAPERS[sheet.paper])
    pdf.set_auto_page_break(False)
    pdf.set_title(words.say(message("sheet-title", deck=name)))
    for number, page in enumerate(pages, 1):
        pdf.add_page()
        if sheet.top > HEAD_MM:  # precut labels start higher up
            head = message("sheet-head", deck=name, page=number, pages=len(pages))
            _words(pdf, 7.0, 9.0, words.say(head), 8)
        for sticker in page:
            _sticker(pdf, sticker)
    pdf.add_page()
    _test_page(pdf, pages[0][12] if len(pages[0]) > 12 else pages[0][0], symbology, words)
    return bytes(pdf.output())


def _sticker(pdf: FPDF, sticker: Sticker) -> None:
    symbol = sticker.symbol
    pdf.set_draw_color(*_GRAY)
    pdf.set_line_width(0.1)
    # Cut marks at the corners, outside the quiet zone.
    for x in (sticker.left, sticker.left + symbol.size_mm):
        for y, away in ((sticker.top, -0.8), (sticker.top + symbol.height_mm, 0.8)):
            pdf.line(x, y, x, y + away)
    _symbol(pdf, symbol, sticker.left, sticker.top)
    _name(pdf, sticker.card, sticker.left, sticker.top + symbol.height_mm + 3.3)


def _symbol(pdf: FPDF, symbol: Symbol, left: float, top: float) -> None:
    pdf.set_fill_color(*_INK)
    for box in symbol.dark():
        # Slightly taller, so that rounding in the printer leaves no light seam between rows.
        pdf.rect(left + box.left, top + box.top, box.width, box.height + 0.01, style="F")


def _name(pdf: FPDF, card: Card, left: float, baseline: float) -> None:
    pdf.set_text_color(*(_RED if card.suit in "hd" else _INK))
    pdf.set_font("helvetica", "B", 7)
    rank = "10" if card.rank == "T" else card.rank
    pdf.text(left + 1, baseline, rank)
    width = pdf.get_string_width(rank)
    pdf.set_font("zapfdingbats", "", 7)
    pdf.text(left + 1.3 + width, baseline, _SUITS[card.suit])
    pdf.set_text_color(*_INK)


def _words(pdf: FPDF, left: float, baseline: float, said: str, points: float) -> None:
    pdf.set_text_color(*_INK)
    pdf.set_font("helvetica", "", points)
    # The standard PDF fonts have Latin-1 only; a deck's name may contain characters outside it.
    pdf.text(left, baseline, said.encode("latin-1", "replace").decode("latin-1"))


def _test_page(pdf: FPDF, sample: Sticker, symbology: Symbology, words: Words) -> None:
    _words(pdf, 15, 15, words.say(message("sheet-first")), 14)
    _words(pdf, 15, 22, words.say(message("sheet-ruler", mm=RULER_MM)), 9)
    _ruler(pdf, 15, 30)
    _words(pdf, 15, 46, words.say(message("sheet-scan", card=sample.card)), 9)
    _words(pdf, 15, 50.5, f"   {words.say(message('sheet-larger'))}", 9)
    left, top = 15.0, 60.0
    for size in TRIED_MM[symbology]:
        symbol = Symbol(sample.symbol.code, symbology, float(size))
        if left + size > pdf.w - 15:
            left, top = 15.0, top + 32.0
        _symbol(pdf, symbol, left, top)
        _words(pdf, left, top + symbol.height_mm + 4, f"{size} mm", 7)
        left += size + 8.0
    code = Symbol(LAYOUT_CODE, symbology, LAYOUT_MM[symbology])
    _symbol(pdf, code, 15.0, top + 48.0)
    _words(pdf, 15.0, top + 44.0, words.say(message("sheet-layout")), 9)


def _ruler(pdf: FPDF, left: float, top: float) -> None:
    pdf.set_draw_color(*_INK)
    pdf.set_line_width(0.2)
    pdf.line(left, top, left + RULER_MM, top)
    for mm in range(RULER_MM + 1):
        pdf.line(left + mm, top, left + mm, top + (5 if mm % 10 == 0 else 3 if mm % 5 == 0 else 2))
        if mm % 10 == 0:
            _words(pdf, left + mm - 1, top + 8.5, str(mm), 6)
