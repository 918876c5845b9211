"""`kiosk sheet`: a page of instructions for the dealer or the director, with the buttons named as on the screens."""

import argparse
import re
from html import escape
from pathlib import Path
from typing import TextIO

import msgspec

from kiosk.arguments import words_for
from kiosk.storage.files import disk_faults
from ui.words import Words
from ui.words.languages import COMPILED
from ui.words.shapes import StaffSheet

PAPERS = {"a4": "A4", "letter": "letter"}
BUTTON = re.compile(r"\{([\w.-]+)\}")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["sheet"]
    parser.add_argument("who", choices=tuple(words.sheets), help=say["who"])
    parser.add_argument("--html", metavar="FILE", help=say["html"])
    parser.add_argument("--paper", choices=PAPERS, default="a4", help=say["paper"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    words = words_for(args)
    sheet = words.sheets[args.who]
    if args.html:
        with disk_faults(Path(args.html)):
            Path(args.html).write_text(as_page(sheet, words, args.paper), "utf-8")
    else:
        print(as_text(sheet, words), file=out)
    return 0


def as_text(sheet: StaffSheet, words: Words) -> str:
    lines = [sheet.title, sheet.about]
    for part in sheet.parts.values():
        lines += ["", part.title.upper()]
        lines += [f"  {BUTTON.sub(lambda found: _button(found[1], words), step)}" for step in part.steps.values()]
    return "\n".join(lines)


def as_page(sheet: StaffSheet, words: Words, paper: str) -> str:
    body = "".join(
        f"<section><h2>{escape(part.title)}</h2><ul>{''.join(_step(step, words) for step in part.steps.values())}</ul>"
        "</section>"
        for part in sheet.parts.values()
    )
    title = escape(sheet.title)
    return (
        f'<!DOCTYPE html><html lang="{words.language}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>@page{{size:{PAPERS[paper]};margin:12mm 14mm}}{STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{escape(sheet.about)}</p>{body}</body></html>\n"
    )


STYLE = (
    "body{font:11.5pt/1.28 sans-serif;margin:0;color:#000}h1{font-size:20pt;margin:0}p{margin:0 0 2mm}"
    "h2{font-size:14pt;margin:3.5mm 0 1.5mm;border-bottom:.4mm solid #000}ul{margin:0;padding:0 0 0 6mm}"
    "li{margin:0 0 1.2mm}b{white-space:nowrap;border:.3mm solid #000;border-radius:1mm;padding:0 1mm;font-size:.9em}"
)


def _step(step: str, words: Words) -> str:
    return f"<li>{BUTTON.sub(lambda found: f'<b>{escape(_button(found[1], words))}</b>', escape(step))}</li>"


def _button(path: str, words: Words) -> str:
    """The text of a button, looked up by its path in the catalog. Raises `KeyError` if there is none."""
    found = msgspec.json.decode((COMPILED / f"{words.language}.json").read_bytes())
    for name in path.split("."):
        found = found[name]
    return str(found)
