"""Cards for players to carry, with lines to cut along, and lists to pin up or to sign, with a heading and totals."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from kiosk.clock.features.prints.sheet import PAPERS, Align, PdfSheet, TextBox
from kiosk.protocol.tournaments import PaperName
from ui.words import Words

CARD_CODE_MM = 27.0
PAD_MM = 4.0
HEIGHT_MM = 55.0
COLUMNS = 2
SHEET_ROWS = 5
ROW_MM = 6.2
TEXT_MM = 4.6
HEAD_MM = 24.0
GAP_MM = 2.0
FOOT_MM = 8.0
CODE_MM = 22.0


class PrintedCard(NamedTuple):
    """A card: the text `over` the name, `before` the table and seat, and `under` them. `link` is the address in its QR
    code."""

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
    beside = width - CARD_CODE_MM - 1
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
    sheet.code(left + width - CARD_CODE_MM, top + place.height - 2 * pad - CARD_CODE_MM - 2, CARD_CODE_MM, card.link)


class Column(NamedTuple):
    """A column's heading, its relative width, and the alignment of its text."""

    head: str
    parts: int
    align: Align = "L"


class NameCell(NamedTuple):
    """A cell with a player's name. It has no entry number if the player has none."""

    entry: int
    name: str


Cell = str | NameCell


class Listing(NamedTuple):
    """A list under a title. `about` is printed below the title, line by line, and `sums` below the rows. If it `wraps`,
    long text continues on further lines of its row. Otherwise, it is made smaller."""

    title: str
    about: Sequence[str]
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    sums: Sequence[Sequence[Cell]] = ()
    link: str = ""
    wraps: bool = False


def listing_pdf(listing: Listing, paper: PaperName, words: Words) -> bytes:
    """The list as a PDF file. On a roll, it is one page as long as the list."""
    wanted = PAPERS[paper]
    every = [*listing.rows, *listing.sums]
    cells = [cell.name if isinstance(cell, NameCell) else cell for row in every for cell in row]
    sheet = PdfSheet(wanted, listing.title, "".join((listing.title, *listing.about, *cells)))
    head = HEAD_MM + TEXT_MM * len(listing.about) + (CODE_MM if wanted.is_roll and listing.link else 0)
    room = inf if wanted.is_roll else wanted.height - 2 * wanted.margin - FOOT_MM - head
    pages = _pages([(row, _height(sheet, listing, row)) for row in every], room)
    done = 0
    for number, rows in enumerate(pages, 1):
        sheet.page(2 * wanted.margin + head + sum(height for _, height in rows) + FOOT_MM)
        top = _head(sheet, listing)
        for row, height in rows:
            is_sum = done >= len(listing.rows)
            if is_sum and done == len(listing.rows):
                sheet.line(wanted.margin, top, wanted.inner, bold=True)
            _row(sheet, listing, row, top, bold=is_sum)
            top += height
            done += 1
            if not is_sum:
                sheet.line(wanted.margin, top, wanted.inner)
        if len(pages) > 1:
            foot = TextBox(wanted.margin, wanted.height - wanted.margin - TEXT_MM, wanted.inner, TEXT_MM)
            sheet.text(foot, words.prints.page.format(page=number, pages=len(pages)), align="R", gray=True)
    return sheet.done()


MeasuredRow = tuple[Sequence[Cell], float]
"""A row, with its height."""


def _pages(rows: Sequence[MeasuredRow], room: float) -> list[list[MeasuredRow]]:
    """The rows on each page. There is one page even without rows."""
    pages: list[list[MeasuredRow]] = [[]]
    left = room
    for row in rows:
        if row[1] > left and pages[-1]:
            pages.append([])
            left = room
        pages[-1].append(row)
        left -= row[1]
    return pages


def _height(sheet: PdfSheet, listing: Listing, row: Sequence[Cell]) -> float:
    lines = (len(_lines(sheet, listing, cell, box.width)) for cell, box in _boxes(sheet, listing.columns, row, 0))
    return ROW_MM + TEXT_MM * (max(lines) - 1)


def _lines(sheet: PdfSheet, listing: Listing, cell: Cell, width: float) -> list[str]:
    """The lines of a cell: one, unless the list wraps and the cell is not a name."""
    if isinstance(cell, NameCell):
        return [cell.name]
    return sheet.wrapped(cell, width, TEXT_MM) if listing.wraps else [cell]


def _boxes(
    sheet: PdfSheet, columns: Sequence[Column], row: Sequence[Cell], top: float
) -> Iterator[tuple[Cell, TextBox]]:
    """Each cell of a row, with the place of its first line."""
    part = sheet.paper.inner / sum(column.parts for column in columns)
    left = sheet.paper.margin
    for column, cell in zip(columns, row, strict=True):
        width = column.parts * part - (0 if column is columns[-1] else GAP_MM)
        yield cell, TextBox(left, top + (ROW_MM - TEXT_MM) / 2, width, TEXT_MM)
        left += column.parts * part


def _head(sheet: PdfSheet, listing: Listing) -> float:
    """Print the title, the lines below it, and the column headings. Returns how far down they reach."""
    paper = sheet.paper
    left, top = paper.margin, paper.margin
    beside = paper.inner - (CODE_MM if listing.link and not paper.is_roll else 0)
    sheet.text(TextBox(left, top, beside, 9), listing.title, bold=True)
    top += 10
    for line in listing.about:
        sheet.text(TextBox(left, top, beside, TEXT_MM), line, gray=True)
        top += TEXT_MM
    if listing.link and paper.is_roll:
        sheet.code(left + (paper.inner - CODE_MM) / 2, top, CODE_MM, listing.link)
        top += CODE_MM
    elif listing.link:
        sheet.code(left + beside, paper.margin - 2, CODE_MM, listing.link)
        top = max(top, paper.margin + CODE_MM - 6)
    top = max(top + 3, paper.margin + HEAD_MM - ROW_MM + TEXT_MM * len(listing.about) - 6)
    heads: list[Cell] = [column.head for column in listing.columns]
    _row(sheet, listing._replace(wraps=False), heads, top, bold=True)
    sheet.line(left, top + ROW_MM, paper.inner, bold=True)
    return top + ROW_MM


def _row(sheet: PdfSheet, listing: Listing, row: Sequence[Cell], top: float, bold: bool) -> None:
    for column, (cell, box) in zip(listing.columns, _boxes(sheet, listing.columns, row, top), strict=True):
        if isinstance(cell, NameCell):
            sheet.name(box, cell.name, cell.entry, bold=bold)
            continue
        for at, line in enumerate(_lines(sheet, listing, cell, box.width)):
            sheet.text(box._replace(top=box.top + at * TEXT_MM), line, bold=bold, align=column.align)
