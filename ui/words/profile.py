"""The texts of the page on which a dealer chooses how the screen is, and of the switch to big blinds."""

import msgspec

from ui.words.label import Label


class ProfileWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    this_language: str
    """The name of the language, in itself."""
    title: str
    title_table: str
    help: str
    help_table: str
    right: str
    left: str
    texts: dict[str, str]
    themes: dict[str, str]
    sounds: dict[str, Label]
    slides: Label
    blinds: Label
    back: Label
    on: str
    blinds_instead: str
    chips_instead: str
