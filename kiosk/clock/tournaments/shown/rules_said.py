"""The rule book choices behind a clause, in words."""

from collections.abc import Iterable
from typing import Any

from engine.books.rulebook import CHOICES, Rule, RuleBook
from engine.tournament.proposals.proposal import Proposal
from kiosk.protocol.tournaments import RuleSaid
from ui.words import Words

MOST = 4
"""The maximum number of choices shown. In a short document, one clause may be the source of half of them."""


def clauses(one: Proposal) -> tuple[str, ...]:
    return tuple(clause for cited in (one.clause, one.standard) for clause in cited.split("; ") if clause)


def rules_said(book: RuleBook | None, wanted: Iterable[str], words: Words) -> tuple[RuleSaid, ...]:
    """The book's choices for these clauses; nothing for a clause that the book does not have."""
    if book is None:
        return ()
    card = words.rule_card
    fields = [(field, clause) for clause in wanted for field in _fields(book, clause)]
    return tuple(
        RuleSaid(card.titles[field], card.values[field][getattr(book, field).value], clause)
        for field, clause in dict(fields[:MOST]).items()
    )


def _fields(book: RuleBook, clause: str) -> list[str]:
    found = []
    for field in CHOICES:
        rule: Rule[Any] = getattr(book, field)
        if clause == rule.clause or clause in rule.cases.values():
            found.append(field)
    return found
