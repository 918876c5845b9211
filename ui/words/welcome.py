"""The texts of the demo's first card."""

import msgspec


class WelcomeWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    title: str
    deal: str
    tap: str
    over: str
    undo: str
    late: str
    pages: str
    key: str
    begin: str
