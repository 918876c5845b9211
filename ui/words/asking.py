"""The texts of the table's questions to the dealer, and of HAND OVER's effects."""

import msgspec

from ui.words.plural import Plural


class AskingWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    who_called: str
    who_won: str
    tap_seats: str
    sure: str
    nobody_yet: str
    nobody: str
    called_nobody: str
    called: Plural
    won: Plural
    maybe: str
    maybe_won: str
    picked: str
    picked_won: str
    named_winners: str

    over: str
    over_fold: str
    over_fold_back: str
    all_folded: str
    tap_again: str
    over_muck: str
    over_ask: str
    over_not_yet: str
    push_next: str
    push_then: str
    push_all: str
    straddle: str
    show_asked: str
    show_asked_said: str
    pots_left: Plural
    pot_pushed: str
    push: str
    push_last: str
    push_leaves: str
    deal: str
    deal_again: str

    passed: dict[str, str]
    did: dict[str, str]

    redo: str
    nothing_to_redo: str
    floor: str
    floor_small: str
    floor_called: str
    undo_floor: str
    floor_here: str
    push_only: str
    push_only_small: str
    push_only_help: str
    deal_back: str
    deal_back_small: str
