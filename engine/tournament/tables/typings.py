"""The counts that a director types for a table without a kiosk, with the data used for the decision."""

from collections.abc import Mapping

import msgspec


class TypedCount(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry and its chips. An entry with no chips left lost its last ones to the entries in `by`, if that is
    known."""

    entry: int
    chips: int
    by: tuple[int, ...] = ()


class Typing(msgspec.Struct, frozen=True, gc=False):
    """Everyone's chips after this many `hands`, at the wall-clock time `at_ms`. `out` lists the entries that have no
    chips, with their previous chips, and `came` lists those that brought chips from another table. `purchases` were
    handed out since the previous typing. `adjusted` is the difference between the counts and the previous total."""

    counts: tuple[TypedCount, ...]
    hands: int
    button: int
    at_ms: int
    out: tuple[TypedCount, ...] = ()
    came: tuple[TypedCount, ...] = ()
    purchases: tuple[int, ...] = ()
    adjusted: int = 0


Typings = Mapping[int, tuple[Typing, ...]]
"""The typings of each sitting that has typed counts."""
