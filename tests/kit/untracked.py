"""Which parts of a value the garbage collector tracks."""

import gc
from collections import Counter
from collections.abc import Mapping

import msgspec

from engine.hand.state import Hand


def tracked(value: object) -> Counter[str]:
    """How many values of each kind in this one the collector tracks; a `Hand` is tracked, because of its
    cached values.
    """
    gc.collect()  # the collector untracks tuples and dictionaries when it visits them
    found: Counter[str] = Counter()
    seen: dict[int, object] = {}
    below: list[object] = [value]
    while below:
        one = below.pop()
        if id(one) in seen:
            continue
        seen[id(one)] = one
        if isinstance(one, msgspec.Struct):
            found[type(one).__name__] += gc.is_tracked(one) and not isinstance(one, Hand)
            below += msgspec.structs.astuple(one)
        elif isinstance(one, tuple | frozenset | Mapping):
            below += [*one, *one.values()] if isinstance(one, Mapping) else one
    assert len(seen) > 1000
    return +found
