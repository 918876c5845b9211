"""Blinds by a formula instead of a list: the small blind of level n is n times the first, the big blind twice it."""

from typing import Annotated

import msgspec

MOST_LEVELS = 200


class Formula(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A formula that generates `levels` levels, each of this length, from the first small blind `small`."""

    small: Annotated[int, msgspec.Meta(ge=1)]
    levels: Annotated[int, msgspec.Meta(ge=1, le=MOST_LEVELS)]
    minutes: int | float = 0
    hands: int = 0
    orbits: int = 0


def blinds_at(small: int, level: int) -> tuple[int, int]:
    """The small and big blinds of a level, counted from 1. They are n and 2n if the first small blind is 1."""
    return level * small, 2 * level * small


def count_out(formula: Formula) -> list[dict[str, object]]:
    """The levels in the form in which a structure's file would list them."""
    lasts = {name: getattr(formula, name) for name in ("minutes", "hands", "orbits") if getattr(formula, name)}
    every = (blinds_at(formula.small, number) for number in range(1, formula.levels + 1))
    return [{"small": small, "big": big, **lasts} for small, big in every]
