"""A rule book as a card: its choices in the order in which a player encounters them. Knows nothing about wording, paper
or screens."""

from typing import Any

import msgspec

from engine.books.rulebook import CHOICES, Rule, RuleBook

GROUPS = {
    "blinds": (
        "first_button", "button", "heads_up", "short_blind", "antes", "ante_order", "straddle", "levels", "new_level",
    ),
    "betting": (
        "betting", "in_turn", "preflop_opener", "min_bet", "min_raise", "reopening", "cap", "cap_heads_up",
        "fold_unbet", "uncalled",
    ),
    "showdown": (
        "showdown_first", "all_in_shows", "muck", "show_one", "play_board", "pots_shown", "side_pots", "odd_chips",
    ),
    "chips": (
        "verbal", "string_bet", "half_rule", "oversized_chip", "raise_word", "multiple_chips", "prior_chips",
        "said_amount", "ambiguous", "wrong_word", "calling", "under_call", "out_of_turn", "fold_out_of_turn",
        "conditional", "skipped", "late_error", "splash", "chips_behind",
    ),
    "misdeals": (
        "misdeals", "substantial_action", "redeal", "first_card_exposed", "exposed_cards", "extra_card", "card_count",
        "button_short", "missing_hand", "wrong_seat", "boxed_cards", "foreign_card", "fouled_deck", "flop_count",
        "premature_flop", "premature_card", "burns",
    ),
    "floor": (
        "decisions", "corrections", "fold_undo", "absent", "penalties", "disqualified", "chip_race",
        "player_clock",
    ),
    "event": (
        "identity", "sits", "cap_counts", "late_roster", "no_show", "rescheduling", "defaults", "table_size",
        "balancing", "balance_move", "halting", "break_order", "break_seats", "hand_for_hand", "flights",
        "final_stacks",
    ),
}  # fmt: skip
"""Every choice of a book belongs to one group. A new choice that is not in any group goes under `further`."""


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
    """A group of choices on the card."""

    group: str
    lines: tuple[RuleLine, ...]


class RuleCard(msgspec.Struct, frozen=True, gc=False):
    """The whole card, which shows the rules of a book."""

    book: str
    name: str
    source: str
    edition: str
    structure: str
    sections: tuple[RuleSection, ...]


def rule_card(book: RuleBook) -> RuleCard:
    """The card for a book."""
    grouped = {field for fields in GROUPS.values() for field in fields}
    groups = {**GROUPS, "further": tuple(field for field in CHOICES if field not in grouped)}
    sections = tuple(
        RuleSection(group, tuple(_line(book, field) for field in fields)) for group, fields in groups.items() if fields
    )
    return RuleCard(book.id, book.name, book.source, book.edition, book.structure, sections)


def _line(book: RuleBook, field: str) -> RuleLine:
    rule: Rule[Any] = getattr(book, field)
    return RuleLine(field, rule.value, rule.says, rule.clause, rule.book, rule.book == book.id)
