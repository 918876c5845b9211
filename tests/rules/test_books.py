"""
Rule books: each shipped book is valid, a room's own is a few lines, and an error in a book is reported in one line.
"""

import pytest

from engine.books.rulebook import CHOICES, BadBook, Rule, load_book, parse_book, shipped, shipped_ids
from tests.said import english, refused

TEXT = shipped("tda")


def without(section: str) -> str:
    """The standard without one of its choices."""
    start = TEXT.index(f"[{section}]")
    return TEXT[:start] + TEXT[TEXT.index("[", start + 1) :]


def line(part: str, text: str = TEXT) -> int:
    """The line on which something is written."""
    return text[: text.index(part)].count("\n") + 1


WRONG = {
    "not TOML": (TEXT.replace("[button]", "[button"), "ours.toml: not TOML: "),
    "an unknown section": (
        f"{TEXT}\n[jokers]\nvalue = 2\n",
        f"ours.toml, line {len(TEXT.splitlines()) + 2}: jokers: unknown field `jokers`",
    ),
    "an unknown field": (
        TEXT.replace("[button]", "[button]\ncolor = 'white'"),
        f"ours.toml, line {line('[button]')}: button: unknown field `color`",
    ),
    "a section that is not there": (without("uncalled"), "ours.toml: missing required field `uncalled`"),
    "a later choice that is not there": (without("betting"), "ours.toml: missing required field `betting`"),
    "a value that is not allowed": (
        TEXT.replace('value = "one-each"', 'value = "to-the-dealer"'),
        f"ours.toml, line {line('[odd_chips]') + 1}: odd_chips: 'to-the-dealer' is not allowed; "
        "allowed: one-each, all-to-first",
    ),
    "a number for a word": (
        TEXT.replace('value = "dead"', "value = 3"),
        f"ours.toml, line {line('[button]') + 1}: button: must be text in quotes, not a whole number; "
        "allowed: dead, stays, moving",
    ),
    "a word for a section": (
        without("button").replace('id = "tda"', 'id = "tda"\nbutton = "dead"'),
        f"ours.toml, line {line('id = ') + 1}: button: must be a section [button] with value, clause and says",
    ),
    "a choice without a clause": (
        TEXT.replace('clause = "TDA 2024 rule 32"\n', ""),
        f"ours.toml, line {line('[button]')}: button: missing required field `clause`",
    ),
    "a choice that says whose it is": (
        TEXT.replace("[button]", '[button]\nbook = "house"'),
        f"ours.toml, line {line('[button]') + 1}: button: unknown field `book`",
    ),
    "editions that are no clauses": (
        TEXT.replace('{ "2026" = "TDA 2026 rule 49-A" }', "{ 2026 = 49 }"),
        f"ours.toml, line {line('TDA 2026 rule 49-A')}: reopening: editions must be clauses by edition",
    ),
    "no name": (TEXT.replace('id = "tda"\n', ""), "ours.toml: missing required field `id`"),
    "a name that is no text": (TEXT.replace('id = "tda"', "id = 7"), f"ours.toml, line {line('id = ')}: id: must be"),
    "nothing": ("", "ours.toml: missing required field `id`"),
}


