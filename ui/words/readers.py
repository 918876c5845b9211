"""The texts about card readers and cameras: the status on the felt, and their pages."""

import msgspec

from ui.words.plural import Plural


class ReaderWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    many_lost: Plural
    lost_short: str
    heads: dict[str, str]
    felt: dict[str, str]
    """Where a card is due."""
    short: dict[str, str]
    remedies: dict[str, str]
    places: dict[str, str]
    seat_place: str
    kinds: dict[str, str]

    title: str
    note: str
    none: str
    is_well: str
    is_lost: str
    read_card: str
    read_code: str
    read_nowhere: str
    lost_for: str
    read_nothing: str
    not_listed: str
    more: str
    lately: str
    back: str
    back_small: str
    picture: str
    picture_small: str
    put_in: str

    camera_title: str
    camera_waits: str
    camera_note: str
    camera_reads: str
    camera_saved: str
    faults: dict[str, str]
    fit: str
    fit_small: str
    save: str
    save_small: str
    larger: str
    smaller: str
    wider: str
    narrower: str
    left: str
    right: str
    up: str
    down: str
    outline: str
    outline_which: str
    outline_note: str
    remove: str
    remove_small: str
    set_here: str
