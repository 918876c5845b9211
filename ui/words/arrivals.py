"""The texts that say who comes to the table, and what the dealer does about it."""

import msgspec

from ui.words.plural import Plural


class ArrivalWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    then_comes: str
    then_sits: str
    then_buys: str
    then_leaves: str
    then_several: str

    seat: str
    pick_seat: str
    taken: str
    without: str
    without_several: Plural

    head: str
    head_of: str
    body: str
    body_any: str
    from_table: str
    foot: str

    hand_out: str
    hand_out_each: str
    has_sat: str
    sits_next: str
    more: str
