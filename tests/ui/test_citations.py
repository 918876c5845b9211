"""A standard's clause is cited in the room's language, and a document's own titles as written."""

import pytest

from engine.books.card import rule_card
from engine.books.rulebook import load_book, shipped_ids
from engine.refused import Refused
from ui.words.languages import LANGUAGES, words_in


@pytest.mark.parametrize(
    ("clause", "cited"),
    [
        ("TDA 2024 rule 10", "TDA 2024 Regel 10"),
        ("TDA 2024 rules 53-A and 58", "TDA 2024 Regeln 53-A und 58"),
        ("House rules, Side Pots; TDA 2024 rule 23", "House rules, Side Pots; TDA 2024 Regel 23"),
        ("TDA 2024 addendum to rule 16", "TDA 2024 Zusatz zu Regel 16"),
        ("TDA 2024 RP-9", "TDA 2024 RP-9"),
        ("TDA 2024: no clause", "TDA 2024: keine Klausel"),
        ("Rule 11a", "Rule 11a"),
    ],
)
def test_a_standard_is_cited_in_german_and_a_document_by_its_own_name(clause, cited):
    words = words_in("de")
    assert words.cited(clause) == cited
    assert words.refusal(Refused("no-rebuys", clause)).endswith(f"({cited})") == ("keine Klausel" not in cited)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_of_a_shipped_rule_book_is_cited_in_english_in_another_language(language):
    words = words_in(language)
    cards = [rule_card(load_book(book)) for book in shipped_ids()]
    clauses = {line.clause for card in cards for section in card.sections for line in section.lines}
    english = {clause for clause in clauses if " rule" in words.cited(clause).replace("House rules", "")}
    assert bool(english) == (language == "en")
