"""The tool that keeps translations up to date and compiles them."""

import msgspec
import pytest

from engine.message import message
from tests.words import (
    BadCatalogue,
    Catalogue,
    compiled,
    missing,
    parse,
    plural_table,
    updated,
    updated_english,
    written,
)
from ui.words.languages import words_in

ENGLISH = """
msgctxt "menu.title"
msgid "More"
msgstr "More"

#. On the felt.
msgctxt "put_off"
msgid "{count} card put off"
msgid_plural "{count} cards put off"
msgstr[0] "{count} card put off"
msgstr[1] "{count} cards put off"
"""
POLISH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

# checked by the floor
msgctxt "menu.title"
msgid "More"
msgstr "Więcej"

msgctxt "put_off"
msgid "{count} card put off"
msgid_plural "{count} cards put off"
msgstr[0] "jedna karta odłożona"
msgstr[1] "{count} karty odłożone"
msgstr[2] "{count} kart odłożonych"
"""


def english(content: str = ENGLISH) -> Catalogue:
    return updated_english(parse(content.encode(), "en"))


def polish(content: str = POLISH) -> Catalogue:
    return parse(content.encode(), "pl")


def test_what_is_compiled_is_a_tree_with_every_form_in_its_place():
    tree = msgspec.json.decode(compiled(polish(), english()))

    assert tree["menu"] == {"title": "Więcej"}
    assert tree["put_off"] == ["jedna karta odłożona", "{count} karty odłożone", "{count} kart odłożonych"]
    assert [tree["plural"][count] for count in (0, 1, 2, 5, 12, 22, 112, 122)] == list("20122121")
    assert tree["missing"] == []


def test_a_count_takes_the_form_of_its_language_however_large_it_is():
    words = msgspec.structs.replace(words_in("en"), plural=plural_table(polish()))
    forms = ("one", "{count} few", "{count} many")

    said = [words.counted(forms, count) for count in (1, 3, 12, 1_002, 1_012, 0)]

    assert said == ["one", "3 few", "12 many", "1,002 few", "1,012 many", "0 many"]


def test_a_message_with_a_count_takes_the_form_of_its_count():
    words = msgspec.structs.replace(words_in("en"), messages={"waits": ("{count} hand", "{count} hands")})

    assert [words.say(message("waits", count=count)) for count in (1, 2)] == ["1 hand", "2 hands"]


def test_a_text_that_is_not_translated_is_english_and_named():
    gap = polish(POLISH.replace("{count} karty odłożone", ""))
    tree = msgspec.json.decode(compiled(gap, english()))

    assert missing(gap, english()) == ("put_off",) == tuple(tree["missing"])
    assert tree["put_off"] == ["{count} cards put off"] * 3


def test_english_that_changes_makes_its_translation_wait_for_somebody_to_look():
    changed = english(ENGLISH.replace('msgstr "More"', 'msgstr "Further"'))
    other = updated(polish(), changed)

    assert missing(other, changed) == ("menu.title",)
    assert other.texts["menu.title"].forms == ("Więcej",)
    assert other.texts["menu.title"].before == "More"
    assert other.texts["menu.title"].own_notes == ("checked by the floor",)
    again = updated(parse(written(other), "pl"), changed)
    assert again == other, "it still waits after the file has been written and read"


def test_a_new_text_is_asked_for_and_one_that_is_gone_is_dropped():
    more = english(ENGLISH.replace("menu.title", "menu.head"))

    other = updated(polish(), more)

    assert list(other.texts) == ["menu.head", "put_off"]
    assert missing(other, more) == ("menu.head",)
    assert other.texts["put_off"].notes == ("On the felt.",)


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("{count} karty odłożone", "{cuont} karty odłożone"),
        ("Więcej", "Więcej {count}"),
        ("nplurals=3", "nplurals=2"),
        ("(n==1 ?", "(n==1000 ?"),
        ("(n==1 ?", "(n=1 ?"),
        ('msgstr "Więcej"', "mgsstr Więcej"),
        ('msgstr "Więcej"', 'msgstr "Więcej"\n\nmsgctxt "menu.title"\nmsgid "More"\nmsgstr "Jeszcze"'),
    ],
)
def test_what_would_be_wrong_on_a_screen_is_not_compiled(here, there):
    """
    Braces, forms, the rule of the forms, and a file that is none.
    """
    assert here in POLISH

    with pytest.raises(BadCatalogue, match=r"^pl\.po: "):
        compiled(polish(POLISH.replace(here, there)), english())
