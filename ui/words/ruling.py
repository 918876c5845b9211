"""The texts of the pages on which a ruling is asked for and applied."""

import msgspec

from ui.words.label import Label


class RulingWords(msgspec.Struct, frozen=True):
    """The engine's answers are in the catalogue of its codes; clauses stay as in their document."""

    title: str
    ask: str
    to_call: str
    no_bet: str
    early_call: str
    early_free: str
    said: str
    in_silence: str
    before: str
    lay: str

    acts: dict[str, str]
    held: str
    still: str
    back: str
    floor: str
    then: str

    nothing: str
    verbs: dict[str, str]
    spoken: dict[str, str]
    chip: str
    amount: str
    next_motion: str
    next_motion_small: str
    chips_first: str
    chips_first_small: str
    heaps: dict[str, Label]
    early_button: str
    early_small: str
    splashed: str
    splashed_small: str
    seat: str
    more: str
    more_small: str
    clear: str
    apply: str
    remember: str
    remember_small: str
    nothing_to_do: str
    no_answer: str

    seat_title: str
    seat_help: str
    amount_title: str
    alone: str
    said_bet: str
    said_raise: str
    said_more: str
    key_amount: str
    back_button: str

    more_title: str
    conditional: str
    conditional_small: str
    shown: str
    shown_small: str
    behind: str
    behind_small: str
    late: str
    late_small: str
    skipped: str
    skipped_small: str
    add: str
    add_small: str
    forfeit: str
    forfeit_small: str

    shown_title: str
    who_saw: str
    seen_button: str
    cards_button: str
    saw_title: str
    saw_help: str
    seen_by: str
    behind_title: str
    late_title: str
    late_none: str
    skipped_title: str
    skipped_none: str
    undo_first: str
    add_title: str
    forfeit_title: str
    each: str
    in_pot: str
    reason: str
    left_behind: str

    held_title: str
    held_binds: str
    held_free: str
    another: str

    by_clause: str
    no_rule: str
    call_floor: str
    to_choose: str
