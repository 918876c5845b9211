"""Makes a PDF with sheets of code stickers, and a test page for the printer and the scanner."""

from collections.abc import Sequence

from fpdf import FPDF

from engine.cards import Card
from engine.message import message
from hardware.decks.stickers import PAPERS, Sticker, StickerSheet, Symbol, Symbology
from ui.words import Words

TRIED_MM = {"data-matrix": (8, 9, 10, 12, 14, 16, 20), "code-128": (20, 25, 30, 40)}
RULER_MM = 100
HEAD_MM = 10.0
_INK, _GRAY = (0, 0, 0), (150, 150, 150)
_RED = (190, 0, 0)
# The suits in the font ZapfDingbats, which every PDF reader has.
_SUITS = {"c": "\xa8", "d": "\xa9", "h": "\xaa", "s": "\xab"}


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


def _ruler(pdf: FPDF, left: float, top: float) -> None:
    pdf.set_draw_color(*_INK)
    pdf.set_line_width(0.2)
    pdf.line(left, top, left + RULER_MM, top)
    for mm in range(RULER_MM + 1):
        pdf.line(left + mm, top, left + mm, top + (5 if mm % 10 == 0 else 3 if mm % 5 == 0 else 2))
        if mm % 10 == 0:
            _words(pdf, left + mm - 1, top + 8.5, str(mm), 6)
