"""The keyboard of names: each language's own rows, and accents of the last letter."""

import unicodedata

import pytest

from engine.public import public
from tests.kit.play import dealt
from ui.dealer.layout.page import page_layout
from ui.dealer.layout.table import table_layout
from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.letters import ACCENTS, COLUMNS, MOST_ACCENTS, MOST_LETTERS, instead_of, letters
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.people.signin import SignInPage
from ui.words.languages import LANGUAGES, words_in

PLAYING = dealt((5_000,) * 4)


def pads(typed="", language="en"):
    return letters("here", typed, lambda text: OpenPage(SignInPage(typed=text)), words_in(language))


def pad(typed="", language="en"):
    """All keys."""
    return [key for grid in pads(typed, language) for key in grid.buttons]


def keyed(*names, language="en", typed=""):
    """The text after these keys."""
    for name in names:
        key = next(each for each in pad(typed, language) if each.name == f"here-{name}")
        assert key.tap, f"{name} after {typed}"
        typed = key.tap.page.typed
    return typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_has_one_key_in_rows_of_ten(language):
    rows = words_in(language).people.keyboard
    keys = [each.name for each in pad("x", language) if each.name]

    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= set("".join(rows.values()))
    assert (len(rows["first"]), len(rows["third"])) == (10, 7)
    assert len(keys) == len(set(keys))
    assert len(pad("x", language)) == 4 * COLUMNS


def test_the_rows_are_those_of_the_language():
    assert [each.text for each in pad(language="de")[:6]] == list("QWERTZ")
    assert [each.text for each in pad(language="en")[:6]] == list("QWERTY")
    assert pad(language="es")[19].text == "Ñ"


def test_a_word_begins_with_a_capital():
    assert keyed("letter-A", "letter-N", "letter-N", "hyphen", "letter-L", "letter-O") == "Ann-Lo"
    assert keyed("letter-O", "apostrophe", "letter-D") == "O'D"
    assert keyed("letter-A", "space", "letter-B") == "A B"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("letter-E", "accent-1"), "É"),
        (("letter-B", "letter-J", "letter-O", "accent-4"), "Bjö"),
        (("letter-A", "letter-N", "accent-1"), "Añ"),
        (("letter-S", "letter-S", "accent-1"), "Sß"),
        (("letter-E", "accent-1", "accent-1"), "E"),
    ],
)
def test_an_accent_takes_the_place_of_the_last_letter(names, text):
    assert keyed(*names) == text


@pytest.mark.parametrize("plain", ACCENTS)
def test_every_accent_can_be_reached_small_and_as_a_capital(plain):
    """
    No key stands for the letter that already exists.
    """
    for letter in (plain, plain.upper()):
        reached, new = {letter}, [letter]
        while new:
            offers = instead_of(at := new.pop())
            assert at not in offers
            new += set(offers) - reached
            reached |= set(offers)
        capitals = {"İ" if each == "ı" else each if each == "ß" else each.upper() for each in ACCENTS[plain]}
        assert reached >= (set(ACCENTS[plain]) if letter == plain else capitals)


def test_the_accents_of_the_languages_around_are_there():
    """
    Of Hungarian, Polish, Danish, French and Turkish names, too.
    """
    assert set("őąæœş") <= {accent for accents in ACCENTS.values() for accent in accents}
    assert "İ" in instead_of("I")
    assert instead_of("İ")[0] == "I"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("wide", "high"), [(800 / 5.9, 1280 / 5.9), (1280 / 5.9, 800 / 5.9)])
def test_its_rows_are_the_language_s_on_every_glass(language, wide, high):
    """
    Upright, too, where other grids take fewer columns.
    """
    page = SignInPage(typed="Zo").show(PageContext(public(PLAYING), PLAYING, words=words_in(language)))
    laid = page_layout(page, table_layout(wide, high, 10).wide_page, 1.0)
    rows: dict[float, str] = {}
    for key, place in zip(page.grids[0].buttons, laid.cells[0], strict=True):
        rows[place.y] = rows.get(place.y, "") + (key.text if "letter" in key.name else "")

    assert list(rows.values()) == list(words_in(language).people.keyboard.values())


def test_a_letter_and_its_accents_come_and_go_back_within_the_keys():
    for plain, accents in ACCENTS.items():
        assert len(instead_of(plain)) <= MOST_ACCENTS
        for accent in accents:
            assert unicodedata.normalize("NFC", accent) == accent
            assert instead_of(accent)[0] == plain
    assert instead_of("x") == instead_of("") == instead_of(" ") == []


def test_a_long_name_takes_no_more_letters_but_accents_and_the_way_back():
    long = "E" * MOST_LETTERS
    tapped = {each.name.removeprefix("here-") for each in pad(long) if each.tap}

    assert tapped == {"erase", *(f"accent-{place}" for place in range(1, len(instead_of("E")) + 1))}
