"""Printed codes are at the right places, and encode their cards."""

import cv2
import numpy as np
import pytest
import zxingcpp

from engine.bad_input import BadInput
from engine.cards import DECK
from hardware.decks.stickers import StickerBox, StickerSheet, Symbol, pages
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, Deck
from tests.said import refused

DATA_MATRIX, CODE_128 = zxingcpp.BarcodeFormat.DataMatrix, zxingcpp.BarcodeFormat.Code128


def drawn(boxes, width, height, px_per_mm=20):
    """White paper with these boxes black."""
    paper = np.full((round(height * px_per_mm), round(width * px_per_mm)), 255, np.uint8)
    for box in boxes:
        corner = (round(box.left * px_per_mm), round(box.top * px_per_mm))
        other = (round((box.left + box.width) * px_per_mm) - 1, round((box.top + box.height) * px_per_mm) - 1)
        cv2.rectangle(paper, corner, other, 0, -1)
    return paper


@pytest.mark.parametrize("deck", [PLAIN_DECK, STICKER_DECK], ids=lambda deck: deck.name)
def test_every_card_is_a_data_matrix_of_ten_by_ten_that_can_be_read_back(deck):
    for card in DECK:
        symbol = Symbol(deck.codes[card])
        assert symbol.module_mm == 1.0
        read = zxingcpp.read_barcodes(drawn(symbol.dark(), 12, 12), formats=zxingcpp.BarcodeFormats(DATA_MATRIX))
        assert [each.text for each in read] == [deck.codes[card]]


@pytest.mark.parametrize(("code", "modules"), [("AS", 12), ("D1AS", 14), ("123456", 12), ("04A2B3C4D", 16)])
def test_a_longer_code_has_smaller_modules(code, modules):
    assert Symbol(code, size_mm=12.0).module_mm == pytest.approx(12 / modules)


def test_a_one_dimensional_code_for_handheld_scanners_can_be_read_back():
    symbol = Symbol("AS", "code-128", 30.0)

    assert symbol.module_mm == pytest.approx(30 / 77)
    read = zxingcpp.read_barcodes(drawn(symbol.dark(), 30, symbol.height_mm), formats=zxingcpp.BarcodeFormats(CODE_128))
    assert [each.text for each in read] == ["AS"]


@pytest.mark.parametrize("symbology", ["data-matrix", "code-128"])
def test_the_quiet_zone_is_clear_and_the_rest_is_inside(symbology):
    symbol = Symbol("AS", symbology, 24.0)
    quiet = symbol.module_mm * (1 if symbology == "data-matrix" else 10)

    for box in symbol.dark():
        assert box.left >= quiet - 1e-9
        assert box.left + box.width <= 24.0 - quiet + 1e-9
        assert box.top >= 0
        assert box.top + box.height <= symbol.height_mm + 1e-9


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size_mm", [8.0, 12.0, 20.0, 60.0])
def test_every_card_is_printed_once_and_no_two_stickers_overlap(paper, size_mm):
    sheet = StickerSheet.for_symbol(paper, size_mm, size_mm)

    printed = pages(STICKER_DECK, sheet, "data-matrix", size_mm)

    assert sorted(str(each.card) for page in printed for each in page) == sorted(map(str, DECK))
    for page in printed:
        places = [StickerBox(each.left, each.top, size_mm, size_mm) for each in page]
        for one in places:
            assert not [other for other in places if other != one and touch(one, other)]


def touch(one, other):
    return (
        abs(one.left - other.left) < one.width - 1e-9 and abs(one.top - other.top) < one.height - 1e-9
    )  # all have the same size


def test_if_stickers_are_small_each_suit_is_a_row():
    (page,) = pages(STICKER_DECK, StickerSheet.for_symbol("a4", 12.0, 12.0), "data-matrix", 12.0)

    assert {each.card.suit for each in page[:13]} == {"s"}
    assert len({each.top for each in page[:13]}) == 1


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: StickerSheet("a4", 20, 4, 0, 0, 12, 12), "do not fit on a4"),
        (lambda: StickerSheet("a4", 0, 4, 0, 0, 12, 12), "at least one sticker"),
        (lambda: StickerSheet.for_symbol("a4", 300, 300), "does not fit on a4"),
        (lambda: pages(STICKER_DECK, StickerSheet("a4", 4, 13, 10, 10, 10, 10), "data-matrix", 12.0), "overlap"),
    ],
)
def test_an_impossible_sheet_is_refused(make, words):
    with refused(BadInput, words):
        make()


def test_a_deck_with_long_codes_can_be_printed_too():
    long = Deck.of("long", {str(card): f"http://club.example/{number:044}" for number, card in enumerate(DECK)})

    assert len(pages(long, StickerSheet.for_symbol("a4", 30.0, 30.0), "data-matrix", 30.0)) == 2
