"""Lists to pin up or to sign: a heading, rows in columns, totals, on as many pages as needed."""

from collections.abc import Sequence
from typing import NamedTuple

from kiosk.clock.features.prints.paper import PAPERS
from kiosk.clock.features.prints.sheet import Align, PdfSheet, TextBox
from kiosk.protocol.tournaments import PaperName
from ui.words import Words

ROW_MM = 6.2
TEXT_MM = 4.6
HEAD_MM = 24.0
GAP_MM = 2.0
FOOT_MM = 8.0
CODE_MM = 22.0


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
    """A list under a title. `about` is printed below the title, line by line, and `sums` below the rows, in the same
    columns.
    """

    title: str
    about: Sequence[str]
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    sums: Sequence[Sequence[Cell]] = ()
    link: str = ""


def listing_pdf(listing: Listing, paper: PaperName, words: Words) -> bytes:
    """The list as a PDF file. On a roll, it is one page as long as the list."""
    wanted = PAPERS[paper]
    every = [*listing.rows, *listing.sums]
    cells = [cell.name if isinstance(cell, NameCell) else cell for row in every for cell in row]
    sheet = PdfSheet(wanted, listing.title, "".join((listing.title, *listing.about, *cells)))
    head = HEAD_MM + TEXT_MM * len(listing.about) + (CODE_MM if wanted.is_roll and listing.link else 0)
    room = wanted.height - 2 * wanted.margin - FOOT_MM - head
    fits = len(every) or 1 if wanted.is_roll else int(room // ROW_MM)
    pages = [every[at : at + fits] for at in range(0, len(every), fits)] or [[]]
    done = 0
    for number, rows in enumerate(pages, 1):
        sheet.page(2 * wanted.margin + head + ROW_MM * len(rows) + FOOT_MM)
        top = _head(sheet, listing)
        for row in rows:
            is_sum = done >= len(listing.rows)
            if is_sum and done == len(listing.rows):
                sheet.line(wanted.margin, top, wanted.inner, bold=True)
            _row(sheet, listing.columns, row, top, bold=is_sum)
            top += ROW_MM
            done += 1
            if not is_sum:
                sheet.line(wanted.margin, top, wanted.inner)
        if len(pages) > 1:
            foot = TextBox(wanted.margin, wanted.height - wanted.margin - TEXT_MM, wanted.inner, TEXT_MM)
            sheet.text(foot, words.prints.page.format(page=number, pages=len(pages)), align="R", gray=True)
    return sheet.done()


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
    _row(sheet, listing.columns, heads, top, bold=True)
    sheet.line(left, top + ROW_MM, paper.inner, bold=True)
    return top + ROW_MM


def _row(sheet: PdfSheet, columns: Sequence[Column], row: Sequence[Cell], top: float, bold: bool) -> None:
    part = sheet.paper.inner / sum(column.parts for column in columns)
    left = sheet.paper.margin
    for column, cell in zip(columns, row, strict=True):
        last = column is columns[-1]
        box = TextBox(left, top + (ROW_MM - TEXT_MM) / 2, column.parts * part - (0 if last else GAP_MM), TEXT_MM)
        if isinstance(cell, NameCell):
            sheet.name(box, cell.name, cell.entry, bold=bold)
        else:
            sheet.text(box, cell, bold=bold, align=column.align)
        left += column.parts * part
