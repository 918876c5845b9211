"""Chips by denomination: which are in play, and how an amount is made up. Knows no players and no level."""

from collections.abc import Iterable, Sequence

Discs = tuple[tuple[int, int], ...]
"""Denominations with the number of each, the largest first."""
USUAL = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000, 25_000_000, 100_000_000)
"""The denominations that card rooms use."""
A_PLAYERS_CHANGE = 12
"""Chips of the smallest denomination that a player can use; the rest is brought in larger ones."""


def usual(least: int) -> tuple[int, ...]:
    """The denominations of a room that has not configured them, from `least` up, smallest first."""
    larger = [value for value in USUAL if value > least and value % least == 0]
    return (least, *larger[:6])


def denominations(known: Sequence[int], least: int) -> tuple[int, ...]:
    """The chips in play, smallest first: the `known` ones from `least` up, or the usual if none are known."""
    return tuple(sorted({value for value in known if value > least} | {least})) if known else usual(least)


def discs(chips: int, values: Sequence[int]) -> Discs:
    """An amount in the fewest chips; a remainder that none can pay is left out."""
    found: list[tuple[int, int]] = []
    for value in sorted(values, reverse=True):
        number, chips = divmod(chips, value)
        if number:
            found.append((value, number))
    return tuple(found)


def worth(counted: Iterable[tuple[int, int]]) -> int:
    """The value of counted chips."""
    return sum(value * number for value, number in counted)


def to_bring(chips: int, values: Sequence[int], players: int) -> Discs:
    """How a bank brings an amount for a number of players: change in the smallest denomination first, the rest in
    larger ones."""
    if not chips:
        return ()
    least = min(values)
    change = min(chips // least, A_PLAYERS_CHANGE * max(1, players))
    rest = discs(chips - change * least, [value for value in values if value > least])
    left = chips - change * least - worth(rest)
    return (*rest, (least, change + left // least))
