"""`kiosk rules`: prints the rule card of a rule book as text, as JSON, or as a page to print."""

import argparse
from html import escape
from pathlib import Path
from typing import TextIO

import msgspec

from engine.books.card import RuleCard, RuleLine, rule_card
from engine.books.rulebook import BadBook, shipped_ids
from kiosk.arguments import words_for
from kiosk.faults import Fault
from kiosk.rulebooks import find_book
from kiosk.storage.files import disk_faults
from ui.words import Words
from ui.words.languages import words_in


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["rules"]
    parser.add_argument("book", nargs="?", metavar="BOOK", help=say["book"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])
    parser.add_argument("--html", metavar="FILE", help=say["html"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print a card, or list the books. Exit code 0, or 2 for an unusable rule book."""
    if args.html and not args.book:
        raise Fault("html-needs-book", books=", ".join(shipped_ids()))
    words = words_for(args)
    try:
        cards = [rule_card(find_book(name)) for name in ([args.book] if args.book else shipped_ids())]
    except BadBook as error:
        print(words.say(error.message), file=err)
        return 2
    for each in cards:
        if args.json:
            print(msgspec.json.encode(each).decode(), file=out)
        elif not args.book:
            print(f"{each.book:12} {each.name}: {each.source}", file=out)
        elif not args.html:
            print(as_text(each, words), file=out)
    if args.html:
        with disk_faults(Path(args.html)):
            Path(args.html).write_text(as_page(cards[0], words), "utf-8")
    return 0


def as_text(rules: RuleCard, words: Words) -> str:
    """The card as text. Lines that are not in the room's document are marked."""
    lines = [rules.name, *([rules.source] if rules.source else [])]
    for section in rules.sections:
        lines += ["", words.rule_card.groups[section.group].upper()]
        for line in section.lines:
            says = _says(line, words)
            lines += [
                f"  {_choice(line, words)}",
                *([f"      {says}"] if says else []),
                f"      [{words.rule_clause(line)}]",
            ]
    return "\n".join(lines)


def as_page(rules: RuleCard, words: Words) -> str:
    body = "".join(
        f"<section><h2>{escape(words.rule_card.groups[section.group])}</h2>"
        f"<dl>{''.join(_entry(line, words) for line in section.lines)}</dl></section>"
        for section in rules.sections
    )
    source = f"<p>{escape(rules.source)}</p>" if rules.source else ""
    title = escape(rules.name)
    return (
        f'<!DOCTYPE html><html lang="{words.language}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>{source}"
        f"<p><i>{escape(words.rule_card.marked)}</i></p>{body}</body></html>\n"
    )


STYLE = (
    "@page{size:A4;margin:14mm}body{font:9.5pt/1.3 sans-serif;margin:0;color:#000}h1{font-size:18pt;margin:0 0 2mm}"
    "h2{font-size:11pt;margin:4mm 0 1mm;border-bottom:.3mm solid #000}p{margin:0 0 2mm}dl{margin:0;columns:2;"
    "column-gap:8mm}div{break-inside:avoid;margin:0 0 2mm}dt{font-weight:bold}dd{margin:0}small{color:#444}"
    ".other{font-style:italic}"
)


def _entry(line: RuleLine, words: Words) -> str:
    mark, style = ("", "") if line.in_document else (" †", ' class="other"')
    return (
        f"<div{style}><dt>{escape(_choice(line, words))}{mark}</dt>"
        f"<dd>{escape(_says(line, words))} <small>{escape(words.rule_clause(line))}</small></dd></div>"
    )


def _choice(line: RuleLine, words: Words) -> str:
    say = words.rule_card
    return say.choice.format(title=say.titles[line.field], value=say.values[line.field][line.value])


def _says(line: RuleLine, words: Words) -> str:
    """The book's own sentence. A shipped book's sentences are in English, so they are left out in any other
    language."""
    return line.says if words == words_in("en") or line.origin not in shipped_ids() else ""
