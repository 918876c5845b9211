"""A rule book as a card: its choices, in the order in which a player encounters them. Knows nothing about wording."""

from typing import Any

import msgspec

from engine.books.rulebook import CHOICES, Rule, RuleBook


class RuleLine(msgspec.Struct, frozen=True, gc=False):
    """One choice. `origin` is the id of the book that states it. If the choice comes from another book, it is not
    `in_document`."""

    field: str
    value: str
    says: str
    clause: str
    origin: str
    in_document: bool


class RuleSection(msgspec.Struct, frozen=True, gc=False):
    group: str
    lines: tuple[RuleLine, ...]


class RuleCard(msgspec.Struct, frozen=True, gc=False):
    book: str
    name: str
    source: str
    edition: str
    structure: str
    sections: tuple[RuleSection, ...]


def rule_card(book: RuleBook) -> RuleCard:
    groups: dict[str, list[RuleLine]] = {}
    for field, choice in CHOICES.items():
        rule: Rule[Any] = getattr(book, field)
        line = RuleLine(field, rule.value, rule.says, rule.clause, rule.book, rule.book == book.id)
        groups.setdefault(choice.group, []).append(line)
    sections = tuple(RuleSection(group, tuple(lines)) for group, lines in groups.items())
    return RuleCard(book.id, book.name, book.source, book.edition, book.structure, sections)
