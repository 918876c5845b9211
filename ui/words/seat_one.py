"""The texts of the page that says where seat 1 is."""

import msgspec


class SeatOneWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    title: str
    help: str
    seat: str
