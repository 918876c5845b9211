"""What the MORE menu calls its pages: two lines for each entry, by the entry's name."""

import msgspec

from ui.words.label import Label


class MenuWords(msgspec.Struct, frozen=True):
    """`entries` has every name of `ui.dealer.pages.MENU`."""

    more: str
    title: str
    entries: dict[str, Label]
