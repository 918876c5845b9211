"""The sentences for the engine's codes."""

import pytest

from engine.cards import parse_cards
from engine.message import message
from ui.words.languages import words_in


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "seat 4 has folded"), ("de", "Platz 4 hat gefoldet"), ("es", "el asiento 4 ha hecho fold")],
)
def test_a_code_has_its_sentence_in_every_language(language: str, said: str) -> None:
    """The engine knows the code and the seat, and the catalog has the sentence."""
    assert words_in(language).say(message("seat-folded", seat=4)) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "12,000 to ace of hearts and ten of clubs, by seat 4 has folded: Ann"),
        ("de", "12.000 to Herz Ass und Kreuz Zehn, by Platz 4 hat gefoldet: Ann"),
    ],
)
def test_the_fields_of_a_message_are_formatted_for_the_language(language: str, said: str) -> None:
    """
    Amounts, cards, lists, and messages within messages.
    """
    odd = "{chips} to {cards}, by {why}: {name}"
    folded = message("seat-folded", seat=4)

    assert words_in(language).say(message(odd, chips=12_000, cards=parse_cards("AhTc"), why=folded, name="Ann")) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Level 3", "Break", "Turbo"]),
        ("de", ["Level 3", "Pause", "Turbo"]),
        ("es", ["Nivel 3", "Descanso", "Turbo"]),
    ],
)
def test_a_level_without_a_name_of_its_own_is_named_in_the_language(language: str, said: list[str]) -> None:
    """
    A structure calls its unnamed levels "Level 1" onwards and its unnamed breaks "Break".
    """
    words = words_in(language)

    assert [words.level_name(name) for name in ("Level 3", "Break", "Turbo")] == said


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    "field",
    ["table", "seat", "place", "level", "hand", "entry", "number", "act", "record", "line", "row", "port", "column"],
)
def test_a_number_that_identifies_something_has_no_separator(language: str, field: str) -> None:
    """
    Table numbers go to 9,999, and records and lines go further.
    """
    assert words_in(language).say(message("{" + field + "}", **{field: 1_234})) == "1234"


@pytest.mark.parametrize("field", ["chips", "players", "entries", "count", "most", "discs", "records"])
def test_a_count_is_formatted_as_an_amount(field: str) -> None:
    assert words_in("en").say(message("{" + field + "}", **{field: 1_234})) == "1,234"


def test_tables_are_listed_by_number_and_counted_as_an_amount() -> None:
    words = words_in("en")

    assert words.say(message("{tables}", tables=(1_234, 9_999))) == "1234 and 9999"
    assert words.say(message("{tables}", tables=1_234)) == "1,234"
    assert words.say(message("no-such-sitting", sitting=1_234)).count("1234") == 1
