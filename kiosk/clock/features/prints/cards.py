"""Cards for players to carry, with a seat or a move. There are several to a sheet, with lines to cut along."""

from collections.abc import Sequence
from typing import NamedTuple

from kiosk.clock.features.prints.paper import PAPERS
from kiosk.clock.features.prints.sheet import PdfSheet, TextBox
from kiosk.protocol.tournaments import PaperName
from ui.words import Words

CODE_MM = 27.0
PAD_MM = 4.0
HEIGHT_MM = 55.0
COLUMNS = 2
SHEET_ROWS = 5


class PrintedCard(NamedTuple):
    """A card's text: `over` is printed above the name, `before` in front of the table and seat, and `under` below them.
    `link` is the address in the code."""

    entry: int
    name: str
    over: str
    before: str
    table: int
    seat: int
    under: str
    link: str


def cards_pdf(cards: Sequence[PrintedCard], paper: PaperName, words: Words) -> bytes:
    """The cards, in order. On a roll, each is a separate page."""
    wanted = PAPERS[paper]
    said = "".join("".join((card.over, card.name, card.before, card.under)) for card in cards)
    sheet = PdfSheet(wanted, "", said)
    columns = 1 if wanted.is_roll else COLUMNS
    width = wanted.inner / columns
    height = HEIGHT_MM if wanted.is_roll else (wanted.height - 2 * wanted.margin) / SHEET_ROWS
    for number, card in enumerate(cards):
        row, column = divmod(number % (columns if wanted.is_roll else columns * SHEET_ROWS), columns)
        if not (row or column):
            sheet.page(height + 2 * wanted.margin)
        left, top = wanted.margin + column * width, wanted.margin + row * height
        if not wanted.is_roll:
            sheet.frame(left, top, width, height)
        _card(sheet, TextBox(left, top, width, height), card, words)
    return sheet.done()


def _card(sheet: PdfSheet, place: TextBox, card: PrintedCard, words: Words) -> None:
    pad = 0.0 if sheet.paper.is_roll else PAD_MM
    left, top, width = place.left + pad, place.top + pad, place.width - 2 * pad
    beside = width - CODE_MM - 1
    sheet.text(TextBox(left, top, width, 4.6), card.over, gray=True)
    sheet.name(TextBox(left, top + 5.2, width, 8.6), card.name, card.entry)
    if card.before:
        sheet.text(TextBox(left, top + 14.2, width, 4.6), card.before)
    half = beside / 2
    for at, (caption, number) in enumerate(((words.prints.table, card.table), (words.prints.seat, card.seat))):
        x = left + at * half
        sheet.text(TextBox(x, top + 19.4, half - 1, 4.4), caption, gray=True)
        sheet.text(TextBox(x, top + 23.4, half - 2, 16), str(number) if number else "–", bold=True)
    sheet.text(TextBox(left, top + 40.6, beside, 4.6), card.under)
    sheet.code(left + width - CODE_MM, top + place.height - 2 * pad - CODE_MM - 2, CODE_MM, card.link)
