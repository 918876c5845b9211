"""The texts of the replay of a hand."""

import msgspec

from ui.words.label import Label


class ReplayWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    open: Label
    word: str
    hand: str
    step: str
    deal: str
    first: str
    back: str
    next: str
    last: str
