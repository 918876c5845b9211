"""What a director types of a table without a kiosk, with what it was decided on."""

from collections.abc import Mapping

import msgspec


class TypedCount(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry and its chips; who has none left lost the last ones to the entries `by`, where that is known."""

    entry: int
    chips: int
    by: tuple[int, ...] = ()


class Typing(msgspec.Struct, frozen=True, gc=False):
    """Everybody's chips after so many `hands`, at `at_ms` of wall time. `out` are those who have none, with what they
    had before; `came` those who brought chips from another table. The `purchases` were handed out since; by `adjusted`
    the counts differ from what was there before."""

    counts: tuple[TypedCount, ...]
    hands: int
    button: int
    at_ms: int
    out: tuple[TypedCount, ...] = ()
    came: tuple[TypedCount, ...] = ()
    purchases: tuple[int, ...] = ()
    adjusted: int = 0


Typings = Mapping[int, tuple[Typing, ...]]
"""By sitting, for those that were typed."""
