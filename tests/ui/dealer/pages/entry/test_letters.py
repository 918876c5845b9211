"""The keyboard for names: each language's own rows, and accents for the last letter."""

import unicodedata

import pytest

from engine.public import public
from tests.kit.play import dealt
from ui.dealer.layout.page import page_layout
from ui.dealer.layout.table import table_layout
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView
from ui.dealer.pages.entry.letters import ACCENTS, COLUMNS, MOST_ACCENTS, MOST_LETTERS, instead_of, letters
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
def test_an_accent_replaces_the_last_letter(names, text):
    assert keyed(*names) == text


@pytest.mark.parametrize("plain", ACCENTS)
def test_every_accent_can_be_reached_in_lower_and_upper_case(plain):
    """
    No key offers the letter that is already there.
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


def test_the_accents_of_neighboring_languages_are_there():
    """
    Hungarian, Polish, Danish, French and Turkish names can be typed, too.
    """
    assert set("őąæœş") <= {accent for accents in ACCENTS.values() for accent in accents}
    assert "İ" in instead_of("I")
    assert instead_of("İ")[0] == "I"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("wide", "high"), [(800 / 5.9, 1280 / 5.9), (1280 / 5.9, 800 / 5.9)])
def test_the_keyboard_keeps_the_languages_rows_on_every_screen(language, wide, high):
    """
    This includes an upright screen, on which other grids have fewer columns.
    """
    page = SignInPage(typed="Zo").show(PageContext(public(PLAYING), PLAYING, words=words_in(language)))
    laid = page_layout(page, table_layout(wide, high, 10).wide_page, 1.0)
    rows: dict[float, str] = {}
    for key, place in zip(page.grids[0].buttons, laid.cells[0], strict=True):
        rows[place.y] = rows.get(place.y, "") + (key.text if "letter" in key.name else "")

    assert list(rows.values()) == list(words_in(language).people.keyboard.values())


def test_a_letter_and_its_accents_replace_each_other_within_the_number_of_keys():
    for plain, accents in ACCENTS.items():
        assert len(instead_of(plain)) <= MOST_ACCENTS
        for accent in accents:
            assert unicodedata.normalize("NFC", accent) == accent
            assert instead_of(accent)[0] == plain
    assert instead_of("x") == instead_of("") == instead_of(" ") == []


def test_a_name_of_maximum_length_accepts_only_accents_and_erase():
    long = "E" * MOST_LETTERS
    tapped = {each.name.removeprefix("here-") for each in pad(long) if each.tap}

    assert tapped == {"erase", *(f"accent-{place}" for place in range(1, len(instead_of("E")) + 1))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", ["", "Jos", "Jose"])
def test_space_and_the_last_key_never_move(language: str, typed: str) -> None:
    """
    A page with one key of its own has SPACE and OK where a page with two has them.
    """
    keys = [ButtonView("here-none", "NO NAME"), ButtonView("here-ok", "OK")]
    for count in (1, 2):
        below = letters(
            "here", typed, lambda text: OpenPage(SignInPage(typed=text)), words_in(language), *keys[-count:]
        )
        names = [key.name for key in below[1].buttons]
        assert (names.index("here-space"), names.index("here-ok")) == (7, 9)
