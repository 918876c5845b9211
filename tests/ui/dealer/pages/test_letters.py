"""The keyboard of names: each language's own rows, and accents of the last letter."""

import unicodedata

import pytest

from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.letters import ACCENTS, COLUMNS, MOST_ACCENTS, MOST_LETTERS, instead_of, letters
from ui.dealer.pages.people.signin import SignInPage
from ui.words.languages import LANGUAGES, words_in


def pad(typed="", language="en"):
    return letters("here", typed, lambda text: OpenPage(SignInPage(typed=text)), words_in(language))


def keyed(*names, language="en", typed=""):
    """The text after these keys."""
    for name in names:
        key = next(each for each in pad(typed, language).buttons if each.name == f"here-{name}")
        assert key.tap, f"{name} after {typed}"
        typed = key.tap.page.typed
    return typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_has_one_key_in_rows_of_ten(language):
    rows = words_in(language).people.keyboard
    keys = [each.name for each in pad("x", language).buttons if each.name]

    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ") <= set("".join(rows.values()))
    assert (len(rows["first"]), len(rows["third"])) == (10, 7)
    assert len(keys) == len(set(keys))
    assert len(pad("x", language).buttons) == 4 * COLUMNS


def test_the_rows_are_those_of_the_language():
    assert [each.text for each in pad(language="de").buttons[:6]] == list("QWERTZ")
    assert [each.text for each in pad(language="en").buttons[:6]] == list("QWERTY")
    assert pad(language="es").buttons[19].text == "Ñ"


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


def test_a_letter_and_its_accents_come_and_go_back_within_the_keys():
    for plain, accents in ACCENTS.items():
        assert len(instead_of(plain)) <= MOST_ACCENTS
        for accent in accents:
            assert unicodedata.normalize("NFC", accent) == accent
            assert instead_of(accent)[0] == plain
    assert instead_of("x") == instead_of("") == instead_of(" ") == []


def test_a_long_name_takes_no_more_letters_but_accents_and_the_way_back():
    long = "E" * MOST_LETTERS
    tapped = {each.name.removeprefix("here-") for each in pad(long).buttons if each.tap}

    assert tapped == {"erase", *(f"accent-{place}" for place in range(1, len(instead_of("E")) + 1))}
