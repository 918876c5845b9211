"""The texts of the page on which the floor overrules."""

import msgspec

from ui.words.label import Label
from ui.words.plural import Plural


class OverrideWords(msgspec.Struct, frozen=True):
    """`kinds` has every order that the floor can give."""

    title: str
    kinds: dict[str, Label]
    in_hand: str
    between: str
    no_penalty: str
    none_dead: str
    betting_on: str
    no_last_pots: str
    too_late: str
    pushed: str
    seat_title: str
    key_chips: str
    into_pot: str
    from_pot: str
    stack: str
    has: str
    set_stack: str
    done: str
    pot: str
    pot_to: str

    sure: str
    change: str
    pot_change: str
    live_now: str
    dead_now: str
    button_now: str
    penalty_gone: str
    hand_over: str
    dealt_again: str
    undo_first: str
    more_changes: Plural
    total: str
    reasons: dict[str, str]
    other: str
    write: str
    apply: str
    back: str
    clear: str
