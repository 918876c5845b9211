"""The texts of what the room prints."""

import msgspec

from ui.words.plural import Plural


class PrintWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    titles: dict[str, str]
    """Of lists, by their kind."""
    card_of: str
    table: str
    seat: str
    moved: str
    chips: str
    page: str
    as_of: str
    pool: str
    overlay: str
    fees: str
    for_winner: str
    in_final: str
    agreed: str
    unclaimed: Plural
    place: str
    name: str
    prize: str
    bounties: str
    sum: str
    number: str
    table_seat: str
    stack: str
    out: str
    choice: str
    rule: str
    clause: str
    deals: str
    deals_next: str
    off: str
    push_at: str
