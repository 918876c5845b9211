"""`kiosk rules`: the rule card of a book, as text, as JSON and as a page to print. Knows no game."""

import argparse
from html import escape
from pathlib import Path
from typing import TextIO

import msgspec

from engine.books.card import Card, Line, card
from engine.books.rulebook import BadBook, shipped_ids
from kiosk.faults import Fault
from kiosk.rulebooks import find_book
from kiosk.storage.files import disk_faults

NOT_THERE = "not in the document"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `kiosk rules` may be told."""
    parser.add_argument(
        "book", nargs="?", metavar="BOOK", help="a book's id, or a room's own TOML file; none: list them"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--html", metavar="FILE", help="write a page to print, A4")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Show a card, or list the books. 0 when all is well, 2 for a book that cannot be used."""
    if args.html and not args.book:
        raise Fault("--html needs a book", f"name one of {', '.join(shipped_ids())}, or a TOML file")
    try:
        cards = [card(find_book(name)) for name in ([args.book] if args.book else shipped_ids())]
    except BadBook as error:
        print(error, file=err)
        return 2
    for each in cards:
        if args.json:
            print(msgspec.json.encode(each).decode(), file=out)
        elif not args.book:
            print(f"{each.book:12} {each.name}: {each.source}", file=out)
        elif not args.html:
            print(as_text(each), file=out)
    if args.html:
        with disk_faults(Path(args.html)):
            Path(args.html).write_text(as_page(cards[0]), "utf-8")
    return 0


def as_text(rules: Card) -> str:
    """The card in lines of text; what the room's document does not say is marked."""
    lines = [rules.name, *([rules.source] if rules.source else [])]
    for section in rules.sections:
        lines += ["", section.title.upper()]
        for line in section.lines:
            lines += [f"  {_title(line)}: {_words(line.value)}", f"      {line.says}", f"      [{_origin(line)}]"]
    return "\n".join(lines)


def as_page(rules: Card) -> str:
    """The card as one page of HTML that needs nothing else."""
    body = "".join(
        f"<section><h2>{escape(section.title)}</h2><dl>{''.join(map(_entry, section.lines))}</dl></section>"
        for section in rules.sections
    )
    source = f"<p>{escape(rules.source)}</p>" if rules.source else ""
    title = escape(rules.name)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>{source}"
        f"<p><i>Lines marked † are {NOT_THERE}; there the book they name is followed.</i></p>{body}</body></html>\n"
    )


STYLE = (
    "@page{size:A4;margin:14mm}body{font:9.5pt/1.3 sans-serif;margin:0;color:#000}h1{font-size:18pt;margin:0 0 2mm}"
    "h2{font-size:11pt;margin:4mm 0 1mm;border-bottom:.3mm solid #000}p{margin:0 0 2mm}dl{margin:0;columns:2;"
    "column-gap:8mm}div{break-inside:avoid;margin:0 0 2mm}dt{font-weight:bold}dd{margin:0}small{color:#444}"
    ".other{font-style:italic}"
)


def _entry(line: Line) -> str:
    mark, style = ("", "") if line.in_document else (" †", ' class="other"')
    return (
        f"<div{style}><dt>{escape(_title(line))}: {escape(_words(line.value))}{mark}</dt>"
        f"<dd>{escape(line.says)} <small>{escape(_origin(line))}</small></dd></div>"
    )


def _origin(line: Line) -> str:
    return line.clause if line.in_document else f"{NOT_THERE}; {line.clause}"


def _title(line: Line) -> str:
    return _words(line.field).capitalize()


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")
