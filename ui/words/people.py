"""The texts of the pages about people and authority."""

import msgspec


class PeopleWords(msgspec.Struct, frozen=True):
    """English."""