@pytest.mark.parametrize(("text", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_book_is_refused_in_one_line(text, says):
    """The message has the file, the line, the field and, for a value, the allowed values."""
    with pytest.raises(BadBook) as bad:
        parse_book(text, "ours.toml")

    assert english(bad.value).startswith(says)
    assert "\n" not in english(bad.value)


def test_an_unknown_book_is_refused_with_a_list_of_the_books():
    """
    The name may be mistyped: the list helps.
    """
    with refused(BadBook, r"there is no rule book 'tdaa'; available: .*tda"):
        load_book("tdaa")


@pytest.mark.parametrize("book_id", shipped_ids())
def test_every_choice_of_a_book_has_its_clause_and_its_source(book_id):
    """The table can always show why, and the rule card can show what its document does not say."""
    book = load_book(book_id)

    assert book.id == book_id
    assert [name for name in CHOICES if not getattr(book, name).clause or not getattr(book, name).says] == []
    assert [name for name, choice in CHOICES.items() if getattr(book, name).value not in choice.values] == []
    assert {getattr(book, name).book for name in CHOICES} <= {book_id, "tda"}


# A room's own book


def own(rest: str, base: str = "tda") -> str:
    return f'id = "ours"\nname = "Our room"\nextends = "{base}"\n{rest}'


def choice(name: str, value: str) -> str:
    return f'[{name}]\nvalue = "{value}"\nclause = "Our rules, 1"\nsays = "So it is here."\n'


def test_a_rooms_own_book_states_only_its_differences():
    """The rest is taken from the standard and marked as such."""
    book = parse_book(own(choice("odd_chips", "all-to-first")), "ours.toml")

    assert (book.id, book.name, book.edition) == ("ours", "Our room", "2024")
    assert book.odd_chips == Rule("all-to-first", "Our rules, 1", "So it is here.", "ours")
    assert (book.button, book.button.book) == (load_book("tda").button, "tda")


def test_a_book_may_extend_a_file_in_its_folder_that_extends_another():
    """Each choice has the id of the book that made it, the nearest first."""
    beside = {
        "club.toml": own(choice("min_raise", "double") + choice("button", "stays")).replace('"ours"', '"club"'),
        "tda": TEXT,
    }

    book = parse_book(own(choice("button", "moving"), "club.toml"), "ours.toml", beside.__getitem__)

    assert [(rule.value, rule.book) for rule in (book.button, book.min_raise, book.betting)] == [
        ("moving", "ours"), ("double", "club"), ("no-limit", "tda"),
    ]  # fmt: skip


def test_a_book_that_extends_itself_in_a_circle_is_refused():
    """
    However long the circle is.
    """
    beside = {"ours.toml": own("", "club.toml"), "club.toml": own("", "ours.toml")}

    with refused(
        BadBook, r"^club.toml, line 3: extends: the books extend each other in a circle: ours.toml > club.toml"
    ):
        parse_book(beside["ours.toml"], "ours.toml", beside.__getitem__)


def test_a_book_that_extends_an_unknown_one_is_refused_with_a_list_of_the_books():
    """The error names the line."""
    with refused(BadBook, r"^ours.toml, line 3: extends: there is no rule book 'casino'; available: .*tda"):
        parse_book(own("", "casino"), "ours.toml")


def test_the_edition_of_a_book_chooses_the_numbers_of_its_clauses():
    """Numbers shift from edition to edition.

    A clause without a number of its own in an edition keeps the number that it has.
    """
    newer = parse_book(own("").replace("extends", 'edition = "2026"\nextends'), "ours.toml")

    assert (newer.reopening.clause, newer.button.clause) == ("TDA 2026 rule 49-A", "TDA 2024 rule 32")
    assert load_book("tda").reopening.clause == "TDA 2024 rule 47-A"


def test_an_unknown_edition_is_refused_with_a_list_of_the_editions():
    """A clause with a wrong number would be worse than none."""
    with refused(BadBook, r"^ours.toml, line 3: edition: '1999' is not known; allowed: 2024, 2026"):
        parse_book(own("").replace("extends", 'edition = "1999"\nextends'), "ours.toml")


AGAINST_ITSELF = {
    "a double raise in limit": ({"betting": "fixed-limit", "min_raise": "double"}, "min_raise"),
    "half a raise outside limit": ({"reopening": "half-raise-faced"}, "reopening"),
    "a cap lifted that is none": ({"cap": "none", "cap_heads_up": "lifted"}, "cap_heads_up"),
    "nobody may muck, and all-in one may": ({"muck": "forbidden", "all_in_shows": "may-muck"}, "all_in_shows"),
    "a straddle after the opener": ({"straddle": "under-the-gun", "preflop_opener": "left-of-small-blind"}, "straddle"),
}


@pytest.mark.parametrize(("values", "field"), AGAINST_ITSELF.values(), ids=AGAINST_ITSELF)
def test_a_book_that_contradicts_itself_is_refused_in_one_line(values, field):
    """
    The line names the choice to change.
    """
    what = rf"{field}: \S+ is not possible when \S+ is \S+; .* (must be|choose another) \S+$"
    with refused(BadBook, rf"^ours\.toml(, line \d+)?: {what}"):
        parse_book(own("".join(choice(name, value) for name, value in values.items())), "ours.toml")


def test_a_contradiction_with_the_base_book_is_reported_on_the_rooms_own_line():
    """
    The house raises double, so the room's own line, which makes it limit, is the one to change.
    """
    text = 'id = "own"\nname = "Own"\nextends = "house"\n' + choice("betting", "fixed-limit")
    where = rf"^ours\.toml, line {line('value', text)}: betting: fixed-limit is not possible when min_raise is double; "

    with refused(BadBook, where):
        parse_book(text, "ours.toml")


def test_a_book_needs_an_id_that_differs_from_the_one_it_extends():
    """Otherwise its own choices would pass for those of the document."""
    with refused(BadBook, r"^ours\.toml, line 1: id: 'tda' is the book that this one extends"):
        parse_book('id = "tda"\nname = "Own"\nextends = "house"\n', "ours.toml")


UNFOUNDED = {
    "no clause": (choice("cap", "none").replace('clause = "', 'clause = "" # "'), "clause", "clause must say"),
    "an unknown case": (choice("half_rule", "half-completes") + 'cases = { most = "R" }\n', "cases",
                        "there is no case 'most'; allowed: half, less"),
    "a case where there are none": (choice("cap", "none") + 'cases = { half = "R" }\n', "cases",
                                    "there is no case 'half'; allowed: none"),
}  # fmt: skip


@pytest.mark.parametrize(("section", "key", "problem"), UNFOUNDED.values(), ids=UNFOUNDED)
def test_every_choice_must_name_its_clause(section, key, problem):
    text = own(section)

    with refused(BadBook, rf"^ours\.toml, line {line(key, text)}: \w+: {problem}"):
        parse_book(text, "ours.toml")
