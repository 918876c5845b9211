"""Rule books: the one that ships reads well, and a wrong one is said to be wrong in one line."""

from importlib.resources import files

import pytest

from engine.rulebook import BadBook, RuleBook, allowed, load_book, parse_book

TEXT = (files("engine") / "rulebooks" / "tda.toml").read_text("utf-8")


def without(section: str) -> str:
    """The standard without one of its choices."""
    start = TEXT.index(f"[{section}]")
    return TEXT[:start] + TEXT[TEXT.index("[", start + 1) :]


WRONG = {
    "not TOML": (TEXT.replace("[button]", "[button"), "ours.toml: not TOML: "),
    "an unknown section": (f"{TEXT}\n[jokers]\nvalue = 2\n", "ours.toml: Object contains unknown field `jokers`"),
    "an unknown field": (
        TEXT.replace("[button]", "[button]\ncolour = 'white'"),
        "ours.toml: Object contains unknown field `colour` in button",
    ),
    "a section that is not there": (without("uncalled"), "ours.toml: Object missing required field `uncalled`"),
    "a value that is not allowed": (
        TEXT.replace('value = "one-each"', 'value = "to-the-dealer"'),
        "ours.toml: odd_chips: 'to-the-dealer' is not allowed; allowed: one-each, all-to-first",
    ),
    "a number for a word": (
        TEXT.replace('value = "dead"', "value = 3"),
        "ours.toml: Expected `str`, got `int` in button",
    ),
    "a choice without a clause": (
        TEXT.replace('clause = "TDA 2024 rule 32"\n', ""),
        "ours.toml: Object missing required field `clause` in button",
    ),
    "no name": (TEXT.replace('id = "tda"\n', ""), "ours.toml: Object missing required field `id`"),
    "nothing": ("", "ours.toml: Object missing required field `id`"),
}


@pytest.mark.parametrize(("text", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_book_is_refused_in_one_line(text, says):
    """
    The line names the file, the field and, for a value, what is allowed there.
    """
    with pytest.raises(BadBook) as bad:
        parse_book(text, "ours.toml")

    assert str(bad.value).startswith(says)
    assert "\n" not in str(bad.value)


def test_an_unknown_book_is_refused_with_the_books_there_are():
    """
    The name may be mistyped: the list helps.
    """
    with pytest.raises(BadBook, match=r"there is no rule book 'tdaa'; there are: .*tda"):
        load_book("tdaa")


def test_every_choice_of_the_standard_carries_its_clause():
    """
    The table can always show why.
    """
    book = load_book("tda")
    choices = [name for name in RuleBook.__struct_fields__ if name not in ("id", "name", "edition")]

    assert [name for name in choices if not getattr(book, name).clause or not getattr(book, name).says] == []
    assert [name for name in choices if getattr(book, name).value not in allowed(name)] == []
