"""The texts of the page before a table whose record is not whole."""

import msgspec

from ui.words.plural import Plural


class RecoveryWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    title: str
    missing: Plural
    in_copy: str
    in_neither: Plural
    asking: str
    clock_holds: Plural
    clock_more: Plural
    clock_silent: str
    no_clock: str
    kept: str
    bring_back: str
    go_on: str
    sure: Plural
    leave: str
    fetch: str
    fetch_title: str
    fetch_number: str
    fetch_asking: str
    fetch_waits: Plural
    fetch_lacks: Plural
    fetch_again: str
    restore_here: str
    keep_here: str
    keep_title: str
    keep_number: str
    keep_waits: Plural
