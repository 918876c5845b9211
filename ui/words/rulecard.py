"""The texts of a rule card: what each choice of a book is about, and what each value of it means."""

import msgspec


class RuleCardWords(msgspec.Struct, frozen=True):
    """`values` has all that the engine can follow for each choice; clauses and a book's own sentences are in
    the book."""

    groups: dict[str, str]
    titles: dict[str, str]
    values: dict[str, dict[str, str]]
    choice: str
    not_in_document: str
    marked: str
