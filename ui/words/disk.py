"""The texts over a table whose disk is full or has failed."""

import msgspec


class DiskWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    full_short: str
    failed_short: str
    full_title: str
    full_hand: str
    full_do: str
    failed_title: str
    replaced_title: str
    replaced_why: str
    replaced_do: str
    unopened_title: str
    unopened_again: str
    stopped: str
    failed_do: str
    again: str
    still_full: str
