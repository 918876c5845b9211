"""The entries of the MORE menu: two lines each, by the entry's name."""

import msgspec

from ui.words.label import Label


class MenuWords(msgspec.Struct, frozen=True):
    """`entries` has every name of `ui.dealer.pages.MENU`."""

    more: str
    title: str
    groups: dict[str, str]
    locked: dict[str, Label]
    """Why an entry cannot be opened now: a sentence with its `{name}`, and in few words when it can."""
    entries: dict[str, Label]
    units: Label
    """The switch between chips and big blinds."""
