"""Cards and lists are read back from their PDF: every alphabet, long names, codes, pages."""

from typing import get_args

import pypdfium2
import pytest
import zxingcpp

from kiosk.clock.features.prints.listing import Cell, Column, Listing, NameCell, PrintedCard, cards_pdf, listing_pdf
from kiosk.clock.features.prints.sheet import PAPERS, has_letters
from kiosk.protocol.tournaments import PaperName
from ui.words.languages import words_in

ENGLISH = words_in("en")
NAMES = (
    "Nguyễn Thị Mai", "Мария Стојановић", "Ελένη Παπαδάκη", "عمر فاروق", "דוד לוי", "佐藤 健", "김민준", "สมชาย ใจดี",
    "გიორგი", "राहुल",
)  # fmt: skip
ARMENIAN = "Արամ"
SIXTY = "Maximiliana-Alexandrina von Hohenzollern-Sigmaringen-Altona."
LINK = "http://clock:8080/player/?entry=17&tournament=0123456789abcdef"
DOTS_A_POINT = 3
LEAST_MM = 2.0
TEXT = pypdfium2.raw.FPDF_PAGEOBJ_TEXT
MM_A_POINT = 25.4 / 72


def card(name, entry=17, table=113, seat=10):
    return PrintedCard(
        entry, name, f"Autumn · entry {entry}", "from table 4, seat 2 to", table, seat, "1,000,000 chips", LINK
    )


def texts(pdf):
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


@pytest.mark.slow
def test_a_card_prints_a_name_in_its_own_alphabet():
    said = texts(cards_pdf([card(name) for name in NAMES], "a4", ENGLISH))[0]

    assert all(map(has_letters, NAMES))
    assert "?" not in said
    # Text that reads from right to left, or with joined letters, comes back in another order.
    assert set("".join("".join(NAMES).split())) - set(said) <= set("\u094d\u0e33")
    assert said.count("113") == len(NAMES)


def test_a_name_that_no_font_can_print_is_replaced_by_the_entrys_number():
    said = texts(cards_pdf([card(ARMENIAN)], "roll", ENGLISH))[0]

    assert not has_letters(ARMENIAN)
    assert "#17" in said


@pytest.mark.parametrize("paper", get_args(PaperName))
def test_the_code_on_a_card_can_be_read_by_a_phone(paper):
    page = pypdfium2.PdfDocument(cards_pdf([card(SIXTY)], paper, ENGLISH))[0]

    read = zxingcpp.read_barcode(page.render(scale=DOTS_A_POINT).to_numpy())
    assert read is not None
    assert read.text == LINK


def test_ten_cards_fit_a_sheet_and_a_roll_has_one_card_a_page():
    cards = [card(SIXTY, entry, seat=entry % 10 + 1) for entry in range(1, 22)]

    assert len(texts(cards_pdf(cards, "letter", ENGLISH))) == 3
    assert len(texts(cards_pdf(cards, "roll", ENGLISH))) == 21


@pytest.mark.parametrize("paper", ["a4", "roll"])
def test_nothing_is_printed_in_the_margin(paper):
    rows: list[list[Cell]] = [
        [str(at), NameCell(at, f"{SIXTY} {SIXTY}"), "1,000,000,000,000 EUR"] for at in range(1, 50)
    ]
    columns = (Column("Place", 2), Column("Name " * 20, 7), Column("Prize", 4, "R"))
    listing = Listing(SIXTY * 3, (SIXTY * 4,), columns, rows, [["", "Sum", "119,000,000,000,000 EUR"]], LINK)
    for pdf in (listing_pdf(listing, paper, ENGLISH), cards_pdf([card(SIXTY * 3)], paper, ENGLISH)):
        for page in pypdfium2.PdfDocument(pdf):
            left, bottom, right, top = page.get_bbox()
            boxes = [one.get_bounds() for one in page.get_objects()]

            edge = (PAPERS[paper].margin - 1) / MM_A_POINT
            assert min(box[0] for box in boxes) >= left + edge
            assert max(box[2] for box in boxes) <= right - edge
            assert min(box[1] for box in boxes) >= bottom + edge
            assert max(box[3] for box in boxes) <= top - edge


def test_a_list_of_several_pages_has_every_row_once_and_its_sum_at_the_end():
    rows: list[list[Cell]] = [[f"row{at:03}", NameCell(at, "Ana"), "20 EUR"] for at in range(1, 120)]
    listing = Listing("Payouts", ("Autumn",), (Column("Place", 2), Column("Name", 7), Column("Prize", 4, "R")), rows,
                      [["", "Sum", "2,380 EUR"]])  # fmt: skip
    pages = texts(listing_pdf(listing, "a4", ENGLISH))

    said = "".join(pages)
    assert [said.count(f"row{at:03}") for at in range(1, 120)] == [1] * 119
    assert all(f"page {number} of {len(pages)}" in page for number, page in enumerate(pages, 1))
    assert all("Place" in page for page in pages)
    assert "2,380" in pages[-1]
    assert len(texts(listing_pdf(listing, "roll", ENGLISH))) == 1


def test_a_list_that_wraps_keeps_its_letters_large_and_prints_all_of_them():
    clause = "Robert's Rules, the showdown: show one, show all, with the part of the rule that follows from it"
    columns = (Column("Choice", 5), Column("Rule", 8), Column("Clause", 4))
    rows: list[list[Cell]] = [[f"Choice {at}", "shown to all " * 9, clause] for at in range(40)]

    def heights(wraps):
        pdf = listing_pdf(Listing("Rules", (), columns, rows, wraps=wraps), "a4", ENGLISH)
        pages = pypdfium2.PdfDocument(pdf)
        boxes = [one.get_bounds() for page in pages for one in page.get_objects() if one.type == TEXT]
        return [(top - bottom) * MM_A_POINT for _, bottom, _, top in boxes], texts(pdf)

    small, _ = heights(False)
    large, said = heights(True)

    assert min(small) < LEAST_MM < min(large)
    assert "".join(said).count("follows") == len(rows)
    assert len(said) > 1
