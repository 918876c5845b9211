"""The entries of the MORE menu: two lines each, by the entry's name."""

import msgspec

from ui.words.label import Label


class MenuWords(msgspec.Struct, frozen=True):
    """`entries` has every name of `ui.dealer.pages.MENU`."""

    more: str
    title: str
    entries: dict[str, Label]
