"""The texts of the pages about chips and fallbacks."""

import msgspec


class ChipsWords(msgspec.Struct, frozen=True):
    """English."""
